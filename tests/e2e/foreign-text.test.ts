/**
 * Text that is not rein's own reaches the terminal as text: whatever control it has in it, wherever it comes from and
 * however it is cut, the bytes that the terminal gets hold no sequence that rein did not write.
 */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { foreignIn } from "../support/foreign.ts";
import { call, httpError, raw, reasoning, text } from "../support/model-server.ts";
import { chunks, delta, done } from "../providers/chat-server.ts";
import { hear, heardQuestion, start, typeLine } from "./screen-reader.ts";
import { answered, asked, begin, idle, send } from "./start.ts";

const bel = "\u0007";
const hostile = fc.oneof(
  fc.constantFrom(
    `\u001b]0;PWN${bel}`,
    `\u001b]52;c;cHdu${bel}`,
    "\u001b[2J\u001b[H",
    "\u001b[?1049h",
    "\u001bP+q544e\u001b\\",
    "\u001b]8;;http://evil.example\u001b\\click\u001b]8;;\u001b\\",
    "\u001bc",
    "\u009b31m",
    "\u009d0;PWN\u009c",
    "\u202egnp.exe",
    "\u2066a\u2069",
    "a\u0008\u0008b",
    "\u0000\u000b\u000c\u007f",
    "\u001b[6n",
    "\u001b[21t",
    "\u001b[5i",
  ),
  fc
    .tuple(
      fc.constantFrom("\u001b[", "\u001b]", "\u009b", "\u001bP", "\u001b"),
      fc.string({ unit: fc.constantFrom(...Array.from("0123456789;?<=>!$ \"'abcXYZqrst{}~@")) }),
      fc.constantFrom("", bel, "\u001b\\", "\u009c", "m", "h", "y"),
    )
    .map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 12 }),
);

/** Lines of hostile text; `seed` makes the same ones again. */
function lines(seed: number, count: number): string[] {
  const words = fc.tuple(fc.string({ maxLength: 6 }), hostile, fc.string({ maxLength: 6 }), hostile);
  return fc.sample(words, { seed, numRuns: count }).map((parts) => parts.join("").toWellFormed());
}

/** The same texts each time; others with FOREIGN_SEED=1000. */
const seeds = [1, 2, 3].map((add) => Number(process.env["FOREIGN_SEED"] ?? 0) + add);

/**
 * What a server says that refuses. Some words name a part of the history that is then left out, and the rest is sent
 * again.
 */
const refusals = (type: string, words: readonly string[]) =>
  Array.from({ length: 4 }, () => [
    httpError(400, { error: { message: `refused ${words.join(" ")}`, type } }),
  ]);

test.each(seeds)(
  "from the model, a tool, a file's name, a branch and a server's error (seed %d)",
  async (seed) => {
    const [first = "", ...texts] = lines(seed, 60);
    const half = texts.slice(0, 30).join("\n\n");
    const output = texts.slice(30).join("\n");
    const fileName = `name-${first.replaceAll(/[\0/]/g, "")}`.slice(0, 60).toWellFormed();
    await using story = await begin(
      [
        [
          reasoning(texts.slice(0, 5).join("\n")),
          text(half.slice(0, half.length / 2)),
          text(half.slice(half.length / 2)),
          text(`\n\n\`\`\`${first.replaceAll(/[\r\n`]/g, "")}\ncode\n\`\`\`\n`),
          call("read_file", { path: "loud.txt" }),
          call("glob", { pattern: "**" }),
          call(`tool${first}`, { a: first }),
          call("bash", { command: `touch ${JSON.stringify(first)}` }),
        ],
        [raw(chunks(delta({ content: `later ${first}` }), delta({}, "stop")) + done)],
        ...refusals(first, texts),
      ],
      {
        files: { "loud.txt": output, [fileName]: "x", ".git/HEAD": `ref: refs/heads/b${first}\n` },
      },
    );
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal);
    terminal.press("escape");
    await idle(terminal);
    await send(terminal, "more");
    await answered(terminal, "later");
    await send(terminal, "again");
    await idle(terminal);
    terminal.press("ctrl+o");
    await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the transcript" });
    terminal.press("ctrl+e");
    terminal.press("q");
    await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the way back" });
    expect(foreignIn(terminal.raw())).toEqual([]);
  },
);

test("in plain lines for a screen reader as well", async () => {
  const [first = "", ...texts] = lines(seeds[0] ?? 0, 60);
  const fence = `\`\`\`${first.replaceAll(/[\r\n`]/g, "")}\ncode\n\`\`\``;
  await using story = await start(
    [
      [
        reasoning(texts.slice(0, 5).join("\n")),
        text(
          `${fence}\n\n${texts.join("\n\n")}\n\n| ${first.replaceAll("\n", "")} |\n|---|\n| a |\n\n${fence}`,
        ),
        call("read_file", { path: "loud.txt" }),
        call(`tool${first}`, { a: first }),
        call("bash", { command: `touch ${JSON.stringify(first)}` }),
      ],
      ...refusals(first, texts),
    ],
    { files: { "loud.txt": texts.join("\n"), ".git/HEAD": `ref: refs/heads/b${first}\n` } },
  );
  const { terminal } = story;
  typeLine(terminal, "go");
  await heardQuestion(terminal, "Question: bash wants to run a command.");
  typeLine(terminal, "1");
  await hear(terminal, /^Ready, after/);
  expect(foreignIn(terminal.raw())).toEqual([]);
});

test("links are rein's own: to web addresses that the text shows, closed on every line", async () => {
  const url = "https://example.com/docs";
  const said = [
    `[docs](${url}) and ${url}/${"deep/".repeat(30)}`,
    "[a](https://user:pass@example.com) [b](javascript:x) [c](file:///etc/passwd) [d](https://ex\u0430mple.com)",
    "\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\ \u001b]8;;x",
    `| table | link |\n|---|---|\n| [f](${url}) | ${url} |`,
  ].join("\n\n");
  await using story = await begin([[text(said)]], { cols: 60 });
  const { terminal } = story;
  await send(terminal, "go");
  await idle(terminal);
  await terminal.waitFor("table");
  const raw = terminal.raw();
  expect(foreignIn(raw)).toEqual([]);
  const targets = raw
    .split("\u001b]8;;")
    .slice(1)
    .map((behind) => behind.split("\u001b\\", 1)[0] ?? "");
  expect(targets.filter((_, index) => index % 2 === 1 && targets[index] !== "")).toEqual([]);
  const opened = targets.filter((target) => target !== "");
  expect(new Set(opened)).toEqual(new Set([url, `${url}/${"deep/".repeat(30)}`]));
  for (const line of raw.split("\n"))
    expect(line.split("]8;;https").length).toBe(line.split("\u001b]8;;\u001b").length);
});

test("a terminal that would show links as text gets none", async () => {
  await using story = await begin([[text("[docs](https://example.com)")]], { env: { TERM: "linux" } });
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "docs (https://example.com)");
  expect(terminal.raw()).not.toContain("\u001b]8;");
});
