/** Where a conversation is cut when it is summarised: what the summary stands for, and what stays word for word. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { toolCallsOf } from "../protocol/message.ts";
import { editsOf } from "./edits.ts";
import { editedUser } from "./edited.ts";
import { keptOf } from "./kept.ts";

export type Cut = {
  /** What the summary is made of, in order: an earlier summary first, if there is one. */
  readonly summarised: readonly Entry[];
  /** The first entry that stays word for word. */
  readonly firstKeptId: string;
  /** What the user said last where that does not stay by itself: the summary carries it word for word. */
  readonly lastWords: readonly string[];
};

/**
 * The cut that keeps as much of the end as `keep` allows, in the units of `weigh`; null when nothing would be summarised.
 * It falls only where every call before it has its result before it, and between two turns where it can. When not
 * even the last step fits, everything is summarised.
 */
export function planCut(branch: readonly Entry[], keep: number, weigh: (entry: Entry) => number): Cut | null {
  // What is pinned from before stays in any case: it is no place to cut at, and nothing to summarise once more.
  const { summary, rest } = keptOf(branch);
  const visible = summary === null ? rest : [summary, ...rest];
  const at = cutPlace(visible, keep, weigh);
  const first = visible[at];
  if (first === undefined) return null;
  const summarised = visible.slice(0, at);
  if (!summarised.some(isSaid)) return null;
  return { summarised, firstKeptId: first.id, lastWords: wordsBefore(branch, first) };
}

function cutPlace(visible: readonly Entry[], keep: number, weigh: (entry: Entry) => number): number {
  const open = openCallsBefore(visible);
  let room = keep;
  let step: number | undefined;
  let turn: number | undefined;
  for (let at = visible.length - 1; at >= 0; at -= 1) {
    const entry = visible[at];
    if (entry === undefined) break;
    room -= weigh(entry);
    if (room < 0) break;
    if (at === 0) return 0;
    if (open[at] !== 0 || (entry.type !== "user" && entry.type !== "assistant")) continue;
    step = at;
    if (startsTurn(entry)) turn = at;
  }
  return turn ?? step ?? visible.length - 1;
}

/** For each place, how many calls before it have their result only behind it. */
function openCallsBefore(entries: readonly Entry[]): number[] {
  const answeredLater = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type === "tool_result") add(answeredLater, entry.callId, 1);
  }
  const open = new Map<string, number>();
  let count = 0;
  return entries.map((entry) => {
    const before = count;
    if (entry.type === "assistant") {
      for (const { callId } of toolCallsOf(entry.parts)) {
        if ((answeredLater.get(callId) ?? 0) <= (open.get(callId) ?? 0)) continue;
        add(open, callId, 1);
        count += 1;
      }
    } else if (entry.type === "tool_result") {
      add(answeredLater, entry.callId, -1);
      if ((open.get(entry.callId) ?? 0) > 0) {
        add(open, entry.callId, -1);
        count -= 1;
      }
    }
    return before;
  });
}

function add(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** What the user said in the last turn, as far as it stands before `kept`, is not left out, and does not stay pinned. */
function wordsBefore(branch: readonly Entry[], kept: Entry): string[] {
  const end = branch.indexOf(kept);
  const start = branch.findLastIndex(startsTurn);
  if (start === -1 || start >= end) return [];
  const edits = editsOf(branch);
  return branch.slice(start, end).flatMap((entry) => {
    if (entry.type !== "user" || edits.isPinned(entry.id)) return [];
    return editedUser(entry, edits)?.text ?? [];
  });
}

function startsTurn(entry: Entry): entry is EntryOf<"user"> {
  return entry.type === "user" && entry.via !== "steer" && entry.text.trim() !== "";
}

/** Something of the conversation itself: an earlier summary alone is not worth another one. */
function isSaid(entry: Entry): boolean {
  return entry.type === "user" || entry.type === "assistant";
}
