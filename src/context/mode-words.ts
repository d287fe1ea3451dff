/** What the model is told of plan mode, and where in a request. Pure. */
import type { PermissionMode } from "../protocol/approval.ts";
import type { Entry } from "../protocol/entry.ts";
import { noticeText } from "./beside.ts";

const begun = noticeText(
  "Plan mode: read and search only. Changes and commands that write are refused. Work out a plan and present it; where you have the tool present_plan, with that.",
);
const over = noticeText(
  "Plan mode is over: changes and commands are possible again, as the user allows them.",
);

/**
 * The words that belong behind the beginning of a turn, or behind a summary. They are told where plan mode begins and
 * ends and not in the system prompt, which would then change with the mode, and with it all that a provider has cached.
 */
export type ModeWords = (entry: Entry) => string;

/** The words for a branch; `kept` is what of it a request holds. */
export function modeWordsOf(branch: readonly Entry[], kept: readonly Entry[]): ModeWords {
  const words = new Map<Entry, string>();
  let isPlan = false;
  const [summary] = kept;
  if (summary?.type === "compaction" && modeBefore(kept[1], branch) === "plan") {
    isPlan = true;
    words.set(summary, begun);
  }
  for (const entry of kept) {
    if (entry.type !== "turn_start" || (entry.mode === "plan") === isPlan) continue;
    isPlan = !isPlan;
    words.set(entry, isPlan ? begun : over);
  }
  return (entry) => words.get(entry) ?? "";
}

/** The mode in which the turn before `first`, or around it, began. */
function modeBefore(first: Entry | undefined, branch: readonly Entry[]): PermissionMode | undefined {
  const end = first === undefined ? branch.length : branch.indexOf(first);
  const start = branch.slice(0, end).findLast(({ type }) => type === "turn_start");
  return start?.type === "turn_start" ? start.mode : undefined;
}
