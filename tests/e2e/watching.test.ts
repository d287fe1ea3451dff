/** A session that is open in another terminal: it is offered to be watched, or to be gone on with in a copy. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { call, gate, text } from "../support/model-server.ts";
import { count, ERASE_SCROLLBACK } from "../support/screen-rules.ts";
import { makeProject } from "../support/project.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";
import { assistant, says, turnEnd, turnStart, user } from "../transcript/log.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import { userTexts } from "./requests.ts";
import { onlySession, sessionsOf } from "./logs.ts";
import { runRein } from "./run-rein.ts";
import {
  answered,
  begin,
  COMPILED,
  composerShows,
  killHard,
  leave,
  NODE,
  open,
  REIN,
  seen,
  send,
} from "./start.ts";

const offer = /is open in another place\.\n❯ 1 +watch it here, read-only\n +2 +go on in a copy/;

/** Waits for the offer at the start, until its keys count. */
async function offered(terminal: TestTerminal): Promise<void> {
  await terminal.waitFor(offer);
  await terminal.waitFor("waiting for your answer");
}

describe("a session that is open in another place", () => {
  test("is watched: what is said there appears here, a call at its work too, and q leads out", async () => {
    const pause = gate();
    await using story = await begin(
      [
        [text("one.")],
        [text("Let me see."), call("bash", { command: "echo seen" })],
        [pause.shut, text("two.")],
      ],
      { args: ["--allow", "bash", "--sandbox", "none"] },
    );
    const { terminal, project } = story;
    await send(terminal, "hello");
    await answered(terminal, "one.");
    const { id, file } = await onlySession(project);
    const watcher = story.launchAgain({ args: ["-r", id] });
    await offered(watcher);
    await watcher.waitFor(/process \d+, since/);
    watcher.press("1");
    await watcher.waitFor(/● one\.[^]*◉ watching · process \d+/);

    await send(terminal, "look at it");
    await watcher.waitFor(/> look at it[^]*● Let me see\.[^]*● bash  echo seen +exit 0/);
    expect(seen(watcher)).not.toContain("two.");
    pause.open();
    await answered(terminal, "two.");
    await watcher.waitFor("● two.");
    expect(count(seen(watcher), "● one.")).toBe(1);
    expect(count(seen(watcher), "● Let me see.")).toBe(1);
    expect(watcher.raw()).not.toContain(ERASE_SCROLLBACK);

    const before = await readFile(file);
    watcher.press("q");
    expect(await watcher.waitForExit()).toBe(0);
    expect(await readFile(file)).toEqual(before);
    await send(terminal, "still there?");
    await terminal.waitFor("> still there?");
  });

  test("that ends there, by a kill too, can be gone on with here", async () => {
    await using story = await begin([[text("one.")], [text("two.")]]);
    const { terminal, project, server } = story;
    await send(terminal, "hello");
    await answered(terminal, "one.");
    const { id } = await onlySession(project);
    const watcher = story.launchAgain({ args: ["sessions", "watch", id] });
    await watcher.waitFor("◉ watching");
    await killHard(terminal);
    await watcher.waitFor(/The other rein has closed the session\.[^]*1 +go on with it here/);
    watcher.press("1");
    await open(watcher);
    await send(watcher, "and now?");
    await answered(watcher, "two.");
    expect(userTexts(await server.nextRequest(1))).toEqual(["hello", "and now?"]);
    await leave(watcher);
    expect((await onlySession(project)).id).toBe(id);
  });

  test("is gone on with in a copy, from the offer and from the middle of watching", async () => {
    await using story = await begin([[text("one.")], [text("two.")], [text("three.")]]);
    const { terminal, project } = story;
    await send(terminal, "hello");
    await answered(terminal, "one.");
    const { id } = await onlySession(project);
    const other = story.launchAgain({ args: ["-r", id] });
    await offered(other);
    other.press("2");
    await other.waitFor("This is a copy of session");
    await send(other, "in a copy");
    await answered(other, "two.");
    await leave(other);
    const watcher = story.launchAgain({ args: ["sessions", "watch", id] });
    await watcher.waitFor("◉ watching");
    watcher.press("f");
    await watcher.waitFor(/❯ openai\/test-model · as it was/);
    watcher.press("enter");
    await open(watcher);
    await watcher.waitFor("This is a copy of session");
    await send(watcher, "in another one");
    await answered(watcher, "three.");
    await leave(watcher);
    expect(await sessionsOf(project)).toHaveLength(3);
  });

  test("is left alone with Esc; the list of sessions and /resume offer the same, and lead back", async () => {
    await using story = await begin([[text("one.")], [text("two.")], [text("three.")]]);
    const { terminal, project } = story;
    await send(terminal, "hello");
    await answered(terminal, "one.");
    const { id } = await onlySession(project);
    const other = story.launchAgain({ args: ["-r", id] });
    await offered(other);
    other.press("escape");
    await open(other);
    await send(other, "my own");
    await answered(other, "two.");
    await send(other, "/resume");
    await other.waitFor(/❯ .*hello/);
    other.press("enter");
    await other.waitFor(offer);
    other.press("1");
    await other.waitFor("◉ watching");
    other.press("q");
    await open(other);
    await other.waitFor("● two.");
    await send(other, "back again");
    await answered(other, "three.");
    await leave(other);
  });

  test.each([
    ["a copy is begun", "2", "This is a copy of session"],
    ["it is left where it is", "escape", ""],
  ])("what was written ahead for it is not sent: it stands in the composer when %s", async (_, key, told) => {
    await using story = await begin([[text("one.")], [text("two.")]]);
    const { terminal, project, server } = story;
    await send(terminal, "hello");
    await answered(terminal, "one.");
    const { id } = await onlySession(project);
    const other = story.launchAgain({ args: ["-r", id, "from the shell"] });
    await other.waitFor(/^>/m);
    await send(other, "ahead of it");
    other.type("1 is more");
    await offered(other);
    expect(seen(other)).not.toContain("watching");
    other.press(key);
    await open(other);
    await other.waitFor(told);
    await composerShows(other, "from the shell\nahead of it");
    expect(server.requests).toHaveLength(1);
    other.press("enter");
    await answered(other, "two.");
    expect(userTexts(await server.nextRequest(1)).at(-1)).toBe("from the shell\nahead of it");
    other.press("ctrl+s");
    await composerShows(other, "1 is more");
  });

  test("keeps what was written ahead for it, when it is watched", async () => {
    await using story = await begin([[text("one.")], [text("two.")]]);
    const { terminal, project } = story;
    await send(terminal, "hello");
    await answered(terminal, "one.");
    const { id } = await onlySession(project);
    const watcher = story.launchAgain({ args: ["-c"] });
    await watcher.waitFor(/^>/m);
    watcher.type("begun");
    await offered(watcher);
    watcher.press("1");
    await watcher.waitFor("◉ watching");
    await killHard(terminal);
    await watcher.waitFor(/1 +go on with it here/);
    watcher.press("1");
    await open(watcher);
    await composerShows(watcher, "begun");
    expect((await onlySession(project)).id).toBe(id);
  });

  test("goes to another place of its tree: what is there is shown, and nothing twice", async () => {
    await using project = await makeProject();
    const context = { paths: dataPaths(project.env), now: Date.now, onTrouble: () => {} };
    const session = createSession({ cwd: project.folder, version: "0.1.0", gitBranch: null }, context);
    for (const entry of [user("first"), turnStart, assistant([says("one.")]), turnEnd()])
      session.append(entry);
    const fork = session.branch().at(-1)?.id ?? null;
    for (const entry of [user("second"), turnStart, assistant([says("two.")]), turnEnd()])
      session.append(entry);
    const { sessionId } = session.header;
    await using watcher = launch({
      command: NODE,
      args: [REIN, "sessions", "watch", sessionId],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED },
    });
    await watcher.waitFor(/● two\.[^]*◉ watching[^]*turn 2/);
    session.move(fork);
    await watcher.waitFor(/— the session went to another place —[^]*turn 1/);
    session.append(user("another second"));
    session.append(turnStart);
    await watcher.waitFor(/> another second[^]*thinking/);
    session.append(assistant([says("three.")]));
    session.append(turnEnd());
    await watcher.waitFor(/● three\.[^]*turn 2/);
    for (const words of ["● one.", "● two.", "● three."]) expect(count(seen(watcher), words)).toBe(1);
    watcher.press("q");
    expect(await watcher.waitForExit()).toBe(0);
    session.close();
  });

  test("is an error without a screen, with what can be done", async () => {
    await using story = await begin([[text("one.")]]);
    await send(story.terminal, "hello");
    await answered(story.terminal, "one.");
    const { project } = story;
    const { id } = await onlySession(project);
    const run = await runRein(["-p", "-r", id, "hi"], { project });
    expect(run).toMatchObject({ out: "", code: 1 });
    expect(run.err).toContain("is open in another place: process");
    expect(run.err).toContain("--fork");
    await leave(story.terminal);
    const watch = await runRein(["sessions", "watch", id], { project });
    expect(watch).toMatchObject({ out: "", code: 2 });
    expect(watch.err).toContain("is not open in another place");
  });
});
