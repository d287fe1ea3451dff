/** Ctrl+O: every panel opens and closes on a screen of its own, and the inline screen is untouched by it. */
import { expect, test } from "bun:test";
import { AT_REST } from "../../support/emulator.ts";
import { call, gate, type Step, text } from "../../support/model-server.ts";
import { countInLines } from "../../support/screen-rules.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import { answered, begin, composerShows, exists, type Story, send } from "../start.ts";
import { expectGoodManners, expectOneLivePart, resizeTo } from "./watch.ts";

const LONG = Array.from({ length: 60 }, (_, line) => `row ${line + 1}`).join("\n");

/** A session with two panels that hide something and an answer longer than the window. */
async function session(more: readonly (readonly Step[])[] = []): Promise<Story> {
  const said = Array.from({ length: 30 }, (_, index) => `paragraph ${index + 1}`).join("\n\n");
  const read = (path: string) => call("read_file", { path });
  const story = await begin(
    [[text("I read two files."), read("one.txt"), read("two.txt")], [text(said)], ...more],
    {
      files: { "one.txt": LONG.replaceAll("row", "first"), "two.txt": LONG.replaceAll("row", "second") },
    },
  );
  await send(story.terminal, "go");
  await answered(story.terminal, "paragraph 30");
  return story;
}

async function open(terminal: TestTerminal): Promise<void> {
  terminal.press("ctrl+o");
  await terminal.waitFor(/^transcript · /m);
}

async function close(terminal: TestTerminal): Promise<void> {
  terminal.press("q");
  await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the main screen" });
  await terminal.idle(20);
}

const inline = (terminal: TestTerminal) => ({
  text: terminal.scrollback(),
  screen: terminal.screen(),
  cursor: terminal.cursor(),
});

test("opens at the end, and leaving it restores the inline screen exactly", async () => {
  await using story = await session();
  const { terminal } = story;
  const before = inline(terminal);
  await open(terminal);
  expect(terminal.screen().at(-2)).toBe("  paragraph 30");
  expect(terminal.modes()).toMatchObject({ alternateScreen: true, mouse: "vt200" });
  await close(terminal);
  expect(inline(terminal)).toEqual(before);
  expect(terminal.modes()).toMatchObject({ alternateScreen: false, mouse: "none", cursorVisible: true });
  expectGoodManners(terminal);
});

test("every panel opens and closes: by Tab and Enter, by a click, and all at once", async () => {
  await using story = await session();
  const { terminal } = story;
  await open(terminal);
  terminal.press("g");
  await terminal.waitFor("> go");
  const closed = terminal.screen();
  const rowOf = (path: string) => terminal.screen().findIndex((line) => line.includes(`read_file  ${path}`));

  terminal.press("tab", "enter");
  await terminal.waitFor(/second \d+/);
  terminal.press("enter");
  await terminal.waitFor(() => terminal.screen().join() === closed.join(), {
    what: "the panel closed again",
  });

  terminal.mouse("click", 4, rowOf("one.txt"));
  await terminal.waitFor("first 5");
  terminal.mouse("click", 4, rowOf("one.txt"));
  await terminal.waitFor(() => terminal.screen().join() === closed.join(), {
    what: "the panel closed again",
  });

  terminal.press("ctrl+e");
  await terminal.waitFor("first 5");
  terminal.press("G");
  await terminal.waitFor("paragraph 30");
  terminal.press("g", "ctrl+e");
  await terminal.waitFor(() => terminal.screen().join() === closed.join(), { what: "all panels closed" });
});

test("search finds what a closed panel hides", async () => {
  await using story = await session();
  const { terminal } = story;
  await open(terminal);
  terminal.type("/second 33");
  await terminal.waitFor(/^\/second 33$/m);
  terminal.press("enter");
  await terminal.waitFor("  second 33");
  terminal.type("/not in here");
  await terminal.waitFor(/^\/not in here$/m);
  terminal.press("enter");
  await terminal.waitFor("“not in here” is not in here");
});

test("r shows an answer as it was written, c copies it, v opens it in the pager, and t tells its model", async () => {
  const said = "Some **bold** words.\n\n- and a list";
  await using story = await begin([[text(said)]], {
    env: { PAGER: "sh pager.sh" },
    files: { "pager.sh": 'cp "$1" seen; : > ready; while [ ! -e over ]; do sleep 0.02; done' },
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  await answered(terminal, "Some bold words.");
  const before = inline(terminal);
  await open(terminal);
  terminal.press("r");
  await terminal.waitFor(/^Some \*\*bold\*\* words\.$/m);
  terminal.press("r");
  await terminal.waitFor("● Some bold words.");
  terminal.press("c");
  await terminal.waitFor("Copied this item");
  expect(terminal.emulator.clipboard).toEqual([said]);
  terminal.press("t");
  await terminal.waitFor(/ \d\d:\d\d:\d\d · openai\/test-model · /);
  terminal.press("v");
  await terminal.waitFor(() => exists(project, "ready"), { what: "the pager" });
  await terminal.waitFor(() => !terminal.modes().alternateScreen && terminal.modes().mouse === "none", {
    what: "the terminal as the pager is to find it",
  });
  await Bun.write(project.path("over"), "");
  await terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the transcript again" });
  expect(await project.read("seen")).toBe(`${said}\n`);
  await terminal.waitFor(/^transcript · /m);
  await close(terminal);
  expect(inline(terminal)).toEqual(before);
});

test("Alt+M opens it at the last answer as it was written, and closes it", async () => {
  await using story = await begin([[text("Some **bold** words.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "Some bold words.");
  const before = inline(terminal);
  terminal.press("alt+m");
  await terminal.waitFor(/^Some \*\*bold\*\* words\.$/m);
  terminal.press("alt+m");
  await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the main screen" });
  await terminal.idle(20);
  expect(inline(terminal)).toEqual(before);
});

test("follows a running turn; what was said meanwhile is printed once when it closes", async () => {
  const [first, second] = [gate(), gate()];
  const rows = (from: number, to: number) =>
    text(Array.from({ length: to - from + 1 }, (_, index) => `said ${from + index}.\n\n`).join(""));
  await using story = await session([[rows(1, 3), first.shut, rows(4, 40), second.shut, rows(41, 60)]]);
  const { terminal } = story;
  await send(terminal, "more");
  await terminal.waitFor("said 3.");
  await open(terminal);
  first.open();
  await terminal.waitFor("said 40.");
  expect(countInLines(terminal.scrollback(), "said 4.")).toBe(0);
  await close(terminal);
  await terminal.waitFor("said 40.");
  await open(terminal);
  second.open();
  await terminal.waitFor("said 60.");
  await close(terminal);
  await answered(terminal, "said 60.");
  const said = terminal.scrollback().flatMap((line) => /said (\d+)\./.exec(line)?.[1] ?? []);
  expect(said.map(Number)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
  expectOneLivePart(terminal);
  expectGoodManners(terminal);
});

test("resized while it is open, it fills the window, and the inline screen is whole afterwards", async () => {
  await using story = await session();
  const { terminal } = story;
  await open(terminal);
  for (const [cols, rows] of [
    [100, 30],
    [50, 30],
    [50, 12],
    [20, 6],
    [90, 40],
    [70, 20],
  ] as const) {
    await resizeTo(terminal, cols, rows);
    const isFoot = (line: string) => line.includes("q back");
    expect(terminal.screen().findIndex(isFoot)).toBe(rows - 1);
    expect(terminal.screen().at(-2)).toBe("  paragraph 30");
    expect(terminal.screen().filter(isFoot)).toHaveLength(1);
  }
  await close(terminal);
  await composerShows(terminal, "");
  expectOneLivePart(terminal);
  expect(terminal.scrollback().filter((line) => line === "  paragraph 30")).toHaveLength(1);
  expectGoodManners(terminal, 40);
});

test("a question that comes while it is open is there when it closes", async () => {
  const held = gate();
  await using story = await session([
    [held.shut, call("bash", { command: "touch made && true" })],
    [text("Fine.")],
  ]);
  const { terminal } = story;
  await send(terminal, "more");
  await open(terminal);
  held.open();
  await terminal.waitFor("waits for your answer");
  await close(terminal);
  await terminal.waitFor("bash wants to run a command");
  terminal.press("escape");
  await terminal.waitFor("Interrupted.");
  expectOneLivePart(terminal);
});

test.each(["SIGTERM", "SIGHUP"] as const)(
  "%s while it is open leaves the terminal as it was",
  async (signal) => {
    await using story = await session();
    const { terminal } = story;
    await open(terminal);
    const before = terminal.scrollback();
    process.kill(-terminal.pid, signal);
    await terminal.waitForExit();
    expect(terminal.modes()).toEqual(AT_REST);
    const after = terminal.scrollback();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.filter((line) => /^─+$/.test(line))).toEqual([]);
    expectGoodManners(terminal);
  },
);
