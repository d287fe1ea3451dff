/** `rein replay`: a session is seen again in a terminal as it happened, from its log alone. */
import { readFile, rename, symlink } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { findSession } from "../../src/sessions/list.ts";
import { createSession, openSession } from "../../src/sessions/session-store.ts";
import { serveModel } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { countInLines, ERASE_SCROLLBACK } from "../support/screen-rules.ts";
import { launch, type LaunchOptions, type TestTerminal } from "../support/terminal.ts";
import {
  approval,
  assistant,
  calls,
  ran,
  says,
  thinks,
  toolResult,
  toolStart,
  turnEnd,
  turnStart,
  user,
} from "../transcript/log.ts";
import { sessionsOf } from "./logs.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, COMPILED, leave, NODE, open, REIN, seen, send } from "./start.ts";

const fruit: readonly NewEntry[] = [
  user("which fruit is there?"),
  turnStart,
  assistant([thinks("Look first."), says("Let me look at **the bowl**."), calls("c1")], {
    stop: "tool_use",
    firstTokenMs: 100,
  }),
  approval("c1", "once"),
  toolStart("c1"),
  toolResult("c1", ran),
  assistant([says("There are apples.\n\n- red\n- 绿色的")], { step: 2 }),
  turnEnd(),
];
const more: readonly NewEntry[] = [
  user("and pears?"),
  turnStart,
  assistant([says("No pears at all.")]),
  turnEnd(),
  user("and plums?"),
  turnStart,
  assistant([says("Plums, yes.")]),
  turnEnd(),
];

/** A session that is closed, with one second between its entries. Returns its id and its log. */
function saved({ env, folder }: TestProject, entries: readonly NewEntry[] = [...fruit, ...more]) {
  let time = Date.UTC(2030, 0, 2, 10, 30);
  const context = { paths: dataPaths(env), now: () => (time += 1_000), onTrouble: () => {} };
  const session = createSession({ cwd: folder, version: "0.1.0", gitBranch: null }, context);
  for (const entry of entries) session.append(entry);
  session.close();
  return { id: session.header.sessionId, file: session.file ?? "" };
}

type Started = AsyncDisposable & {
  readonly terminal: TestTerminal;
  readonly project: TestProject;
  readonly id: string;
  readonly file: string;
  readonly requests: () => number;
};

/** Replays a saved session beside a model's server that nobody may ask. */
async function replay(
  args: readonly string[],
  window: Pick<LaunchOptions, "cols" | "rows"> & {
    env?: Record<string, string>;
    entries?: readonly NewEntry[];
    settings?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<Started> {
  const project = await makeProject();
  const server = await serveModel([]);
  const { env = {}, entries, settings, ...size } = window;
  if (settings !== undefined)
    await project.write("../home/.config/rein/settings.json", JSON.stringify(settings));
  const { id, file } = saved(project, entries);
  const terminal = launch({
    command: NODE,
    args: [REIN, "replay", id, ...args],
    cwd: project.folder,
    env: { ...project.env, ...COMPILED, ...accessTo(server), ...env },
    ...size,
  });
  await terminal.ready();
  return {
    terminal,
    project,
    id,
    file,
    requests: () => server.requests.length,
    async [Symbol.asyncDispose]() {
      await terminal.close();
      await server[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

const atEnd = /■ the end · turn 3 of 3/;

describe("a session that is shown again", () => {
  test("looks as it did, with its panels, asks nobody, and leaves its log and the terminal as they were", async () => {
    await using shown = await replay(["--speed", "0"]);
    const { terminal, file } = shown;
    const before = await readFile(file);
    await terminal.waitFor(atEnd);
    const text = seen(terminal);
    for (const words of [
      "> which fruit is there?",
      "● Let me look at the bowl.",
      "● bash  ls",
      "exit 0",
      "• 绿色的",
      "> and pears?",
      "● Plums, yes.",
    ])
      expect(countInLines([text], words)).toBe(1);
    expect(text.replaceAll(/\s+/g, " ")).toContain("Nothing is run; pauses are shortened to 2.0s.");
    expect(text).not.toContain("esc to stop");
    expect(terminal.raw()).not.toContain(ERASE_SCROLLBACK);
    terminal.press("q");
    expect(await terminal.waitForExit()).toBe(0);
    expect(await readFile(file)).toEqual(before);
    expect(shown.requests()).toBe(0);
    expect(terminal.modes()).toMatchObject({ bracketedPaste: false, alternateScreen: false });
    expect(await sessionsOf(shown.project)).toHaveLength(1);
  });

  test("goes step by step: the message, the answer, the question with what was answered, the result", async () => {
    await using shown = await replay(["--step"]);
    const { terminal } = shown;
    await terminal.waitFor(/> which fruit[^]*⏸ paused · turn 1 of 3 · \d\d:\d\d:\d\d/);
    expect(seen(terminal)).not.toContain("Let me look");
    terminal.press("right");
    await terminal.waitFor(/Let me look at the bowl\.[^]*◌ bash/);
    terminal.press("n");
    await terminal.waitFor(/bash wants to run a command[^]*1 +yes, once[^]*answered: 1 yes, once/);
    // Nobody can answer it, so no key of it is named.
    expect(terminal.screen().join("\n")).not.toMatch(/view all|\bw why/);
    terminal.press("n");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("wants to run"));
    terminal.press("n");
    await terminal.waitFor(/● bash  ls +exit 0/);
    terminal.press("n");
    await terminal.waitFor("There are apples.");
    terminal.press("space");
    await terminal.waitFor("▶ replay");
  });

  test("jumps to turns, to the end and to the beginning, and prints nothing twice on the way there", async () => {
    await using shown = await replay(["--step"]);
    const { terminal } = shown;
    await terminal.waitFor("⏸ paused · turn 1 of 3");
    terminal.press("}");
    await terminal.waitFor(/There are apples\.[^]*— turn 2 of 3 —[^]*> and pears\?[^]*turn 2 of 3/);
    terminal.press("G");
    await terminal.waitFor(atEnd);
    expect(countInLines([seen(terminal)], "Plums, yes.")).toBe(1);
    expect(countInLines([seen(terminal)], "There are apples.")).toBe(1);
    terminal.press("{");
    await terminal.waitFor(/— turn 3 of 3 —[^]*> and plums\?[^]*⏸ paused · turn 3 of 3/);
    terminal.press("{");
    await terminal.waitFor(/— turn 2 of 3 —[^]*> and pears\?[^]*⏸ paused · turn 2 of 3/);
    terminal.press("g");
    await terminal.waitFor(/— the beginning —[^]*⏸ paused · turn 0 of 3/);
    terminal.press("n");
    await terminal.waitFor("⏸ paused · turn 1 of 3");
  });

  test("has the whole window where that is wanted: it scrolls, jumps, and is left as every program is", async () => {
    await using shown = await replay(["--step"], { settings: { screen: "full" }, rows: 16 });
    const { terminal } = shown;
    await terminal.waitFor(/> which fruit[^]*⏸ paused · turn 1 of 3/);
    expect(terminal.modes().alternateScreen).toBe(true);
    terminal.press("G");
    await terminal.waitFor(/● Plums, yes\.[^]*■ the end/);
    terminal.press("pageup", "pageup");
    await terminal.waitFor(/> which fruit/);
    terminal.mouse("wheeldown", 3, 3);
    terminal.press("pagedown", "pagedown", "pagedown");
    await terminal.waitFor("● Plums, yes.");
    terminal.press("ctrl+o");
    await terminal.waitFor("transcript · end");
    terminal.press("escape");
    await terminal.waitFor("■ the end");
    terminal.press("{");
    await terminal.waitFor(/> and plums\?[^]*⏸ paused · turn 3 of 3/);
    expect(terminal.screen().join("\n")).not.toContain("Plums, yes.");
    terminal.press("q");
    expect(await terminal.waitForExit()).toBe(0);
    expect(terminal.modes()).toMatchObject({ alternateScreen: false, mouse: "none" });
  });

  test("ends after a turn or at a time where that is wanted; space pauses, + and - change the speed", async () => {
    await using shown = await replay(["--until", "1", "--max-pause", "3600", "--speed", "0.25"]);
    const { terminal } = shown;
    await terminal.waitFor("×0.25");
    terminal.press("space");
    await terminal.waitFor("⏸ paused");
    terminal.press("+");
    await terminal.waitFor("×0.5");
    terminal.press("-", "-");
    await terminal.waitFor("×0.25");
    terminal.press("G");
    await terminal.waitFor("■ the end · turn 1 of 1");
    expect(seen(terminal)).not.toContain("pears");
  });

  test("has its transcript, and Esc leads back from it and then out", async () => {
    await using shown = await replay(["--speed", "0"]);
    const { terminal } = shown;
    await terminal.waitFor(atEnd);
    terminal.press("ctrl+o");
    await terminal.waitFor(() => terminal.modes().alternateScreen);
    terminal.press("g");
    await terminal.waitFor("> which fruit is there?");
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.modes().alternateScreen);
    await terminal.waitFor(atEnd);
    terminal.press("escape");
    expect(await terminal.waitForExit()).toBe(0);
  });

  test("fits into the smallest window, without colours, and in Chinese", async () => {
    await using shown = await replay(["--speed", "0"], {
      cols: 20,
      rows: 6,
      env: { NO_COLOR: "1", LANG: "zh_CN.UTF-8" },
    });
    const { terminal } = shown;
    await terminal.waitFor(/■ 3\/3/);
    expect(terminal.screen().every((line) => !line.includes("\u001b"))).toBe(true);
    await terminal.resize(60, 20);
    await terminal.waitFor("第 3 轮，共 3 轮");
    terminal.press("ctrl+c");
    expect(await terminal.waitForExit()).toBe(0);
  });

  test("that was cut off in the middle of a call says so at its end", async () => {
    await using shown = await replay(["--speed", "0"], { entries: fruit.slice(0, 5) });
    await shown.terminal.waitFor(/bash  ls[^]*interrupted[^]*This turn was cut off[^]*■ the end/);
  });
});

describe("going on from a place in it", () => {
  test("makes a copy that ends there, with another model, and leaves the session as it is", async () => {
    await using shown = await replay(["--step"]);
    const { terminal, file } = shown;
    const before = await readFile(file, "utf8");
    await terminal.waitFor("⏸ paused · turn 1 of 3");
    terminal.press("}");
    await terminal.waitFor("> and pears?");
    terminal.press("f");
    await terminal.waitFor(/with which model\?[^]*demo\/offline · as it was[^]*openai\//);
    terminal.type("openai/gpt-5.4-mini");
    await terminal.waitFor(/❯ openai\/gpt-5\.4-mini/);
    terminal.press("enter");
    await open(terminal);
    await terminal.waitFor(/This is a copy of session[^]*openai\/gpt-5\.4-mini/);
    expect(seen(terminal)).not.toContain("No pears at all.");
    expect(await leave(terminal)).toBe(0);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  test("has the model that the session had, when nothing else is chosen; the copy goes on", async () => {
    await using shown = await replay(["--speed", "0"]);
    const { terminal, project, id } = shown;
    await terminal.waitFor(atEnd);
    terminal.press("f");
    await terminal.waitFor(/❯ demo\/offline · as it was/);
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("with which model?"));
    terminal.press("f");
    await terminal.waitFor(/❯ demo\/offline · as it was/);
    terminal.press("enter");
    await open(terminal);
    await send(terminal, "hello");
    await answered(terminal, "hello");
    await leave(terminal);
    const copy = (await sessionsOf(project)).find((one) => one.id !== id);
    const log = await readFile(copy?.file ?? "", "utf8");
    expect(log).toContain("Plums, yes.");
    expect(log).toContain(`"forkedFrom":{"sessionId":"${id}"`);
    expect(shown.requests()).toBe(0);
  });
});

describe("without a terminal", () => {
  test("the session is printed at once, found by its id, by words, by its file and in a bug report", async () => {
    await using project = await makeProject();
    const { id, file } = saved(project);
    await using server = await serveModel([]);
    const env = accessTo(server);
    const byId = await runRein(["replay", id.slice(0, 6)], { project, env });
    expect(byId).toMatchObject({ code: 0, err: "" });
    expect(byId.out).toContain("> which fruit is there?");
    expect(byId.out).toContain("Plums, yes.");
    const byWords = await runRein(["replay", "plums", "pears"], { project, env });
    expect(byWords.out).toBe(byId.out);
    await rename(file, project.path("moved.jsonl"));
    expect((await runRein(["replay", "moved.jsonl"], { project, env })).out).toBe(byId.out);
    const report = { bugReport: 1, session: reportOf(await readFile(project.path("moved.jsonl"), "utf8")) };
    await Bun.write(project.path("report.json"), JSON.stringify(report));
    expect((await runRein(["replay", "report.json"], { project, env })).out).toBe(byId.out);
    const first = await runRein(["replay", "moved.jsonl", "--until", "1"], { project, env });
    expect(first.out).toContain("There are apples.");
    expect(first.out).not.toContain("pears");
    expect(server.requests).toHaveLength(0);
  });

  test("a bug report is shown on the branch where its session was left, and what of it cannot be read is said", async () => {
    await using project = await makeProject();
    const { id } = saved(project, fruit);
    const context = { paths: dataPaths(project.env), now: Date.now, onTrouble: () => {} };
    const { session } = openSession(findSession(context.paths, id).file, context);
    for (const entry of [user("a branch that was left"), turnStart, assistant([says("left.")]), turnEnd()])
      session.append(entry);
    session.move(session.branch().find(({ type }) => type === "turn_end")?.id ?? null);
    for (const entry of more) session.append(entry);
    session.close();
    await runRein(["bug-report", id, "--yes", "--output", "report.json"], { project });
    const shown = await runRein(["replay", "report.json"], { project });
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toBe((await runRein(["replay", id], { project })).out);
    expect(shown.out).toContain("Plums, yes.");
    expect(shown.out).not.toContain("a branch that was left");

    const report = await Bun.file(project.path("report.json")).json();
    report.session.entries.splice(2, 1, "nonsense");
    await Bun.write(project.path("report.json"), JSON.stringify(report));
    expect((await runRein(["replay", "report.json"], { project })).err).toContain(
      "1 damaged part of this session",
    );
  });

  test("what cannot be shown is said, with what can be done", async () => {
    await using project = await makeProject({ "no.json": "{}", "half.json": "{" });
    saved(project);
    await symlink(project.path("no.json"), project.path("link.jsonl"));
    for (const [args, words] of [
      [[], "Which session?"],
      [["nowhere"], "There is no session"],
      [["gone.jsonl"], "There is no file"],
      [["no.json"], "holds no session"],
      [["half.json"], "could not be read"],
      [["fruit", "--until", "soon"], "--until takes"],
      [["fruit", "--speed", "fast"], "--speed takes"],
    ] as const) {
      const run = await runRein(["replay", ...args], { project });
      expect(run).toMatchObject({ out: "", code: 2 });
      expect(run.err).toContain(words);
    }
    expect((await runRein(["replay", "link.jsonl"], { project })).err).toContain("could not be read");
  });
});

/** What a bug report holds of a session. */
function reportOf(log: string): unknown {
  const [header, ...entries] = log
    .trimEnd()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  return { header, entries };
}
