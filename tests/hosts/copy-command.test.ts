import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyCommand, copyPieces } from "../../src/hosts/repl/commands/copy-command.ts";
import type { List } from "../../src/hosts/repl/lists/open-list.ts";
import { commands } from "../../src/hosts/repl/commands/commands.ts";
import { pressed } from "../../src/terminal/input/key.ts";
import { mostForClipboard } from "../../src/terminal/clipboard.ts";
import { assistant, calls, log, says, thinks, user } from "../transcript/log.ts";

const data = mkdtempSync(join(tmpdir(), "rein-copy-"));
afterAll(() => rmSync(data, { recursive: true }));

/** Runs `/copy argument` after these answers. */
function copied(argument: string, ...answers: readonly string[]) {
  const clipboard: string[] = [];
  const told: string[] = [];
  const opened: List[] = [];
  copyCommand(argument, {
    entries: log(user("hi"), ...answers.map((text) => assistant([thinks("so"), says(text), calls("c")]))),
    file: join(data, "copied.md"),
    list: { open: (list) => void opened.push(list) },
    talk: { setClipboard: (text) => clipboard.push(text) },
    tell: (text) => told.push(text),
    inTmux: false,
  });
  return { clipboard, told: told.join("\n"), list: opened[0] };
}

const code = "Two:\n\n```ts\nconst a = 1;\n```\n\n- and\n\n  ```sh\n  npm test\n  ```\n";

test("the last answer is copied as it was written, without thoughts, however it is wrapped on screen", () => {
  const said = `**Long** ${"words ".repeat(100)}end\n\n| a | b |\n|---|---|\n| 1 | 2 |`;
  const { clipboard, told } = copied("", "first", said);
  expect(clipboard).toEqual([said]);
  expect(told).toStartWith(`Copied the last answer to the clipboard (${said.length} characters)`);
});

test("a number copies an earlier one", () => {
  expect(copied("2", "first", "second", "third").clipboard).toEqual(["second"]);
});

test("what is not there is said, and nothing is copied", () => {
  const none = copied("");
  const far = copied("3", "first", "second");
  const noCode = copied("code", "text");
  expect([none, far, noCode].flatMap(({ clipboard }) => clipboard)).toEqual([]);
  expect(none.told).toBe("There is no answer to copy yet.");
  expect(far.told).toContain("to 2");
  expect(noCode.told).toBe("No answer holds a code block.");
});

test("the only code block is copied at once, from the last answer that has one", () => {
  expect(copied("code", "```\nold\n```", "```js\na;\n\nb;\n```", "no code").clipboard).toEqual(["a;\n\nb;"]);
});

test("of several code blocks the user chooses one", () => {
  const { clipboard, list } = copied("code", code);
  expect(list?.view(80).rows).toEqual(["const a = 1; · ts · 1 line", "npm test · sh · 1 line"]);
  list?.onInput({ type: "text", text: "npm" });
  list?.onInput({ type: "key", key: pressed("enter") });
  expect(clipboard).toEqual(["npm test"]);
});

test("what is too large for a terminal's clipboard is written to a file that only its user can read", () => {
  const large = "x".repeat(mostForClipboard + 1);
  const { clipboard, told } = copied("", large);
  expect(clipboard).toEqual([]);
  const file = join(data, "copied.md");
  expect(told).toContain(file);
  expect(readFileSync(file, "utf8")).toBe(`${large}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("it can be used while a turn runs", () => {
  expect(commands.find(({ name }) => name === "copy")?.whileBusy).toBe(true);
});

test("a long text that comes in pieces goes to the file as it comes, and one that breaks off leaves what was there", async () => {
  const told: string[] = [];
  const clipboard: string[] = [];
  const file = join(data, "pieces.md");
  const parts = {
    file,
    talk: { setClipboard: (text: string) => void clipboard.push(text) },
    tell: (text: string) => void told.push(text),
    inTmux: false,
  };
  async function* pieces(count: number, isWhole = true) {
    for (let at = 0; at < count; at += 1) yield `${at}\u0007${"x".repeat(50_000)}\r\n`;
    if (!isWhole) throw new Error("stopped");
  }
  const text = (count: number) =>
    Array.from({ length: count }, (_, at) => `${at}${"x".repeat(50_000)}\n`).join("");
  await copyPieces(pieces(1), "it", parts);
  expect(clipboard).toEqual([text(1)]);
  await copyPieces(pieces(4), "it", parts);
  expect(told.at(-1)).toContain(`wrote it to ${file}`);
  expect(readFileSync(file, "utf8")).toBe(`${text(4)}\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(copyPieces(pieces(6, false), "it", parts)).rejects.toThrow("stopped");
  expect(readFileSync(file, "utf8")).toBe(`${text(4)}\n`);
  expect(readdirSync(data).filter((name) => name.startsWith("pieces"))).toEqual(["pieces.md"]);
  expect(clipboard).toHaveLength(1);
});
