/** Ctrl+Z and `fg` at any moment: the shell has its terminal in between, and afterwards nothing is lost or printed twice. */
import { expect, test } from "bun:test";
import { AT_REST } from "../support/emulator.ts";
import { call, gate, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";
import { expectOneLivePart } from "./screen/watch.ts";
import {
  accessTo,
  answered,
  asked,
  type BeginOptions,
  beginUnready,
  COMPILED,
  composerShows,
  exists,
  held,
  HOLDING_COMMAND,
  NODE,
  open,
  REIN,
  send,
  type Story,
} from "./start.ts";

type Script = Parameters<typeof beginUnready>[0];

/** A story whose terminal shows a shell, in which rein was started. */
async function beginInShell(
  script: Script,
  args: readonly string[] = [],
  { env = {}, files = {} }: Pick<BeginOptions, "env" | "files"> = {},
): Promise<Story> {
  const story = await beginUnready(script, { args: ["--version"], files });
  const shell = launch({
    command: "bash",
    args: ["--norc", "--noprofile", "-i"],
    cwd: story.project.folder,
    env: { ...story.project.env, ...COMPILED, ...accessTo(story.server), PS1: "shell> ", ...env },
    kittyKeyboard: true,
  });
  await shell.waitFor("shell>");
  shell.bytes(`'${NODE}' '${REIN}' ${args.join(" ")}\r`);
  await open(shell);
  return {
    ...story,
    terminal: shell,
    async [Symbol.asyncDispose]() {
      await shell.close();
      await story[Symbol.asyncDispose]();
    },
  };
}

/** Stops rein, uses the shell, and goes on with rein. */
async function awayAndBack(shell: TestTerminal): Promise<void> {
  shell.press("ctrl+z");
  await shell.waitFor(/Stopped[^]*\nshell>\s*$/);
  expect(shell.modes()).toEqual({ ...AT_REST, bracketedPaste: shell.modes().bracketedPaste });
  shell.bytes("echo $((40 + 2)) in between\r");
  await shell.waitFor(/^42 in between/m);
  shell.bytes("fg\r");
}

test("in the middle of an answer: what came meanwhile is printed, and the rest, once", async () => {
  const [middle, end] = [gate(), gate()];
  const part = (from: number) =>
    Array.from({ length: 8 }, (_, at) => `(${from + at}) ${"word ".repeat(20)}`).join("\n\n");
  const answer = [text(part(0)), middle.shut, text(`\n\n${part(8)}`), end.shut, text("\n\nThe very end.")];
  await using story = await beginInShell([answer]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("(7) word");
  terminal.type("half");
  await composerShows(terminal, "half");
  await awayAndBack(terminal);
  middle.open();
  await terminal.waitFor("(15) word");
  await composerShows(terminal, "half");
  end.open();
  await answered(terminal, "The very end.");
  const all = terminal.scrollback();
  for (let at = 0; at < 16; at += 1) expect(countInLines(all, `(${at}) word`)).toBe(1);
  expect(countInLines(all, "> go")).toBe(1);
  expectOneLivePart(terminal);
  terminal.type("way");
  await composerShows(terminal, "halfway");
});

test("over a question: it is there again, and only a key pressed at it answers it", async () => {
  await using story = await beginInShell([[call("bash", { command: "touch made" })], [text("ok then")]]);
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal, "touch made");
  await awayAndBack(terminal);
  await asked(terminal, "touch made");
  expect(await exists(project, "made")).toBeFalse();
  terminal.press("1");
  await answered(terminal, "ok then");
  expect(await exists(project, "made")).toBeTrue();
  expectOneLivePart(terminal);
});

test("over a running command: it goes on, and its panel is printed once", async () => {
  const calls = [call("bash", { command: HOLDING_COMMAND })];
  await using story = await beginInShell([calls, [text("ok then")]], ["--allow", "bash"]);
  const { terminal, project } = story;
  await send(terminal, "go");
  const runs = await held(story);
  await awayAndBack(terminal);
  await terminal.waitFor("running bash");
  expect(runs()).toBeTrue();
  await Bun.file(project.path("hold")).delete();
  await answered(terminal, "ok then");
  expect(countInLines(terminal.scrollback(), "● bash")).toBe(1);
  expectOneLivePart(terminal);
  terminal.press("ctrl+d", "ctrl+d");
  await terminal.waitFor(/is saved[^]*\nshell>\s*$/);
  expect(terminal.modes()).toEqual({ ...AT_REST, bracketedPaste: terminal.modes().bracketedPaste });
});

const untilFull = (terminal: TestTerminal) =>
  terminal.waitFor(() => terminal.modes().alternateScreen, { what: "the whole window" });
const untilInline = (terminal: TestTerminal) =>
  terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the inline screen" });

test("over the transcript, also while something is searched for: it is there again, and so is the screen below", async () => {
  await using story = await beginInShell([[text("Nothing but water.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "Nothing but water.");
  terminal.press("ctrl+o");
  await untilFull(terminal);
  await awayAndBack(terminal);
  await untilFull(terminal);
  await terminal.waitFor("Nothing but water.");
  terminal.press("/");
  terminal.type("water");
  await terminal.waitFor("/water");
  await awayAndBack(terminal);
  await untilFull(terminal);
  await terminal.waitFor("/water");
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().some((line) => line.includes("/water")));
  terminal.press("q");
  await untilInline(terminal);
  terminal.type("half");
  await composerShows(terminal, "half");
  const all = terminal.scrollback();
  expect(countInLines(all, "> go")).toBe(1);
  expect(countInLines(all, "42 in between")).toBe(2);
  expectOneLivePart(terminal);
});

test("over a list, which stays as it was filtered", async () => {
  await using story = await beginInShell([]);
  const { terminal } = story;
  await send(terminal, "/theme");
  terminal.type("contrast");
  const isFiltered = () => {
    const rows = terminal.screen().filter((line) => /^[❯ ] \S/.test(line));
    return rows.some((line) => line.includes("contrast")) && !rows.some((line) => line.includes("ansi"));
  };
  await terminal.waitFor(isFiltered, { what: "the themes with contrast" });
  await awayAndBack(terminal);
  await terminal.waitFor(isFiltered, { what: "the themes with contrast" });
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which theme?"));
  expectOneLivePart(terminal);
});

test("while a call is changed before it runs: what was written so far is there again", async () => {
  await using story = await beginInShell([[call("bash", { command: "touch made" })], [text("ok then")]]);
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal, "touch made");
  terminal.press("e");
  await terminal.waitFor("sends it");
  terminal.type("-it");
  await terminal.waitFor("touch made-it");
  await awayAndBack(terminal);
  await terminal.waitFor("touch made-it");
  // The key that led away was none for the question; what follows it at once is none either.
  await terminal.idle(600);
  terminal.press("enter");
  await asked(terminal, "touch made-it");
  terminal.press("1");
  await answered(terminal, "ok then");
  expect(await exists(project, "made-it")).toBeTrue();
  expectOneLivePart(terminal);
});

test("in full mode, and over a page in it", async () => {
  await using story = await beginInShell([[text("Nothing but water.")]], ["--full"]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("Nothing but water.");
  await awayAndBack(terminal);
  await untilFull(terminal);
  await terminal.waitFor("Nothing but water.");
  await send(terminal, "/keys");
  await terminal.waitFor("q back");
  await awayAndBack(terminal);
  await untilFull(terminal);
  await terminal.waitFor("q back");
  terminal.press("q");
  await terminal.waitFor("Nothing but water.");
  terminal.type("half");
  await composerShows(terminal, "half");
});

test("over the pager: it has the terminal again, and rein has it behind it", async () => {
  const files = { "pager.sh": "cat $1; echo the pager waits; read answer" };
  const options = { env: { PAGER: "sh pager.sh" }, files };
  await using story = await beginInShell([[text("Nothing but water.")]], [], options);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "Nothing but water.");
  terminal.press("ctrl+o");
  await untilFull(terminal);
  terminal.press("v");
  await terminal.waitFor("the pager waits");
  await awayAndBack(terminal);
  // The shell says what goes on, and reads no more from then on.
  await terminal.waitFor(/fg\n.*rein\.mjs/);
  terminal.press("enter");
  await untilFull(terminal);
  terminal.press("q");
  await untilInline(terminal);
  terminal.type("half");
  await composerShows(terminal, "half");
  expect(countInLines(terminal.scrollback(), "> go")).toBe(1);
  expectOneLivePart(terminal);
});

test("where every key is shown, Ctrl+Z is one of them", async () => {
  await using story = await beginInShell([]);
  const { terminal } = story;
  await send(terminal, "/doctor keys");
  await untilFull(terminal);
  terminal.press("ctrl+z");
  await terminal.waitFor("suspend");
  expect(terminal.modes().alternateScreen).toBeTrue();
});
