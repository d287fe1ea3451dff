/** Summarises a conversation so that the next request has room, in at most three tries. */
import { type Cut, planCut } from "../context/cut.ts";
import { weighEdited } from "../context/edited.ts";
import { type Summarized, summarize } from "../context/summarize.ts";
import { wholeSummary } from "../context/summary-prompt.ts";
import { sumOfUsages } from "../context/usage-sum.ts";
import { windowIn } from "../context/window.ts";
import type { Entry, NewEntry } from "../protocol/entry.ts";
import type { ProviderError } from "../protocol/error.ts";
import type { ModelRequest, Usage } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";
import { todosIn, todoText } from "../tools/todo-list.ts";
import type { ContextUse, Counters } from "./context-use.ts";
import { cannotHelp, gaveUp, notSummarised } from "./room-words.ts";

export type RoomInput = {
  readonly provider: Provider;
  /** The active branch. */
  readonly branch: readonly Entry[];
  /** The valid request that a branch makes. */
  readonly build: (branch: readonly Entry[]) => ModelRequest;
  readonly use: ContextUse;
  /** The share of the window that a request should stay below. */
  readonly threshold: number;
  /** By hand: the last turn stays whole where it can, and a gain is enough. */
  readonly byHand: boolean;
  /** A server refused the request as too long: then the window is smaller than it, however it was counted. */
  readonly wasRefused: boolean;
  /** What the summary pays attention to. */
  readonly focus: string;
  readonly signal: AbortSignal;
  /** Told in a few words what is under way. */
  readonly tell: (label: string) => void;
};

/** What came of it. `entry` is for the log; where no room was made, there is one when trying has cost something. */
export type Room =
  | {
      readonly type: "made";
      readonly entry: Compaction;
      /** Tokens of the next request. */
      readonly after: number;
      /** False when it is less room than there should be. */
      readonly isRoomy: boolean;
    }
  /** There is nothing that a summary could stand for. */
  | { readonly type: "nothing" }
  | { readonly type: "interrupted"; readonly entry?: Compaction }
  | {
      readonly type: "failed";
      readonly reason: string;
      readonly error?: ProviderError;
      readonly entry?: Compaction;
    };

type Compaction = Extract<NewEntry, { type: "compaction" }>;

const mostTries = 3;
/** A request this close to the window would leave nothing for the answer. */
const asGoodAsFull = 0.97;
/** The same model has to read what is summarised, and write the summary behind it. */
const shareForSummary = 0.5;
/** Assumed of a model whose window nobody knows, tokens. */
const assumedWindow = 8_000;
/** So little does not matter to who asks by hand: the last turn is kept, and a summary may be longer than what it is of. */
const smallTurn = 2_000;

/** Tries to make room. Appends nothing itself: `entry` of the answer belongs into the log. */
export async function makeRoom(input: RoomInput): Promise<Room> {
  const { provider, branch, use, byHand, signal } = input;
  const { model } = provider;
  const counters = await use.counters(model);
  const count = { ...counters, ofEntry: weighEdited(branch, counters.ofEntry) };
  const aim = await aimOf(input, count);
  const { window, before, bare } = aim;
  if (window !== undefined && bare >= window)
    return { type: "failed", reason: cannotHelp(model, bare, window) };

  let { most } = aim;
  let usage: Usage | undefined;
  let best: { readonly entry: Compaction; readonly after: number } | undefined;
  let lastCut: Cut | undefined;
  let empty = 0;
  const spent = () => ({ model, ...(usage === undefined ? {} : { usage }) });
  /** What it has cost, for the log: an empty summary stands for nothing. */
  const cost = () =>
    usage === undefined
      ? {}
      : { entry: { type: "compaction", summary: "", firstKeptId: "", ...spent() } as const };

  for (const keep of [aim.keep, aim.keep / 4, 0].slice(0, mostTries)) {
    const cut = planCut(branch, keep, count.ofEntry);
    if (cut === null && lastCut === undefined) return { type: "nothing" };
    if (cut === null) break;
    // The same summary once more would be as long again.
    if (best !== undefined && cut.firstKeptId === lastCut?.firstKeptId) continue;
    lastCut = cut;
    const summary = await summaryOf(cut, most, input, count);
    usage = sumOfUsages(usage, summary.usage);
    if (summary.type === "interrupted" || signal.aborted) return { type: "interrupted", ...cost() };
    if (summary.type === "empty") empty += 1;
    else if (summary.type === "error") {
      if (summary.error.kind !== "context_length")
        return { type: "failed", ...cost(), ...notSummarised(summary.error) };
      most = Math.min(most / 2, (windowIn(summary.error) ?? most) * shareForSummary);
    } else {
      const standing = wholeSummary(summary.text, cut.lastWords, todosBefore(branch, cut.firstKeptId));
      const entry = {
        type: "compaction",
        summary: standing,
        firstKeptId: cut.firstKeptId,
        ...spent(),
      } as const;
      const after = await use.ofRequest(input.build([...branch, placed(entry)]), model);
      const sized = { ...entry, tokens: { before, after } };
      const isEnough = byHand ? after < before + smallTurn : after < Math.min(before, aim.limit);
      if (isEnough) return { type: "made", entry: sized, after, isRoomy: true };
      if (best === undefined || after < best.after) best = { entry: sized, after };
    }
  }
  if (best !== undefined && best.after < before && best.after < (aim.taken ?? before) * asGoodAsFull)
    return { type: "made", entry: { ...best.entry, ...spent() }, after: best.after, isRoomy: false };
  const reason = gaveUp(model, { before, window, empty, after: best?.after });
  return { type: "failed", reason, ...cost() };
}

type Aim = {
  readonly window: number | undefined;
  /** The longest request that the model may take: its window, or less when it refused this one. */
  readonly taken: number | undefined;
  /** The request as it would go out now. */
  readonly before: number;
  /** What no summary can make smaller: system prompt, tools, and what the user said last. */
  readonly bare: number;
  /** What the request should be below. */
  readonly limit: number;
  /** How much of the end stays word for word. */
  readonly keep: number;
  /** The longest request that may ask for a summary. */
  readonly most: number;
};

/** What is to be reached; all of it in tokens. */
async function aimOf(input: RoomInput, count: Counters): Promise<Aim> {
  const { provider, branch, build, use, threshold, byHand, wasRefused } = input;
  const request = build(branch);
  const before = await use.ofRequest(request, provider.model);
  const bare = await use.ofRequest({ ...request, messages: lastWords(branch) }, provider.model);
  const window = use.windowOf(provider);
  const taken = wasRefused ? Math.min(window ?? before, before) : window;
  const limit = taken === undefined ? before : taken * threshold;
  const quarter = Math.min((before - bare) / 4, Math.max(0, limit - bare) / 2);
  const lastTurn = byHand ? lastTurnOf(branch).reduce((sum, entry) => sum + count.ofEntry(entry), 0) : 0;
  const keepsTurn = lastTurn <= Math.max(smallTurn, (before - bare) / 2);
  return {
    window,
    taken,
    before,
    bare,
    limit,
    keep: keepsTurn ? Math.max(quarter, lastTurn) : quarter,
    most: shareForSummary * (window ?? Math.max(before, assumedWindow)),
  };
}

function summaryOf(cut: Cut, most: number, input: RoomInput, count: Counters): Promise<Summarized> {
  const { provider, branch, focus, signal, tell } = input;
  const entries = cut.summarised;
  return summarize({ provider, entries, branch, most, estimate: count.ofText, focus, signal, tell });
}

/** The todo list, where the call that set it will no longer be seen and something is left to do; else nothing. */
function todosBefore(branch: readonly Entry[], firstKeptId: string): string {
  const todos = todosIn(branch);
  const kept = branch.findIndex(({ id }) => id === firstKeptId);
  if (todos === null || todos.at >= kept || todos.items.every(({ status }) => status === "done")) return "";
  return todoText(todos.items);
}

/** The entry as it would stand at the end of the log. */
function placed(entry: Compaction): Entry {
  return { ...entry, id: "", parentId: null, at: "" };
}

function lastTurnOf(branch: readonly Entry[]): readonly Entry[] {
  const start = branch.findLastIndex((entry) => entry.type === "user" && entry.via !== "steer");
  return start === -1 ? [] : branch.slice(start);
}

function lastWords(branch: readonly Entry[]): ModelRequest["messages"] {
  const texts = lastTurnOf(branch).flatMap((entry) => (entry.type === "user" ? [entry.text] : []));
  return [{ role: "user", text: texts.join("\n\n") }];
}
