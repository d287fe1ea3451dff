/** Sessions on damaged files, full disks and in several hands at once: nothing that was said is lost, and it is told. */
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "bun:test";
import { idOfFile } from "../../src/sessions/file-name.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import { call, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { canMount, fill, mountSmall } from "../support/small-disk.ts";
import { launch } from "../support/terminal.ts";
import { onlySession } from "./logs.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import {
  accessTo,
  answered,
  begin,
  beginUnready,
  COMPILED,
  killHard,
  leave,
  NODE,
  open,
  REIN,
  seen,
  send,
  type StartOptions,
  type Story,
} from "./start.ts";
import { strictly } from "./strict-server.ts";

/** A session of some turns, `question 1` and `answer 1` and so on, that `damage` has changed the bytes of. */
async function damaged(
  { project }: Story,
  turns: number,
  damage: (lines: string[]) => string,
): Promise<string> {
  let time = Date.UTC(2030, 0, 2);
  const context = { paths: dataPaths(project.env), now: () => (time += 1_000), onTrouble: () => {} };
  const session = createSession({ cwd: project.folder, version: "0.1.0" }, context);
  for (let turn = 1; turn <= turns; turn += 1) {
    const turnId = `t${turn}`;
    const model = "openai/test-model";
    session.append({ type: "user", text: `question ${turn}`, via: "submit" });
    session.append({ type: "turn_start", turnId, traceId: "0".repeat(32), model, mode: "ask" });
    session.append({
      type: "assistant",
      turnId,
      step: 1,
      model,
      parts: [{ type: "text", text: `answer ${turn}\u2028of two lines` }],
      stop: "stop",
      latencyMs: 1,
      attempts: 1,
    });
    session.append({ type: "turn_end", turnId, outcome: "completed", steps: 1 });
  }
  session.close();
  const file = session.file ?? "";
  writeFileSync(file, damage(readFileSync(file, "utf8").trimEnd().split("\n")));
  return file;
}

/** The lines with `more` in front of the one in which `question n` stands. */
function inFrontOf(turn: number, lines: readonly string[], ...more: readonly string[]): string[] {
  const at = lines.findIndex((line) => line.includes(`"question ${turn}"`));
  return lines.toSpliced(at, 0, ...more);
}

const nul = "\0".repeat(400);
const torn = '{"type":"user","id":"torn","parentId":"x","at":"2030-01-02T00:00:';
const future =
  '{"type":"from_the_future","id":"future1","parentId":null,"at":"2030-01-02T00:00:00.000Z","x":[1]}';
const questions = (turns: number) => Array.from({ length: turns }, (_, at) => `question ${at + 1}`);

describe("a file with", () => {
  const whole = (lines: readonly string[]) => `${lines.join("\n")}\n`;
  test.each<[string, (lines: string[]) => string, RegExp]>([
    ["a torn last line", (lines) => whole(lines) + torn, /The last entry of this session was cut short/],
    [
      "NUL bytes between two turns",
      (lines) => whole(inFrontOf(3, lines, nul)),
      /1 damaged part of this session's file was skipped/,
    ],
    [
      "a line that is no JSON and one of an unknown type",
      (lines) => whole(inFrontOf(4, inFrontOf(2, lines, "{not json}"), future)),
      /1 damaged part[^]*from a newer rein/,
    ],
    [
      "all of it, with a byte order mark and Windows line ends",
      (lines) =>
        `\uFEFF${inFrontOf(5, inFrontOf(4, inFrontOf(2, lines, "{not json}"), future), nul).join("\r\n")}\r\n${torn}`,
      /2 damaged parts[^]*cut short/,
    ],
    [
      "NUL bytes at its end, as after a power cut, and a torn line in front of them",
      (lines) => whole(lines) + torn + nul,
      /damaged part|cut short/,
    ],
    [
      "line separators as other programs write them, and a torn last line",
      (lines) => whole(lines).replaceAll(String.raw`\u2028`, "\u2028") + torn,
      /cut short/,
    ],
  ])("%s is told of once, holds all turns, and goes on", async (_name, damage, told) => {
    const strict = strictly([[text("answer 6")], [text("answer 7")]]);
    await using story = await begin(strict.script);
    const file = await damaged(story, 5, damage);
    await leave(story.terminal);
    const before = readFileSync(file);

    const later = await story.again({ args: ["-c"] });
    const shown = seen(later).replaceAll(/\n +/g, " ");
    expect(shown).toMatch(told);
    // One sentence for each kind, and each of them once.
    const notices = shown.split("\n").filter((line) => /damaged part|cut short|newer rein/.test(line));
    expect(new Set(notices).size).toBe(notices.length);
    for (const question of questions(5)) expect(countInLines(later.scrollback(), `> ${question}`)).toBe(1);
    await send(later, "question 6");
    await answered(later, "answer 6");
    expect(userTexts(await story.server.nextRequest(0))).toEqual(questions(6));
    await leave(later);
    // What could not be read stays where it is; what is new stands behind it, on lines of its own.
    expect(readFileSync(file).subarray(0, before.length)).toEqual(before);

    const last = await story.again({ args: ["-c"] });
    for (const question of questions(6)) expect(countInLines(last.scrollback(), `> ${question}`)).toBe(1);
    // Whoever goes on with it knows already; whoever looks at the file does not.
    expect(seen(last)).not.toMatch(/damaged part|cut short/);
    const { project } = story;
    const { err } = await runRein(["sessions", "show", idOfFile(basename(file)) ?? ""], { project });
    expect(err).toMatch(/damaged part/);
    await send(last, "question 7");
    await answered(last, "answer 7");
    expect(userTexts(await story.server.nextRequest(1))).toEqual(questions(7));
    expect(strict.refused).toEqual([]);
  });
});

test("of three that go on with one session at the same moment one gets it; when it is killed another one does", async () => {
  const strict = strictly([[text("answer 3")], [text("answer 4")]]);
  await using story = await begin(strict.script);
  const file = await damaged(story, 2, (lines) => `${lines.join("\n")}\n`);
  await leave(story.terminal);
  const three = [1, 2, 3].map(() => story.launchAgain({ args: ["-c"] }));
  const isOffered = (at: number) =>
    three[at]?.screen().join("\n").includes("is open in another place") === true;
  const isOpen = (at: number) => three[at]?.screen().join("\n").includes("answer 2") === true;
  await Promise.all(
    three.map((terminal, at) =>
      terminal.waitFor(() => isOffered(at) || isOpen(at), { what: "the session or the offer" }),
    ),
  );
  const holder = three.find((_, at) => isOpen(at));
  expect([0, 1, 2].filter(isOpen)).toHaveLength(1);
  if (holder === undefined) throw new Error("nobody has it");
  const before = readFileSync(file);
  for (const other of three.filter((one) => one !== holder)) {
    expect(other.screen().join("\n")).toMatch(/watch it here[^]*go on in a copy[^]*leave it/);
    // Its keys count a moment later.
    await other.waitFor("waiting for your answer");
    other.press("escape");
    await open(other);
    await leave(other);
  }
  expect(readFileSync(file)).toEqual(before);
  await send(holder, "question 3");
  await answered(holder, "answer 3");
  await killHard(holder);
  const later = await story.again({ args: ["-c"] });
  expect(seen(later)).toContain("> question 3");
  expect(seen(later)).not.toContain("is open in another place");
  await send(later, "question 4");
  await answered(later, "answer 4");
  expect(userTexts(await story.server.nextRequest(1))).toEqual(questions(4));
  expect((await onlySession(story.project)).file).toBe(file);
});

describe.skipIf(!canMount())("a full disk", () => {
  const withData = (folder: string): StartOptions => ({
    args: ["--allow", "bash", "--permission-mode", "accept-edits"],
    env: { REIN_DATA_DIR: join(folder, "data") },
  });
  const notSaved = "This session could not be saved";

  test("is warned of once; commands and edits still work, and all is saved when there is space again", async () => {
    using disk = mountSmall(1024);
    if (disk === null) throw new Error("the disk is gone");
    const strict = strictly([
      [text("hello")],
      [
        call("bash", { command: "df -k . | tail -1" }, { id: "call_df" }),
        call("bash", { command: "seq 1 100000" }),
      ],
      [call("write_file", { path: "made.txt", content: "made" })],
      [text("it works")],
      [text("there is space")],
      [text("still here")],
    ]);
    await using story = await begin(strict.script, withData(disk.folder));
    const { terminal, project, server } = story;
    await send(terminal, "before");
    await answered(terminal, "hello");
    const { file } = await onlySession({ ...project, env: { ...project.env, ...withData(disk.folder).env } });
    const before = readFileSync(file);
    const others = join(disk.folder, "others");
    fill(others);
    await send(terminal, "go");
    await answered(terminal, "it works");
    expect(resultsIn(await server.nextRequest(2))["call_df"]).toMatch(/\d+%/);
    expect(await project.read("made.txt")).toBe("made");
    expect(seen(terminal).split(notSaved)).toHaveLength(2);
    expect(readFileSync(file).subarray(0, before.length)).toEqual(before);
    rmSync(others);
    await send(terminal, "and now");
    await answered(terminal, "there is space");
    await terminal.waitFor("is saved again");
    await killHard(terminal);
    const later = await story.again({ ...withData(disk.folder), args: ["-c"] });
    for (const said of ["> before", "> go", "● it works", "> and now", "● there is space"])
      expect(countInLines(later.scrollback(), said)).toBe(1);
    await send(later, "one more");
    await answered(later, "still here");
    expect(userTexts(await server.nextRequest(5))).toEqual(["before", "go", "and now", "one more"]);
    expect(strict.refused).toEqual([]);
  });

  test("from the first moment on is no reason not to start, to work, to look for sessions and to end", async () => {
    using disk = mountSmall(64);
    if (disk === null) throw new Error("the disk is gone");
    const data = join(disk.folder, "data");
    mkdirSync(data, { mode: 0o700 });
    fill(join(disk.folder, "others"));
    const command = call("bash", { command: "echo here > here" });
    const strict = strictly([[command], [text("done")], [text("again")]]);
    await using story = await begin(strict.script, withData(disk.folder));
    const { terminal, project } = story;
    await send(terminal, "go");
    await answered(terminal, "● done");
    expect(await project.read("here")).toBe("here\n");
    expect(seen(terminal).split(notSaved)).toHaveLength(2);
    await send(terminal, "/resume");
    await terminal.waitFor("There is no other session.");
    await send(terminal, "once more");
    await answered(terminal, "● again");
    expect(await leave(terminal)).toBe(0);
    expect(strict.refused).toEqual([]);
  });
});

test("a file that is deleted, and one that something else writes to, under an open session lose nothing", async () => {
  const strict = strictly([[text("one")], [text("two")], [text("three")], [text("four")]]);
  await using story = await begin(strict.script);
  const { terminal, project, server } = story;
  await send(terminal, "first");
  await answered(terminal, "● one");
  const { file } = await onlySession(project);
  rmSync(file);
  await send(terminal, "second");
  await answered(terminal, "● two");
  expect(existsSync(file)).toBeTrue();
  appendFileSync(file, torn);
  await send(terminal, "third");
  await answered(terminal, "● three");
  await killHard(terminal);
  const later = await story.again({ args: ["-c"] });
  await send(later, "fourth");
  await answered(later, "● four");
  expect(userTexts(await server.nextRequest(3))).toEqual(["first", "second", "third", "fourth"]);
});

test("with the umask 000, what the list, the search, a draft and a kill leave behind is private too", async () => {
  await using story = await beginUnready([[text("hello")]], { args: ["--version"] });
  const { project, server } = story;
  await using terminal = launch({
    command: "sh",
    args: ["-c", 'umask 000; exec "$@"', "sh", NODE, REIN],
    cwd: project.folder,
    env: { ...project.env, ...COMPILED, ...accessTo(server) },
  });
  await open(terminal);
  await send(terminal, "my secret");
  await answered(terminal, "● hello");
  await send(terminal, "/new");
  await send(terminal, "/resume");
  await terminal.waitFor(/❯ .*my secret/);
  terminal.press("enter");
  await terminal.waitFor("● hello");
  terminal.type("a draft of it");
  const data = dataPaths(project.env).data;
  const drafts = () => readdirSync(data, { recursive: true }).map(String);
  await terminal.waitFor(() => drafts().some((name) => /^drafts\/./.test(name)), { what: "the draft" });
  await killHard(terminal);
  const left = drafts().map((name) => join(data, name));
  expect(left.length).toBeGreaterThan(5);
  const toOthers = left.filter((path) => (statSync(path).mode & 0o077) !== 0);
  expect(toOthers).toEqual([]);
});
