/** `rein replay`: a session is seen again in a terminal as it happened, from its log alone. */
import { readFile } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { serveModel } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { countInLines, ERASE_SCROLLBACK } from "../support/screen-rules.ts";
import { launch, type LaunchOptions, type TestTerminal } from "../support/terminal.ts";
import { sessionsOf } from "./logs.ts";
import { fruit, more, saved } from "./replay-scene.ts";
import { accessTo, answered, COMPILED, leave, NODE, open, REIN, seen, send } from "./start.ts";

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

  test("has the whole window where --full says so, whatever the settings say", async () => {
    await using shown = await replay(["--step", "--full"]);
    const { terminal } = shown;
    await terminal.waitFor(/> which fruit[^]*⏸ paused · turn 1 of 3/);
    expect(terminal.modes().alternateScreen).toBe(true);
    terminal.press("q");
    expect(await terminal.waitForExit()).toBe(0);
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

  test("that went to another place of its tree says so there", async () => {
    const entries: NewEntry[] = [...fruit, { type: "move", from: "elsewhere" }, ...more];
    await using shown = await replay(["--speed", "0"], { entries, rows: 40 });
    await shown.terminal.waitFor(/绿色的[^]*another place of its tree[^]*> and pears\?[^]*■ the end/);
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
