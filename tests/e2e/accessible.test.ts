/** `--accessible`: what is written can be read from top to bottom, and nothing of the terminal is changed. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, httpError, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { launch } from "../support/terminal.ts";
import { resultsIn, userTexts } from "./requests.ts";
import {
  accessible,
  expectOnlyLines,
  hear,
  heardQuestion,
  leave,
  read,
  run,
  start,
  typeLine,
} from "./screen-reader.ts";
import { beginUnready, COMPILED, exists, HOLDING_COMMAND, held, NODE, REIN } from "./start.ts";

describe("a story", () => {
  test("with a question declined in words, one approved, an error and an end reads from top to bottom", async () => {
    await using story = await start(
      [
        [text("I will **look**\nat it."), run("rm -rf dist", "call_1")],
        [run("echo made > made; echo all is well", "call_2")],
        [httpError(400, { error: { message: "no such thing" } })],
      ],
      { cols: 200 },
    );
    const { terminal, server, project } = story;
    typeLine(terminal, "clean up");
    await heardQuestion(terminal, "Question: bash wants to run a command.");
    typeLine(terminal, "3");
    await hear(terminal, "Type why not");
    typeLine(terminal, "keep dist");
    await heardQuestion(terminal, "Question: bash wants to run a command.", 2);
    typeLine(terminal, "1");
    await hear(terminal, /^Ready, after/);
    await leave(story);

    expect(await exists(project, "made")).toBeTrue();
    expect(resultsIn(await server.nextRequest(1))["call_1"]).toContain("keep dist");
    expectOnlyLines(terminal);
    const lines = read(terminal);
    const inOrder = [
      /^Starting rein/,
      /^rein \S+, model \S+, mode ask, folder /,
      "clean up",
      "Thinking…",
      "Answer: I will look at it.",
      "Question: bash wants to run a command.",
      "Command:",
      "rm -rf dist",
      /^Folder: /,
      /^Why: /,
      "1: yes, once",
      "3: no, and say why",
      "4: no, and stop",
      "3",
      /^Type why not/,
      "keep dist",
      "Declined.",
      "Thinking…",
      "Question: bash wants to run a command.",
      "1",
      "Allowed, once.",
      "Running bash: echo made > made; echo all is well",
      /^bash ended: exit 0, /,
      "It printed:",
      "all is well",
      "Thinking…",
      /^Error: Failed: .*no such thing/,
      /^Ready, after /,
      /^Session \S+ is saved/,
    ];
    let at = -1;
    for (const wanted of inOrder) {
      const next = lines.findIndex(
        (line, index) => index > at && (typeof wanted === "string" ? line === wanted : wanted.test(line)),
      );
      expect([wanted, next > at]).toEqual([wanted, true]);
      at = next;
    }
    // Nothing is told twice.
    expect(lines).not.toContain("bash was declined");
    for (const once of ["Answer: I will look at it.", "Declined.", "all is well", "Allowed, once."])
      expect(lines.filter((line) => line === once)).toHaveLength(1);
  });

  test("tells several questions one after the other, with their number", async () => {
    await using story = await start([
      [run("touch a", "call_1"), run("touch b", "call_2")],
      [text("both done")],
    ]);
    const { terminal, project } = story;
    typeLine(terminal, "two please");
    await heardQuestion(terminal, "Question 1 of 2: bash");
    typeLine(terminal, "1");
    await heardQuestion(terminal, "Question 2 of 2: bash");
    typeLine(terminal, "1");
    await hear(terminal, "Answer: both done");
    expect(await exists(project, "a")).toBeTrue();
    expect(await exists(project, "b")).toBeTrue();
    expectOnlyLines(terminal);
  });

  test("takes a change hunk by hunk", async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
    const changed = lines.with(1, "TWO").with(27, "LATE").join("\n");
    await using story = await start(
      [
        [call("read_file", { path: "a.txt" }, { id: "call_r" })],
        [call("write_file", { path: "a.txt", content: `${changed}\n` }, { id: "call_w" })],
        [text("noted")],
      ],
      { files: { "a.txt": `${lines.join("\n")}\n` } },
    );
    const { terminal, project } = story;
    typeLine(terminal, "shout");
    await heardQuestion(terminal, "Question: write_file");
    typeLine(terminal, "h");
    await heardQuestion(terminal, "Hunk 1 of 2: a.txt");
    typeLine(terminal, "y");
    await heardQuestion(terminal, "Hunk 2 of 2: a.txt");
    typeLine(terminal, "n");
    await heardQuestion(terminal, "You take 1 of 2 hunks.");
    typeLine(terminal, "a");
    await hear(terminal, "Answer: noted");
    expect(await project.read("a.txt")).toBe(`${lines.with(1, "TWO").join("\n")}\n`);
    expectOnlyLines(terminal);
  });
});

describe("a folder that is not trusted", () => {
  test("is asked about first; what was typed before is kept, and a no leaves what it brings out", async () => {
    const rule = "Speak like a pirate.";
    await using story = await beginUnready([[text("hello there")]], {
      ...accessible,
      files: { "AGENTS.md": rule },
    });
    const { terminal, server } = story;
    typeLine(terminal, "hello from before");
    await heardQuestion(terminal, "Question: trust this folder");
    typeLine(terminal, "");
    await heardQuestion(terminal, "Question: trust this folder", 2);
    typeLine(terminal, "2");
    await hear(terminal, "Answer: hello there");
    const request = await server.nextRequest(0);
    expect(userTexts(request)).toEqual(["hello from before"]);
    expect(request.bodyText).not.toContain(rule);
    expectOnlyLines(terminal);
  });
});

describe("the end", () => {
  test.each([
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("by %s comes in order: what runs is stopped, the session is saved", async (signal, code) => {
    await using story = await start([[run(HOLDING_COMMAND)]]);
    const { terminal } = story;
    typeLine(terminal, "go");
    await heardQuestion(terminal, "Question: bash");
    typeLine(terminal, "1");
    const isAlive = await held(story);
    terminal.signal(signal);
    expect(await terminal.waitForExit()).toBe(code);
    expect(isAlive()).toBeFalse();
    expect(terminal.raw()).toContain("is saved");
  });
});

describe("a reader that has gone", () => {
  test("ends it in order, without an error", async () => {
    await using project = await makeProject();
    const script = `set -o pipefail; "${NODE}" "${REIN}" --accessible -m demo | head -n 1; echo "ended with $?"`;
    await using terminal = launch({
      command: "bash",
      args: ["-c", script],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED },
    });
    await hear(terminal, /^ended with/);
    expect(read(terminal).filter((line) => line !== "")).toEqual([
      "Starting rein in accessible mode…",
      "ended with 0",
    ]);
  });
});

describe("a session", () => {
  test("is gone on with: by -c with its last message, by -r from a list with numbers", async () => {
    await using story = await start([[text("the first answer")], [text("the second answer")]]);
    typeLine(story.terminal, "my question");
    await hear(story.terminal, "Answer: the first answer");
    await hear(story.terminal, /^Ready, after/);
    await leave(story);

    const later = story.launchAgain({ args: ["--accessible", "-c"] });
    await hear(later, "Ready.");
    const told = read(later).join("\n");
    expect(told).toMatch(/You: my question\nAnswer: the first answer\n/);
    await leave({ terminal: later });

    const chosen = story.launchAgain({ args: ["--accessible", "-r"] });
    await heardQuestion(chosen, "Which session?");
    expect(read(chosen).join("\n")).toMatch(/\n1: .*my question/);
    typeLine(chosen, "1");
    await hear(chosen, "Answer: the first answer");
    typeLine(chosen, "go on");
    await hear(chosen, "Answer: the second answer");
    expect(userTexts(await story.server.nextRequest(1))[0]).toBe("my question");
    expectOnlyLines(chosen);
  });
});

describe("it is chosen", () => {
  test.each([
    ["by ACCESSIBLE=1", { ACCESSIBLE: "1" }, [], "{}", true],
    ["by INK_SCREEN_READER=1", { INK_SCREEN_READER: "1" }, [], "{}", true],
    ["by the setting", {}, [], '{ "accessible": true }', true],
    ["by the flag against all others", { ACCESSIBLE: "0" }, ["--accessible"], "{}", true],
    [
      "not by the setting where the environment says no",
      { ACCESSIBLE: "0" },
      [],
      '{ "accessible": true }',
      false,
    ],
  ] as const)("%s", async (_name, env, args, settings, isChosen) => {
    await using story = await beginUnready([]);
    const folder = join(story.project.home, ".config", "rein");
    await Bun.write(join(folder, "settings.json"), "");
    await writeFile(join(folder, "settings.json"), settings);
    const terminal = story.launchAgain({ env, args });
    if (isChosen) await hear(terminal, "Starting rein in accessible mode");
    else await terminal.ready();
    expect(terminal.raw().includes("accessible mode")).toBe(isChosen);
  });
});
