/** Random histories with everything that goes wrong in one: for property tests of requests. */
import * as fc from "fast-check";
import { nameOfText } from "../../src/context/left-out.ts";
import type { Entry, LeftOut, NewEntry } from "../../src/protocol/entry.ts";
import type {
  AssistantPart,
  EncodedImage,
  ModelMessage,
  ModelRequest,
  ToolMessageResult,
} from "../../src/protocol/message.ts";
import { anyText, chained } from "../sessions/arbitrary-entries.ts";
import { gif, png, pngBomb } from "../workspace/make-images.ts";

/** The first sees, the second does not. */
export const models = ["anthropic/claude-sonnet-5", "deepseek/deepseek-v4-pro"] as const;

/** Few ids, so that they repeat, and one that is not well-formed. */
const callId = fc.constantFrom("a", "b", "c", "call_0", "x\ud800");
const text = fc.oneof(anyText, fc.constantFrom("", " ", "\n", "hello", "half \ud83d"));
const args = fc.oneof(
  fc.constantFrom(
    "{}",
    '{"a":1}',
    "",
    "[1]",
    "null",
    '{"a":',
    '{"a":"\\ud83d"}',
    '{"a":"\\\\ud83d"}',
    "\ud83d",
  ),
  fc.json(),
);

/** What each protocol keeps with reasoning, besides anything. */
const opaque = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom(
    { type: "thinking", signature: "s" },
    { type: "redacted_thinking", data: "d" },
    { type: "block", block: { type: "server_tool_use", id: "srv", name: "web_search", input: {} } },
    { type: "responses", item: { type: "reasoning", id: "rs", summary: [], encrypted_content: "sealed" } },
    {
      type: "responses",
      item: { type: "reasoning", id: "rs", content: [{ type: "reasoning_text", text: "t" }] },
    },
  ),
);

const part: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text }),
  fc.record({ type: fc.constant("reasoning" as const), text }),
  fc.record({ type: fc.constant("reasoning" as const), text, opaque }),
  fc.record({
    type: fc.constant("tool_call" as const),
    callId: fc.oneof(callId, fc.constant("")),
    name: fc.constantFrom("bash", "read_file", ""),
    argumentsText: args,
  }),
);

const smallPng = png(2, 2).toString("base64");
const image = fc.constantFrom(
  { mediaType: "image/png", data: smallPng },
  { mediaType: "image/gif", data: gif().toString("base64") },
  { mediaType: "image/png", data: `${smallPng.slice(0, -9)}=` },
  { mediaType: "image/png", data: "not base64!!" },
  { mediaType: "image/png", data: "" },
  { mediaType: "image/jpeg", data: smallPng },
  { mediaType: "image/svg+xml", data: smallPng },
  { mediaType: "image/png", data: pngBomb(9_000, 1).toString("base64") },
);
const images = fc.array(image, { minLength: 1, maxLength: 12 });

const result: fc.Arbitrary<ToolMessageResult> = fc.record(
  { callId, name: fc.constantFrom("bash", "read_file"), text, isError: fc.boolean(), images },
  { requiredKeys: ["callId", "name", "text", "isError"] },
);

const message: fc.Arbitrary<ModelMessage> = fc.oneof(
  fc.record({ role: fc.constant("user" as const), text }),
  fc.record({
    role: fc.constant("assistant" as const),
    model: fc.constantFrom(...models),
    parts: fc.array(part, { maxLength: 4 }),
  }),
  fc.record({ role: fc.constant("tool" as const), results: fc.array(result, { maxLength: 4 }) }),
);

/** Messages in any order, as no builder makes them. */
export const anyRequest: fc.Arbitrary<ModelRequest> = fc.record({
  system: text,
  messages: fc.array(message, { maxLength: 12 }),
  tools: fc.constantFrom(
    [],
    [{ name: "bash", description: "runs a command", parameters: { type: "object" } }],
    [{ name: "bash", description: "runs \ud83d", parameters: { type: "object" } }],
  ),
});

type Step = {
  readonly parts: readonly AssistantPart[];
  readonly model: string;
  readonly answered: readonly boolean[];
  /** What its results show. */
  readonly pictures: { readonly images?: EncodedImage[] };
};

const step: fc.Arbitrary<Step> = fc.record({
  parts: fc.array(part, { maxLength: 4 }),
  model: fc.constantFrom(...models),
  /** Which of its calls got a result: the others were lost or interrupted. */
  answered: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  pictures: fc.record({ images }, { requiredKeys: [] }),
});

const turn = fc.record({ say: text, steps: fc.array(step, { maxLength: 3 }), steer: fc.option(text) });

/** The entries of turns that were cut short, declined, emptied and answered by several models. */
export const anyBranch: fc.Arbitrary<Entry[]> = fc
  .array(turn, { maxLength: 4 })
  .map((turns) =>
    chained(turns.flatMap(({ say, steps, steer }, index) => entriesOf(`t${index}`, say, steps, steer))),
  );

function entriesOf(turnId: string, say: string, steps: readonly Step[], steer: string | null): NewEntry[] {
  return [
    { type: "user", text: say, via: "submit" },
    { type: "turn_start", turnId, traceId: "0", model: "demo/demo", mode: "ask" },
    ...steps.flatMap((one, index) => [
      ...stepEntries(turnId, index + 1, one),
      ...(steer === null || index > 0 ? [] : [{ type: "user", text: steer, via: "steer" } as const]),
    ]),
    { type: "turn_end", turnId, outcome: "completed", steps: steps.length },
  ];
}

function stepEntries(turnId: string, count: number, { parts, model, answered, pictures }: Step): NewEntry[] {
  const calls = parts.filter((one) => one.type === "tool_call");
  const results = calls.flatMap(({ callId: id, name }, index): NewEntry[] => {
    if (answered[index] !== true) return [];
    const declined = { ok: false, kind: "declined", message: "The user declined this call." } as const;
    const title = "";
    return [
      { type: "tool_start", callId: id, name, title },
      {
        type: "tool_result",
        callId: id,
        name,
        title,
        durationMs: 1,
        result: index % 2 === 0 ? { ok: true, text: "done", ...pictures } : declined,
      },
    ];
  });
  const answer: NewEntry = {
    type: "assistant",
    turnId,
    step: count,
    model,
    parts: [...parts],
    stop: "tool_use",
    latencyMs: 1,
    attempts: 1,
  };
  return [answer, ...results];
}

type Make = (at: number) => NewEntry;

/** What may be put into a branch at any place: what happens beside it, summaries of it, and what is left out of it. */
const extra: fc.Arbitrary<Make> = fc.oneof(
  fc
    .record({ text, leftOut: fc.array(leftOut(), { maxLength: 3 }) })
    .map((notice): Make => () => ({ type: "notice", ...notice })),
  fc.record({ output: text, shared: fc.boolean() }).map((ran): Make => () => ({
    type: "user_command",
    command: "ls",
    cwd: "/",
    exitCode: null,
    durationMs: 1,
    ...ran,
  })),
  fc.record({ summary: text, back: fc.nat({ max: 12 }) }).map(({ summary, back }): Make => (at) => ({
    type: "compaction",
    summary,
    firstKeptId: `e${Math.max(0, at - back)}`,
  })),
  text.map((said): Make => () => ({ type: "user", text: said, via: "steer" })),
  fc.constantFrom(...models).map((model): Make => () => ({ type: "model", model })),
);

function leftOut(): fc.Arbitrary<LeftOut> {
  return fc.oneof(
    fc.record({ what: fc.constantFrom("images" as const, "result" as const, "call" as const), id: callId }),
    fc.constant({ what: "reasoning", id: "" } as const),
    fc.constant({ what: "text", id: nameOfText("hello") } as const),
  );
}

/** Branches as `anyBranch` makes them, with anything in between, also in the middle of a step. */
export const anyLongBranch: fc.Arbitrary<Entry[]> = fc
  .tuple(anyBranch, fc.array(fc.tuple(fc.nat(), extra), { maxLength: 8 }))
  .map(([entries, extras]) => {
    const contents: NewEntry[] = entries.map(
      ({ id: _id, parentId: _parent, at: _at, ...content }) => content,
    );
    for (const [place, make] of extras) {
      const at = place % (contents.length + 1);
      contents.splice(at, 0, make(at));
    }
    return chained(contents);
  });
