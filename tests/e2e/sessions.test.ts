/** Tomorrow: a session comes back as it was, however the program ended. */
import { appendFile, readdir, readFile, realpath, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import { call, hold, text } from "../support/model-server.ts";
import { bytesRead, familyOf, hasProc } from "../support/processes.ts";
import type { TestProject } from "../support/project.ts";
import { countInLines } from "../support/screen-rules.ts";
import { conversationOf, resultsIn, userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import {
  answered,
  asked,
  begin,
  composerShows,
  exists,
  held,
  HOLDING_COMMAND,
  idle,
  killHard,
  leave,
  open,
  seen,
  send,
} from "./start.ts";

const folderOf = ({ env }: TestProject): string => join(env["XDG_DATA_HOME"] ?? "", "rein", "sessions");

/** The logs of the project's home. */
async function logsOf(project: TestProject): Promise<string[]> {
  const folder = folderOf(project);
  return (await readdir(folder)).toSorted().map((name) => join(folder, name));
}

const idIn = (shown: string): string => /session ([a-z0-9]{10}) is saved/.exec(shown)?.[1] ?? "no id";

describe("rein -c", () => {
  test("shows all of the latest session again, and the model gets all of it", async () => {
    const calls = [call("read_file", { path: "a.txt" }, { id: "call_read" })];
    await using story = await begin([calls, [text("It says **apple**.")], [text("Still apple.")]], {
      files: { "a.txt": "apple\n" },
    });
    const { terminal, server } = story;
    await send(terminal, "what is in a.txt?");
    await answered(terminal, "It says apple.");
    await leave(terminal);

    const later = await story.again({ args: ["-c"] });
    for (const line of ["> what is in a.txt?", "● read_file  a.txt", "● It says apple."]) {
      expect(countInLines(later.scrollback(), line)).toBe(1);
    }
    await send(later, "and now?");
    await answered(later, "Still apple.");
    expect(conversationOf(await server.nextRequest(2))).toMatchObject([
      { who: "user", text: "what is in a.txt?" },
      { who: "model", calls: ["call_read"] },
      { who: "tool", id: "call_read", text: expect.stringContaining("apple") },
      { who: "model", text: "It says **apple**." },
      { who: "user", text: "and now?" },
    ]);
    expect(await logsOf(story.project)).toHaveLength(1);
  });

  test("brings the model and the permission mode back", async () => {
    await using story = await begin([[text("hello")]]);
    const { terminal } = story;
    await send(terminal, "hi");
    await answered(terminal, "hello");
    terminal.press("shift+tab");
    await terminal.waitFor("accept-edits ⇧⇥");
    await send(terminal, "/model demo");
    await terminal.waitFor("demo/offline from here on");
    await leave(terminal);
    const later = await story.again({ args: ["-c"] });
    await later.waitFor(/accept-edits ⇧⇥ · demo\/offline/);
  });

  test("without a session of this folder says so", async () => {
    await using story = await begin();
    await leave(story.terminal);
    const later = story.launchAgain({ args: ["-c"] });
    expect(await later.waitForExit()).toBe(2);
    expect(seen(later)).toContain("There is no session of this folder yet.");
  });
});

describe("rein -r", () => {
  test("offers the sessions; the start of an id opens one; what fits none or several says so", async () => {
    await using story = await begin([[text("about apples")], [text("about pears")], [text("more apples")]]);
    const { terminal, server, project } = story;
    await send(terminal, "tell of apples");
    await answered(terminal, "about apples");
    await leave(terminal);
    const apples = idIn(seen(terminal));
    const second = await story.again();
    await send(second, "tell of pears");
    await answered(second, "about pears");
    await leave(second);

    const picking = await story.again({ args: ["-r"] });
    await picking.waitFor(/❯ .*tell of pears[^]*tell of apples/);
    picking.press("down", "enter");
    await picking.waitFor(() => countInLines(picking.scrollback(), "> tell of apples") === 1);
    await leave(picking);

    const byPrefix = await story.again({ args: ["-r", apples.slice(0, 6)] });
    expect(seen(byPrefix)).toContain("● about apples");
    await send(byPrefix, "go on");
    await answered(byPrefix, "more apples");
    expect(userTexts(await server.nextRequest(2))).toEqual(["tell of apples", "go on"]);
    await leave(byPrefix);

    const unknown = story.launchAgain({ args: ["-r", "zzzzzz!"] });
    expect(await unknown.waitForExit()).toBe(2);
    expect(seen(unknown)).toContain('There is no session "zzzzzz!"');
    expect(unknown.isRaw()).toBeFalse();
    expect(seen(unknown)).not.toContain("^[");

    const log = (await logsOf(project)).find((file) => file.includes(apples)) ?? "";
    await writeFile(log.replace(apples, `${apples.slice(0, 8)}zz`), await readFile(log));
    const several = story.launchAgain({ args: ["-r", apples.slice(0, 8)] });
    expect(await several.waitForExit()).toBe(2);
    expect(seen(several)).toMatch(/fits 2 sessions\. Say a little more of the id:/);
  });
});

describe("after a kill that nothing could catch", () => {
  test("in the middle of a command, the call shows as interrupted, nothing is lost, and the next request is valid", async () => {
    const calls = [
      call("bash", { command: "echo first" }, { id: "call_first" }),
      call("bash", { command: HOLDING_COMMAND }, { id: "call_held" }),
      call("bash", { command: "touch third" }, { id: "call_third" }),
    ];
    await using story = await begin([[text("I run three things."), ...calls], [text("back again")]], {
      args: ["--allow", "bash"],
    });
    const { terminal, project, server } = story;
    await send(terminal, "run them");
    await held(story);
    await killHard(terminal);

    const later = await story.again({ args: ["-c"] });
    const shown = seen(later);
    expect(shown).toMatch(
      /> run them[^]*● I run three things\.[^]*● bash +echo first[^]*■ bash .*interrupted[^]*■ bash .*interrupted/,
    );
    expect(shown).toContain("rein was stopped");
    await send(later, "go on");
    await answered(later, "back again");
    const results = resultsIn(await server.nextRequest(1));
    expect(Object.keys(results)).toEqual(["call_first", "call_held", "call_third"]);
    expect(results["call_held"]).toMatch(/^Interrupted: .*while this was running/);
    expect(results["call_third"]).toMatch(/^Interrupted: .*did not run/);
    expect(await exists(project, "third")).toBeFalse();
  });

  test("while a question was open, the call did not run, and the model is told", async () => {
    await using story = await begin([
      [call("bash", { command: "touch PWN" }, { id: "call_open" })],
      [text("back again")],
    ]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, "touch PWN");
    await killHard(terminal);
    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).toMatch(/■ bash .*interrupted/);
    await send(later, "go on");
    await answered(later, "back again");
    expect(resultsIn(await server.nextRequest(1))["call_open"]).toContain("did not run");
    expect(await exists(project, "PWN")).toBeFalse();
  });

  test("in the middle of an answer, both messages reach the model", async () => {
    await using story = await begin([[text("half an ans"), hold()], [text("back again")]]);
    const { terminal, server } = story;
    await send(terminal, "tell me");
    await terminal.waitFor("half an ans");
    await killHard(terminal);
    const later = await story.again({ args: ["-c"] });
    await send(later, "go on");
    await answered(later, "back again");
    expect(userTexts(await server.nextRequest(1)).join("\n")).toMatch(/^tell me\s+go on$/);
  });
});

describe("a damaged log", () => {
  /** A session of two turns whose file is then changed. */
  async function damaged(change: (file: string, content: string) => Promise<void>) {
    const story = await begin([[text("answer one")], [text("answer two")], [text("answer three")]]);
    await send(story.terminal, "one");
    await answered(story.terminal, "answer one");
    await send(story.terminal, "two");
    await answered(story.terminal, "answer two");
    await leave(story.terminal);
    const [file = ""] = await logsOf(story.project);
    await change(file, await readFile(file, "utf8"));
    return story;
  }

  test.each([
    ["a run of NUL bytes", "\0".repeat(400)],
    ["a line that is no JSON", "{not json}"],
  ])("with %s in it loses nothing else, and says so", async (_, bad) => {
    await using story = await damaged(async (file, content) => {
      const lines = content.split("\n");
      const at = lines.findIndex((line) => line.includes('"two"'));
      await writeFile(file, lines.toSpliced(at, 0, bad).join("\n"));
    });
    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).toMatch(/^! .*(line|record|damaged|unreadable)/m);
    await send(later, "three");
    await answered(later, "answer three");
    expect(userTexts(await story.server.nextRequest(2))).toEqual(["one", "two", "three"]);
  });

  test("with a torn last line keeps what is written behind it", async () => {
    await using story = await damaged((file) => appendFile(file, '{"type":"user","id":"x","par'));
    const later = await story.again({ args: ["-c"] });
    await send(later, "three");
    await answered(later, "answer three");
    await leave(later);
    const again = await story.again({ args: ["-c"] });
    for (const said of ["> one", "> two", "> three", "● answer three"]) expect(seen(again)).toContain(said);
  });
});

test("a session that is open in another terminal is not opened, and not written to; a message for it waits", async () => {
  await using story = await begin([[text("hello")]]);
  const { terminal, project } = story;
  await send(terminal, "hi");
  await answered(terminal, "hello");
  const [file = ""] = await logsOf(project);
  const { size } = await stat(file);
  const second = story.launchAgain({ args: ["-c", "go on"] });
  await second.waitFor(/Session \w+ is open in another place\.[^]*It is open in process \d+/);
  await second.waitFor("waiting for your answer");
  second.press("escape");
  await open(second);
  expect(second.screen().join("\n")).not.toContain("in another place");
  await composerShows(second, "go on");
  expect((await stat(file)).size).toBe(size);
  expect(story.server.requests).toHaveLength(1);
});

test("a session made with -p goes on in the terminal", async () => {
  await using story = await begin([[text("from the pipe")], [text("from the screen")]]);
  const { project, server, terminal } = story;
  const env = { OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.chatUrl, OPENAI_MODEL: "test-model" };
  expect(await runRein(["-p", "first"], { project, env })).toMatchObject({ out: "from the pipe\n", code: 0 });
  await leave(terminal);
  const later = await story.again({ args: ["-c"] });
  expect(seen(later)).toContain("● from the pipe");
  await send(later, "second");
  await answered(later, "from the screen");
  expect(userTexts(await server.nextRequest(1))).toEqual(["first", "second"]);
});

describe("rein sessions", () => {
  test("lists, shows, traces and removes", async () => {
    await using story = await begin([[call("read_file", { path: "a.txt" })], [text("It says apple.")]], {
      files: { "a.txt": "apple\n" },
    });
    const { terminal, project } = story;
    const sessions = (...args: string[]) => runRein(["sessions", ...args], { project });
    expect((await sessions("list")).out).toContain("There are no sessions of this folder yet");
    await send(terminal, "what is in a.txt?");
    await answered(terminal, "It says apple.");
    await leave(terminal);
    const id = idIn(seen(terminal));

    expect((await sessions("list")).out).toMatch(
      new RegExp(`^${id} .*openai/test-model.*what is in a\\.txt\\?$`, "m"),
    );
    expect((await sessions("show", id.slice(0, 5))).out).toMatch(
      /what is in a\.txt\?[^]*read_file[^]*It says apple\./,
    );
    const trace = (await sessions("show", id, "--trace")).out;
    expect(trace).toContain("openai/test-model");
    expect(trace).toMatch(/read_file/);
    expect(trace).toMatch(/completed/);
    expect(await sessions("show", "nothing-like-it")).toMatchObject({ out: "", code: 2 });
    expect(await sessions("rm", id)).toMatchObject({ code: 0 });
    expect((await sessions("list")).out).toContain("There are no sessions of this folder yet");
    expect(await logsOf(project)).toEqual([]);
  });
});

test("what was said is for the user's own eyes: files 0600 in folders 0700", async () => {
  await using story = await begin([[text("hello")]]);
  await send(story.terminal, "secret");
  await answered(story.terminal, "hello");
  await idle(story.terminal);
  const files = await logsOf(story.project);
  const folder = folderOf(story.project);
  const modes = await Promise.all(
    [...files, folder].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)),
  );
  expect(modes).toEqual(["600", "700"]);
});

test.skipIf(!hasProc)(
  "the list of a thousand sessions, five of them of 60 MB, opens without reading them, and Esc leaves it",
  async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    const cwd = await realpath(project.folder);
    const start = Date.UTC(2030, 0, 2);
    const context = { paths: dataPaths(project.env), now: () => start, onTrouble: () => {} };
    const model = createSession({ cwd, version: "0.1.0" }, context);
    model.append({ type: "user", text: "question 1", via: "submit" });
    model.close();
    const file = model.file ?? "";
    const log = await readFile(file, "utf8");
    // Copies: a thousand sessions that are written as sessions are would wait for the disk a thousand times.
    for (let at = 2; at <= 1_000; at += 1) {
      const id = `copy${String(at).padStart(6, "0")}`;
      const copy = file.replace(model.header.sessionId, id);
      const later = new Date(start + at * 1_000).toISOString();
      const text = log
        .replaceAll(model.header.sessionId, id)
        .replace('"question 1"', `"question ${at}"`)
        .replaceAll(new Date(start).toISOString(), later);
      await writeFile(copy, text, { mode: 0o600 });
      // Blank to its end, as a disk that was full leaves it.
      if (at % 200 === 0) await truncate(copy, 60_000_000);
    }
    const rein = familyOf(terminal.pid);
    const read = () => rein.reduce((sum, pid) => sum + bytesRead(pid), 0);
    const before = read();
    await send(terminal, "/resume");
    await terminal.waitFor("Which session?");
    await terminal.waitFor("question 999");
    expect(read() - before).toBeLessThan(30_000_000);
    terminal.type("question 200");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("question 999"));
    await terminal.waitFor("question 200");
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which session?"));
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
  },
  60_000,
);
