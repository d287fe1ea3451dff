/** A session is never lost: whatever is wrong with its log, it is opened and asked again, and strict servers take it. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { brokenOrder } from "../support/model-order.ts";
import { httpError, type RecordedRequest, text } from "../support/model-server.ts";
import { png } from "../workspace/make-images.ts";
import { openLongSession, words } from "./long-session.ts";

type Content = Readonly<Record<string, unknown>>;

const own = "mine/test-model";
const user = (said: string): Content => ({ type: "user", text: said, via: "submit" });
const start = (turnId: string): Content => ({
  type: "turn_start",
  turnId,
  traceId: "0",
  model: own,
  mode: "auto",
});
const end = (turnId: string, more: Content = {}): Content => ({
  type: "turn_end",
  turnId,
  outcome: "completed",
  steps: 1,
  ...more,
});
const answer = (parts: readonly Content[], more: Content = {}): Content => ({
  type: "assistant",
  turnId: "t1",
  step: 1,
  model: own,
  parts,
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
  ...more,
});
const says = (said: string): Content => ({ type: "text", text: said });
const calls = (callId: string, argumentsText = "{}"): Content => ({
  type: "tool_call",
  callId,
  name: "bash",
  argumentsText,
});
const result = (callId: string, more: Content = {}): Content => ({
  type: "tool_result",
  callId,
  name: "bash",
  title: "",
  durationMs: 1,
  result: { ok: true, text: `did ${callId}`, ...more },
});

const lines = (contents: readonly Content[]): string[] =>
  contents.map((content, at) =>
    JSON.stringify({
      ...content,
      id: `e${at}`,
      parentId: at === 0 ? null : `e${at - 1}`,
      at: "2030-01-02T03:04:05.678Z",
    }),
  );
const log = (...contents: Content[]): string => `${lines(contents).join("\n")}\n`;

const whole = [
  user("go"),
  start("t1"),
  answer([calls("a"), calls("b")]),
  result("a"),
  result("b"),
  answer([says("done")]),
  end("t1"),
];
/** The lines of a good session with one of them changed. */
const withLine = (at: number, change: (line: string) => string): string =>
  `${lines(whole)
    .map((line, index) => (index === at ? change(line) : line))
    .join("\n")}\n`;
const image = { mediaType: "image/png", data: png(4, 4).toString("base64") };
const deep = `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
const opaque = { type: "thinking", signature: "FOREIGN" };

const logs: Readonly<Record<string, string>> = {
  "a call without a result": log(user("go"), start("t1"), answer([calls("a"), calls("b")]), result("b")),
  "a call that nobody answered, and more turns behind it": log(
    ...whole.slice(0, 3),
    user("on"),
    answer([says("on it")]),
  ),
  "an interrupted turn without a word": log(
    user("go"),
    start("t1"),
    end("t1", { outcome: "interrupted" }),
    user("again"),
  ),
  "a declined call, and the user going on": log(
    ...whole.slice(0, 3),
    result("a", { ok: false, kind: "declined", message: "" }),
    user("rather not"),
  ),
  "blank text beside calls": log(user("go"), answer([says(" "), calls("a")]), result("a", { text: "" })),
  "an answer of nothing": log(user("go"), answer([]), answer([says("\n")]), user(" ")),
  "an empty summary": log(...whole, { type: "compaction", summary: " ", firstKeptId: "e5" }),
  "a summary that keeps what is not there": log(...whole, {
    type: "compaction",
    summary: "S",
    firstKeptId: "gone",
  }),
  "a summary that cuts between a call and its result": log(...whole, {
    type: "compaction",
    summary: "S",
    firstKeptId: "e4",
  }),
  "an image that is none": log(
    user("look"),
    answer([calls("a")]),
    result("a", { images: [{ ...image, data: `${image.data.slice(0, 20)}!` }] }),
  ),
  "an image that is too large": log(
    user("look"),
    answer([calls("a")]),
    result("a", { images: [{ ...image, data: "A".repeat(6_000_000) }] }),
  ),
  "half characters": log(
    user("half \ud83d"),
    answer([calls("a", '{"a":"\\ud83d"}')]),
    result("a", { text: "\ude00" }),
  ),
  "another model's signed thinking": log(
    user("go"),
    answer([{ type: "reasoning", text: "hm", opaque }, calls("a")], { model: "anthropic/claude-opus-4-8" }),
    result("a"),
  ),
  "thinking and nothing else": log(user("go"), answer([{ type: "reasoning", text: "hm", opaque }])),
  "results twice, of nobody, and before their call": log(
    user("go"),
    result("b"),
    answer([calls("a"), calls("b")]),
    result("a"),
    result("a"),
    result("z"),
  ),
  "one id for all calls": log(
    user("go"),
    answer([calls("call_0"), calls("call_0")]),
    result("call_0"),
    answer([calls("call_0")]),
    result("call_0"),
  ),
  "ids that no server takes": log(
    user("go"),
    answer([calls("a b/ü|" + "x".repeat(200)), calls("")]),
    result("a b/ü|" + "x".repeat(200)),
  ),
  "arguments that are no JSON, and too deep": log(
    user("go"),
    answer([calls("a", '{"path":'), calls("b", deep), calls("c", "[1]")]),
    result("a"),
    result("b"),
    result("c"),
  ),
  "an error of a kind of later days": log(
    user("go"),
    start("t1"),
    end("t1", { outcome: "failed", error: { kind: "from_the_future", message: "", retryable: 7 } }),
  ),
  "usage that is no number": log(
    user("go"),
    answer([says("a")], { usage: { inputTokens: "12", outputTokens: -1 } }),
  ),
  "usage below zero": log(user("go"), answer([says("a")], { usage: { inputTokens: -12, outputTokens: -1 } })),
  "a torn end": log(...whole).slice(0, -60),
  "a lost answer": withLine(2, () => ""),
  "NUL bytes in place of an answer": withLine(2, (line) => "\0".repeat(line.length)),
  "an answer cut in its middle": withLine(2, (line) => line.slice(0, 80)),
  "a result that became noise": withLine(3, () => "\u0001\u0002 not json"),
  "a line twice": withLine(2, (line) => `${line}\n${line}`),
  "nothing but noise": "\0\0\0\nnoise\n",
};

const said = z.object({ messages: z.array(z.object({ role: z.string(), content: z.unknown() })).optional() });

/** What servers refuse besides calls and results that do not fit. */
function fault(request: RecordedRequest): string | undefined {
  const { bodyText } = request;
  if (/"(?:text|output)":"(?:\s|\\n)*"/.test(bodyText)) return "text must not be blank";
  if (/"content":\[\]/.test(bodyText)) return "content must not be empty";
  if (/(?<!\\)\\u[dD][89abAB]/.test(bodyText) || !bodyText.isWellFormed())
    return "no low surrogate in string";
  if (bodyText.includes("FOREIGN")) return "Invalid `signature` in `thinking` block";
  const { messages = [] } = said.parse(request.body);
  // Beside calls Chat Completions has an empty text.
  const isBlank = (content: unknown) => typeof content === "string" && content.trim() === "";
  if (messages.some(({ role, content }) => role !== "assistant" && isBlank(content))) return "blank content";
  const roles = messages.map(({ role }) => role);
  if (roles.some((role, at) => role !== "tool" && role === roles[at + 1])) return "roles must alternate";
  return brokenOrder(request.protocol, request.body);
}

describe.each(["chat", "messages", "responses"] as const)("a log asked again over %s", (protocol) => {
  test.each(Object.entries(logs))("with %s", async (_, raw) => {
    const faults: string[] = [];
    const answers = (request: RecordedRequest) => {
      const found = fault(request);
      if (found !== undefined) faults.push(found);
      return [found === undefined ? text("fine") : httpError(400, { error: { message: found } })];
    };
    await using session = await openLongSession(raw, answers, { protocol });
    expect(await session.say("the next question")).toMatchObject({ outcome: "completed" });
    expect(await session.say("and one more")).toMatchObject({ outcome: "completed" });
    expect(faults).toEqual([]);
    expect(session.server.requests).toHaveLength(2);
    expect(session.server.requests[0]?.bodyText).toContain("the next question");
    expect(session.server.requests[1]?.bodyText).toContain("the next question");
  });
});

test("an over-full log is gone on with where its model's window is known", async () => {
  const turns = Array.from({ length: 40 }, (_, at) => [
    user(`question ${at}`),
    answer([calls(`c${at}`)]),
    result(`c${at}`, { text: `${words(2_000)} end ${at}` }),
    answer([says("so it is")]),
  ]).flat();
  const settings = { providers: { openai: { models: { "test-model": { contextWindow: 16_000 } } } } };
  const answers = ({ body }: RecordedRequest) => [text(body?.["tools"] === undefined ? "SUMMARY" : "fine")];
  await using session = await openLongSession(log(...turns), answers, { settings });
  expect(await session.say("go on")).toMatchObject({ outcome: "completed" });
  expect(session.server.requests.at(-1)?.bodyText).toContain("SUMMARY");
});
