/** `--accessible`: what is written can be read from top to bottom, and nothing of the terminal is changed. */
import { unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, httpError, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { beginUnready, COMPILED, exists, HOLDING_COMMAND, held, NODE, REIN, type Story } from "./start.ts";

const accessible = { args: ["--accessible"] };
const run = (command: string, id = "call_run") => call("bash", { command }, { id });

/** Everything so far, as lines. What was typed is among it: the terminal writes it there. */
function read(terminal: TestTerminal): string[] {
  return terminal.raw().replaceAll("\r\n", "\n").split("\n");
}

/** Waits for a line, so many times. */
async function hear(terminal: TestTerminal, line: string | RegExp, times = 1): Promise<void> {
  const fits = (one: string) => (typeof line === "string" ? one.startsWith(line) : line.test(one));
  await terminal.waitFor(() => read(terminal).filter(fits).length >= times, {
    what: `the line ${line}`,
    within: 25_000,
  });
}

function typeLine(terminal: TestTerminal, line: string): void {
  terminal.type(line);
  terminal.press("enter");
}

/** Waits until a question about this was there long enough to be answered. */
async function heardQuestion(terminal: TestTerminal, line: string | RegExp, times = 1): Promise<void> {
  await hear(terminal, line, times);
  const since = performance.now();
  await terminal.waitFor(() => performance.now() - since > 700, { what: "the question to be heard" });
}

/** Starts the program and waits until it can be talked to. */
async function start(
  script: Parameters<typeof beginUnready>[0],
  options: Parameters<typeof beginUnready>[1] = {},
) {
  const story = await beginUnready(script, { ...accessible, ...options });
  await hear(story.terminal, /^(Welcome|Ready)\b/);
  return story;
}

/** What must hold of all that was written: nothing but lines. */
function expectOnlyLines(terminal: TestTerminal): void {
  const raw = terminal.raw();
  expect(raw).not.toContain("\u001b");
  // A line ends with CR LF; a lone CR would go back and write over it.
  expect(raw.replaceAll("\r\n", "\n")).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(terminal.isRaw()).toBeFalse();
}

async function leave({ terminal }: Pick<Story, "terminal">): Promise<void> {
  terminal.press("ctrl+d");
  expect(await terminal.waitForExit()).toBe(0);
}

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
      "bash was declined",
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

describe("what is typed before a question", () => {
  test("is no answer to it: a number is told not to count, a message waits for its turn", async () => {
    await using story = await start([
      [run(HOLDING_COMMAND, "call_1")],
      [run("touch made", "call_2")],
      [text("as you like")],
      [text("and the changelog")],
    ]);
    const { terminal, server, project } = story;
    typeLine(terminal, "go");
    await heardQuestion(terminal, "Question: bash");
    typeLine(terminal, "1");
    await held(story);
    typeLine(terminal, "also the changelog");
    await hear(terminal, "Queued for after this turn");
    await unlink(project.path("hold"));
    await hear(terminal, "touch made");
    typeLine(terminal, "1");
    await hear(terminal, /came before the question could be heard, so it does not count/);
    expect(await exists(project, "made")).toBeFalse();
    await heardQuestion(terminal, "touch made");
    typeLine(terminal, "4");
    await hear(terminal, /^Ready, after .* 1 message waiting/);
    typeLine(terminal, "go on");
    await hear(terminal, "Sending the message that waited: also the changelog");
    expect(userTexts(await server.nextRequest(3)).at(-1)).toContain("also the changelog");
    expectOnlyLines(terminal);
  });

  test("half of a line is set aside, so that its end is no answer; /history has it and sends lines again", async () => {
    await using story = await start([
      [run(HOLDING_COMMAND, "call_1")],
      [run("touch made", "call_2")],
      [text("again, then")],
    ]);
    const { terminal, project, server } = story;
    typeLine(terminal, "go");
    await heardQuestion(terminal, "Question: bash");
    typeLine(terminal, "1");
    await held(story);
    terminal.type("1");
    await terminal.waitFor(() => read(terminal).at(-1) === "1", { what: "what was typed" });
    await unlink(project.path("hold"));
    await hear(terminal, "You had begun to type “1”");
    await heardQuestion(terminal, "touch made");
    terminal.press("enter");
    await heardQuestion(terminal, "touch made", 2);
    expect(await exists(project, "made")).toBeFalse();
    typeLine(terminal, "4");
    await hear(terminal, /^Ready, after/);
    typeLine(terminal, "/history");
    await hear(terminal, "1: 1");
    await hear(terminal, "2: go");
    typeLine(terminal, "/history 2");
    await hear(terminal, "Answer: again, then");
    expect(userTexts(await server.nextRequest(2)).at(-1)).toContain("go");
    expectOnlyLines(terminal);
  });
});

describe("a command of the user's", () => {
  test("is told line by line, with how it ended, and the model gets to see a shared one", async () => {
    await using story = await start([[text("seen")]], { env: { MINE: "my own" } });
    const { terminal, server } = story;
    typeLine(terminal, '!echo "$MINE"; printf "\\033[31mred\\033[0m\\n"; read -r x; exit 3');
    await hear(terminal, "my own");
    await hear(terminal, /^It ended: exit 3, /);
    typeLine(terminal, "!!echo kept to myself");
    await hear(terminal, /^It ended: exit 0, /);
    typeLine(terminal, "what was it");
    await hear(terminal, "Answer: seen");
    const { bodyText } = await server.nextRequest(0);
    expect(bodyText).toContain("my own");
    expect(bodyText).not.toContain("kept to myself");
    expect(read(terminal)).toContain("red");
    expectOnlyLines(terminal);
  });

  test("is ended by Ctrl+C, which does not leave", async () => {
    await using story = await start([[text("still here")]]);
    const { terminal } = story;
    typeLine(terminal, "!echo begun; sleep 60");
    await hear(terminal, "begun");
    terminal.press("ctrl+c");
    await hear(terminal, /^It was ended after /);
    typeLine(terminal, "are you there");
    await hear(terminal, "Answer: still here");
    expectOnlyLines(terminal);
  });
});

describe("/secrets add", () => {
  test("takes a secret that is not shown, and the terminal shows what is typed afterwards", async () => {
    await using story = await start([[text("noted")]]);
    const { terminal, server } = story;
    typeLine(terminal, "/secrets add ours");
    await hear(terminal, "The secret ours: type or paste it");
    typeLine(terminal, "made-by-hand-42");
    await hear(terminal, "OURS#1 is hidden from now on");
    expect(terminal.raw()).not.toContain("made-by-hand-42");
    typeLine(terminal, "it begins with made-by-hand-42");
    await hear(terminal, "it begins with made-by-hand-42");
    await hear(terminal, "Answer: noted");
    expect((await server.nextRequest(0)).bodyText).not.toContain("made-by-hand-42");
    expectOnlyLines(terminal);
  });

  test("leaves the terminal showing what is typed, whatever the way out", async () => {
    await using project = await makeProject();
    const script = `"${NODE}" "${REIN}" --accessible -m demo; stty -a | grep -o -- "-\\?echo\\b"`;
    await using terminal = launch({
      command: "bash",
      args: ["-c", script],
      cwd: project.folder,
      env: { ...project.env, ...COMPILED },
    });
    await hear(terminal, /^(Welcome|Ready)\b/);
    typeLine(terminal, "/secrets add ours");
    await hear(terminal, "The secret ours: type or paste it");
    terminal.press("ctrl+d");
    await hear(terminal, /^-?echo$/);
    expect(read(terminal)).toContain("echo");
  });
});

describe("the keys of the terminal", () => {
  test("Ctrl+C stops a turn, and twice leaves when nothing runs", async () => {
    await using story = await start([[run(HOLDING_COMMAND)]]);
    const { terminal } = story;
    typeLine(terminal, "go");
    await heardQuestion(terminal, "Question: bash");
    typeLine(terminal, "1");
    const isAlive = await held(story);
    terminal.press("ctrl+c");
    await hear(terminal, "Note: Interrupted.");
    await terminal.waitFor(() => !isAlive(), { what: "the command to end" });
    await hear(terminal, /^Ready, after/);
    terminal.press("ctrl+c");
    await hear(terminal, "Ctrl+C once more leaves rein.");
    terminal.press("ctrl+c");
    expect(await terminal.waitForExit()).toBe(0);
    expectOnlyLines(terminal);
  });

  test("a backslash at the end of a line goes on in the next", async () => {
    await using story = await start([[text("two lines")]]);
    typeLine(story.terminal, "first\\");
    typeLine(story.terminal, "second");
    await hear(story.terminal, "Answer: two lines");
    expect(userTexts(await story.server.nextRequest(0))).toEqual(["first\nsecond"]);
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
