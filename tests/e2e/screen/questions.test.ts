/** A question beside everything else: its choices stay on the screen and what is being written stays as it is. */
import { expect, test } from "bun:test";
import { call, gate, text } from "../../support/model-server.ts";
import { answered, asked, begin, composerShows, exists, send } from "../start.ts";
import { expectGoodManners, expectOneLivePart, resizeTo } from "./watch.ts";

const before = Array.from({ length: 300 }, (_, line) => `line ${line + 1} as it was\n`).join("");
const after = before.replaceAll("as it was", "as it will be");
const rewrite = [call("write_file", { path: "long.txt", content: after })];
const choices = /1 +yes[^]*2 [^]*3 +no[^]*esc +(no, and )?stop/;

test.each([
  { cols: 80, rows: 24 },
  { cols: 120, rows: 40 },
  { cols: 40, rows: 10 },
  { cols: 20, rows: 6 },
])("about 300 changed lines at $cols×$rows", async (size) => {
  const held = gate();
  await using story = await begin([[held.shut, ...rewrite], [text("It is written.")]], {
    ...size,
    files: { "other.txt": "" },
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  terminal.type("a draft");
  await terminal.waitFor("> a draft");
  held.open();
  await asked(terminal);
  const screen = terminal.screen();
  expect(screen.join("\n")).toMatch(choices);
  expect(screen).toContain("> a draft");
  expect(screen.join("\n")).toContain("write_file wants t");
  expect(screen.join("\n")).toMatch(/long.txt|… \+\d+/);
  expect(terminal.cursor()).toEqual({ x: 9, y: screen.indexOf("> a draft") });
  terminal.press("1");
  await answered(terminal, "It is written.");
  expect(await project.read("long.txt")).toBe(after);
  expect(terminal.screen()).toContain("> a draft");
  expectGoodManners(terminal);
  expectOneLivePart(terminal);
});

test("all of a change can be read: page by page, and on the whole window, which leaves no trace", async () => {
  await using story = await begin([rewrite, [text("It is written.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await asked(terminal);
  terminal.press("pagedown", "pagedown");
  await terminal.waitFor(/\+ line 1[1-9] as it will be/);
  const shown = { screen: terminal.screen(), text: terminal.scrollback() };
  terminal.press("v");
  await terminal.waitFor(/q back/);
  expect(terminal.modes().alternateScreen).toBeTrue();
  terminal.press("G");
  await terminal.waitFor("line 300 as it will be");
  terminal.press("q");
  await asked(terminal);
  await terminal.idle(20);
  expect({ screen: terminal.screen(), text: terminal.scrollback() }).toEqual(shown);
  terminal.press("escape");
  await terminal.waitFor("Interrupted.");
  expectGoodManners(terminal);
});

test("the words of a no are written at the real cursor, and the message below is untouched", async () => {
  const held = gate();
  await using story = await begin([[held.shut, ...rewrite], [text("As you like.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  terminal.type("later: 日本");
  await composerShows(terminal, "later: 日本");
  held.open();
  await asked(terminal);
  terminal.press("3");
  await terminal.waitFor("3    no:");
  terminal.type("nein 漢");
  await terminal.waitFor("no: nein 漢");
  const row = terminal.screen().findIndex((line) => line.includes("no: nein 漢"));
  expect(terminal.cursor()).toEqual({ x: 13 + 7, y: row });
  expect(terminal.screen()).toContain("> later: 日本");
  terminal.press("left");
  await terminal.waitFor(() => terminal.cursor().x === 13 + 5, {
    what: "the cursor before the wide character",
  });
  terminal.press("enter");
  await answered(terminal, "As you like.");
  expect(terminal.screen()).toContain("> later: 日本");
  expectOneLivePart(terminal);
});

test("a question lives through resizes, and there is one of it", async () => {
  const run = [text("I run it."), call("bash", { command: "touch made && echo done" })];
  await using story = await begin([run, [text("That was it.")]]);
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal);
  const sizes = [
    [100, 24],
    [70, 24],
    [84, 30],
    [64, 22],
    [80, 20],
    [120, 40],
    [90, 30],
    [80, 24],
  ] as const;
  for (const [cols, rows] of sizes) {
    await resizeTo(terminal, cols, rows);
    expect(terminal.screen().join("\n")).toMatch(choices);
    expectOneLivePart(terminal);
    const all = terminal.scrollback().map((line) => line.trim());
    for (const line of ["bash wants to run a command", "touch made && echo done", "1    yes, once"]) {
      expect(all.filter((other) => other === line)).toEqual([line]);
    }
  }
  terminal.press("1");
  await answered(terminal, "That was it.");
  expect(await exists(project, "made")).toBeTrue();
  expectGoodManners(terminal, 40);
});
