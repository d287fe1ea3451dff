/** Random entries, as rich as the format allows, for property tests. */
import * as fc from "fast-check";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { AssistantPart } from "../../src/protocol/message.ts";

/** Any text, half characters and odd line ends among them. */
export const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom("\u2028", "a\nb", "\ud83d", "\ude00 tail", "中文 👩‍👩‍👧", "\0", '"\\', "\u0085"),
);

/** A whole PNG in base64. */
const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const count = fc.nat({ max: 100_000 });

export const anyPart: fc.Arbitrary<AssistantPart> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: anyText }),
  fc.record(
    { type: fc.constant("reasoning" as const), text: anyText, opaque: fc.jsonValue() },
    { requiredKeys: ["type", "text"] },
  ),
  fc.record({
    type: fc.constant("tool_call" as const),
    callId: fc.string({ minLength: 1 }),
    name: fc.constantFrom("bash", "read_file"),
    argumentsText: fc.oneof(anyText, fc.json()),
  }),
);

const preview = fc.oneof(
  fc.record({ type: fc.constant("command" as const), command: anyText, cwd: anyText }),
  fc.record({
    type: fc.constant("diff" as const),
    path: anyText,
    before: fc.option(anyText),
    after: anyText,
  }),
);

export const anyNewEntry: fc.Arbitrary<NewEntry> = fc.oneof(
  fc.record(
    {
      type: fc.constant("user" as const),
      text: fc.oneof(anyText, fc.constantFrom("see [Image #1] and [Image #2]", "[Image #2][Image #1]")),
      images: fc.array(
        fc.record({
          mediaType: fc.constantFrom("image/png", "image/jpeg"),
          data: fc.constantFrom(onePixel, onePixel.slice(0, 20), "no base64"),
          label: fc.constantFrom("[Image #1]", "[Image #2]"),
        }),
        { minLength: 1, maxLength: 2 },
      ),
      via: fc.constantFrom("submit" as const, "queue" as const, "steer" as const),
    },
    { requiredKeys: ["type", "text", "via"] },
  ),
  fc.record({
    type: fc.constant("turn_start" as const),
    turnId: fc.string(),
    traceId: fc.string(),
    model: fc.string(),
    mode: fc.constantFrom("ask" as const, "plan" as const),
  }),
  fc.record(
    {
      type: fc.constant("assistant" as const),
      turnId: fc.string(),
      step: count,
      model: fc.constantFrom("demo/demo", "openai/x"),
      parts: fc.array(anyPart, { maxLength: 4 }),
      stop: fc.constantFrom("stop" as const, "tool_use" as const, "truncated" as const),
      usage: fc.record({ inputTokens: count, outputTokens: count }),
      latencyMs: fc.double({ noNaN: true, noDefaultInfinity: true, min: 0 }),
      attempts: count,
      requestedAfter: fc.string(),
    },
    { requiredKeys: ["type", "turnId", "step", "model", "parts", "stop", "latencyMs", "attempts"] },
  ),
  fc.record({
    type: fc.constant("approval" as const),
    callId: fc.string(),
    answer: fc.oneof(
      fc.record({ type: fc.constant("once" as const) }),
      fc.record({ type: fc.constant("decline" as const), words: anyText }),
    ),
    preview,
  }),
  fc.record({
    type: fc.constant("tool_result" as const),
    callId: fc.string(),
    name: fc.string(),
    title: anyText,
    durationMs: count,
    result: fc.oneof(
      fc.record({ ok: fc.constant(true as const), text: anyText }),
      fc.record({
        ok: fc.constant(false as const),
        kind: fc.constantFrom("failed" as const, "declined" as const, "interrupted" as const),
        message: anyText,
      }),
    ),
  }),
  fc.record({
    type: fc.constant("turn_end" as const),
    turnId: fc.string(),
    outcome: fc.constantFrom("completed" as const, "failed" as const, "interrupted" as const),
    steps: count,
  }),
  fc.record({ type: fc.constant("notice" as const), text: anyText }),
  fc.record({
    type: fc.constant("user_command" as const),
    command: anyText,
    cwd: anyText,
    exitCode: fc.option(count),
    output: anyText,
    durationMs: count,
    shared: fc.boolean(),
  }),
  fc.record({ type: fc.constant("compaction" as const), summary: anyText, firstKeptId: fc.string() }),
);

/** New entries as a log would hold them: one behind the other, with ids e0, e1, … */
export function chained(contents: readonly NewEntry[]): Entry[] {
  return contents.map((content, index) => ({
    ...content,
    id: `e${index}`,
    parentId: index === 0 ? null : `e${index - 1}`,
    at: "2030-01-02T03:04:05.678Z",
  }));
}

/** A value as JSON brings it back: -0 is 0, and what is undefined is gone. */
export function asJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}
