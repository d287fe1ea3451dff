import { expect, test } from "bun:test";
import { appendFileSync, existsSync, statSync, writeFileSync } from "node:fs";
import { openApp } from "../../src/app/open-app.ts";
import type { AppOptions } from "../../src/app/options.ts";
import type { Entry } from "../../src/protocol/entry.ts";
import { readRecording } from "../../src/providers/recording.ts";
import { call, httpError, reasoning, serveModel, streamError, text, usage } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";

const optionsFor = ({ folder, env }: TestProject, more: Partial<AppOptions>): AppOptions => ({
  cwd: folder,
  env,
  version: "0.0.0",
  canAsk: false,
  defaultMaxTurns: 9,
  allow: [],
  deny: [],
  ...more,
});

/** Has a conversation and returns its log and what was to be said at the end. */
async function converse(options: AppOptions, prompts: readonly string[]) {
  const app = await openApp(options);
  const conversation = app.converse();
  for (const prompt of prompts) {
    conversation.engine.submit(prompt);
    await conversation.engine.whenIdle();
  }
  const entries = conversation.session.branch();
  conversation.close();
  return { entries, notes: app.close() };
}

/** An entry without what is another one each time: ids and times. */
function lasting(entry: Entry): unknown {
  const passing =
    /^(?:id|parentId|at|turnId|traceId|requestedAfter|latencyMs|firstTokenMs|durationMs|delayMs)$/;
  return JSON.parse(JSON.stringify(entry, (key, value: unknown) => (passing.test(key) ? undefined : value)));
}

const variables = {
  chat: (url: string) => ({ OPENAI_API_KEY: "sk-a-key-0123456789", OPENAI_BASE_URL: `${url}/v1` }),
  messages: (url: string) => ({ ANTHROPIC_API_KEY: "sk-a-key-0123456789", ANTHROPIC_BASE_URL: url }),
};
const names = { chat: "openai/gpt-5.4", messages: "anthropic/claude-sonnet-5" };

test.each(["chat", "messages"] as const)(
  "a session in %s that was recorded makes the same log when it is played",
  async (protocol) => {
    await using project = await makeProject({ "a.txt": "apple\n" });
    const file = project.path("talk.jsonl");
    const env = { ...project.env };
    {
      await using server = await serveModel([
        [httpError(429, undefined, { "retry-after": "0" })],
        [
          reasoning("first a look"),
          text("I look. "),
          call("read_file", { path: "a.txt" }, { id: "call_a", split: 3 }),
          usage({ inputTokens: 1000, outputTokens: 20, cacheReadTokens: 300 }),
        ],
        [call("read_file", { path: "nothing.txt" }, { id: "call_b" })],
        [text("It says apple. 🍎")],
        [text("And then"), streamError("invalid_request_error", "no more")],
      ]);
      Object.assign(env, variables[protocol](server.url));
      const recorded = await converse(
        optionsFor(project, { env, model: names[protocol], recordFile: file }),
        ["what does it say?", "and then?"],
      );
      expect(recorded.entries.filter(({ type }) => type === "turn_end")).toMatchObject([
        { outcome: "completed" },
        { outcome: "failed" },
      ]);
      // Nobody answers there any more.
      await server[Symbol.asyncDispose]();
      const played = await converse(optionsFor(project, { model: `replay:${file}` }), [
        "what does it say?",
        "and then?",
      ]);
      expect(played.entries.map(lasting)).toEqual(recorded.entries.map(lasting));
      expect(played.notes).toEqual([]);
    }
    expect(await Bun.file(file).text()).not.toContain("sk-a-key");
    expect(statSync(file).mode & 0o777).toBe(0o600);
  },
);

test("a recording goes on behind what a file holds, also behind a line that was cut", async () => {
  await using project = await makeProject();
  await using server = await serveModel([[text("one")], [text("two")]]);
  const file = project.path("talk.jsonl");
  const options = optionsFor(project, {
    env: { ...project.env, ...variables.chat(server.url) },
    model: "openai/gpt-5.4",
    recordFile: file,
  });
  await converse(options, ["1"]);
  appendFileSync(file, '{"type":"request","id":"cut o');
  await converse(options, ["2"]);
  const { exchanges, badLines } = readRecording(file);
  expect(exchanges.map(({ end }) => end)).toEqual([
    expect.stringMatching(/end|stopped/),
    expect.stringMatching(/end|stopped/),
  ]);
  expect(badLines).toBe(1);
});

test("a replay that stops early says so, and one that asks for more fails with words", async () => {
  await using project = await makeProject();
  await using server = await serveModel([[text("one")], [text("two")]]);
  const file = project.path("talk.jsonl");
  const env = { ...project.env, ...variables.chat(server.url) };
  await converse(optionsFor(project, { env, model: "openai/gpt-5.4", recordFile: file }), ["1", "2"]);
  const early = await converse(optionsFor(project, { model: `replay:${file}` }), ["1"]);
  expect(early.notes).toEqual([
    `The recording ${file} was not played to its end: 1 of its 2 requests were sent again.`,
  ]);
  const more = await converse(optionsFor(project, { model: `replay:${file}` }), ["1", "2", "3"]);
  expect(more.entries.at(-1)).toMatchObject({
    type: "turn_end",
    outcome: "failed",
    reason: expect.stringContaining("has 2 requests, and this is request 3"),
  });
});

test("a replay asks no fallback, whatever the settings name", async () => {
  await using project = await makeProject();
  const file = project.path("talk.jsonl");
  await using server = await serveModel([[httpError(400)], [text("never asked for")]]);
  const env = { ...project.env, ...variables.chat(server.url) };
  await converse(optionsFor(project, { env, model: "openai/gpt-5.4", recordFile: file }), ["1"]);
  await Bun.write(
    `${project.env["XDG_CONFIG_HOME"]}/rein/settings.json`,
    '{"fallback":["openai/gpt-other"]}',
  );
  const played = await converse(optionsFor(project, { env, model: `replay:${file}` }), ["1"]);
  expect(played.entries.at(-1)).toMatchObject({ type: "turn_end", outcome: "failed" });
  expect(server.requests).toHaveLength(1);
});

test("what cannot be recorded to or played is refused at the start, in words", async () => {
  await using project = await makeProject();
  const open = (more: Partial<AppOptions>) => openApp(optionsFor(project, more));
  const nowhere = project.path("no/such/folder/talk.jsonl");
  await expect(open({ recordFile: nowhere })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(`The recording ${nowhere} cannot be written`),
  });
  await expect(open({ model: `replay:${nowhere}` })).rejects.toMatchObject({
    message: expect.stringContaining("there is no such file"),
  });
  await expect(open({ model: "replay:" })).rejects.toMatchObject({
    message: "A replay needs its file: replay:FILE.",
  });
  writeFileSync(project.path("junk"), "\u0000\n{}\n");
  await expect(open({ model: `replay:${project.path("junk")}` })).rejects.toMatchObject({
    message: expect.stringContaining("is no recording"),
  });
});

test("recording the offline demo says that there is nothing to record", async () => {
  await using project = await makeProject();
  const app = await openApp(optionsFor(project, { recordFile: project.path("talk.jsonl") }));
  expect(app.warnings.join("\n")).toContain("demo/offline asks no server");
  expect(existsSync(project.path("talk.jsonl"))).toBe(true);
  app.close();
});
