/** `rein replay --recording`: the engine is driven again, with no server, no tools and nobody to ask. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, serveModel, text, usage } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { onlySession } from "./logs.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, asked, begin, idle, leave, send } from "./start.ts";

const makesFile = call("bash", { command: "echo made > made.txt && cat made.txt" });

/** A session of two turns with a command, recorded; its server is gone. Returns its log. */
async function recorded(project: TestProject): Promise<{ readonly id: string; readonly file: string }> {
  await using server = await serveModel([
    [text("I make it."), makesFile, usage({ inputTokens: 100, outputTokens: 10 })],
    [
      call("read_file", { path: "a.txt" }),
      call("no_such_tool", { x: 1 }),
      call("read_file", { path: "gone.txt" }),
    ],
    [text("Made, and read.")],
    [text("That was all.")],
  ]);
  const env = accessTo(server);
  const flags = ["--record", "talk.jsonl", "--allow", "bash", "--sandbox", "none"];
  expect(await runRein(["-p", ...flags, "make it"], { project, env })).toMatchObject({ code: 0 });
  expect(await runRein(["-p", "-c", ...flags, "and more?"], { project, env })).toMatchObject({ code: 0 });
  expect(server.requests).toHaveLength(4);
  return onlySession(project);
}

describe("a session that was recorded", () => {
  test("comes out the same, and nothing is run for it", async () => {
    await using project = await makeProject({ "a.txt": "apple\n" });
    const { id, file } = await recorded(project);
    await rm(project.path("made.txt"));
    const before = await readFile(file, "utf8");
    const run = await runRein(["replay", id, "--recording", "talk.jsonl"], { project });
    expect(run.out).toMatch(/^The same: \d\d entries came out as the log has them\.\n$/);
    expect(run).toMatchObject({ code: 0, err: "" });
    expect(await Bun.file(project.path("made.txt")).exists()).toBe(false);
    expect(await readFile(file, "utf8")).toBe(before);
  });

  test.each([
    [
      "an answer",
      "Made, and read.",
      "Made, and never read.",
      "parts[0].text",
      "- Made, and never read.\n+ Made, and read.",
    ],
    ["a call", "cat made.txt", "cat other.txt", "parts[1].argumentsText", "cat other.txt"],
    ["how a turn ended", '"outcome":"completed"', '"outcome":"failed"', "outcome", "- failed\n+ completed"],
  ])(
    "and was doctored afterwards in %s shows the first difference",
    async (_, said, doctored, field, shown) => {
      await using project = await makeProject({ "a.txt": "apple\n" });
      const { id, file } = await recorded(project);
      const log = await readFile(file, "utf8");
      expect(log).toContain(said);
      await writeFile(file, log.replace(said, doctored));
      const run = await runRein(["replay", id, "--recording", "talk.jsonl"], { project });
      expect(run).toMatchObject({ code: 1, err: "" });
      expect(run.out).toContain(`is the first that differs, in ${field}.`);
      expect(run.out).toContain(shown);
    },
  );

  test("and lost a turn says what is missing, or what is too much", async () => {
    await using project = await makeProject({ "a.txt": "apple\n" });
    const { id, file } = await recorded(project);
    const lines = (await readFile(file, "utf8")).trimEnd().split("\n");
    await writeFile(file, `${lines.slice(0, -2).join("\n")}\n`);
    const run = await runRein(["replay", id, "--recording", "talk.jsonl"], { project });
    expect(run.out).toContain("Turn 2 was stopped by its user, or has no end");
    expect(run.code).toBe(0);
  });

  test("with a recording of something else differs in its first answer", async () => {
    await using project = await makeProject({ "a.txt": "apple\n" });
    const { id } = await recorded(project);
    await using server = await serveModel([[text("Something else.")]]);
    await runRein(["-p", "--record", "other.jsonl", "hi"], { project, env: accessTo(server) });
    const run = await runRein(["replay", id, "--recording", "other.jsonl"], { project });
    expect(run.code).toBe(1);
    expect(run.out).toContain("(assistant) is the first that differs, in parts[0].text.");
  });
});

test("answers of the user come from the log: what they declined is declined again", async () => {
  await using story = await begin(
    [
      [call("bash", { command: "touch one.txt" }), call("bash", { command: "touch two.txt" })],
      [text("One of them.")],
    ],
    { args: ["--record", "talk.jsonl", "--sandbox", "none"] },
  );
  const { terminal, project } = story;
  await send(terminal, "touch both");
  await asked(terminal, /wants to run a command.*\n +touch one\.txt/);
  terminal.press("1");
  await asked(terminal, /wants to run a command.*\n +touch two\.txt/);
  terminal.press("3");
  await terminal.waitFor("enter sends it");
  terminal.type("not that one");
  await terminal.waitFor("not that one", { what: "the reason" });
  terminal.press("enter");
  await answered(terminal, "One of them.");
  await idle(terminal);
  await leave(terminal);
  const { id, file } = await onlySession(project);
  expect(await readFile(file, "utf8")).toContain("not that one");
  const run = await runRein(["replay", id, "--recording", "talk.jsonl"], { project });
  expect(run).toMatchObject({ code: 0, err: "" });
  expect(run.out).toContain("The same: ");
  expect(await Bun.file(join(project.folder, "two.txt")).exists()).toBe(false);
});

test("a recording that is none is wrong usage", async () => {
  await using project = await makeProject({ "a.txt": "apple\n" });
  const { id } = await recorded(project);
  const run = await runRein(["replay", id, "--recording", "a.txt"], { project });
  expect(run).toMatchObject({ out: "", code: 2 });
  expect(run.err).toContain("is no recording");
});
