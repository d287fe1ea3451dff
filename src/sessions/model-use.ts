/** What models have used in a session, counted from the lines of its log. Pure. */
import { z } from "zod";
import { type Usage, usageSchema } from "../protocol/message.ts";

/** By one model. Tokens as its server reported them. */
export type ModelUse = {
  /** `provider/model-id`. */
  readonly model: string;
  /** Answers that came, whole or in part; a summary and a title count too. */
  readonly answers: number;
  /** Those of them whose tokens the server did not tell. */
  readonly uncounted: number;
  readonly usage: Tokens;
};

export type Tokens = { readonly [Count in keyof Usage]-?: number };

/** The sums by model, in the order in which they were first asked. */
export type Uses = ReadonlyMap<string, ModelUse>;

/** What a line says that is counted: an answer or other work of a model, and the name of the session. */
export type CountedLine = {
  /** Of the entry: of two with one id the first counts. */
  readonly id: string;
  /** Null for a name that no model gave. */
  readonly use: { readonly model: string; readonly usage: Usage | undefined } | null;
  /** Null for what gives no name. */
  readonly title: string | null;
};

const use = { id: z.string(), model: z.string(), usage: usageSchema.optional() };
const lineSchema = z.discriminatedUnion("type", [
  // What was answered in another program was not used here.
  z.object({ type: z.literal("assistant"), imported: z.literal(false).optional(), ...use }),
  z.object({ type: z.enum(["compaction", "context_edit"]), ...use }),
  z.object({ type: z.literal("title"), title: z.string(), ...use, model: z.string().optional() }),
]);

/** Null for a line that says nothing of it, and for one that cannot be read. */
export function countedLine(line: string): CountedLine | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null; // A damaged line: whoever opens the session is told.
  }
  const { data } = lineSchema.safeParse(value);
  if (data === undefined) return null;
  const { id, model, usage } = data;
  return {
    id,
    use: model === undefined ? null : { model, usage },
    title: data.type === "title" ? data.title : null,
  };
}

/** The sum with one answer more. */
export function withUse(uses: Uses, model: string, usage: Usage | undefined): Uses {
  const before = uses.get(model) ?? { model, answers: 0, uncounted: 0, usage: noTokens };
  return new Map(uses).set(model, {
    model,
    answers: before.answers + 1,
    uncounted: before.uncounted + (usage === undefined ? 1 : 0),
    usage: usage === undefined ? before.usage : sumOf(before.usage, usage),
  });
}

const noTokens: Tokens = {
  inputTokens: 0,
  outputTokens: 0,
  cacheReadTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
};

function sumOf(one: Tokens, other: Usage): Tokens {
  // Nothing in a damaged log makes a session cheaper than it was.
  const sum = (name: keyof Tokens) => one[name] + Math.max(0, other[name] ?? 0);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadTokens"),
    cacheWriteTokens: sum("cacheWriteTokens"),
    reasoningTokens: sum("reasoningTokens"),
  };
}

/** In this order a model's counts stand in the text: short, since a list reads thousands of them at once. */
const counts = [
  "inputTokens",
  "outputTokens",
  "cacheReadTokens",
  "cacheWriteTokens",
  "reasoningTokens",
] as const satisfies readonly (keyof Usage)[];

/** As a text that `usesFrom` reads. */
export function usesText(uses: Uses): string {
  const rows = [...uses.values()].map(({ model, answers, uncounted, usage }) =>
    [model, answers, uncounted].concat(counts.map((name) => usage[name])),
  );
  return JSON.stringify(rows);
}

/** The sums from such a text; null where it is none. */
export function usesFrom(text: string): Uses | null {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    return null; // Not written by this version: it is counted anew.
  }
  if (!Array.isArray(rows)) return null;
  const uses = new Map<string, ModelUse>();
  for (const row of rows) {
    if (!Array.isArray(row)) return null;
    const [model, answers, uncounted, ...tokens]: readonly unknown[] = row;
    if (typeof model !== "string" || !isCount(answers) || !isCount(uncounted)) return null;
    const [input, output, read, written, reasoning] = tokens;
    if (!isCount(input) || !isCount(output) || !isCount(read) || !isCount(written) || !isCount(reasoning))
      return null;
    const usage = {
      inputTokens: input,
      outputTokens: output,
      cacheReadTokens: read,
      cacheWriteTokens: written,
      reasoningTokens: reasoning,
    };
    uses.set(model, { model, answers, uncounted, usage });
  }
  return uses;
}

function isCount(value: unknown): value is number {
  return typeof value === "number" && value >= 0;
}
