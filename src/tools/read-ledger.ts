/** Which files a session has read, and how much of them was shown. */
import type { LineSpan, ReadLedger, ReadRecord } from "./tool.ts";

/** What is known of one file. `shown` is sorted, without overlaps and without neighbours; empty once `whole` holds. */
type Entry = ReadRecord & { readonly shown: readonly LineSpan[] };

/** A ledger in memory; it lives as long as the session is open. */
export function createReadLedger(): ReadLedger {
  const entries = new Map<string, Entry>();
  return {
    get: (path) => entries.get(path),
    noteRead(path, hash, shown, totalLines) {
      const before = entries.get(path);
      // What was shown of another content says nothing about this one.
      const known = before?.hash === hash ? before : { hash, whole: false, shown: [] };
      entries.set(path, withShown(known, shown, totalLines));
    },
    noteWritten(path, hash) {
      entries.set(path, { hash, whole: true, shown: [] });
    },
    noteEdited(path, hash) {
      // An edit moves lines, so the ranges of a file that was shown in part stand for nothing any more.
      entries.set(path, { hash, whole: entries.get(path)?.whole ?? false, shown: [] });
    },
    forget: () => entries.clear(),
  };
}

function withShown(known: Entry, shown: LineSpan | "all" | "none", totalLines: number): Entry {
  if (known.whole || shown === "none") return known;
  if (shown === "all") return { hash: known.hash, whole: true, shown: [] };
  const spans = union([...known.shown, shown]);
  const [first] = spans;
  const whole = spans.length === 1 && first !== undefined && first.from <= 1 && first.to >= totalLines;
  return { hash: known.hash, whole, shown: whole ? [] : spans };
}

/** The same lines as the fewest spans. */
function union(spans: readonly LineSpan[]): LineSpan[] {
  const joined: LineSpan[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (span.to < span.from) continue;
    if (last === undefined || span.from > last.to + 1) joined.push(span);
    else joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
  }
  return joined;
}
