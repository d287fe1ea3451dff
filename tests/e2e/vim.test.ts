/** Vim mode in the real program: its modes, what is sent, what Esc stops, and what the terminal is told. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, gate, hold, text } from "../support/model-server.ts";
import { AT_REST } from "../support/emulator.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { userTexts } from "./requests.ts";
import { answered, asked, begin, composerShows, idle, leave, send, type Story } from "./start.ts";

type Script = Parameters<typeof begin>[0];

/** A story whose second start has vim mode from the settings. */
async function beginWithVim(script?: Script, window: Parameters<Story["again"]>[0] = {}) {
  const story = await begin(script);
  expect(await leave(story.terminal)).toBe(0);
  const folder = join(story.project.home, ".config", "rein");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "settings.json"), JSON.stringify({ editing: "vim" }), { mode: 0o600 });
  const terminal = await story.again(window);
  await isIn(terminal, "INSERT");
  return { story, terminal, server: story.server, [Symbol.asyncDispose]: () => story[Symbol.asyncDispose]() };
}

const lastLine = (terminal: TestTerminal) => terminal.screen().findLast((line) => line !== "") ?? "";

async function isIn(terminal: TestTerminal, mode: string): Promise<void> {
  await terminal.waitFor(() => lastLine(terminal).startsWith(`  -- ${mode} --  `), {
    what: `the mode ${mode}`,
  });
}

async function toNormal(terminal: TestTerminal): Promise<void> {
  terminal.press("escape");
  await isIn(terminal, "NORMAL");
}

/** The shape that the cursor was given last. */
function shapeOf(terminal: TestTerminal): string | undefined {
  return [...terminal.raw().matchAll(/\[(\d) q/g)].at(-1)?.[1];
}

test("/vim switches it on, the mode is told in words, and Enter in normal mode sends", async () => {
  await using story = await begin([[text("Hello.")], [text("Again.")]]);
  const { terminal, server } = story;
  expect(shapeOf(terminal)).toBeUndefined();
  await send(terminal, "/vim");
  await isIn(terminal, "INSERT");
  terminal.type("one two three");
  await composerShows(terminal, "one two three");
  await toNormal(terminal);
  expect(shapeOf(terminal)).toBe("2");
  terminal.type("bbcwTWO");
  await composerShows(terminal, "one TWO three");
  await isIn(terminal, "INSERT");
  expect(shapeOf(terminal)).toBe("6");
  await toNormal(terminal);
  terminal.type("w.0x");
  await composerShows(terminal, "ne TWO TWO");
  terminal.press("enter");
  await answered(terminal, "Hello.");
  expect(userTexts(await server.nextRequest(0))).toEqual(["ne TWO TWO"]);
  await isIn(terminal, "INSERT");
  await send(terminal, "typed at once");
  await answered(terminal, "Again.");
  expect(await leave(terminal)).toBe(0);
  expect(shapeOf(terminal)).toBe("0");
  const later = await story.again();
  await isIn(later, "INSERT");
  await send(later, "/vim");
  await later.waitFor(() => lastLine(later).startsWith("  ask "), { what: "the usual status line" });
  expect(shapeOf(later)).toBe("0");
});

test("keys that come in one read are taken in order, and so are bytes that come one by one", async () => {
  await using started = await beginWithVim([[text("ok")]]);
  const { terminal } = started;
  terminal.type("hello there");
  await composerShows(terminal, "hello there");
  await toNormal(terminal);
  terminal.type("0wciwyou, then b");
  await composerShows(terminal, "hello you, then b");
  await toNormal(terminal);
  for (const byte of Buffer.from("0d2wi日本 ")) terminal.bytes(Uint8Array.of(byte));
  await composerShows(terminal, "日本 , then b");
});

describe("Esc", () => {
  test("closes a list, then leads to normal mode, then stops what runs", async () => {
    await using started = await beginWithVim([[text("thinking "), hold()]]);
    const { terminal } = started;
    await send(terminal, "go");
    await terminal.waitFor("thinking");
    terminal.type("/he");
    await terminal.waitFor("❯ /help");
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("❯ /help"));
    await isIn(terminal, "INSERT");
    await toNormal(terminal);
    terminal.type("2d");
    await composerShows(terminal, "/he");
    terminal.press("escape", "escape");
    await idle(terminal);
    await terminal.waitFor("Interrupted.");
    await composerShows(terminal, "/he");
    await isIn(terminal, "NORMAL");
  });

  test("in visual mode leaves what is selected alone", async () => {
    await using started = await beginWithVim();
    const { terminal } = started;
    terminal.type("one two");
    await composerShows(terminal, "one two");
    await toNormal(terminal);
    terminal.type("vb");
    await isIn(terminal, "VISUAL");
    await toNormal(terminal);
    terminal.type("V");
    await isIn(terminal, "VISUAL LINE");
    terminal.type("d");
    await composerShows(terminal, "");
  });
});

test("pastes are text in normal mode, and a chip is deleted and put back as one", async () => {
  await using started = await beginWithVim([[text("ok then")]]);
  const { terminal, server } = started;
  const lines = Array.from({ length: 40 }, (_, at) => `dd line ${at}`).join("\n");
  terminal.type("ab");
  await composerShows(terminal, "ab");
  await toNormal(terminal);
  terminal.paste("dd");
  await composerShows(terminal, "abdd");
  terminal.paste(lines);
  await composerShows(terminal, "abdd[paste #1 · 40 lines]");
  terminal.type("x0P");
  await composerShows(terminal, "[paste #1 · 40 lines]abdd");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(userTexts(await server.nextRequest(0))).toEqual([`${lines}abdd`]);
});

test("the history, the commands, the key help and the shell sign are where they always are", async () => {
  await using started = await beginWithVim([[text("First.")], [text("Second.")]]);
  const { terminal } = started;
  await send(terminal, "older one");
  await answered(terminal, "First.");
  await send(terminal, "newer one");
  await answered(terminal, "Second.");
  await toNormal(terminal);
  terminal.type("kk");
  await composerShows(terminal, "older one");
  terminal.type("j");
  await composerShows(terminal, "newer one");
  terminal.type("/old");
  await terminal.waitFor("search in earlier messages: old");
  terminal.press("enter");
  await terminal.waitFor(() => !terminal.screen().join("\n").includes("search in earlier"));
  await composerShows(terminal, "older one");
  await isIn(terminal, "NORMAL");
  terminal.type("dd?");
  await terminal.waitFor(/shift\+enter|new line/);
  terminal.type("/the");
  await terminal.waitFor("❯ /theme");
  await isIn(terminal, "INSERT");
  terminal.press("ctrl+c");
  await composerShows(terminal, "");
  await toNormal(terminal);
  terminal.type("i!echo $((40+2))");
  await composerShows(terminal, "!echo $((40+2))");
  await toNormal(terminal);
  terminal.press("enter");
  await terminal.waitFor(/^42$/m);
});

test("a question takes its keys, and the mode is the same behind it", async () => {
  const think = gate();
  await using started = await beginWithVim([
    [think.shut, call("bash", { command: "touch made" })],
    [text("made it")],
  ]);
  const { terminal } = started;
  await send(terminal, "make it");
  terminal.type("draft");
  await composerShows(terminal, "draft");
  await toNormal(terminal);
  think.open();
  await asked(terminal, "touch made");
  terminal.type("1");
  await answered(terminal, "made it");
  await composerShows(terminal, "draft");
  await isIn(terminal, "NORMAL");
});

test('"+yy sets the clipboard, and nothing else does', async () => {
  await using started = await beginWithVim();
  const { terminal } = started;
  terminal.type("one two");
  await composerShows(terminal, "one two");
  await toNormal(terminal);
  terminal.type("yydd");
  await composerShows(terminal, "");
  expect(terminal.emulator.clipboard).toEqual([]);
  terminal.type('P"+yy');
  await terminal.waitFor(() => terminal.emulator.clipboard.length > 0, { what: "the clipboard" });
  expect(terminal.emulator.clipboard).toEqual(["one two\n"]);
});

describe("the cursor has its own shape again", () => {
  test.each(["SIGTERM", "SIGHUP"] as const)("after %s", async (signal) => {
    await using started = await beginWithVim([], { kittyKeyboard: true });
    const { terminal } = started;
    await toNormal(terminal);
    terminal.signal(signal);
    await terminal.waitForExit();
    expect(shapeOf(terminal)).toBe("0");
    expect(terminal.modes()).toEqual(AT_REST);
  });
});
