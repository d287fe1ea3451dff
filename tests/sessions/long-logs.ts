/** Logs with long texts in them, and what can happen to the bytes of a log. */
import * as fc from "fast-check";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { anyNewEntry, anyText } from "./arbitrary-entries.ts";

/** A text that is not kept in memory, among them such with characters of all lengths. */
export const longText = fc
  .tuple(fc.oneof(anyText, fc.string({ minLength: 1 })), fc.nat({ max: 3_000 }))
  .map(([text, length]) =>
    (text === "" ? "x" : text).repeat(Math.ceil((3_000 + length) / Math.max(1, text.length))),
  );

/** Entries whose long parts stand in all places in which entries have some. */
export const anyLongEntry: fc.Arbitrary<NewEntry> = longText.chain((text) => {
  const lines = text.match(/[\s\S]{1,40}/g)?.map((line) => `+${line}`) ?? [];
  const changes = {
    type: "changes" as const,
    files: [{ path: "a", kind: "modified" as const, hunks: [{ oldStart: 1, newStart: 1, lines }] }],
  };
  const result = { callId: "c", name: "bash", title: "t", durationMs: 1 };
  const response = {
    type: "assistant" as const,
    turnId: "t",
    step: 1,
    model: "demo/demo",
    stop: "stop" as const,
    latencyMs: 1,
    attempts: 1,
  };
  const all: readonly NewEntry[] = [
    { type: "user", text, via: "submit" },
    {
      type: "user",
      text: "see",
      via: "submit",
      images: [{ mediaType: "image/png", data: text, label: "[Image #1]" }],
    },
    {
      ...response,
      parts: [
        { type: "text", text, opaque: { deep: [[text], { text }] } },
        { type: "tool_call", callId: "c", name: "bash", argumentsText: text },
      ],
    },
    {
      type: "tool_result",
      ...result,
      result: { ok: true, text, view: { type: "command", exitCode: 0, output: text } },
    },
    {
      type: "tool_result",
      ...result,
      result: {
        ok: true,
        text: `${text}\n[exit code 0]`,
        view: { type: "command", exitCode: 0, output: text },
      },
    },
    { type: "tool_result", ...result, result: { ok: true, text: "", view: changes } },
    { type: "tool_result", ...result, result: { ok: false, kind: "failed", message: text } },
    { type: "approval", callId: "c", answer: { type: "once" }, preview: changes },
    {
      type: "checkpoint",
      callId: "c",
      files: Array.from({ length: 60 }, (_, at) => ({ path: `/p/${at}`, before: null })),
    },
    { type: "compaction", summary: text, firstKeptId: "e0" },
    { type: "notice", text },
  ];
  return fc.constantFrom(...all);
});

export const anyContents = fc.array(fc.oneof(anyNewEntry, anyLongEntry), { maxLength: 8 });

/** Something that happens to the bytes of a log; places are shares of its length. */
export type Damage =
  | { readonly type: "cut" | "nul" | "flip"; readonly at: number; readonly count: number }
  | { readonly type: "repeat"; readonly line: number; readonly to: number }
  | { readonly type: "drop"; readonly line: number };

export const anyDamage: fc.Arbitrary<Damage> = fc.oneof(
  fc.record({
    type: fc.constantFrom("cut" as const, "nul" as const, "flip" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.integer({ min: 1, max: 40 }),
  }),
  fc.record({ type: fc.constant("repeat" as const), line: fc.nat({ max: 9 }), to: fc.nat({ max: 9 }) }),
  fc.record({ type: fc.constant("drop" as const), line: fc.nat({ max: 9 }) }),
);

export function damaged(bytes: Uint8Array, damages: readonly Damage[]): Uint8Array {
  let now = Buffer.from(bytes);
  for (const damage of damages) {
    if (damage.type === "repeat" || damage.type === "drop") {
      // As bytes: what stands there may be no UTF-8 any more.
      const lines = now.toString("latin1").split("\n");
      const line = lines[damage.line % lines.length] ?? "";
      if (damage.type === "repeat") lines.splice(damage.to % lines.length, 0, line);
      else lines.splice(damage.line % lines.length, 1);
      now = Buffer.from(lines.join("\n"), "latin1");
      continue;
    }
    const at = Math.floor(damage.at * now.length);
    if (damage.type === "cut") now = now.subarray(0, at);
    else if (damage.type === "nul") now.fill(0, at, Math.min(now.length, at + damage.count));
    else if (at < now.length) now[at] = (now[at] ?? 0) ^ (1 << (damage.count % 8));
  }
  return now;
}
