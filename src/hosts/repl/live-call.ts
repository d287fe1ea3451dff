/** A call that runs: how far it is, and the last part of what it wrote. */
import type { CallSnapshot, SkippedOutput } from "../../protocol/event.ts";
import type { CallItem } from "../../transcript/item.ts";

/** How much of a running call's output is kept for its panel and the transcript, UTF-16 units. */
const keptOutput = 32_000;

export type LiveCall = {
  snapshot: CallSnapshot;
  /** The last part of what it wrote. */
  output: string;
  /** What came before that and is gone. */
  before: SkippedOutput;
};

export function liveCall(snapshot: CallSnapshot): LiveCall {
  return { snapshot, output: "", before: { lines: 0, isExact: true } };
}

/** A call that has no result yet, as it is now. */
export function withLife(item: CallItem, { snapshot, output, before }: LiveCall): CallItem {
  const { status, title } = snapshot;
  return { ...item, status, ...(title === "" ? {} : { title }), output, outputBefore: before };
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
