/** Panels as they stay behind: what came of each call in a line, reads on one line together, thoughts as a line. */
import { expect, test } from "bun:test";
import { call, gate, hold, reasoning, text } from "../../support/model-server.ts";
import { countInLines } from "../../support/screen-rules.ts";
import { answered, begin, seen, send } from "../start.ts";
import { expectGoodManners, expectOneLivePart, liveRows, resizeTo } from "./watch.ts";

const AUTO = { args: ["--permission-mode", "auto", "--sandbox", "none"] };
const SETTINGS = "../home/.config/rein/settings.json";

test("reads of several steps are one line, printed once; the transcript has each with what it read", async () => {
  const read = (path: string) => call("read_file", { path });
  await using story = await begin(
    [
      [text("I look around."), read("one.txt"), read("two.txt"), call("grep", { pattern: "pear" })],
      [read("three.txt")],
      [read("gone.txt")],
      [text("That is all.")],
    ],
    { files: { "one.txt": "apple\n", "two.txt": "pear\n", "three.txt": "plum\n" }, cols: 100 },
  );
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "That is all.");
  const all = terminal.scrollback();
  const line = all.filter((row) => row.startsWith("● read"));
  expect(line).toHaveLength(1);
  expect(line[0]).toMatch(/^● read 3 files, searched once {2}one\.txt, two\.txt, pear, three\.txt +ctrl\+o$/);
  expect(countInLines(all, "✗ read_file  gone.txt")).toBe(1);
  terminal.press("ctrl+o");
  await terminal.waitFor(/^transcript · /m);
  terminal.press("ctrl+e");
  await terminal.waitFor("plum");
  const screen = terminal.screen().join("\n");
  for (const words of ["read_file  one.txt", "apple", "read_file  three.txt"])
    expect(screen).toContain(words);
  terminal.press("q");
  await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the main screen" });
  await terminal.idle(20);
  expect(countInLines(terminal.scrollback(), "● read 3 files")).toBe(1);
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("while the next read runs, those before it wait in the live part; in a window of six rows too", async () => {
  const next = gate();
  const read = (path: string) => call("read_file", { path });
  await using story = await begin(
    [
      [read("one.txt"), read("two.txt")],
      [next.shut, text("Done.")],
    ],
    { files: { "one.txt": "apple\n", "two.txt": "pear\n" }, cols: 40, rows: 6 },
  );
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("● read 2 files");
  expect(liveRows(terminal, "● read 2").length).toBeLessThan(6);
  next.open();
  await answered(terminal, "Done.");
  expect(countInLines(terminal.scrollback(), "● read 2 files")).toBe(1);
  expectGoodManners(terminal);
});

test("a test run says how many passed and failed", async () => {
  const tests = "seq 1 40; printf ' 41 pass\\n 1 fail\\nRan 42 tests across 3 files. [0.10s]\\n'; exit 1";
  await using story = await begin([[call("bash", { command: tests })], [text("One failed.")]], AUTO);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "One failed.");
  expect(seen(terminal)).toMatch(
    /● bash .* exit 1 · \S+\n {2}⎿ 41 passed, 1 failed · … 43 lines \(ctrl\+o\)/,
  );
});

test("a progress bar is its last state when it is over, and a tab is as wide as it looks", async () => {
  const command = `for i in $(seq 1 100); do printf '\\r%d%%' $i; done; echo; printf 'a\\tb\\n'`;
  await using story = await begin([[call("bash", { command })], [text("Done.")]], AUTO);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "Done.");
  const all = terminal.scrollback();
  expect(all).toContain("  ⎿ 100%");
  expect(countInLines(all, "99%")).toBe(0);
  expect(all.find((line) => /^ {4}a +b$/.test(line))).toBeDefined();
});

test("a thought is one line while it goes on and one when it is over; the transcript has all of it", async () => {
  const more = gate();
  const thought = "First I look at the login.\nThen I see whether the test is right.";
  await using story = await begin([[reasoning(thought), more.shut, text("It is right.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor(/^○ thinking · (\d+s · )?.*the test is right\.…$/m);
  expect(terminal.screen().filter((line) => line.startsWith("○"))).toHaveLength(1);
  await terminal.waitFor(/^○ thinking · 1s · /m);
  more.open();
  await answered(terminal, "It is right.");
  expect(terminal.scrollback().filter((line) => line.startsWith("○"))).toEqual([
    expect.stringMatching(/^○ thought for \d+s \(ctrl\+o\)$/),
  ]);
  expect(seen(terminal)).not.toContain("whether the test is right");
  terminal.press("ctrl+o");
  await terminal.waitFor(/^transcript · /m);
  terminal.press("ctrl+e");
  await terminal.waitFor("Then I see whether the test is right.");
});

test.each([
  ["full", 1],
  ["off", 0],
] as const)("thinking %s", async (thinking, times) => {
  await using story = await begin([[reasoning("First a plan."), text("It is right.")]], {
    files: { [SETTINGS]: JSON.stringify({ thinking }) },
  });
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "It is right.");
  expect(countInLines(terminal.scrollback(), "○ First a plan.")).toBe(times);
  expect(countInLines(terminal.scrollback(), "○")).toBe(times);
});

test("groupReads false: each read by itself", async () => {
  const read = (path: string) => call("read_file", { path });
  await using story = await begin([[read("one.txt"), read("two.txt")], [text("Done.")]], {
    files: { "one.txt": "a\n", "two.txt": "b\n", [SETTINGS]: JSON.stringify({ groupReads: false }) },
  });
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "Done.");
  expect(countInLines(terminal.scrollback(), "● read_file")).toBe(2);
});

test("a file's name in emoji and Chinese keeps the panel's facts in their column", async () => {
  const name = "⚠️ 修复 👨‍👩‍👧.md";
  await using story = await begin(
    [
      [call("read_file", { path: name })],
      [text("Then the other.")],
      [call("read_file", { path: "plain.md" })],
      [text("Done.")],
    ],
    { files: { [name]: "x\n", "plain.md": "x\n" } },
  );
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "Then the other.");
  await send(terminal, "on");
  await answered(terminal, "Done.");
  const panels = terminal.scrollback().filter((line) => line.startsWith("● read_file"));
  expect(panels).toHaveLength(2);
  expect(new Set(panels.map((line) => Bun.stringWidth(line.trimEnd()))).size).toBe(1);
  expect(panels[0]).toContain(name);
});

test("what is said after /clear is all there, and what was said before is not printed again", async () => {
  const rows = Array.from({ length: 100 }, (_, index) => `new ${String(index + 1).padStart(3, "0")}`);
  await using story = await begin([[text("It was an old answer.")], [text(rows.join("\n\n"))]]);
  const { terminal } = story;
  await send(terminal, "one");
  await answered(terminal, "It was an old answer.");
  await send(terminal, "/clear");
  const before = terminal.raw().length;
  await send(terminal, "two");
  await answered(terminal, "new 100");
  expect(terminal.raw().slice(before)).not.toContain("old answer");
  for (const row of rows) expect(countInLines(terminal.scrollback(), row)).toBe(1);
  expectGoodManners(terminal);
});

test("a window that gets smaller while the model is silent: the frame fits, and a tick writes no more than before", async () => {
  await using story = await begin([[hold()]], { cols: 100, rows: 40 });
  const { terminal } = story;
  await send(terminal, "go");
  const second = () => Number(/· (\d+)s · /.exec(terminal.screen().join("\n"))?.[1] ?? -1);
  /** Bytes while the program's own clock goes on by a second. */
  const bytesOfASecond = async () => {
    const from = await terminal.waitFor(
      () => second() >= 1 && { at: second(), bytes: terminal.raw().length },
    );
    const to = await terminal.waitFor(() => second() > from.at && { bytes: terminal.raw().length });
    return to.bytes - from.bytes;
  };
  const before = await bytesOfASecond();
  await resizeTo(terminal, 70, 15);
  const size = second();
  await terminal.waitFor(() => second() > size, { what: "the next second" });
  const after = await bytesOfASecond();
  expect(after).toBeLessThan(before * 2 + 400);
  expect(liveRows(terminal, /step 1/).length).toBeLessThan(15);
  expectOneLivePart(terminal);
  expectGoodManners(terminal, 40);
});
