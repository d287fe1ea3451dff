/** Keys that somebody has moved, the list of keys, and the short help, in the real program. */
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { shortKeys } from "../../src/hosts/repl/commands/keys-text.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { answered, begin, composerShows, open, seen, type Story } from "./start.ts";

async function withKeys(story: Story, content: string): Promise<string> {
  const folder = join(story.project.home, ".config", "rein");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, "keybindings.json");
  await writeFile(file, content, { mode: 0o600 });
  return file;
}

/** All that was printed, without the line breaks of a narrow window. */
const told = (terminal: TestTerminal) => seen(terminal).replaceAll(/\s+/g, " ");

const moved = `{
  // Enter begins a new line.
  "composer": { "send": ["ctrl+x"], "newline": ["enter"] },
  "global": { "open-transcript": "f4", "interrupt": ["ctrl+c", "ctrl+g"] },
  "dialog": { "choose-1": "y" }, "nonsense": {},
}`;

test("moved keys do what the file says, hints show them, and what is wrong in it is told", async () => {
  await using story = await begin([[text("a\n\n" + "line\n".repeat(3))]]);
  await withKeys(story, moved);
  const terminal = await story.again();
  await terminal.waitFor("1, 2, 3 and esc stay where they are", { what: "what cannot be moved" });
  expect(told(terminal)).toContain("There is no place “nonsense”");
  expect(told(terminal)).toContain("in the composer “ctrl+g” runs open-editor");
  terminal.type("one");
  await composerShows(terminal, "one");
  terminal.press("enter");
  await composerShows(terminal, "one\n");
  terminal.type("two");
  await composerShows(terminal, "one\ntwo");
  terminal.press("ctrl+x");
  await answered(terminal, "line");
  expect((await story.server.nextRequest(0)).bodyText).toContain("one\\ntwo");
  terminal.press("f4");
  await terminal.waitFor("transcript ·", { what: "the transcript on its new key" });
  terminal.press("q");
  await open(terminal);
  terminal.press("?");
  await terminal.waitFor(/ctrl\+x send/, { what: "the new key in the help" });
  expect(terminal.screen().join("\n")).toContain("f4 transcript");
});

const onCtrlEnter = `{ "composer": { "send": "ctrl+enter", "newline": "enter" } }`;

test("where the key for sending cannot arrive, Enter sends, and it is said what to do", async () => {
  await using story = await begin([[text("Heard.")]]);
  await withKeys(story, onCtrlEnter);
  const terminal = await story.again();
  await terminal.waitFor(() => told(terminal).includes("This terminal cannot send “ctrl+enter”"), {
    what: "what cannot be sent",
  });
  expect(told(terminal)).toContain('["alt+enter"]');
  terminal.type("hello");
  await composerShows(terminal, "hello");
  terminal.press("enter");
  await answered(terminal, "Heard.");
});

test("where the key for sending arrives, Enter does what it was given to", async () => {
  await using story = await begin([[text("Heard.")]]);
  await withKeys(story, onCtrlEnter);
  const terminal = await story.again({ kittyKeyboard: true });
  // It may take a moment until the terminal has told of its keyboard. The short help has the keys of its own moment.
  const keysNow = async () => {
    terminal.type("?");
    await terminal.waitFor("/keys all of them");
    const shown = terminal.screen().join("\n");
    terminal.type("?");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("/keys all of them"), {
      what: "no help",
    });
    return shown;
  };
  while (!(await keysNow()).includes("ctrl+enter send"));
  terminal.type("hello");
  await composerShows(terminal, "hello");
  terminal.press("enter");
  await composerShows(terminal, "hello\n");
  terminal.press("ctrl+enter");
  await answered(terminal, "Heard.");
  expect(told(terminal)).not.toContain("cannot send");
});

test("a file that others may write to is not used", async () => {
  await using story = await begin();
  await chmod(await withKeys(story, moved), 0o666);
  const terminal = await story.again();
  await terminal.waitFor(() => told(terminal).includes("all keys do what they do for everybody"), {
    what: "why it is not used",
  });
  terminal.press("ctrl+o");
  await terminal.waitFor("transcript ·", { what: "the transcript on its usual key" });
});

test("`?` on an empty line shows the most needed keys until the next key, which counts", async () => {
  await using story = await begin();
  const { terminal } = story;
  const shows = () => terminal.screen().join("\n").includes("/keys all of them");
  terminal.type("?");
  await terminal.waitFor(shows, { what: "the short help" });
  await composerShows(terminal, "");
  terminal.type("?");
  await terminal.waitFor(() => !shows(), { what: "the help to close" });
  terminal.type("?");
  await terminal.waitFor(shows, { what: "the short help again" });
  terminal.type("why");
  await composerShows(terminal, "why");
  expect(shows()).toBe(false);
  terminal.type("?");
  await composerShows(terminal, "why?");
});

test.each([
  [true, "This terminal sends every key as itself", "ctrl+enter, alt+s"],
  [false, "cannot tell some keys from others", "ctrl+enter (not in this terminal), alt+s"],
])("/keys tells what this terminal can send (kitty keyboard: %p)", async (kittyKeyboard, words, steer) => {
  await using story = await begin([], { kittyKeyboard });
  const { terminal } = story;
  terminal.type("/keys ");
  await composerShows(terminal, "/keys");
  terminal.press("enter");
  await terminal.waitFor(words, { what: "the list of keys" });
  expect(terminal.screen().join("\n")).toContain(steer);
  terminal.press("q");
  await open(terminal);
});

test("in the lowest window `?` shows all of its keys, page by page, and back", async () => {
  await using story = await begin([], { cols: 20, rows: 6 });
  const { terminal } = story;
  terminal.press("?");
  await terminal.waitFor("/ commands");
  expect(terminal.screen().join("\n")).toContain("▼ PgDn");
  const read = new Set<string>();
  const look = () => {
    for (const line of terminal.screen()) if (!line.includes("PgDn")) read.add(line.trim());
  };
  // The last page has nothing below it.
  while (terminal.screen().join("\n").includes("▼ PgDn")) {
    const before = terminal.screen().join("\n");
    look();
    terminal.press("pagedown");
    await terminal.waitFor(() => terminal.screen().join("\n") !== before, { what: "the next page" });
  }
  look();
  // Long ones are cut at their ends.
  const starts = shortKeys(20, plainStyle).map((line) => line.trim().slice(0, 12));
  const seenStarts = new Set([...read].map((line) => line.slice(0, 12)));
  expect(starts.filter((start) => !seenStarts.has(start))).toEqual([]);
  terminal.press("pageup");
  await terminal.waitFor("▼ PgDn");
  terminal.type("x");
  await composerShows(terminal, "x");
  await terminal.waitFor(() => !terminal.screen().join("\n").includes("PgDn"), { what: "the help gone" });
});
