/** A call that runs: how far it is, and the last part of what it wrote. */
import type { CallSnapshot, SkippedOutput } from "../../../protocol/event.ts";
import type { CallItem } from "../../../transcript/item.ts";

/** How much of a running call's output is kept for its panel and the transcript, UTF-16 units. */
const keptOutput = 32_000;

export type LiveCall = {
  snapshot: CallSnapshot;
  /** The last part of what it wrote. */
  output: string;
  /** What came before that and is gone. */
  before: SkippedOutput;
  /** Since when it runs, ms of elapsed time; null while it does not. */
  since: number | null;
  /** How long it ran before it stopped to ask, ms. */
  ranMs: number;
};

export function liveCall(snapshot: CallSnapshot, now: number): LiveCall {
  const before = { lines: 0, isExact: true };
  const live: LiveCall = { snapshot, output: "", before, since: null, ranMs: 0 };
  moveOn(live, snapshot, now);
  return live;
}

/** The call is further now. The time in which it waits for an answer is not its own. */
export function moveOn(live: LiveCall, snapshot: CallSnapshot, now: number): void {
  const runs = snapshot.status === "running";
  if (live.since !== null && !runs) live.ranMs += now - live.since;
  live.since = runs ? (live.since ?? now) : null;
  live.snapshot = snapshot;
}

/** A call that has no result yet, as it is now. */
export function withLife(
  item: CallItem,
  { snapshot, output, before, since, ranMs }: LiveCall,
  now: number,
): CallItem {
  const { status, title } = snapshot;
  return {
    ...item,
    status,
    ...(title === "" ? {} : { title }),
    output,
    outputBefore: before,
    ...(since === null ? {} : { durationMs: ranMs + now - since }),
  };
}

/**
 * Adds to a call's output, and drops from its beginning what is too much: whole lines where there are any. What stands
 * before a gap is dropped with it, so that no line is put together from two.
 */
export function addOutput(live: LiveCall, text: string, skipped?: SkippedOutput): void {
  if (skipped !== undefined) {
    dropStart(live, live.output.length);
    const { lines, isExact } = live.before;
    live.before = { lines: lines + skipped.lines, isExact: isExact && skipped.isExact };
  }
  live.output += text;
  if (live.output.length <= keptOutput * 2) return;
  const least = live.output.length - keptOutput;
  dropStart(live, live.output.indexOf("\n", least) + 1 || least);
}

function dropStart(live: LiveCall, upTo: number): void {
  let { lines } = live.before;
  for (let at = live.output.indexOf("\n"); at !== -1 && at < upTo; at = live.output.indexOf("\n", at + 1))
    lines += 1;
  live.before = { ...live.before, lines };
  live.output = live.output.slice(upTo);
}
