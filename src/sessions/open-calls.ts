/** What a killed process, or going to another place of the tree, left open in a log, and the entries that say so. Pure. */
import type { Entry, EntryOf, NewEntry } from "../protocol/entry.ts";
import { killedSentence } from "../protocol/interruption.ts";
import { type ToolCallPart, toolCallsOf } from "../protocol/message.ts";
import { say, sayCount } from "../words/say.ts";

/** A call of one assistant entry, with the result that answers it. */
export type AnsweredCall = {
  readonly call: ToolCallPart;
  readonly result: EntryOf<"tool_result"> | null;
};

/** The calls of each assistant entry of a branch with their results, in the model's order. */
export function matchResults(branch: readonly Entry[]): Map<EntryOf<"assistant">, AnsweredCall[]> {
  const asking = branch.filter((entry) => entry.type === "assistant");
  const speaking = branch.filter((entry) => entry.type === "assistant" || entry.type === "tool_result");
  const matched = matchIds(
    speaking.map((entry) =>
      entry.type === "assistant"
        ? { calls: toolCallsOf(entry.parts).map(({ callId }) => callId) }
        : { answer: entry.callId, by: entry },
    ),
  );
  return new Map(
    asking.map((entry, index) => [
      entry,
      toolCallsOf(entry.parts).map((call, at) => ({ call, result: matched[index]?.[at] ?? null })),
    ]),
  );
}

/** One event in the order in which things were said: calls that were made, or an answer to one. */
export type IdEvent<Answer> =
  { readonly calls: readonly string[] } | { readonly answer: string; readonly by: Answer };

/**
 * For each event with calls, in order, the answer to each of its calls, or null.
 *
 * An answer belongs to the latest earlier event that has an open call of its id, there to the first: some servers
 * count their ids from the start again in every response, so an id alone does not say which call is meant. An answer
 * without a call belongs to nothing, and so does a second one.
 */
export function matchIds<Answer>(events: readonly IdEvent<Answer>[]): (Answer | null)[][] {
  const matched: (Answer | null)[][] = [];
  /** The places of open calls, by id; the last one is the next to be answered. */
  const open = new Map<string, { readonly answers: (Answer | null)[]; readonly at: number }[]>();
  for (const event of events) {
    if ("answer" in event) {
      const place = open.get(event.answer)?.pop();
      if (place !== undefined) place.answers[place.at] = event.by;
      continue;
    }
    const answers: (Answer | null)[] = event.calls.map(() => null);
    matched.push(answers);
    for (const [at, id] of [...event.calls.entries()].toReversed()) pushTo(open, id, { answers, at });
  }
  return matched;
}

/**
 * The entries that close what was open when the process died: an `interrupted` result for every call without one, the
 * end of the turn that has none, a notice of the background jobs that ended with it, and for each a checkpoint that says
 * that nobody saw what it changed; and a notice where files were being brought back. Empty for a log that was ended
 * properly.
 */
export function repairOpenCalls(branch: readonly Entry[]): NewEntry[] {
  return [
    ...openResults(branch, branch, killed),
    ...turnEnd(branch, killed.turn()),
    ...jobEnds(branch),
    ...cutRestore(branch),
  ];
}

/**
 * The entries that close what is open where a branch was left by going to another place of the tree: `entries` are those of
 * the whole log, which tell whether a call was run on a branch that is left. Of background jobs it says nothing: they
 * go on as long as the process does.
 */
export function closeOpenCalls(branch: readonly Entry[], entries: readonly Entry[]): NewEntry[] {
  return [...openResults(branch, entries, movedTo), ...turnEnd(branch, movedTo.turn())];
}

/** What is said of a call without a result: to the model; of a turn without an end: to the user. */
type OpenWords = {
  readonly started: string;
  readonly notStarted: string;
  readonly notAnswered: string;
  readonly turn: () => string;
};

const killed: OpenWords = {
  started: killedSentence("stopped"),
  notStarted: killedSentence("not_started"),
  notAnswered: killedSentence("not_answered"),
  turn: () => say`rein was stopped in the middle of this turn.`,
};

const movedTo: OpenWords = {
  started:
    "Interrupted: the user went back to before the result of this call. It was run then, and its result is on a branch of " +
    "the conversation that was left; what it changed may be there still. Look before you rely on it.",
  notStarted: "Interrupted: the user went back to this place of the conversation; this call was not run.",
  notAnswered: "Interrupted: the user went back to this place of the conversation; this call was not run.",
  turn: () => say`the conversation was taken up again in the middle of this turn.`,
};

function openResults(branch: readonly Entry[], entries: readonly Entry[], words: OpenWords): NewEntry[] {
  const open = unansweredCalls(branch);
  if (open.length === 0) return [];
  const started = new Map(
    entries.filter((entry) => entry.type === "tool_start").map((entry) => [entry.callId, entry]),
  );
  const asked = lastQuestions(branch);
  return open.map((call) => {
    const start = started.get(call.callId);
    const question = asked.get(call.callId);
    const unstarted = question?.isOpen === true ? words.notAnswered : words.notStarted;
    const message = start === undefined ? unstarted : words.started;
    return {
      type: "tool_result",
      callId: call.callId,
      name: call.name,
      title: start?.title ?? question?.title ?? "",
      result: { ok: false, kind: "interrupted", message },
      durationMs: 0,
    };
  });
}

/**
 * The calls without a result, as `matchResults` finds them. In a session of 100,000 entries there is mostly none, and
 * whoever opens it waits for the answer.
 */
export function unansweredCalls(branch: readonly Entry[]): ToolCallPart[] {
  const open = new Map<string, ToolCallPart[]>();
  for (const entry of branch) {
    if (entry.type === "tool_result") {
      const calls = open.get(entry.callId);
      calls?.pop();
      if (calls?.length === 0) open.delete(entry.callId);
    } else if (entry.type === "assistant") {
      for (const part of entry.parts.toReversed())
        if (part.type === "tool_call") pushTo(open, part.callId, part);
    }
  }
  if (open.size === 0) return [];
  const left = new Set([...open.values()].flat());
  return branch.flatMap((entry) =>
    entry.type === "assistant" ? toolCallsOf(entry.parts).filter((call) => left.has(call)) : [],
  );
}

/** What each call was asked about as, by its id, and whether that was never answered. */
function lastQuestions(
  branch: readonly Entry[],
): ReadonlyMap<string, { readonly title: string; readonly isOpen: boolean }> {
  const asked = new Map<string, { readonly title: string; readonly isOpen: boolean }>();
  for (const entry of branch) {
    if (entry.type === "question") asked.set(entry.callId, { title: entry.title, isOpen: true });
    const before = entry.type === "approval" ? asked.get(entry.callId) : undefined;
    if (entry.type === "approval" && before !== undefined)
      asked.set(entry.callId, { ...before, isOpen: false });
  }
  return asked;
}

function turnEnd(branch: readonly Entry[], reason: string): NewEntry[] {
  const start = branch.findLast((entry) => entry.type === "turn_start");
  if (start === undefined) return [];
  const { turnId } = start;
  if (branch.some((entry) => entry.type === "turn_end" && entry.turnId === turnId)) return [];
  const steps = branch.filter((entry) => entry.type === "assistant" && entry.turnId === turnId).length;
  return [{ type: "turn_end", turnId, outcome: "interrupted", steps, reason }];
}

/** Whoever goes on with the session must not believe that they still run, nor that anybody saw what they changed. */
function jobEnds(branch: readonly Entry[]): NewEntry[] {
  const running = openJobs(branch);
  if (running.size === 0) return [];
  const note = say`rein was stopped while a background job ran; what it changed by then was not looked at.`;
  const started = new Map<string, string>();
  for (const entry of branch) {
    if (entry.type !== "tool_result" || !entry.result.ok || entry.result.job === undefined) continue;
    const { id } = entry.result.job;
    if (running.has(id) && !started.has(id)) started.set(id, entry.callId);
  }
  const unseen = [...started.values()].map((callId): NewEntry => ({
    type: "checkpoint",
    callId,
    files: [],
    note,
  }));
  const text = say`rein was stopped; its background jobs ended with it: ${[...running.values()].join(", ")}.`;
  return [...unseen, { type: "notice", text, endedJobs: [...running.keys()] }];
}

/** Behind the entry of a restore something always says how it ended, or goes elsewhere. What a job changed may be between. */
function cutRestore(branch: readonly Entry[]): NewEntry[] {
  const last = branch.findLast(({ type }) => type !== "checkpoint");
  if (last?.type !== "restore") return [];
  const text = say`rein was stopped while it brought ${sayCount(last.files.length, "file")} back: some may not be as they were then. /rewind undo takes back what was done. Read files again before you rely on them.`;
  return [{ type: "notice", text }];
}

/** The background jobs of whose end a branch does not tell: their ids with their names. */
export function openJobs(branch: readonly Entry[]): Map<string, string> {
  const names = new Map<string, string>();
  const ended = new Set<string>();
  for (const entry of branch) {
    if (entry.type === "notice") for (const id of entry.endedJobs ?? []) ended.add(id);
    if (entry.type !== "tool_result" || !entry.result.ok || entry.result.job === undefined) continue;
    const { id, runs } = entry.result.job;
    if (!runs) ended.add(id);
    if (!names.has(id)) names.set(id, entry.title === "" ? id : `${id} (${entry.title})`);
  }
  return new Map([...names].filter(([id]) => !ended.has(id)));
}

function pushTo<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
