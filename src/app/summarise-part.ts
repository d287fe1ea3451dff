/** Summarises a part of the conversation: all before one of the user's messages, or all from it on. */
import { keptEntries } from "../context/kept.ts";
import { summarize } from "../context/summarize.ts";
import { wholeSummary } from "../context/summary-prompt.ts";
import type { GuardedTurn } from "../engine/dependencies.ts";
import type { Entry, NewEntry } from "../protocol/entry.ts";
import type { ModelRequest } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";
import { todosIn, todoText } from "../tools/todo-list.ts";
import { formatTokens } from "../transcript/format.ts";
import { say } from "../words/say.ts";
import type { ContextUse } from "./context-use.ts";
import { notSummarised } from "./room-words.ts";

export type PartInput = {
  readonly provider: Provider;
  /** The active branch. */
  readonly branch: readonly Entry[];
  /** The valid request that a branch makes. */
  readonly build: (branch: readonly Entry[]) => ModelRequest;
  readonly use: ContextUse;
  /** The message of the user's at which the part ends or begins. */
  readonly messageId: string;
  readonly part: "before" | "from";
  readonly turn: Pick<GuardedTurn, "signal" | "tell">;
};

/** What came of it. `cost`: for the log, what trying took. `reason` in words for the user. */
export type PartSummary = { readonly cost?: NewEntry } &
  /** `entry` is null for what comes from a message on: no entry stands for that, the text is for who goes back before it. */
  (
    | { readonly type: "summary"; readonly text: string; readonly entry: NewEntry | null }
    | { readonly type: "nothing"; readonly reason: string }
    | { readonly type: "interrupted" }
    | { readonly type: "failed"; readonly reason: string }
  );

/** A model with a window that nobody knows is asked in requests of so many tokens at most. */
const assumedWindow = 8_000;
/** The same model has to read what is summarised, and write the summary behind it. */
const shareForSummary = 0.5;

/** Writes the summary. Appends nothing itself; never throws for what a server does. */
export async function summarisePart(input: PartInput): Promise<PartSummary> {
  const { provider, branch, build, use, messageId, part, turn } = input;
  const visible = keptEntries(branch);
  const at = visible.findIndex(({ id }) => id === messageId);
  if (at === -1)
    return { type: "nothing", reason: say`That message is part of a summary already; nothing was changed.` };
  const entries = part === "before" ? visible.slice(0, at) : visible.slice(at);
  if (!entries.some(({ type }) => type === "user" || type === "assistant"))
    return { type: "nothing", reason: say`Nothing stands before that message; nothing was changed.` };

  const { model } = provider;
  const count = await use.counters(model);
  const before = await use.ofRequest(build(branch), model);
  const most = shareForSummary * (use.windowOf(provider) ?? Math.max(before, assumedWindow));
  const { signal, tell } = turn;
  const written = await summarize({ provider, entries, branch, most, estimate: count.ofText, signal, tell });
  const spent = { model, ...(written.usage === undefined ? {} : { usage: written.usage }) };
  const empty = { type: "compaction", summary: "", firstKeptId: "", ...spent } as const;
  const cost = written.usage === undefined ? {} : { cost: empty };
  if (written.type === "interrupted" || signal.aborted) return { type: "interrupted", ...cost };
  if (written.type === "error")
    return { type: "failed", reason: notSummarised(written.error).reason, ...cost };
  if (written.type === "empty")
    return { type: "failed", reason: say`${model} wrote no summary; nothing was changed.`, ...cost };

  const text = wholeSummary(
    written.text,
    part === "from" ? lastWords(entries) : [],
    openTodos(branch, entries),
  );
  const size = count.ofText(text);
  const stoodFor = entries.reduce((sum, entry) => sum + count.ofEntry(entry), 0);
  if (size >= stoodFor) {
    const reason = say`The summary would be ${formatTokens(size)} tokens, and what it stands for is ${formatTokens(stoodFor)}: nothing was changed.`;
    return { type: "nothing", reason, ...cost };
  }
  if (part === "from") return { type: "summary", text, entry: null, ...cost };
  const compaction = { type: "compaction", summary: text, firstKeptId: messageId, ...spent } as const;
  const after = await use.ofRequest(
    build([...branch, { ...compaction, id: "", parentId: null, at: "" }]),
    model,
  );
  return { type: "summary", text, entry: { ...compaction, tokens: { before, after } } };
}

/** What the user said in the last turn. */
function lastWords(entries: readonly Entry[]): string[] {
  const start = entries.findLastIndex((entry) => entry.type === "user" && entry.via !== "steer");
  return entries.slice(Math.max(0, start)).flatMap((entry) => (entry.type === "user" ? [entry.text] : []));
}

/** The todo list, where the call that set it is summarised and something is left to do; else nothing. */
function openTodos(branch: readonly Entry[], summarised: readonly Entry[]): string {
  const todos = todosIn(branch);
  const set = todos === null ? undefined : branch[todos.at];
  if (todos === null || set === undefined || !summarised.includes(set)) return "";
  return todos.items.every(({ status }) => status === "done") ? "" : todoText(todos.items);
}
