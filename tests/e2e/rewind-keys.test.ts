/** The ways to the list of messages to go back to: Esc Esc, and what is not one; and what is being written stays. */
import { describe, expect, test } from "bun:test";
import { gate, text } from "../support/model-server.ts";
import { count } from "../support/screen-rules.ts";
import { userTexts } from "./requests.ts";
import { answered, begin, composerShows, idle, seen, send } from "./start.ts";

const list = "Back to before which message?";
const hint = "esc once more goes back to before a message";

describe("Esc Esc on an empty line", () => {
  test("opens the list, also when both come in one read; Esc closes it again", async () => {
    await using story = await begin([[text("One.")], [text("Two.")]]);
    const { terminal } = story;
    await send(terminal, "first");
    await answered(terminal, "One.");
    await send(terminal, "second");
    await answered(terminal, "Two.");
    terminal.bytes("\x1b\x1b");
    await terminal.waitFor(list);
    // The youngest comes first.
    const rows = terminal.screen().filter((line) => /^[❯ ] +now {2}/.test(line));
    expect(rows.map((row) => row.replace(/^[❯ ] +now {2}/, ""))).toEqual(["second", "first"]);
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes(list), { what: "the list to close" });

    terminal.press("escape");
    await terminal.waitFor(hint);
    terminal.press("escape");
    await terminal.waitFor(list);
    terminal.press("down", "enter");
    // No file was changed: what cannot be done says so, and its key does nothing.
    await terminal.waitFor(/1 {2}conversation and files · not possible/);
    terminal.type("1");
    terminal.press("up", "up");
    await terminal.waitFor(/Not possible: no file that rein changed is different from what it was\s+then\./);
    terminal.press("escape");
    await terminal.waitFor(/❯ +now {2}first/);
    terminal.press("enter");
    await terminal.waitFor(/❯ 2 {2}conversation only/);
    terminal.press("enter");
    await composerShows(terminal, "first");
  });

  test("another key in between, or a text in the composer, and nothing opens", async () => {
    // With the kitty protocol Esc and the letter behind it are never Alt with that letter.
    await using story = await begin([[text("One.")]], { kittyKeyboard: true });
    const { terminal } = story;
    await send(terminal, "first");
    await answered(terminal, "One.");
    terminal.type("x");
    await composerShows(terminal, "x");
    terminal.press("escape", "escape");
    terminal.type("y");
    await composerShows(terminal, "xy");
    terminal.press("ctrl+u", "escape");
    await terminal.waitFor(hint);
    terminal.press("left");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes(hint), { what: "the hint to go" });
    terminal.press("escape");
    await terminal.waitFor(hint);
    expect(seen(terminal)).not.toContain(list);
  });

  test("during a turn it only stops that, and the Esc that did is not the first of two", async () => {
    const door = gate();
    await using story = await begin([[text("On"), door.shut, text("e.")]]);
    const { terminal } = story;
    await send(terminal, "first");
    await terminal.waitFor(/esc to stop/);
    terminal.bytes("\x1b\x1b");
    await terminal.waitFor(() => seen(terminal).includes("Interrupted."));
    await idle(terminal);
    terminal.press("escape");
    await terminal.waitFor(hint);
    expect(seen(terminal)).not.toContain(list);
    door.open();
  });

  test("before anything was said it says nothing", async () => {
    await using story = await begin([], { kittyKeyboard: true });
    const { terminal } = story;
    terminal.press("escape", "escape");
    terminal.type("z");
    await composerShows(terminal, "z");
    expect(seen(terminal)).not.toContain(hint);
    expect(seen(terminal)).not.toContain(list);
  });

  test("in vim mode Esc first leads to normal mode", async () => {
    await using story = await begin([[text("One.")]]);
    const { terminal } = story;
    await send(terminal, "first");
    await answered(terminal, "One.");
    await send(terminal, "/vim");
    await terminal.waitFor("-- INSERT --");
    terminal.press("escape");
    await terminal.waitFor("-- NORMAL --");
    terminal.press("escape");
    await terminal.waitFor(hint);
    expect(seen(terminal)).not.toContain(list);
    terminal.press("escape");
    await terminal.waitFor(list);
  });
});

const moved = { "../home/.config/rein/keybindings.json": '{ "composer": { "rewind": "alt+r" } }' };

test("a keybindings.json moves it", async () => {
  await using story = await begin([[text("One.")]], { files: moved, kittyKeyboard: true });
  const { terminal } = story;
  await send(terminal, "first");
  await answered(terminal, "One.");
  terminal.press("escape", "escape");
  terminal.type("x");
  await composerShows(terminal, "x");
  expect(seen(terminal)).not.toContain(hint);
  terminal.press("alt+r");
  await terminal.waitFor(list);
});

test("what is being written stays: it is set aside when a message comes back", async () => {
  await using story = await begin([[text("One.")]], { files: moved });
  const { terminal } = story;
  await send(terminal, "first");
  await answered(terminal, "One.");
  terminal.type("half a thought");
  await composerShows(terminal, "half a thought");
  terminal.press("alt+r");
  await terminal.waitFor(list);
  terminal.press("enter");
  await terminal.waitFor(/2 {2}conversation only/);
  terminal.type("2");
  await composerShows(terminal, "first");
  terminal.press("ctrl+u", "ctrl+s");
  await composerShows(terminal, "half a thought");
});

test("works in the smallest window", async () => {
  await using story = await begin([[text("One.")], [text("Two.")]], { cols: 20, rows: 6 });
  const { terminal, server } = story;
  await send(terminal, "first");
  await answered(terminal, "One.");
  terminal.bytes("\x1b\x1b");
  await terminal.waitFor(/❯ +now {2}first/);
  terminal.press("enter");
  await terminal.waitFor(/❯ 2 {2}conversation/);
  terminal.press("enter");
  await composerShows(terminal, "first");
  terminal.press("enter");
  await answered(terminal, "Two.");
  expect(userTexts(await server.nextRequest(1))).toEqual(["first"]);
});

test("in full mode the window shows the new branch at once", async () => {
  await using story = await begin([[text("One.")], [text("Two.")]], { args: ["--full"] });
  const { terminal } = story;
  await send(terminal, "first");
  await terminal.waitFor("One.");
  await send(terminal, "second");
  await terminal.waitFor("Two.");
  await terminal.waitFor(() => !/esc to stop/.test(terminal.screen().join("\n")), {
    what: "the end of the turn",
  });
  await send(terminal, "/rewind 1");
  await terminal.waitFor(/2 {2}conversation only/);
  terminal.type("2");
  await terminal.waitFor("The conversation is back before “second”.");
  const shown = terminal.screen().join("\n");
  expect(shown).toContain("One.");
  expect(shown).not.toContain("Two.");
  // The banner stands above it, as before.
  expect(count(shown, "rein 0.1.0")).toBe(1);
});

test("the argument of /rewind is completed with the messages", async () => {
  await using story = await begin([[text("One.")]]);
  const { terminal } = story;
  await send(terminal, "first");
  await answered(terminal, "One.");
  terminal.type("/rewind ");
  await terminal.waitFor(/1 +back to before: first/);
  await terminal.waitFor(/undo +undo the last rewind/);
});
