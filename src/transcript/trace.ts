/** What each turn did and what it cost, from the log: the data behind `rein sessions show ID --trace`. */
import type { Entry, EntryOf, TurnOutcome } from "../protocol/entry.ts";
import type { StopKind, Usage } from "../protocol/message.ts";
import { statusOf, type CallStatus } from "../protocol/tool-result.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { say, sayCount } from "../words/say.ts";
import { formatDuration, formatMoney, formatTokens } from "./format.ts";
import { costOf, type PriceOf, priceOfUsage, usedIn } from "./usage.ts";

export type CallTrace = {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  /** `interrupted` also for a call that the log holds no result of. */
  readonly outcome: CallStatus;
  /** The user's answer, when the call was asked about. */
  readonly answer?: EntryOf<"approval">["answer"]["type"];
  readonly durationMs?: number;
};

export type StepTrace = {
  readonly step: number;
  readonly model: string;
  readonly latencyMs: number;
  readonly firstTokenMs?: number;
  readonly attempts: number;
  readonly stop: StopKind;
  readonly usage?: Usage;
  /** US dollars; absent where the price or the usage is not known. */
  readonly cost?: number;
  readonly calls: readonly CallTrace[];
};

export type TurnTrace = {
  readonly turnId: string;
  readonly traceId: string;
  readonly model: string;
  /** When it began, ISO 8601 in UTC. */
  readonly at: string;
  /** From its first to its last entry, ms. */
  readonly durationMs: number;
  /** Absent when the log was cut before the turn's end. */
  readonly outcome?: TurnOutcome;
  readonly reason?: string;
  /** US dollars, its summaries included, as far as prices are known; absent where none is. */
  readonly cost?: number;
  readonly steps: readonly StepTrace[];
};

/** Returns one trace a turn, in order; with costs for the models that have a price. */
export function traceOf(entries: readonly Entry[], priceOf: PriceOf = () => undefined): TurnTrace[] {
  const turns: Entry[][] = [];
  for (const entry of entries) {
    if (entry.type === "turn_start") turns.push([entry]);
    else turns.at(-1)?.push(entry);
  }
  return turns.flatMap((turn) => turnOf(turn, priceOf) ?? []);
}

/** The trace as printable lines, indented by turn, step and call. */
export function renderTrace(turns: readonly TurnTrace[]): string[] {
  return turns.flatMap((turn, index) => [
    words([
      say`turn ${index + 1}`,
      turn.outcome ?? say`cut off`,
      formatDuration(turn.durationMs),
      turn.model,
      turn.cost === undefined ? undefined : formatMoney(turn.cost),
      say`trace ${turn.traceId}`,
      turn.at,
      turn.reason,
    ]),
    ...turn.steps.flatMap((step) => [
      `  ${stepLine(step)}`,
      ...step.calls.map((call) => `    ${callLine(call)}`),
    ]),
  ]);
}

function turnOf(entries: readonly Entry[], priceOf: PriceOf): TurnTrace | null {
  const [start] = entries;
  if (start?.type !== "turn_start") return null;
  const end = entries.find((entry) => entry.type === "turn_end");
  const last = end ?? entries.findLast(({ type }) => ofTurns.has(type)) ?? start;
  const cost = costOf(usedIn(entries), priceOf).dollars;
  const why = end?.error?.message ?? end?.reason;
  return {
    turnId: start.turnId,
    traceId: start.traceId,
    model: start.model,
    at: start.at,
    durationMs: Math.max(0, Date.parse(last.at) - Date.parse(start.at)),
    ...(end === undefined ? {} : { outcome: end.outcome }),
    ...(why === undefined ? {} : { reason: why }),
    ...(cost === null ? {} : { cost }),
    steps: stepsOf(entries, priceOf),
  };
}

/** What a turn writes down of itself; all else may come long after one that was cut off. */
const ofTurns: ReadonlySet<Entry["type"]> = new Set([
  "assistant",
  "question",
  "approval",
  "tool_start",
  "checkpoint",
  "tool_result",
  "failover",
  "compaction",
]);

function stepsOf(entries: readonly Entry[], priceOf: PriceOf): StepTrace[] {
  const responses = entries.flatMap((entry, index) => (entry.type === "assistant" ? [{ entry, index }] : []));
  return responses.map(({ entry, index }, order) =>
    stepOf(entry, entries.slice(index + 1, responses[order + 1]?.index), priceOf),
  );
}

function stepOf(entry: EntryOf<"assistant">, behind: readonly Entry[], priceOf: PriceOf): StepTrace {
  const { step, model, latencyMs, firstTokenMs, attempts, stop, usage } = entry;
  // What was answered in another program cost nothing here.
  const prices = usage === undefined || entry.imported === true ? undefined : priceOf(model);
  return {
    step,
    model,
    latencyMs,
    attempts,
    stop,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
    ...(usage === undefined ? {} : { usage }),
    ...(usage === undefined || prices === undefined ? {} : { cost: priceOfUsage(usage, prices) }),
    calls: callsOf(entry, behind),
  };
}

function callsOf(response: EntryOf<"assistant">, behind: readonly Entry[]): CallTrace[] {
  const results = behind.filter((entry) => entry.type === "tool_result");
  const starts = behind.filter((entry) => entry.type === "tool_start");
  const answers = behind.filter((entry) => entry.type === "approval");
  return response.parts.flatMap((part) => {
    if (part.type !== "tool_call") return [];
    const { callId, name } = part;
    const result = results.find((entry) => entry.callId === callId);
    const answer = answers.find((entry) => entry.callId === callId)?.answer.type;
    return {
      callId,
      name,
      title: result?.title ?? starts.find((entry) => entry.callId === callId)?.title ?? "",
      outcome: result === undefined ? "interrupted" : statusOf(result.result),
      ...(answer === undefined ? {} : { answer }),
      ...(result === undefined ? {} : { durationMs: result.durationMs }),
    };
  });
}

function stepLine(step: StepTrace): string {
  const { usage } = step;
  return words([
    say`step ${step.step}`,
    step.model,
    formatDuration(step.latencyMs),
    step.firstTokenMs === undefined ? undefined : say`first token ${formatDuration(step.firstTokenMs)}`,
    usage === undefined ? say`no usage reported` : usageWords(usage),
    step.cost === undefined ? undefined : formatMoney(step.cost),
    sayCount(step.attempts, "attempt"),
    step.stop,
  ]);
}

function usageWords(usage: Usage): string {
  const cached =
    usage.cacheReadTokens === undefined ? "" : say` (${formatTokens(usage.cacheReadTokens)} cached)`;
  const hidden =
    usage.reasoningTokens === undefined ? "" : say` (${formatTokens(usage.reasoningTokens)} reasoning)`;
  return `↑${formatTokens(usage.inputTokens)}${cached} ↓${formatTokens(usage.outputTokens)}${hidden}`;
}

function callLine(call: CallTrace): string {
  return words([
    [call.name, call.title].filter((text) => text !== "").join("  "),
    call.outcome,
    call.durationMs === undefined ? undefined : formatDuration(call.durationMs),
    call.answer === undefined ? undefined : say`answered: ${call.answer}`,
  ]);
}

function words(parts: readonly (string | undefined)[]): string {
  return sanitize(parts.filter((part) => part !== undefined && part !== "").join(" · "), "output").replaceAll(
    "\n",
    " ",
  );
}
