/** A talk that was recorded is played without its server, in the terminal and without one. */
import { expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { call, serveModel, text, usage } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, begin, leave, seen, send } from "./start.ts";

test("a recording of -p is played by another -p, and is its user's alone", async () => {
  await using project = await makeProject({ "a.txt": "apple\n" });
  const key = "sk-secret-key-0123456789";
  {
    await using server = await serveModel([[call("read_file", { path: "a.txt" })], [text("It says apple.")]]);
    const env = { ...accessTo(server), OPENAI_API_KEY: key };
    const run = await runRein(["-p", "--record", "talk.jsonl", "what does it say?"], { project, env });
    expect(run).toMatchObject({ out: "It says apple.\n", code: 0 });
  }
  expect(await project.read("talk.jsonl")).not.toContain(key);
  expect((await stat(project.path("talk.jsonl"))).mode & 0o777).toBe(0o600);
  const again = await runRein(["-p", "-m", "replay:talk.jsonl", "what does it say?"], { project });
  expect(again).toMatchObject({ out: "It says apple.\n", code: 0 });
  expect(again.err).toContain("read_file  a.txt");
});

test("a recording that is no recording is wrong usage", async () => {
  await using project = await makeProject({ "a.txt": "apple\n" });
  for (const [file, words] of [
    ["a.txt", "is no recording"],
    ["nothing.jsonl", "there is no such file"],
  ] as const) {
    const run = await runRein(["-p", "-m", `replay:${file}`, "hi"], { project });
    expect(run).toMatchObject({ out: "", code: 2 });
    expect(run.err).toContain(words);
  }
});

test("in the terminal a replay looks like what was recorded, with its model and its cost", async () => {
  await using story = await begin(
    [
      [call("read_file", { path: "a.txt" }), usage({ inputTokens: 40_000, outputTokens: 1000 })],
      [text("An apple.")],
    ],
    { files: { "a.txt": "apple\n" }, env: { OPENAI_MODEL: "gpt-5.4" }, args: ["--record", "talk.jsonl"] },
  );
  await send(story.terminal, "what is it?");
  await answered(story.terminal, "An apple.");
  await leave(story.terminal);
  const again = await story.again({ args: ["--model", "replay:talk.jsonl"], env: { OPENAI_BASE_URL: "" } });
  await send(again, "what is it?");
  await answered(again, "An apple.");
  await again.waitFor("$0.12", { what: "the cost" });
  expect(seen(again)).toContain("openai/gpt-5.4");
  expect(story.server.requests).toHaveLength(2);
  await send(again, "and more?");
  await again.waitFor("is over: it has 2 requests", { what: "the end of the recording" });
});
