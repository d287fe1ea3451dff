/** Full mode: the conversation has the alternate screen from the start, and the terminal is as it was afterwards. */
import { expect, test } from "bun:test";
import { AT_REST } from "../../support/emulator.ts";
import { call, gate, type Step, text } from "../../support/model-server.ts";
import { count, ERASE_SCROLLBACK } from "../../support/screen-rules.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import { asked, begin, type BeginOptions, composerShows, isBusy, leave, type Story, send } from "../start.ts";

type Script = readonly (readonly Step[])[];

const full = (script: Script = [], options: BeginOptions = {}): Promise<Story> =>
  begin([...script], { ...options, args: ["--full", ...(options.args ?? [])] });

const shown = (terminal: TestTerminal) => terminal.screen().join("\n");

/** Waits until the window shows this and the turn is over. */
async function shows(terminal: TestTerminal, said: string): Promise<void> {
  await terminal.waitFor(() => shown(terminal).includes(said) && !isBusy(terminal), { what: said });
}

const numbered = (words: string, to: number, from = 1) =>
  Array.from({ length: to - from + 1 }, (_, index) => `${words} ${from + index}.\n\n`).join("");

/** The rows of the composer: its text stands between two rules. */
function composerRow(terminal: TestTerminal): number {
  return terminal.screen().findLastIndex((line) => line.startsWith(">"));
}

test("it streams, follows the end, and stands still once it was scrolled up", async () => {
  const more = gate();
  await using story = await full([[text(numbered("said", 40)), more.shut, text(numbered("said", 60, 41))]]);
  const { terminal } = story;
  expect(terminal.modes()).toMatchObject({ alternateScreen: true, mouse: "drag" });
  await send(terminal, "go");
  await terminal.waitFor("said 40.");
  expect(shown(terminal)).not.toContain("said 20.");
  terminal.press("pageup");
  await terminal.waitFor("↓ more below");
  const above = terminal.screen().slice(0, 10);
  more.open();
  await terminal.waitFor(/↓ \d+ new lines/);
  await terminal.waitFor(() => !isBusy(terminal));
  expect(terminal.screen().slice(0, 10)).toEqual(above);
  terminal.mouse("wheeldown", 5, 5);
  await terminal.waitFor(() => terminal.screen().slice(0, 10).join() !== above.join(), { what: "the wheel" });
  for (let page = 0; page < 5; page += 1) terminal.press("pagedown");
  await terminal.waitFor("said 60.");
  await terminal.waitFor(() => !shown(terminal).includes("↓"), { what: "the end" });
  // What is sent brings the end back, too.
  terminal.press("pageup");
  await terminal.waitFor("↓ more below");
  await send(terminal, "and then");
  await terminal.waitFor("> and then");
  expect(terminal.scrollback().join("")).not.toContain("said");
});

test("leaving it leaves the terminal as it was, with the last answer and the way back to the session", async () => {
  await using story = await full(
    [[text("One."), call("read_file", { path: "a.txt" })], [text("The answer.")]],
    {
      files: { "a.txt": "a\n" },
    },
  );
  const { terminal } = story;
  await send(terminal, "what is it");
  await shows(terminal, "The answer.");
  expect(await leave(terminal)).toBe(0);
  expect(terminal.modes()).toEqual(AT_REST);
  const lines = terminal.scrollback().filter((line) => line !== "");
  expect(lines.slice(0, 2)).toEqual(["> what is it", "● The answer."]);
  expect(lines.at(-1)).toMatch(/^session \S+ is saved · rein -c goes on with it$/);
  expect(count(terminal.raw(), ERASE_SCROLLBACK)).toBe(0);
});

test("the setting does it as well, and a session is gone on with", async () => {
  await using story = await full([[text("The first answer.")]]);
  await send(story.terminal, "first");
  await shows(story.terminal, "The first answer.");
  await leave(story.terminal);
  const settings = `${story.project.home}/.config/rein/settings.json`;
  await Bun.write(settings, JSON.stringify({ screen: "full" }));
  const again = await story.again({ args: ["-c"] });
  expect(again.modes().alternateScreen).toBeTrue();
  await shows(again, "The first answer.");
});

test("a question stands above the composer, is changed and answered", async () => {
  await using story = await full([[call("bash", { command: "touch one" })], [text("It is made.")]]);
  const { terminal, project } = story;
  await send(terminal, "make it");
  await asked(terminal, "touch one");
  terminal.press("e");
  await terminal.waitFor("enter sends it");
  expect(terminal.cursor().y).toBe(terminal.screen().findLastIndex((line) => line.includes("touch one")));
  terminal.press("backspace", "backspace", "backspace");
  terminal.type("two");
  await terminal.waitFor("touch two");
  terminal.press("enter");
  await asked(terminal, "touch two");
  terminal.press("1");
  await shows(terminal, "It is made.");
  expect(await Bun.file(project.path("two")).exists()).toBeTrue();
  expect(shown(terminal)).toContain("edited by you");
});

test("every size is filled, the composer at the bottom and the cursor in it", async () => {
  await using story = await full([[text(numbered("said", 30))]], { cols: 120, rows: 40 });
  const { terminal } = story;
  await send(terminal, "go");
  await shows(terminal, "said 30.");
  terminal.type("draft");
  await composerShows(terminal, "draft");
  for (const [cols, rows] of [
    [80, 24],
    [20, 6],
    [40, 12],
    [120, 40],
  ] as const) {
    await terminal.resize(cols, rows);
    await terminal.waitFor(
      () =>
        composerRow(terminal) === rows - (rows >= 12 ? 3 : 2) &&
        terminal.cursor().y === composerRow(terminal) &&
        terminal.cursor().x === 7 &&
        shown(terminal).includes("said 30."),
      { what: `a frame for ${cols}×${rows}` },
    );
    const screen = terminal.screen();
    expect(screen).toHaveLength(rows);
    expect(screen.filter((line) => line.startsWith("> draft"))).toHaveLength(1);
    expect(screen.filter((line) => line.includes("said 30."))).toHaveLength(1);
  }
});

test("a click opens and closes a panel, puts the caret into the text, and a drag selects", async () => {
  const row = (line: number) => `row ${line + 1}`;
  await using story = await full([[call("read_file", { path: "a.txt" })], [text("Read.")]], {
    files: { "a.txt": Array.from({ length: 5 }, (_, line) => row(line)).join("\n") },
  });
  const { terminal } = story;
  await send(terminal, "go");
  await shows(terminal, "Read.");
  const panel = () => terminal.screen().findIndex((line) => line.includes("read_file  a.txt"));
  terminal.mouse("click", 4, panel());
  await terminal.waitFor("row 5");
  terminal.mouse("click", 4, panel());
  await terminal.waitFor(() => !shown(terminal).includes("row 5"), { what: "the closed panel" });

  terminal.type("ab日本cd");
  await composerShows(terminal, "ab日本cd");
  const y = composerRow(terminal);
  // The right half of a wide character is that character.
  terminal.mouse("click", 7, y);
  await terminal.waitFor(() => terminal.cursor().x === 6, { what: "the caret before the second character" });
  terminal.type("|");
  await composerShows(terminal, "ab日|本cd");
  terminal.mouse("click", 60, y);
  await terminal.waitFor(() => terminal.cursor().x === 11, { what: "the caret at the end" });
  // Pressed on the first character, drawn to the wide one.
  terminal.bytes(`\x1b[<0;3;${y + 1}M\x1b[<32;5;${y + 1}M\x1b[<0;5;${y + 1}m`);
  await terminal.waitFor(() => terminal.cursor().x === 4, { what: "the dragged caret" });
  terminal.type("x");
  await composerShows(terminal, "x日|本cd");
  // A drag that begins above the text is about what it begins on: nothing is selected that typing would replace.
  terminal.bytes(`\x1b[<0;3;2M\x1b[<32;4;${y + 1}M\x1b[<0;4;${y + 1}m`);
  terminal.type("y");
  await composerShows(terminal, "xy日|本cd");
});

test("Ctrl+O gives the keys to the conversation, and it is searched, opened and left", async () => {
  await using story = await full([[text(`needle\n\n${numbered("said", 60)}`)]]);
  const { terminal } = story;
  await send(terminal, "go");
  await shows(terminal, "said 60.");
  terminal.press("ctrl+o");
  await terminal.waitFor(/^transcript · end/m);
  terminal.type("/needle");
  await terminal.waitFor(/^\/needle$/m);
  terminal.press("enter");
  await terminal.waitFor("● needle");
  terminal.press("q");
  await composerShows(terminal, "");
  expect(shown(terminal)).toContain("● needle");
});

test("Alt+M shows the last answer as it was written, in its place, and draws it again", async () => {
  await using story = await full([[text("Some **bold** words.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await shows(terminal, "● Some bold words.");
  terminal.press("alt+m");
  await terminal.waitFor(/^Some \*\*bold\*\* words\.$/m);
  terminal.press("alt+m");
  await terminal.waitFor("● Some bold words.");
  await composerShows(terminal, "");
});

test("a command of the user's and a stop come back to a whole screen", async () => {
  await using story = await full([[text("Said before.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await shows(terminal, "Said before.");
  const entered = () => count(terminal.raw(), "\x1b[?1049h");
  terminal.type("!echo from the shell");
  await terminal.waitFor("! !echo from the shell");
  terminal.press("enter");
  await terminal.waitFor(() => entered() === 2 && shown(terminal).includes("⎿ from the shell"), {
    what: "the conversation with the command in it",
  });
  expect(shown(terminal)).toContain("Said before.");
  // It ran on the main screen, where it stays.
  expect(terminal.scrollback().join("\n")).toContain("from the shell");
  const before = terminal.screen();
  terminal.press("ctrl+z");
  await terminal.waitFor(() => entered() === 3 && terminal.screen().join() === before.join(), {
    what: "the same screen again",
  });
  terminal.type("typed on");
  await composerShows(terminal, "typed on");
});

test("a terminal that tells of its keyboard late shows the same screen, and gets its keys back", async () => {
  await using story = await full([[text("The answer.")]], { kittyKeyboard: true, lag: 300 });
  const { terminal } = story;
  await terminal.waitFor(() => terminal.modes().kittyFlags === 5, { what: "the kitty keyboard" });
  await terminal.waitFor("rein 0.");
  expect(count(terminal.raw(), "\x1b[?1049h")).toBe(1);
  await send(terminal, "go");
  await shows(terminal, "The answer.");
  await leave(terminal);
  expect(terminal.modes()).toEqual(AT_REST);
});

test.each(["SIGTERM", "SIGHUP"] as const)(
  "%s in the middle of an answer leaves the terminal as it was",
  async (signal) => {
    const held = gate();
    await using story = await full([[text("half an ans"), held.shut, text("wer")]]);
    const { terminal } = story;
    await send(terminal, "go");
    await terminal.waitFor("half an ans");
    process.kill(-terminal.pid, signal);
    await terminal.waitForExit();
    expect(terminal.modes()).toEqual(AT_REST);
    expect(count(terminal.raw(), ERASE_SCROLLBACK)).toBe(0);
  },
);

test("calls that only look share a line, as on the inline screen, which a click opens", async () => {
  const files = { "a.txt": "a\n", "b.txt": "b\n" };
  await using story = await full(
    [[call("read_file", { path: "a.txt" }), call("read_file", { path: "b.txt" })], [text("Read.")]],
    { files },
  );
  const { terminal } = story;
  await send(terminal, "go");
  await shows(terminal, "Read.");
  expect(shown(terminal)).toMatch(/● read 2 files {2}a\.txt, b\.txt/);
  expect(shown(terminal)).not.toContain("read_file");
  terminal.mouse(
    "click",
    4,
    terminal.screen().findIndex((line) => line.includes("read 2 files")),
  );
  await terminal.waitFor(/read_file {2}b\.txt/);
});
