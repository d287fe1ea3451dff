/** Summaries near the window and by hand, and when rein gives up. */
import { describe, expect, test } from "bun:test";
import { call, gate, httpError, stop, text, usage } from "../support/model-server.ts";
import { openLongSession, turn, windowOf, words } from "./long-session.ts";
import { expectGrowth } from "./request-growth.ts";
import { long, asksForSummary, summaries, compactions, tokensIn, overflow } from "./compaction-scene.ts";

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
