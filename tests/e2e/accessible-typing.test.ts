/** `--accessible`: what is typed, when, and what becomes of it. */
import { unlink } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { launch } from "../support/terminal.ts";
import { userTexts } from "./requests.ts";
import { expectOnlyLines, hear, heardQuestion, read, run, start, typeLine } from "./screen-reader.ts";
import { COMPILED, exists, HOLDING_COMMAND, held, NODE, REIN } from "./start.ts";

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

  test("is not told when the user leaves in the middle of it", async () => {
    await using story = await start([]);
    const { terminal } = story;
    typeLine(terminal, "/secrets add ours");
    await hear(terminal, "The secret ours: type or paste it");
    terminal.type("half-a-secret");
    // The first hands on what is typed, the second says that nothing more comes.
    terminal.press("ctrl+d", "ctrl+d");
    expect(await terminal.waitForExit()).toBe(0);
    expect(terminal.raw()).not.toContain("half-a-secret");
  });
});

test.each(["SIGTERM", "ctrl+d"])("a line that is begun when %s comes is told, below it", async (way) => {
  await using story = await start([]);
  const { terminal } = story;
  terminal.type("half a line");
  await terminal.waitFor(() => read(terminal).at(-1) === "half a line");
  if (way === "SIGTERM") terminal.signal("SIGTERM");
  else terminal.press("ctrl+d", "ctrl+d");
  await terminal.waitForExit();
  expect(read(terminal)).toContain("Not sent: half a line");
  expectOnlyLines(terminal);
});

test("of many calls that are stopped before they begin the number is told, once", async () => {
  const calls = Array.from({ length: 9 }, (_, at) => run(`touch ${at}`, `call_${at}`));
  await using story = await start([calls]);
  const { terminal } = story;
  typeLine(terminal, "go");
  await heardQuestion(terminal, "Question 1 of 9");
  typeLine(terminal, "3");
  await hear(terminal, "Type why not");
  typeLine(terminal, "");
  await heardQuestion(terminal, "Question 2 of 9");
  terminal.press("ctrl+c");
  await hear(terminal, /^Ready, after /);
  const lines = read(terminal);
  expect(lines.filter((line) => line === "8 calls not begun.")).toHaveLength(1);
  expect(lines.filter((line) => /was (?:interrupted|declined)/.test(line))).toEqual([]);
  expectOnlyLines(terminal);
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
