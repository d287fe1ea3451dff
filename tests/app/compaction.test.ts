/** A conversation that outgrows its model's window is summarised, in time, and nothing of it is lost. */
import { describe, expect, test } from "bun:test";
import { estimateText } from "../../src/context/tokens.ts";
import type { EntryOf } from "../../src/protocol/entry.ts";
import { call, gate, httpError, type RecordedRequest, stop, text, usage } from "../support/model-server.ts";
import {
  type LongSession,
  openLongSession,
  type StoryOptions,
  turn,
  windowOf,
  words,
} from "./long-session.ts";
import { expectGrowth } from "./request-growth.ts";

/** 50,000 tokens, most of them in results. */
const long = Array.from({ length: 20 }, (_, at) =>
  turn(`question ${at}`, `${words(2_500)} end ${at}`),
).flat();
/** A request for a summary: the only ones that have no tools. */
const asksForSummary = ({ body }: RecordedRequest) => body?.["tools"] === undefined;
const summaries = ({ server }: LongSession) => server.requests.filter(asksForSummary);
const compactions = (session: LongSession) =>
  session.inFile().filter((entry): entry is EntryOf<"compaction"> => entry.type === "compaction");
/** The tokens of all texts in a body, its tools' descriptions among them. */
const tokensIn = (value: unknown): number => {
  if (typeof value === "string") return estimateText(value);
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, inner) => sum + tokensIn(inner), 0);
};
const overflow = (message: string) => httpError(400, { error: { message, type: "invalid_request_error" } });

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

describe("near the window", () => {
  test("the conversation is summarised before the request, the newest turns stay word for word", async () => {
    await using session = await openLongSession(
      long,
      (request) => (asksForSummary(request) ? [text("SUMMARY")] : [text("fine")]),
      windowOf(60_000),
    );
    expect(await session.say("go")).toMatchObject({ outcome: "completed" });
    const [asked, final] = session.server.requests;
    expect(session.server.requests).toHaveLength(2);
    expect(asked?.bodyText).toContain("question 3");
    expect(final?.bodyText).toContain("end 19");
    expect(final?.bodyText).not.toContain("end 3");
    expect(final?.bodyText).toContain("go");
    const [entry] = compactions(session);
    expect(entry?.tokens?.before).toBeGreaterThan(48_000);
    expect(entry?.tokens?.after).toBeLessThan(48_000);
    expect(entry).toMatchObject({
      model: "openai/test-model",
      usage: { inputTokens: 100, outputTokens: 10 },
    });
  });

  test("also between two steps of one turn, and what the user asked for stays word for word", async () => {
    let steps = 0;
    await using session = await openLongSession(
      [],
      (request) => {
        if (asksForSummary(request)) return [text("SUMMARY")];
        steps += 1;
        return steps <= 5 ? [call("bash", { command: `seq 1 6000; echo step ${steps}` })] : [text("done")];
      },
      windowOf(30_000),
    );
    const end = await session.say("the EXACT wish of the user");
    expect(end).toMatchObject({ outcome: "completed" });
    expect(summaries(session).length).toBeGreaterThan(0);
    for (const request of session.server.requests) {
      expect(tokensIn(request.body)).toBeLessThan(30_000);
      expect(request.bodyText).toContain("the EXACT wish of the user");
    }
  });

  test("several times in one turn, and a session that is opened again sends what it would have sent", async () => {
    let steps = 0;
    await using session = await openLongSession(
      [],
      (request) => {
        if (asksForSummary(request)) return [text(`SUMMARY ${steps}`)];
        steps += 1;
        return steps <= 7 ? [call("bash", { command: `seq 1 6000; echo step ${steps}` })] : [text("done")];
      },
      windowOf(30_000),
    );
    expect(await session.say("the EXACT wish of the user")).toMatchObject({ outcome: "completed" });
    expect(compactions(session).length).toBeGreaterThanOrEqual(2);
    await session.again({ model: "openai/test-model" });
    expect(await session.say("more")).toMatchObject({ outcome: "completed" });
    expectGrowth(session.server.requests.slice(-2));
    await session.again({ model: "anthropic/claude-sonnet-5" });
    expect(await session.say("and more")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests.at(-1)?.bodyText).toContain("the EXACT wish of the user");
  });

  test("a server that counts more tokens than rein estimates is believed", async () => {
    const size = { inputTokens: 55_000, outputTokens: 10 };
    await using session = await openLongSession(
      long.slice(0, 12),
      [[text("one"), usage(size)], [text("SUMMARY")], [text("two")]],
      windowOf(60_000),
    );
    await session.say("first");
    expect(summaries(session)).toHaveLength(0);
    await session.say("second");
    expect(summaries(session)).toHaveLength(1);
  });

  test("an answer that filled a window of unknown size is followed by a summary", async () => {
    const full = [
      text("half an ans"),
      usage({ inputTokens: 50_000, outputTokens: 100 }),
      stop("context_window"),
    ];
    await using session = await openLongSession(long, [full, [text("SUMMARY")], [text("whole")]], {
      protocol: "messages",
    });
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed", reason: expect.stringContaining("/compact") });
    expect(await session.say("go on")).toMatchObject({ outcome: "completed" });
    expect(summaries(session)).toHaveLength(1);
  });

  test("an answer whose server says that the window is full, and counts nothing, teaches nothing", async () => {
    const full = [text("half"), usage({ inputTokens: 0, outputTokens: 0 }), stop("context_window")];
    await using session = await openLongSession([], [full, [text("whole")]], { protocol: "messages" });
    await session.say("go");
    expect(session.conversation.contextWindow()).toBeUndefined();
    expect(await session.say("go on")).toMatchObject({ outcome: "completed" });
  });

  test("with autoCompact off nothing is summarised until the server refuses, and then the user is told how", async () => {
    const script = [[text("fine")], [overflow("maximum context length is 60000 tokens")]];
    await using session = await openLongSession(long, script, {
      ...windowOf(60_000),
      settings: { ...windowOf(60_000).settings, autoCompact: false },
    });
    expect(await session.say("go")).toMatchObject({ outcome: "completed" });
    expect(await session.say("on")).toMatchObject({
      outcome: "failed",
      reason: expect.stringContaining("/compact summarises the conversation"),
    });
    expect(summaries(session)).toHaveLength(0);
  });

  test("a summary that stops half-way because the user stops it leaves the conversation as it was", async () => {
    const door = gate();
    await using session = await openLongSession(long, [[door.shut, text("SUMMARY")]], windowOf(60_000));
    const ended = session.say("go");
    await session.server.nextRequest(0);
    session.conversation.engine.interrupt();
    expect(await ended).toMatchObject({ outcome: "interrupted" });
    door.open();
    expect(compactions(session)).toEqual([]);
  });
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

describe("rein gives up and says why", () => {
  test("when three summaries come empty", async () => {
    await using session = await openLongSession(
      long,
      (request) => (asksForSummary(request) ? [stop()] : [text("never")]),
      windowOf(60_000),
    );
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed" });
    expect(end.reason).toMatch(/was asked 3 times for a summary and wrote none.*\/clear/s);
    expect(session.server.requests).toHaveLength(3);
    expect(
      session.conversation.session.branch().filter((entry) => entry.type === "compaction"),
    ).toMatchObject([{ summary: "", usage: { inputTokens: 300 } }]);
  });

  test("when the summaries are as long as what they stand for", async () => {
    await using session = await openLongSession(
      long,
      (request) => (asksForSummary(request) ? [text(words(70_000))] : [text("never")]),
      windowOf(60_000),
    );
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed", reason: expect.stringContaining("it would still be") });
    expect(session.server.requests.length).toBeLessThanOrEqual(3);
    expect(session.server.requests.every(asksForSummary)).toBe(true);
  });

  test("when it was refused, and the summaries are longer than what they stand for though they would fit the window", async () => {
    const short = Array.from({ length: 6 }, (_, at) => turn(`question ${at}`, words(400))).flat();
    await using session = await openLongSession(short, (request) =>
      asksForSummary(request)
        ? [text(words(3_500))]
        : [overflow("This model's maximum context length is 8192 tokens.")],
    );
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed", error: { kind: "context_length" } });
    expect(end.reason).toContain("it would still be");
    expect(session.server.requests.filter((request) => !asksForSummary(request))).toHaveLength(1);
    expect(summaries(session)).toHaveLength(3);
    expect(compactions(session)).toMatchObject([{ summary: "" }]);
  });

  test("when the model asks for tools in place of a summary", async () => {
    await using session = await openLongSession(
      long,
      (request) =>
        asksForSummary(request)
          ? [text("I will look at the files first."), call("glob", { pattern: "**" })]
          : [text("never")],
      windowOf(60_000),
    );
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed" });
    expect(end.reason).toMatch(/was asked 3 times for a summary and wrote none/);
    expect(session.server.requests.every(asksForSummary)).toBe(true);
  });

  test("when the system prompt and the tools alone are more than the window", async () => {
    await using session = await openLongSession(long, [], windowOf(1_000));
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed" });
    expect(end.reason).toMatch(/The system prompt, the tools and your last message alone .*\/model/s);
    expect(session.server.requests).toEqual([]);
  });

  test("when the server fails at the summary", async () => {
    await using session = await openLongSession(
      long,
      [[httpError(401, { error: { message: "no such key" } })]],
      windowOf(60_000),
    );
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed", reason: expect.stringContaining("no such key") });
    expect(compactions(session)).toEqual([]);
  });
});

describe("by hand", () => {
  test("what stands before the last turn is summarised, with what the user wants attention for", async () => {
    await using session = await openLongSession(long.slice(0, 18), [[text("SUMMARY")], [text("fine")]]);
    expect(await session.conversation.compact("the parser")).toEqual({ outcome: "completed" });
    await session.say("go on");
    const [asked, final] = session.server.requests;
    expect(asked?.bodyText).toContain("the parser");
    expect(asked?.bodyText).toContain("question 1");
    expect(final?.bodyText).toContain("SUMMARY");
    expect(final?.bodyText).toContain("end 2");
    expect(final?.bodyText).not.toContain("end 1");
  });

  test("a summary stands for an earlier one", async () => {
    await using session = await openLongSession(long.slice(0, 18), (request, at) => [
      text(asksForSummary(request) ? `SUMMARY-${at}` : "fine"),
    ]);
    await session.conversation.compact("");
    await session.say("one");
    await session.say("two");
    await session.conversation.compact("");
    await session.say("three");
    const second = summaries(session)[1];
    expect(second?.bodyText).toContain("SUMMARY-0");
    const last = session.server.requests.at(-1)?.bodyText ?? "";
    expect(last).toContain("SUMMARY-3");
    expect(last).not.toContain("SUMMARY-0");
  });

  test("a conversation of one turn needs none", async () => {
    await using session = await openLongSession([], [[text("hello")]]);
    await session.say("hi");
    expect(await session.conversation.compact("")).toMatchObject({
      outcome: "completed",
      reason: expect.stringContaining("not yet needed"),
    });
    expect(session.server.requests).toHaveLength(1);
  });

  test("messages that come meanwhile wait, and are sent behind it", async () => {
    const door = gate();
    await using session = await openLongSession(long.slice(0, 18), [
      [door.shut, text("SUMMARY")],
      [text("fine")],
    ]);
    const done = session.conversation.compact("");
    await session.server.nextRequest(0);
    session.conversation.engine.submit("meanwhile");
    expect(session.conversation.compact("")).toBeNull();
    door.open();
    await done;
    await session.conversation.engine.whenIdle();
    expect(session.server.requests[1]?.bodyText).toMatch(/SUMMARY.*meanwhile/s);
  });

  test("stopped, it leaves everything as it was", async () => {
    await using session = await openLongSession(long.slice(0, 18), [[gate().shut]]);
    const before = session.inFile();
    const done = session.conversation.compact("");
    await session.server.nextRequest(0);
    session.conversation.engine.interrupt();
    expect(await done).toEqual({ outcome: "interrupted" });
    expect(session.inFile()).toEqual([...before]);
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
