/** What was done and what it cost over many sessions: sums by day, project, model and tool. Prices are the caller's. */
import type { ApprovalAnswer } from "../protocol/approval.ts";
import type { Entry, EntryOf, Header } from "../protocol/entry.ts";
import { type CallStatus, statusOf } from "../protocol/tool-result.ts";
import {
  type Cost,
  costOf,
  count,
  modelAsked,
  type PriceOf,
  totalOf,
  type Used,
  type UsedByModel,
  withEntry,
} from "./usage.ts";

/** One sum: of a day, of a project, of everything. */
export type Sum = {
  readonly sessions: number;
  /** Messages of the user. */
  readonly messages: number;
  readonly calls: number;
  readonly used: Used;
  readonly cost: Cost;
};

export type ModelSum = { readonly sessions: number; readonly used: Used; readonly cost: Cost };
export type ToolSum = {
  readonly calls: number;
  /** By how they ended. */
  readonly ended: Readonly<Partial<Record<CallStatus, number>>>;
  /** Running time, ms. */
  readonly durationMs: number;
};
/** How often the user answered a question so. */
export type Answers = Readonly<Partial<Record<ApprovalAnswer["type"], number>>>;

export type Stats = {
  readonly total: Sum;
  /** Local days, `2026-11-30`, in their order; those without anything are not here. */
  readonly days: ReadonlyMap<string, Sum>;
  /** By the folder that sessions were started in; the one that cost most first. */
  readonly projects: ReadonlyMap<string, Sum>;
  readonly models: ReadonlyMap<string, ModelSum>;
  readonly tools: ReadonlyMap<string, ToolSum>;
  readonly approvals: Answers;
};

type Counts = { sessions: Set<string>; messages: number; calls: number; used: UsedByModel };
type ToolCounts = { calls: number; ended: Partial<Record<CallStatus, number>>; durationMs: number };

/** Counts entries as they come; it keeps sums only. Entries from before `since` (ms since 1970) are not counted. */
export class StatsCounter {
  readonly #since: number;
  readonly #total = emptyCounts();
  readonly #days = new Map<string, Counts>();
  readonly #projects = new Map<string, Counts>();
  readonly #models = new Map<string, Set<string>>();
  readonly #tools = new Map<string, ToolCounts>();
  readonly #approvals: Partial<Record<ApprovalAnswer["type"], number>> = {};

  constructor(since: number) {
    this.#since = since;
  }

  add(header: Header, entry: Entry): void {
    const at = Date.parse(entry.at);
    // What has no time cannot be of a day; it is counted where all days are asked for.
    if (at < this.#since || (Number.isNaN(at) && this.#since > 0)) return;
    const model = modelAsked(entry);
    if (model === null && !counted.has(entry.type)) return;
    const sums = [this.#total, sumIn(this.#projects, header.cwd)];
    if (!Number.isNaN(at)) sums.push(sumIn(this.#days, dayOf(at)));
    for (const sum of sums) {
      sum.sessions.add(header.sessionId);
      sum.used = withEntry(sum.used, entry);
      if (entry.type === "user") sum.messages += 1;
      if (entry.type === "tool_result") sum.calls += 1;
    }
    if (entry.type === "approval")
      this.#approvals[entry.answer.type] = (this.#approvals[entry.answer.type] ?? 0) + 1;
    if (entry.type === "tool_result") this.#tool(entry);
    if (model !== null) {
      const sessions = this.#models.get(model) ?? new Set();
      this.#models.set(model, sessions.add(header.sessionId));
    }
  }

  #tool({ name, result, durationMs }: EntryOf<"tool_result">): void {
    const counts = this.#tools.get(name) ?? { calls: 0, ended: {}, durationMs: 0 };
    const status = statusOf(result);
    counts.calls += 1;
    counts.ended[status] = (counts.ended[status] ?? 0) + 1;
    counts.durationMs += count(durationMs);
    this.#tools.set(name, counts);
  }

  stats(priceOf: PriceOf): Stats {
    const sum = (counts: Counts) => sumOf(counts, priceOf);
    const projects = [...this.#projects].map(([cwd, counts]) => [cwd, sum(counts)] as const);
    const models = [...this.#total.used].map(([model, used]) => {
      const sessions = this.#models.get(model)?.size ?? 0;
      return [model, { sessions, used, cost: costOf(new Map([[model, used]]), priceOf) }] as const;
    });
    return {
      total: sum(this.#total),
      days: new Map(
        [...this.#days]
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([day, counts]) => [day, sum(counts)]),
      ),
      projects: new Map(projects.toSorted(([, one], [, other]) => moreFirst(one, other))),
      models: new Map(models.toSorted(([, one], [, other]) => moreFirst(one, other))),
      tools: new Map([...this.#tools].toSorted(([, one], [, other]) => other.calls - one.calls)),
      approvals: { ...this.#approvals },
    };
  }
}

/**
 * The entries that say that somebody used the session, with a model or without one. A name or a label of the user's does
 * not: they tidy up.
 */
const counted: ReadonlySet<Entry["type"]> = new Set([
  "user",
  "turn_start",
  "compaction",
  "context_edit",
  "approval",
  "tool_result",
  "user_command",
]);

/** The day of a time where the user is. Takes ms since 1970. */
export function dayOf(at: number): string {
  const date = new Date(at);
  return [`${date.getFullYear()}`.padStart(4, "0"), two(date.getMonth() + 1), two(date.getDate())].join("-");
}

function two(part: number): string {
  return `${part}`.padStart(2, "0");
}

function emptyCounts(): Counts {
  return { sessions: new Set(), messages: 0, calls: 0, used: new Map() };
}

function sumIn(sums: Map<string, Counts>, key: string): Counts {
  const known = sums.get(key) ?? emptyCounts();
  sums.set(key, known);
  return known;
}

function sumOf({ sessions, messages, calls, used }: Counts, priceOf: PriceOf): Sum {
  return { sessions: sessions.size, messages, calls, used: totalOf(used), cost: costOf(used, priceOf) };
}

type Weighed = Pick<Sum, "cost" | "used">;

/** By cost, then by tokens. */
function moreFirst(one: Weighed, other: Weighed): number {
  return (other.cost.dollars ?? 0) - (one.cost.dollars ?? 0) || tokensOf(other) - tokensOf(one);
}

/** All tokens, in and out. */
export function tokensOf({ used }: Pick<Sum, "used">): number {
  return used.inputTokens + used.outputTokens;
}
