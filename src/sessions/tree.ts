/**
 * The tree of a session as a person sees it: turns, where it branches, where the conversation is, and the names of
 * places. Everything else of the log belongs to the turn that it follows. Pure.
 */
import type { Entry, EntryOf, TurnOutcome } from "../protocol/entry.ts";
import type { LogNode } from "./log.ts";

/** A call of a turn that has started or has a result. `at`: the entry behind which that was so. */
export type TreeCall = {
  readonly callId: string;
  readonly name: string;
  readonly title: string;
  readonly at: string;
  readonly end: "done" | "failed" | "open";
};

/** A name that the user gave to an entry of a turn. */
export type TreeLabel = { readonly entryId: string; readonly label: string };

export type TreeTurn = {
  /** Its place in `turns`, which is the order in which turns began. */
  readonly index: number;
  /** The entry that it begins with. */
  readonly id: string;
  /** The entry that stands before it; null for none. */
  readonly before: string | null;
  /** The turn that it follows, or null. */
  readonly parent: number | null;
  /** It follows that one from the middle: what came there later is not on its branch. */
  readonly isMidway: boolean;
  /** The turns that follow it, in the order in which they began. More than one: the tree branches here. */
  readonly children: readonly number[];
  /** The beginning of its branch: the nearest turn, itself or above, that is one of several children or follows none. */
  readonly head: number;
  /** What the user said; null where a turn asked again what had been asked before. */
  readonly message: EntryOf<"user"> | null;
  /** The last answer of the model that has words in it. */
  readonly answer: EntryOf<"assistant"> | null;
  /** The last entry before something else than this turn follows: whoever goes on behind the turn goes on here. */
  readonly endId: string;
  /** Null while it has no end. */
  readonly outcome: TurnOutcome | null;
  readonly calls: readonly TreeCall[];
  /** How many files its calls have changed. */
  readonly files: number;
  readonly labels: readonly TreeLabel[];
  /** Whether the active branch goes through it. */
  readonly isActive: boolean;
};

export type SessionTree = {
  readonly turns: readonly TreeTurn[];
  /** The turns that follow none. */
  readonly roots: readonly number[];
  /** The turn in which the active branch ends; null before the first. */
  readonly here: number | null;
  /** The entry behind which the conversation goes on, moves and what they brought aside; null before everything. */
  readonly place: string | null;
  /** That is in the middle of the turn, which went on without it on another branch. */
  readonly isMidway: boolean;
};

/** A turn of which not everything is read yet. */
type Growing = { -readonly [Key in keyof TreeTurn]: TreeTurn[Key] } & {
  readonly children: number[];
  readonly calls: TreeCall[];
  readonly labels: TreeLabel[];
  readonly paths: Set<string>;
  readonly callAt: Map<string, number>;
  isStarted: boolean;
};

/** The tree of a log in its file's order. An entry whose parent is missing, or stands behind it, follows nothing. */
export function sessionTree(nodes: readonly LogNode[]): SessionTree {
  const turns: Growing[] = [];
  const roots: number[] = [];
  /** The turn that each entry belongs to; null before the first. */
  const owners = new Map<string, Growing | null>();
  /** What a move brought with it, with the entry that was gone to: the turn there had it not. */
  const asides = new Map<string, string | null>();
  /** Entries at the end of their turn, and behind it. */
  const ends = new Set<string>();
  const isMidway = (turn: Growing | null, place: string | null) =>
    turn !== null && place !== null && place !== turn.endId && !ends.has(place);
  const labels = new Map<string, string>();
  for (const { id, parentId, entry } of nodes) {
    const above = parentId === null ? null : (owners.get(parentId) ?? null);
    const gone = parentId === null ? undefined : asides.get(parentId);
    const owner = entry !== null && beginsTurn(entry, above) ? begin(turns, roots, entry, above) : above;
    if (owner !== null && owner !== above)
      owner.isMidway = isMidway(above, gone === undefined ? parentId : gone);
    if (!owners.has(id)) owners.set(id, owner);
    if (entry?.type === "label") labels.set(entry.entryId, entry.label);
    if (entry?.type === "move") asides.set(id, gone === undefined ? parentId : gone);
    else if (owner !== above || gone === undefined) extend(owner, { id, parentId, entry });
    else asides.set(id, gone);
    if (owner !== null && owner.outcome !== null) ends.add(id);
  }
  for (const [entryId, label] of labels)
    if (label !== "") owners.get(entryId)?.labels.push({ entryId, label });
  for (const turn of turns) {
    const siblings = turn.parent === null ? roots : (turns[turn.parent]?.children ?? []);
    const above = turn.parent === null ? undefined : turns[turn.parent];
    turn.head = above === undefined || siblings.length > 1 ? turn.index : above.head;
    turn.files = turn.paths.size;
  }
  const last = nodes.at(-1);
  const here = last === undefined ? null : (owners.get(last.id) ?? null);
  for (let turn = here; turn !== null; turn = turn.parent === null ? null : (turns[turn.parent] ?? null))
    turn.isActive = true;
  const place = last === undefined ? null : (asides.get(last.id) ?? (asides.has(last.id) ? null : last.id));
  return { turns, roots, here: here?.index ?? null, place, isMidway: isMidway(here, place) };
}

/** A message of the user does, unless it went into the turn that runs; and a turn that has none does. */
function beginsTurn(entry: Entry, above: Growing | null): boolean {
  if (entry.type === "user") return entry.via !== "steer" || above === null || above.outcome !== null;
  return entry.type === "turn_start" && (above === null || above.isStarted || above.outcome !== null);
}

function begin(turns: Growing[], roots: number[], entry: Entry, above: Growing | null): Growing {
  const turn: Growing = {
    index: turns.length,
    id: entry.id,
    before: entry.parentId,
    parent: above?.index ?? null,
    isMidway: false,
    children: [],
    head: turns.length,
    message: entry.type === "user" ? entry : null,
    answer: null,
    endId: entry.id,
    outcome: null,
    calls: [],
    files: 0,
    labels: [],
    isActive: false,
    paths: new Set(),
    callAt: new Map(),
    isStarted: false,
  };
  turns.push(turn);
  (above?.children ?? roots).push(turn.index);
  return turn;
}

/** What follows its end directly is of the turn, too. */
function extend(
  turn: Growing | null,
  { id, parentId, entry }: Pick<LogNode, "id" | "parentId" | "entry">,
): void {
  if (turn === null) return;
  if (parentId === turn.endId) turn.endId = id;
  if (entry !== null) note(turn, entry);
}

function note(turn: Growing, entry: Entry): void {
  switch (entry.type) {
    case "turn_start":
      turn.isStarted = true;
      return;
    case "assistant":
      if (entry.parts.some((part) => part.type === "text" && part.text.trim() !== "")) turn.answer = entry;
      return;
    case "tool_start": {
      const { callId, name, title, id } = entry;
      noteCall(turn, { callId, name, title, at: id, end: "open" });
      return;
    }
    case "tool_result": {
      const { callId, name, title, id, result } = entry;
      noteCall(turn, { callId, name, title, at: id, end: result.ok ? "done" : "failed" });
      for (const { path } of entry.files ?? []) turn.paths.add(path);
      return;
    }
    case "checkpoint":
      for (const { path } of entry.files) turn.paths.add(path);
      return;
    case "turn_end":
      turn.outcome ??= entry.outcome;
      return;
    default:
      return;
  }
}

/** Some servers count the ids of their calls anew in every response: one that had its result is another call. */
function noteCall(turn: Growing, call: TreeCall): void {
  const at = turn.callAt.get(call.callId);
  const known = at === undefined ? undefined : turn.calls[at];
  if (at !== undefined && known?.end === "open" && call.end !== "open") {
    turn.calls[at] = call;
    return;
  }
  turn.callAt.set(call.callId, turn.calls.length);
  turn.calls.push(call);
}
