/** However long the thing that is asked about, all of it can be read, and the choices stay on the screen. */
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { answered, asked, begin, exists, isBusy, send } from "./start.ts";

const ok = [text("ok then")];
const longCommand = [...Array.from({ length: 59 }, (_, at) => `echo step ${at + 1}`), "touch LAST"].join(
  "\n",
);

/** Presses a key until all of the lines were seen, and returns those that were not. */
async function notSeen(terminal: TestTerminal, key: string, all: readonly string[]): Promise<string[]> {
  const lines = new Set<string>();
  const look = () => terminal.screen().forEach((line) => lines.add(line.trim()));
  look();
  for (let presses = 0; presses < 80 && !all.every((line) => lines.has(line)); presses += 1) {
    const before = terminal.screen().join("\n");
    terminal.press(key);
    await terminal.waitFor(() => terminal.screen().join("\n") !== before, { what: `${key} to show more` });
    look();
  }
  return all.filter((line) => !lines.has(line));
}

describe.each([
  { cols: 80, rows: 24 },
  { cols: 40, rows: 10 },
])("in a window of $cols × $rows", ({ cols, rows }) => {
  const choices = rows < 12 ? /1 yes[^]*3 no[^]*esc stop/ : /1 +yes, once[^]*3 +no[^]*esc +no, and stop/;

  test("a command of 60 lines says that there is more, and scrolls with the choices in place", async () => {
    await using story = await begin([[call("bash", { command: longCommand })], ok], { cols, rows });
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "more lines");
    const shown = terminal.screen().map((line) => line.trim());
    expect(shown).toContain("echo step 1");
    expect(shown).toContain("touch LAST");
    expect(terminal.screen().join("\n")).toMatch(choices);
    expect(await notSeen(terminal, "pagedown", longCommand.split("\n"))).toEqual([]);
    expect(terminal.screen().join("\n")).toMatch(choices);
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(await exists(project, "LAST")).toBeTrue();
    expect(terminal.emulator.climb).toBeLessThan(rows);
  });

  test("v shows it on the whole window, and back again", async () => {
    await using story = await begin([[call("bash", { command: longCommand })]], { cols, rows });
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "more lines");
    terminal.press("v");
    await terminal.waitFor("q back");
    expect(await notSeen(terminal, "pagedown", longCommand.split("\n"))).toEqual([]);
    terminal.press("q");
    await terminal.waitFor(choices);
    expect(isBusy(terminal)).toBeTrue();
    expect(await exists(project, "LAST")).toBeFalse();
  });

  test("one endless line is wrapped, not cut", async () => {
    const words = Array.from({ length: 200 }, (_, at) => `word${at}`);
    await using story = await begin([[call("bash", { command: `echo ${words.join(" ")}; touch LAST` })]], {
      cols,
      rows,
    });
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, "more lines");
    terminal.press("v");
    await terminal.waitFor("q back");
    let shown = "";
    for (let pages = 0; pages < 80 && !shown.includes("touch LAST"); pages += 1) {
      const before = terminal.screen().join("\n");
      shown += terminal.screen().slice(0, -1).join("").replaceAll(/\s+|↪/g, "").concat("\n");
      if (shown.includes("touchLAST")) break;
      terminal.press("pagedown");
      await terminal.waitFor(() => terminal.screen().join("\n") !== before, { what: "the next page" });
    }
    const all = shown.replaceAll("\n", "");
    expect(words.filter((word) => !all.includes(word))).toEqual([]);
  });
});

test("a change of 400 lines shows its choices and can be read to its end", async () => {
  const before = Array.from({ length: 400 }, (_, at) => `old ${at}`).join("\n");
  const after = Array.from({ length: 400 }, (_, at) => `new ${at}`).join("\n");
  const script = [
    [call("read_file", { path: "big.txt" })],
    [call("write_file", { path: "big.txt", content: after })],
    ok,
  ];
  await using story = await begin(script, { rows: 18, files: { "big.txt": before } });
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal, "more lines");
  terminal.press("v");
  await terminal.waitFor("q back");
  terminal.press("shift+g");
  await terminal.waitFor("new 399");
  terminal.press("q");
  await asked(terminal, "more lines");
  expect(await project.read("big.txt")).toBe(before);
});

test("the smallest window keeps the choices, and growing it brings them back in full", async () => {
  await using story = await begin([[call("bash", { command: "touch A" })]], { cols: 20, rows: 6 });
  const { terminal } = story;
  await send(terminal, "go");
  await asked(terminal, /1 yes[^]*2 always[^]*3 no/);
  expect(terminal.screen().join("\n")).toContain("touch A");
  await terminal.resize(80, 24);
  await asked(terminal, /^ +touch A$/m);
  expect(terminal.screen().join("\n")).toMatch(/1 +yes, once/);
});
