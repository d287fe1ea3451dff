/** The turns of a branch, and places in it: where `--until` ends, and what the status line says. Pure. */
import type { Entry } from "../../protocol/entry.ts";
import { beginningMessages } from "../../sessions/fork.ts";

/** The indices of the messages that turns began with, the first turn first. */
export function turnsOf(entries: readonly Entry[]): number[] {
  return beginningMessages(entries)
    .map(({ at }) => at)
    .toReversed();
}

/** Which turn a place between two entries is in, from 1: that of the last entry before it; 0 before the first. */
export function turnAt(turns: readonly number[], at: number): number {
  let [low, high] = [0, turns.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((turns[middle] ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * How many entries there are up to the end of a turn, or up to a time; null where the text says neither. A time is
 * `10:32` or `10:32:05` of the day on which the session began, as the clock here shows it, or an ISO 8601 one.
 */
export function placeOf(text: string, entries: readonly Entry[]): number | null {
  if (/^\d{1,6}$/.test(text)) {
    const turns = turnsOf(entries);
    return Number(text) === 0 ? null : (turns[Number(text)] ?? entries.length);
  }
  const until = timeOf(text, entries);
  if (until === null) return null;
  const after = entries.findIndex(({ at }) => Date.parse(at) > until);
  return after === -1 ? entries.length : after;
}

function timeOf(text: string, entries: readonly Entry[]): number | null {
  const clock = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text);
  if (clock === null) {
    const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isFinite(time) ? time : null;
  }
  const [, hours, minutes, seconds] = clock;
  const first = new Date(entries[0]?.at ?? "");
  if (Number.isNaN(first.getTime()) || Number(hours) > 23) return null;
  if (Number(minutes) > 59 || Number(seconds ?? 0) > 59) return null;
  // A minute that is named without its seconds counts whole.
  const last = seconds === undefined ? 59 : Number(seconds);
  const time = new Date(first).setHours(Number(hours), Number(minutes), last, 999);
  // A session that went on past midnight.
  return time < first.getTime() - 59_000 ? time + 24 * 60 * 60 * 1000 : time;
}

/** Whether a step that was asked for ends with this entry: something new is to be seen. */
export function isStop(entry: Entry): boolean {
  switch (entry.type) {
    case "user":
    case "assistant":
    case "approval":
    case "tool_result":
    case "user_command":
    case "compaction":
    case "notice":
    case "failover":
    case "model":
    case "restore":
      return true;
    case "turn_end":
      return entry.outcome !== "completed";
    default:
      return false;
  }
}
