/** What may happen, as data. An event that has no place where it comes is passed over. */
import * as fc from "fast-check";
import { BLOCK_KINDS, type BlockKind } from "./blocks.ts";
import { EDITING_KEYS, type EditingKey } from "./editor.ts";

/** How an answer of the model ends. */
export const ENDINGS = [
  "stop",
  "ask",
  "write",
  "read",
  "hold",
  "several",
  "refused",
  "broken",
  "cut",
] as const;
export type Ending = (typeof ENDINGS)[number];

export const ANSWERS = ["once", "remember", "why not", "stop", "interrupt", "reasons", "view"] as const;
export type Answer = (typeof ANSWERS)[number];

export type RandomEvent =
  /** `cuts`: where its bytes are cut into several writes, as parts of a thousand. */
  | { readonly type: "type" | "paste"; readonly text: string; readonly cuts: readonly number[] }
  /** Lines that a terminal without brackets pastes. */
  | { readonly type: "burst"; readonly text: string }
  | { readonly type: "key"; readonly key: EditingKey }
  | { readonly type: "newline" | "older" | "newer" | "stash" | "clear" }
  | { readonly type: "send" | "steer" | "take back" }
  | {
      readonly type: "say";
      readonly block: BlockKind;
      readonly size: number;
      readonly cut: number;
      readonly pieces: number;
    }
  | { readonly type: "think"; readonly text: string }
  | { readonly type: "finish"; readonly ending: Ending }
  | { readonly type: "answer"; readonly answer: Answer }
  | { readonly type: "let go" }
  | { readonly type: "stop"; readonly key: "escape" | "ctrl+c" }
  | { readonly type: "resize"; readonly cols: number; readonly rows: number }
  | {
      readonly type: "transcript";
      readonly keys: readonly string[];
      readonly size: readonly [number, number] | null;
    }
  | { readonly type: "junk"; readonly bytes: string }
  | { readonly type: "mode" | "redraw" | "suspend" };

// None begins with a sign that means something, and none ends in a blank, which could not be seen.
const words = fc.constantFrom(
  "a",
  "hello",
  " world",
  "  twice",
  "naïve",
  "日本語",
  " 長い文章です",
  "👩‍👩‍👧‍👦",
  " 🇩🇪🇯🇵",
  "👍🏽",
  "❤️",
  "e\u0301",
  "각",
  "שלום",
  "नमस्ते",
  " a.b,c",
  // Longer than a row of most windows, and no part of it is like another.
  Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index) + index).join(""),
);

const pasted = fc.constantFrom(
  "one line",
  "a\nb\nc",
  "tab\tin it",
  "ends\n",
  "x /not a command",
  "esc \u001b[31m red",
  "日本\n語",
  "long\n".repeat(9),
  "wide 日本語 👩‍👩‍👧‍👦 ".repeat(40),
);

const cuts = fc.array(fc.integer({ min: 1, max: 999 }), { maxLength: 3 });

/** None of these is a key; a terminal or a program on its way may send them. */
const junk = fc.constantFrom(
  "\u001b[1234;5~",
  "\u001b[?1;2c",
  "\u001b]1337;Custom=1\u0007",
  "\u001bP1$r0m\u001b\\",
  "\u001b[<0;5;5M",
  "\u001b[I",
  "\u001b[99;99;99z",
  "\u001b_Gi=1;OK\u001b\\",
);

const size = { cols: fc.integer({ min: 20, max: 120 }), rows: fc.integer({ min: 6, max: 40 }) };
const calm = { cols: fc.integer({ min: 60, max: 110 }), rows: fc.integer({ min: 20, max: 40 }) };

const oneOf = <const T extends string>(...types: readonly T[]) =>
  fc.constantFrom(...types).map((type) => ({ type }));

const inTranscript = fc.constantFrom(
  "g",
  "G",
  "tab",
  "ctrl+e",
  "up",
  "down",
  "pageup",
  "pagedown",
  "{",
  "}",
  "r",
  "t",
);

/** Breaks are rare: each is followed by a second of patience. */
const ending = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom<Ending>("stop", "ask", "write", "read", "hold", "several") },
  { weight: 8, arbitrary: fc.constant<Ending>("stop") },
  { weight: 2, arbitrary: fc.constant<Ending>("refused") },
  { weight: 1, arbitrary: fc.constantFrom<Ending>("broken", "cut") },
);

const weighted: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<RandomEvent> }[] = [
  { weight: 22, arbitrary: fc.record({ type: fc.constant("type"), text: words, cuts }) },
  { weight: 30, arbitrary: fc.record({ type: fc.constant("key"), key: fc.constantFrom(...EDITING_KEYS) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant("paste"), text: pasted, cuts }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("burst"), text: fc.constantFrom("a\nb", "x y\n\nz") }),
  },
  { weight: 4, arbitrary: oneOf("newline", "older", "newer") },
  { weight: 2, arbitrary: oneOf("stash", "clear") },
  { weight: 7, arbitrary: fc.constant({ type: "send" }) },
  { weight: 2, arbitrary: oneOf("steer", "take back") },
  {
    weight: 14,
    arbitrary: fc.record({
      type: fc.constant("say"),
      block: fc.constantFrom(...BLOCK_KINDS),
      size: fc.integer({ min: 1, max: 12 }),
      cut: fc.integer({ min: 0, max: 1500 }),
      pieces: fc.integer({ min: 1, max: 12 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant("think"), text: fc.constantFrom("hm", "let me\nsee") }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("finish"), ending }) },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("answer"),
      answer: fc.constantFrom(...ANSWERS, "once", "once"),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: "let go" }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant("stop"), key: fc.constantFrom("escape", "ctrl+c") }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("resize"), ...size }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("resize"), ...calm }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant("transcript"),
      keys: fc.array(inTranscript, { maxLength: 6 }),
      size: fc.option(fc.tuple(calm.cols, calm.rows), { nil: null }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant("junk"), bytes: junk }) },
  { weight: 2, arbitrary: oneOf("mode", "redraw", "suspend") },
];

/** So many events, always the same ones for the same seed. */
export function eventsOf(seed: number, count: number): readonly RandomEvent[] {
  const [events = []] = fc.sample(
    fc.array(fc.oneof(...weighted), { minLength: count, maxLength: count, size: "max" }),
    { seed, numRuns: 1 },
  );
  return events;
}
