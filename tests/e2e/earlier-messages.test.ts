/** Messages that were written before: behind Up and behind Ctrl+R, also in another window and after an end by a signal. */
import { describe, expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { launch } from "../support/terminal.ts";
import { userTexts } from "./requests.ts";
import {
  accessTo,
  answered,
  begin,
  COMPILED,
  composerShows,
  leave,
  NODE,
  open,
  REIN,
  send,
} from "./start.ts";

const ok = [text("ok then")];

describe("earlier messages", () => {
  test("come with Up, first through the lines of the draft, and Down brings the draft back", async () => {
    await using story = await begin([ok, ok]);
    const { terminal, server } = story;
    await send(terminal, "older");
    await answered(terminal, "ok then");
    terminal.type("line one");
    terminal.press("ctrl+j");
    terminal.type("line two");
    await composerShows(terminal, "line one\nline two");
    terminal.press("up", "up");
    await composerShows(terminal, "older");
    terminal.press("down");
    await composerShows(terminal, "line one\nline two");
    terminal.press("enter");
    expect(userTexts(await server.nextRequest(1))).toEqual(["older", "line one\nline two"]);
  });

  test("are all within reach, commands among them", async () => {
    await using story = await begin([ok]);
    const { terminal } = story;
    await send(terminal, "older");
    await answered(terminal, "ok then");
    await send(terminal, "/compact");
    await terminal.waitFor(/not yet needed/i);
    terminal.press("up");
    await composerShows(terminal, "/compact");
    terminal.press("up");
    await composerShows(terminal, "older");
  });

  test("of another folder are found by Ctrl+R, marked where they match, and are not behind Up", async () => {
    await using story = await begin([ok], { files: { "sub/a.txt": "" } });
    await send(story.terminal, "from up here");
    await answered(story.terminal, "ok then");
    await leave(story.terminal);
    const { project } = story;
    const elsewhere = launch({
      command: NODE,
      args: [REIN],
      cwd: project.path("sub"),
      env: { ...project.env, ...COMPILED, ...accessTo(story.server) },
    });
    try {
      await open(elsewhere);
      elsewhere.press("up");
      elsewhere.type("x");
      await composerShows(elsewhere, "x");
      elsewhere.press("ctrl+r");
      elsewhere.type("up h");
      await elsewhere.waitFor("nothing in this project");
      elsewhere.press("tab");
      await composerShows(elsewhere, "from up here");
      await elsewhere.waitFor("1 of 1 in all folders");
      expect(elsewhere.raw()).toContain("\x1b[7mup h\x1b[27m");
    } finally {
      await elsewhere.close();
    }
  });

  test("that another window has sent in the meantime are found by the next search", async () => {
    await using story = await begin([ok]);
    const { project, server, terminal } = story;
    const other = launch({
      command: NODE,
      args: [REIN],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED, ...accessTo(server) },
    });
    try {
      await open(other);
      other.press("up");
      await send(terminal, "sent over there");
      await answered(terminal, "ok then");
      other.press("ctrl+r");
      other.type("over");
      await composerShows(other, "sent over there");
      other.press("escape");
      await composerShows(other, "");
    } finally {
      await other.close();
    }
  });

  test("of another session are behind Up too", async () => {
    await using story = await begin([ok]);
    await send(story.terminal, "from before");
    await answered(story.terminal, "ok then");
    const terminal = await story.again();
    terminal.press("up");
    await composerShows(terminal, "from before");
  });

  test.each(["SIGTERM", "SIGHUP"] as const)("and a draft are there again after %s", async (signal) => {
    await using story = await begin();
    story.terminal.type("half a thought");
    await composerShows(story.terminal, "half a thought");
    story.terminal.signal(signal);
    await story.terminal.waitForExit();
    const terminal = await story.again();
    terminal.press("up");
    await composerShows(terminal, "half a thought");
  });

  test("and a line that was cleared are there again the next time", async () => {
    await using story = await begin();
    story.terminal.type("set aside");
    await composerShows(story.terminal, "set aside");
    story.terminal.press("ctrl+c");
    await composerShows(story.terminal, "");
    const terminal = await story.again();
    terminal.press("up");
    await composerShows(terminal, "set aside");
  });
});
