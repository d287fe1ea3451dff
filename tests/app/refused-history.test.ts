/** A server that refuses a part of the history gets the conversation without it, once; no session is lost to one message. */
import { describe, expect, test } from "bun:test";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { type Answer, httpError, type RecordedRequest, text } from "../support/model-server.ts";
import { png } from "../workspace/make-images.ts";
import { openLongSession, turn } from "./long-session.ts";

const model = "anthropic/claude-sonnet-5";
const inMessages = { protocol: "messages", model } as const;
const picture = { mediaType: "image/png", data: png(4, 4).toString("base64") };
const pictured = turn("look", { ok: true, text: "a picture", images: [picture] }, { model });
const refuse = (message: string, status = 400) =>
  httpError(status, { type: "error", error: { type: "invalid_request_error", message } });

/** A server that takes nothing in which `bad` is found. */
const against =
  (
    bad: (request: RecordedRequest) => boolean,
    message: string,
  ): Extract<Answer, (...args: never) => unknown> =>
  (request) => [bad(request) ? refuse(message) : text("fine")];

describe("an image that a server does not take", () => {
  const hasImage = ({ bodyText }: RecordedRequest) => bodyText.includes('"type":"image"');
  const words = "messages.2.content.0.tool_result.content.1.image.source.base64: image exceeds 2000 px";

  test("is words in the second try, and in every later request", async () => {
    await using session = await openLongSession(pictured, against(hasImage, words), inMessages);
    expect(await session.say("never mind")).toMatchObject({ outcome: "completed" });
    expect(await session.say("and now?")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests.map(hasImage)).toEqual([true, false, false]);
    expect(session.server.requests[1]?.bodyText).toContain("image left out: the model's server refused it");
    const told = session.inFile().filter((entry) => entry.type === "notice");
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toMatch(/^The model's server refused an image in the result of read_file; /);
  });

  test("is only that one, where the server says which", async () => {
    const history = [
      ...pictured,
      ...turn("another", { ok: true, text: "fine one", images: [picture] }, { model }),
    ];
    const count = ({ bodyText }: RecordedRequest) => bodyText.split('"type":"image"').length - 1;
    await using session = await openLongSession(
      history,
      against((request) => count(request) > 1, words),
      inMessages,
    );
    await session.say("go");
    expect(session.server.requests.map(count)).toEqual([2, 1]);
    expect(session.server.requests[1]?.bodyText).toContain("a picture\\n[image left out");
  });

  test("is still left out when the session is opened again", async () => {
    await using session = await openLongSession(pictured, against(hasImage, words), inMessages);
    await session.say("never mind");
    const history: NewEntry[] = session
      .inFile()
      .map(({ id: _id, parentId: _parent, at: _at, ...entry }) => entry);
    await using again = await openLongSession(history, against(hasImage, words), inMessages);
    expect(await again.say("more")).toMatchObject({ outcome: "completed" });
    expect(again.server.requests).toHaveLength(1);
  });

  test.each([
    "图片尺寸超过限制",
    "invalid base64 data",
    "Bad Request",
    "Request contains an invalid argument.",
    "Provider returned error",
    "",
  ])(
    "is words in the second try also where the server has no better word for it than “%s”",
    async (words) => {
      const refusal = words === "" ? httpError(400, "") : refuse(words);
      await using session = await openLongSession(
        pictured.slice(0, 4), // nobody has answered to the picture yet
        (request) => [hasImage(request) ? refusal : text("fine")],
        inMessages,
      );
      expect(await session.say("never mind")).toMatchObject({ outcome: "completed" });
      expect(await session.say("and now?")).toMatchObject({ outcome: "completed" });
      expect(session.server.requests.map(hasImage)).toEqual([true, false, false]);
    },
  );

  test("that it took before stays when it says nothing of what it refuses", async () => {
    await using session = await openLongSession(pictured, () => [refuse("Bad Request")], inMessages);
    expect(await session.say("go")).toMatchObject({ outcome: "failed" });
    expect(session.server.requests.map(hasImage)).toEqual([true]);
  });

  test("in a body that is too large goes before anything is summarised", async () => {
    await using session = await openLongSession(
      pictured,
      (request) => [hasImage(request) ? refuse("Request exceeds the maximum size", 413) : text("fine")],
      inMessages,
    );
    expect(await session.say("go")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests.map(hasImage)).toEqual([true, false]);
  });
});

describe("reasoning", () => {
  const thought = { type: "reasoning", text: "hm", opaque: { type: "thinking", signature: "s1" } } as const;
  const history = turn("go", "done", { model, parts: [thought] });

  test("whose signature is refused does not go back", async () => {
    const isSigned = ({ bodyText }: RecordedRequest) => bodyText.includes('"signature":"s1"');
    await using session = await openLongSession(
      history,
      against(isSigned, "messages.1.content.0: Invalid `signature` in `thinking` block"),
      inMessages,
    );
    expect(await session.say("on")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests.map(isSigned)).toEqual([true, false]);
  });

  test("goes to its own model only, and unchanged: away to another model and back", async () => {
    await using session = await openLongSession(
      history,
      (request) => {
        const isSigned = request.bodyText.includes('"signature":"s1"');
        const isOwn = request.body?.["model"] === "claude-sonnet-5";
        return [isSigned === isOwn ? text("fine") : refuse("Invalid `signature` in `thinking` block")];
      },
      inMessages,
    );
    expect(await session.say("one")).toMatchObject({ outcome: "completed" });
    session.conversation.switchModel("anthropic/claude-opus-4-8");
    expect(await session.say("two")).toMatchObject({ outcome: "completed" });
    session.conversation.switchModel(model);
    expect(await session.say("three")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests).toHaveLength(3);
  });

  test("that a server misses, where there is none to give back, is got over by telling the call in words", async () => {
    const hasCall = ({ bodyText }: RecordedRequest) => bodyText.includes('"type":"tool_use"');
    await using session = await openLongSession(
      turn("go", "the RESULT", { model }),
      against(
        hasCall,
        "messages.1.content.0.type: Expected `thinking` or `redacted_thinking`, but found `tool_use`",
      ),
      inMessages,
    );
    expect(await session.say("on")).toMatchObject({ outcome: "completed" });
    const [, second] = session.server.requests;
    expect(second !== undefined && hasCall(second)).toBe(false);
    expect(second?.bodyText).toContain("the RESULT");
  });
});

describe("calls and results", () => {
  test("that a server will not pair are told in words, all others stay", async () => {
    const first = turn("one", "first RESULT");
    const [call] = first.flatMap((entry) => (entry.type === "tool_result" ? [entry.callId] : []));
    const hasIt = ({ bodyText }: RecordedRequest) => bodyText.includes(`"id":"${call}"`);
    await using session = await openLongSession(
      [...first, ...turn("two", "second RESULT")],
      against(
        hasIt,
        `An assistant message with 'tool_calls' must be followed by tool messages. Missing: ${call}`,
      ),
    );
    expect(await session.say("go")).toMatchObject({ outcome: "completed" });
    const second = session.server.requests[1];
    expect(second?.bodyText).toContain("first RESULT");
    expect(second?.bodyText.split('"role":"tool"')).toHaveLength(2);
  });

  test("with which a strict template cannot live at all are told in words", async () => {
    const isStrict = ({ bodyText }: RecordedRequest) => bodyText.includes('"role":"tool"');
    await using session = await openLongSession(turn("one", "RESULT"), (request) => [
      isStrict(request) ? refuse("Unexpected role 'user' after role 'tool'", 500) : text("fine"),
    ]);
    expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  });
});

test("something that was said, named by its place, is left out", async () => {
  const isThere = ({ bodyText }: RecordedRequest) => bodyText.includes("the odd words");
  await using session = await openLongSession(
    [...turn("the odd words", "a"), ...turn("good words", "b")],
    against(isThere, "messages[1].content: invalid characters"),
  );
  expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  const second = session.server.requests[1]?.bodyText;
  expect(second).toContain("good words");
  expect(second).toContain("go");
});

test("what nobody answered is left out with what was said right behind it", async () => {
  const history: NewEntry[] = [
    { type: "user", text: "the odd words", via: "submit" },
    { type: "notice", text: "job-1 ended" },
    { type: "user_command", command: "ls", cwd: "/", exitCode: 0, output: "a", durationMs: 1, shared: true },
    ...turn("more words", "a"),
  ];
  const isThere = ({ bodyText }: RecordedRequest) => bodyText.includes("the odd words");
  await using session = await openLongSession(
    history,
    against(isThere, "messages[1].content: odd characters"),
  );
  expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  expect(session.server.requests[1]?.bodyText).not.toContain("more words");
});

test("a result that a server of Responses names by its place is left out", async () => {
  const isThere = ({ bodyText }: RecordedRequest) => bodyText.includes("the odd RESULT");
  await using session = await openLongSession(
    [...turn("one", "good RESULT"), ...turn("two", "the odd RESULT")],
    against(isThere, "Invalid 'input[6].output': string too long."),
    { protocol: "responses" },
  );
  expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  expect(session.server.requests[1]?.bodyText).toContain("good RESULT");
});

describe("one repair and no more", () => {
  test("a second refusal is an error that says what was tried and what the user can do", async () => {
    await using session = await openLongSession(pictured, () => [refuse("image is odd")], inMessages);
    const end = await session.say("go");
    expect(end).toMatchObject({ outcome: "failed" });
    expect(session.server.requests).toHaveLength(2);
    expect(end.reason).toMatch(
      /image is odd.*rein left out what the server named and asked once more, in vain\. \/fork 2 goes on in a copy .* \/compact/s,
    );
  });

  test("what is refused in words that nobody knows, message after message, is told with the way out", async () => {
    let isOdd = false;
    await using session = await openLongSession(
      turn("one", "RESULT"),
      () => [isOdd ? refuse("E1337") : text("fine")],
      inMessages,
    );
    await session.say("two");
    isOdd = true;
    expect((await session.say("three")).reason).not.toContain("/fork");
    expect((await session.say("four")).reason).toMatch(/E1337.*refused as well.*\/fork 2 goes on/s);
    expect((await session.say("five")).reason).toContain("/fork 3 goes on");
    isOdd = false;
    expect(await session.say("six")).toMatchObject({ outcome: "completed" });
    isOdd = true;
    expect((await session.say("seven")).reason).not.toContain("/fork");
  });

  test("what the user has just said is never left out", async () => {
    await using session = await openLongSession(
      [],
      () => [refuse("messages.0.content.0: not to my liking")],
      inMessages,
    );
    const end = await session.say("precious words");
    expect(end).toMatchObject({ outcome: "failed", reason: expect.stringContaining("not to my liking") });
    expect(session.server.requests).toHaveLength(1);
  });

  test("errors that are not about the history change nothing", async () => {
    for (const [status, message] of [
      [400, "temperature must be 1"],
      [401, "invalid image token for api key"],
      [404, "no model with thinking"],
    ] as const) {
      await using session = await openLongSession(turn("a", "b"), () => [refuse(message, status)]);
      expect(await session.say("go")).toMatchObject({ outcome: "failed" });
      expect(session.server.requests).toHaveLength(1);
      expect(session.inFile().some((entry) => entry.type === "notice")).toBe(false);
    }
  });
});

describe("a refusal without a word", () => {
  test.each([
    [400, ""],
    [400, "{}"],
    [413, ""],
  ])("(%d %j) of a short conversation is told, and the next message goes out", async (status, body) => {
    await using session = await openLongSession(
      turn("one", "first RESULT"),
      [[httpError(status, body)], [text("fine")]],
      { protocol: "chat" },
    );
    const refused = await session.say("two");
    expect(refused).toMatchObject({ outcome: "failed" });
    expect(refused.error?.message).toContain(String(status));
    expect(await session.say("three")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests).toHaveLength(2);
  });

  test("of a long one, that also refuses the summary, says nothing of the window: the next message goes out", async () => {
    let isBroken = true;
    await using session = await openLongSession(
      [...turn("one", "a long RESULT ".repeat(3_000)), ...turn("two", "another RESULT ".repeat(3_000))],
      () => [isBroken ? httpError(400, "") : text("fine")],
      { protocol: "chat" },
    );
    expect(await session.say("three")).toMatchObject({ outcome: "failed" });
    isBroken = false;
    expect(await session.say("four")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests.at(-1)?.bodyText.includes("a long RESULT")).toBe(true);
  });
});
