/** /doctor in the real program: it asks the terminal, leaves the screen as it was, and shows what arrives for keys. */
import { expect, test } from "bun:test";
import { begin, composerShows, open, seen } from "./start.ts";

test("looks at everything, asks the terminal how wide it draws, and gives the screen back", async () => {
  await using story = await begin([], { rows: 60, cols: 110, kittyKeyboard: true });
  const { terminal } = story;
  const before = seen(terminal);
  terminal.type("/doctor ");
  await composerShows(terminal, "/doctor [online|keys]");
  terminal.press("enter");
  await terminal.waitFor(/that will not work|is right/, { what: "the end of the checks" });
  const screen = terminal.screen().join("\n");
  expect(screen).toContain("every key arrives as itself");
  expect(screen).toMatch(/widths: (Chinese, Korean|Some characters)/);
  for (const group of ["terminal", "programs", "sandbox", "files", "settings", "models"])
    expect(screen).toContain(`\n${group}\n`);
  terminal.press("q");
  await open(terminal);
  await composerShows(terminal, "");
  terminal.type("still here");
  await composerShows(terminal, "still here");
  expect(seen(terminal)).toContain(before.trim().split("\n")[0] ?? "");
  expect(terminal.raw()).not.toContain("\u001b[3J");
});

test("a terminal that answers late is waited for, and its answers are never typed text", async () => {
  await using story = await begin([], { rows: 60, cols: 110, lag: 300 });
  const { terminal } = story;
  terminal.type("/doctor ");
  await composerShows(terminal, "/doctor [online|keys]");
  terminal.press("enter");
  await terminal.waitFor("cannot be told from Enter here", { what: "the answers" });
  terminal.press("q");
  await open(terminal);
  await composerShows(terminal, "");
});

test("/doctor keys shows each key with its bytes, until Esc twice", async () => {
  await using story = await begin();
  const { terminal } = story;
  terminal.type("/doctor keys");
  await composerShows(terminal, "/doctor keys");
  terminal.press("enter");
  await terminal.waitFor("Press any key", { what: "the test of keys" });
  terminal.press("ctrl+c", "alt+s", "up");
  terminal.type("é");
  await terminal.waitFor(/é +\\xc3\\xa9 +is typed/, { what: "the last key" });
  const screen = terminal.screen().join("\n");
  expect(screen).toMatch(/ctrl\+c +\\x03 +interrupt/);
  expect(screen).toMatch(/alt\+s +\\es +steer/);
  expect(screen).toMatch(/up +\\e(\[|O)A +history-previous/);
  terminal.press("escape");
  await terminal.waitFor(/esc +\\e +dismiss/, { what: "the first Esc" });
  terminal.press("escape");
  await open(terminal);
  terminal.type("typed after it");
  await composerShows(terminal, "typed after it");
});
