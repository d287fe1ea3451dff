/** Asking: what is risky waits for the user's word, and each answer does what it says. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { call, gate, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { resultsIn } from "./requests.ts";
import {
  answered,
  asked,
  begin,
  composerShows,
  drawnQuestion,
  exists,
  idle,
  isBusy,
  seen,
  send,
  type Story,
} from "./start.ts";

const bash = (command: string, id: string) => call("bash", { command }, { id });
const ok = [text("ok then")];

describe("a command", () => {
  test("is asked about with its whole text and its folder, and 1 runs it", async () => {
    const command = "cd . && echo made > out.txt; echo done here # and a comment to the end";
    await using story = await begin([[bash(command, "call_1")], ok]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, "bash wants to run a command");
    expect(terminal.screen().map((line) => line.trim())).toContain(command);
    expect(seen(terminal)).toContain(`in ${project.folder}`);
    expect(await exists(project, "out.txt")).toBeFalse();
    expect(server.requests).toHaveLength(1);
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(await project.read("out.txt")).toBe("made\n");
    expect(resultsIn(await server.nextRequest(1))["call_1"]).toContain("done here");
    expect(seen(terminal)).toMatch(/● bash .*exit 0/);
  });

  test("that was allowed for the session does not ask again, and another one does", async () => {
    await using story = await begin([
      [bash("expr same", "call_1")],
      [bash("expr same", "call_2")],
      [bash("expr other", "call_3")],
      ok,
    ]);
    const { terminal, server } = story;
    await send(terminal, "go");
    await asked(terminal, "don't ask again for bash(expr same) (this project)");
    terminal.press("2");
    await asked(terminal, "bash(expr other)");
    expect(server.requests).toHaveLength(3);
    expect(resultsIn(await server.nextRequest(2))["call_2"]).toContain("same");
    terminal.press("1");
    await answered(terminal, "ok then");
  });

  test("offers to remember nothing that could do harm when repeated", async () => {
    await using story = await begin([[bash("git status && rm -rf ./tmp1", "call_1")]]);
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, "rm -rf ./tmp1");
    expect(seen(terminal)).toContain("no rule is offered");
    terminal.press("2");
    terminal.press("down");
    await terminal.waitFor(/❯ +esc +no, and stop/);
    expect(isBusy(terminal)).toBeTrue();
  });

  test("that is declined with words does not run, and the model reads them", async () => {
    await using story = await begin([[bash("touch A", "call_1")], ok]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal);
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.type("use the Makefile, 请");
    await terminal.waitFor(/no: use the Makefile, 请/);
    terminal.press("enter");
    await answered(terminal, "ok then");
    const result = resultsIn(await server.nextRequest(1))["call_1"];
    expect(result).toContain("declined");
    expect(result).toContain("use the Makefile, 请");
    expect(await exists(project, "A")).toBeFalse();
    expect(seen(terminal)).toMatch(/⊘ bash .*declined/);
  });

  test("is not run by a mere Enter: the chosen answer is no", async () => {
    await using story = await begin([[bash("touch A", "call_1")], ok]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, /❯ +3 +no/);
    terminal.press("enter");
    await terminal.waitFor("enter sends it");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(resultsIn(await server.nextRequest(1))["call_1"]).toContain("declined");
    expect(await exists(project, "A")).toBeFalse();
  });

  test("is stopped with its turn by Escape: no further request, and the next message works", async () => {
    await using story = await begin([[bash("touch A", "call_1"), bash("touch B", "call_2")], ok]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, "touch A");
    terminal.press("escape");
    await idle(terminal);
    expect(server.requests).toHaveLength(1);
    expect(seen(terminal)).toMatch(/⊘ bash .*touch A.*declined/);
    await send(terminal, "next");
    await answered(terminal, "ok then");
    expect(Object.keys(resultsIn(await server.nextRequest(1)))).toEqual(["call_1", "call_2"]);
    expect(await Promise.all(["A", "B"].map((name) => exists(project, name)))).toEqual([false, false]);
  });

  test("that failed says so, and its panel says how", async () => {
    await using story = await begin([[bash("expr before >&2; exit 3", "call_1")], ok]);
    const { terminal, server } = story;
    await send(terminal, "go");
    await asked(terminal);
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(seen(terminal)).toMatch(/● bash .*exit 3/);
    expect(resultsIn(await server.nextRequest(1))["call_1"]).toContain("exit code: 3");
  });

  test("of a tool that could not do it is shown as failed, and the model is told why", async () => {
    await using story = await begin([[call("read_file", { path: "missing.txt" }, { id: "call_1" })], ok]);
    const { terminal, server } = story;
    await send(terminal, "go");
    await answered(terminal, "ok then");
    expect(seen(terminal)).toMatch(/✗ read_file +missing\.txt +failed/);
    expect(resultsIn(await server.nextRequest(1))["call_1"]).toMatch(/^error \(failed\): .*missing\.txt/);
  });

  test("with hidden characters shows each of them by name", async () => {
    await using story = await begin([[bash("echo \u202E\x1b[2J\u200Bhi", "call_1")]]);
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal);
    const preview = terminal.screen().join("\n");
    expect(preview).toContain(String.raw`  echo \u{202e}\x1b[2J\u{200b}hi`);
    expect(terminal.raw()).not.toContain("\x1b[2J");
    expect(terminal.raw()).not.toContain("\u202E");
  });
});

describe("several calls of one response", () => {
  test("run only when all are answered, and each answer is for its own call", async () => {
    await using story = await begin([[bash("touch A", "call_a"), bash("touch B", "call_b")], ok]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, /^ +touch A$/m);
    terminal.press("1");
    await asked(terminal, /^ +touch B$/m);
    expect(await exists(project, "A")).toBeFalse();
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.type("one is enough");
    terminal.press("left", "right", "enter");
    await answered(terminal, "ok then");
    const results = resultsIn(await server.nextRequest(1));
    expect(results["call_a"]).toContain("exit code: 0");
    expect(results["call_b"]).toContain("one is enough");
    expect([await exists(project, "A"), await exists(project, "B")]).toEqual([true, false]);
    expect(countInLines(terminal.scrollback(), "● bash  touch A")).toBe(1);
    expect(countInLines(terminal.scrollback(), "⊘ bash  touch B")).toBe(1);
  });
});

describe("keys that were being typed when a question opens", () => {
  /** A turn whose question comes when the test says so. */
  async function askedWhen(typing: (story: Story) => Promise<void>): Promise<Story> {
    const asks = gate();
    const story = await begin([[text("hm "), asks.shut, bash("touch PWN", "call_1")], ok, ok]);
    await send(story.terminal, "go");
    await story.terminal.waitFor("● hm");
    await typing(story);
    asks.open();
    await drawnQuestion(story.terminal, "touch PWN");
    return story;
  }

  test("do not answer it; they stay in the composer", async () => {
    await using story = await askedWhen(async ({ terminal }) => {
      terminal.type("yes please try ");
      await composerShows(terminal, "yes please try");
    });
    const { terminal, project } = story;
    for (const key of "1 2 p y and then") terminal.type(key);
    terminal.press("enter");
    await terminal.waitFor(/▸ queued: yes please try 1 2 p y and then/);
    expect(isBusy(terminal)).toBeTrue();
    expect(await exists(project, "PWN")).toBeFalse();
  });

  test("do not answer it either when the line was just sent", async () => {
    await using story = await askedWhen(async ({ terminal }) => {
      await send(terminal, "one more thing");
    });
    const { terminal, project } = story;
    for (const key of "1. that") terminal.type(key);
    await composerShows(terminal, "1. that");
    expect(isBusy(terminal)).toBeTrue();
    expect(await exists(project, "PWN")).toBeFalse();
  });

  test("leave the question answerable after a pause", async () => {
    await using story = await askedWhen(async ({ terminal }) => {
      terminal.type("a draft");
      await composerShows(terminal, "a draft");
    });
    const { terminal, project } = story;
    await asked(terminal);
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(await exists(project, "PWN")).toBeTrue();
    await composerShows(terminal, "a draft");
  });

  test("a paste into an open question is text, not an answer", async () => {
    await using story = await begin([[bash("touch PWN", "call_1")]]);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal);
    terminal.paste("1");
    await composerShows(terminal, "1");
    expect(isBusy(terminal)).toBeTrue();
    expect(await exists(project, "PWN")).toBeFalse();
  });
});

test("a project's own files are read unasked; one outside is asked about with its real path", async () => {
  const reads = [
    call("read_file", { path: "inside.txt" }, { id: "call_in" }),
    call("read_file", { path: "../home/notes.txt" }, { id: "call_out" }),
  ];
  await using story = await begin([reads, ok], {
    files: { "inside.txt": "inside\n", "../home/notes.txt": "outside\n" },
  });
  const { terminal, project, server } = story;
  await send(terminal, "go");
  await asked(terminal, /notes\.txt/);
  expect(terminal.screen().join("").replaceAll(/\s+/g, "")).toContain(
    `readsoutsidetheproject:${join(project.home, "notes.txt")}`,
  );
  terminal.press("1");
  await answered(terminal, "ok then");
  const results = resultsIn(await server.nextRequest(1));
  expect(results["call_in"]).toContain("inside");
  expect(results["call_out"]).toContain("outside");
});
