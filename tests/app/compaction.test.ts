/** A conversation that outgrows its model's window is summarised, in time, and nothing of it is lost. */
import { describe, expect, test } from "bun:test";
import { call, httpError, stop, text, usage } from "../support/model-server.ts";
import { openLongSession, type StoryOptions, windowOf, words } from "./long-session.ts";
import { long, asksForSummary, summaries, compactions, tokensIn, overflow } from "./compaction-scene.ts";

describe.each([
  [
    "vLLM's words",
    "This model's maximum context length is 8192 tokens. However, you requested 0 output tokens and your prompt contains at least 8193 input tokens",
  ],
  [
    "llama.cpp's words",
    "request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it",
  ],
])("a server that refuses 50,000 tokens in %s", (_, message) => {
  test("is asked for a summary that fits, and then for the answer", async () => {
    await using session = await openLongSession(long, [
      [overflow(message)],
      [text("SUMMARY of it all")],
      [text("fine")],
    ]);
    expect(await session.say("and now this")).toMatchObject({ outcome: "completed" });
    const [refused, asked, final, ...more] = session.server.requests;
    expect(more).toEqual([]);
    expect(tokensIn(asked?.body)).toBeLessThan(8_192);
    expect(tokensIn(final?.body)).toBeLessThan(8_192);
    expect(final?.bodyText).not.toBe(refused?.bodyText ?? "");
    expect(asked?.body).not.toHaveProperty("tools");
    expect(final?.bodyText).toContain("SUMMARY of it all");
    expect(final?.bodyText).toContain("and now this");
    const inFile = JSON.stringify(session.inFile());
    for (let at = 0; at < 20; at += 1) expect(inFile).toContain(`end ${at}`);
    expect(session.events).toContainEqual({ type: "activity", label: "summarising the conversation" });
  });
});

test("the window that a server named counts for the rest of the run", async () => {
  await using session = await openLongSession(long, (request) => {
    if (asksForSummary(request)) return [text("SUMMARY")];
    return request.bodyText.length > 40_000
      ? [overflow("maximum context length is 8192 tokens")]
      : [text("fine")];
  });
  await session.say("one");
  expect(session.conversation.contextWindow()).toBe(8_192);
  await session.say(words(3_000));
  await session.say("three");
  const refused = session.server.requests.filter(
    (request) => request.bodyText.length > 40_000 && !asksForSummary(request),
  );
  expect(refused).toHaveLength(1);
});

test("an overflow in the middle of a turn is got over too, and the calls keep their results", async () => {
  await using session = await openLongSession(long.slice(0, 12), [
    [call("bash", { command: "echo one" })],
    [overflow("prompt is too long: 9000 tokens > 8192 maximum")],
    [text("SUMMARY")],
    [text("done")],
  ]);
  expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  expect(session.server.requests.at(-1)?.bodyText).toContain("SUMMARY");
});

test("a request that is still too long with a summary is an error that says what to do, and nothing is sent twice", async () => {
  const refusal = [overflow("maximum context length is 8192 tokens")];
  await using session = await openLongSession(long, [refusal, [text("SUMMARY")], refusal]);
  const end = await session.say("go");
  expect(end).toMatchObject({ outcome: "failed" });
  expect(end.reason).toMatch(/also after rein summarised the conversation\. \/model/);
  const bodies = session.server.requests.map(({ bodyText }) => bodyText);
  expect(new Set(bodies).size).toBe(3);
});

test("an error that has nothing to do with the length changes nothing", async () => {
  await using session = await openLongSession(
    long,
    [[httpError(400, { error: { message: "model 'test-model' not found" } })]],
    windowOf(200_000),
  );
  const before = session.inFile();
  const end = await session.say("go");
  expect(end.reason).toContain("model 'test-model' not found");
  expect(session.server.requests).toHaveLength(1);
  expect(session.inFile().slice(0, before.length)).toEqual([...before]);
});

test("a refusal in unknown words counts as an overflow when the request was about as long as the window", async () => {
  const odd = [httpError(400, { error: { message: "E1337: bad payload" } })];
  await using session = await openLongSession(long, [odd, [text("SUMMARY")], [text("fine")]], {
    settings: { ...windowOf(56_000).settings, compactAt: 95 },
  });
  expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  expect(summaries(session)).toHaveLength(1);
});

describe("a summary that is none", () => {
  test.each([["refusal"], ["content_filter"]] as const)(
    "because the model would not write it (%s) leaves the conversation as it was",
    async (kind) => {
      await using session = await openLongSession(
        long,
        (request) => (asksForSummary(request) ? [text("I cannot help"), stop(kind)] : [text("never")]),
        windowOf(60_000),
      );
      const end = await session.say("go");
      expect(end).toMatchObject({ outcome: "failed", reason: expect.stringContaining("refused to write") });
      expect(session.inFile().every((entry) => entry.type !== "compaction" || entry.summary === "")).toBe(
        true,
      );
      expect(session.server.requests).toHaveLength(1);
      expect(session.conversation.spending.used().get("openai/test-model")?.inputTokens).toBe(100);
    },
  );

  test("whole, because answers of the model are limited, says where it breaks off", async () => {
    await using session = await openLongSession(
      long,
      (request) => (asksForSummary(request) ? [text("SUMMARY of ha"), stop("length")] : [text("fine")]),
      windowOf(60_000),
    );
    expect(await session.say("go")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests.at(-1)?.bodyText).toContain(
      "SUMMARY of ha\\n[The summary breaks off here",
    );
  });
});

describe("a budget", () => {
  const story: StoryOptions = {
    model: "openai/gpt-5.4",
    maxCost: 0.3,
    settings: { providers: { openai: { models: { "gpt-5.4": { contextWindow: 60_000 } } } } },
  };
  /** 50 cents. */
  const dear = usage({ inputTokens: 200_000, outputTokens: 10 });

  test("that the summary has used up ends the turn before the next request, and is there in the next run too", async () => {
    await using session = await openLongSession(
      long,
      (request) => (asksForSummary(request) ? [text("SUMMARY"), dear] : [text("never")]),
      story,
    );
    expect(await session.say("go")).toMatchObject({ outcome: "budget_reached" });
    expect(compactions(session)).toHaveLength(1);
    await session.again({ model: "openai/gpt-5.4" });
    expect(await session.say("go")).toMatchObject({ outcome: "budget_reached" });
    expect(session.server.requests).toHaveLength(1);
  });

  test("that is used up asks for no summary by hand either", async () => {
    await using session = await openLongSession([], [[text("one")], [text("two"), dear]], story);
    await session.say("first");
    await session.say("second");
    expect(await session.conversation.compact("")).toMatchObject({
      outcome: "budget_reached",
      reason: expect.stringContaining("--max-cost raises it"),
    });
    expect(session.server.requests).toHaveLength(2);
  });
});

test("what the user ran in private is in no summary", async () => {
  const secret = {
    type: "user_command",
    command: "cat key",
    cwd: "/",
    exitCode: 0,
    output: "TOPSECRET",
    durationMs: 1,
    shared: false,
  } as const;
  await using session = await openLongSession(
    [...long.slice(0, 6), secret, ...long.slice(6, 18)],
    [[text("SUMMARY")]],
  );
  await session.conversation.compact("");
  expect(session.server.requests[0]?.bodyText).toContain("question 1");
  expect(session.server.requests[0]?.bodyText).not.toContain("TOPSECRET");
});
