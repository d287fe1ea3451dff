/** Two entries that should be the same: without what differs from run to run, and where they differ. Pure. */
import type { Entry } from "../../protocol/entry.ts";
import { isRecord } from "../../providers/json.ts";

/** Ids, times, how long something took, and what files held: another run has others. */
const ofTheRun: ReadonlySet<string> = new Set([
  "id",
  "parentId",
  "at",
  "turnId",
  "traceId",
  "latencyMs",
  "firstTokenMs",
  "durationMs",
  "requestedAfter",
  "files",
  "effort",
]);

export type Difference = {
  /** As in `parts[0].text`; empty for the whole entry. */
  readonly field: string;
  /** Undefined where there is nothing. */
  readonly expected: unknown;
  readonly got: unknown;
};

/** Names calls by the order in which they come: some servers give no ids, and then rein makes them up. */
export function createCallNames(): (callId: string) => string {
  const names = new Map<string, string>();
  return (callId) => {
    const known = names.get(callId);
    if (known !== undefined) return known;
    const name = `#${names.size + 1}`;
    names.set(callId, name);
    return name;
  };
}

/** What of an entry has to be the same in every run. A message that waited for a turn is sent like any other. */
export function lasting(
  entry: Entry,
  nameOfCall: (callId: string) => string,
  ignored: ReadonlySet<string> = new Set(),
): unknown {
  const whole = withCallsNamed(
    entry.type === "user" && entry.via === "queue" ? { ...entry, via: "submit" } : entry,
    nameOfCall,
  );
  return isRecord(whole)
    ? Object.fromEntries(Object.entries(whole).filter(([name]) => !ofTheRun.has(name) && !ignored.has(name)))
    : whole;
}

function withCallsNamed(value: unknown, nameOfCall: (callId: string) => string): unknown {
  if (Array.isArray(value)) return value.map((one) => withCallsNamed(one, nameOfCall));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .map(([name, field]) => [
        name,
        name === "callId" && typeof field === "string"
          ? nameOfCall(field)
          : withCallsNamed(field, nameOfCall),
      ]),
  );
}

/** The first place where two values differ; null where they are the same. */
export function firstDifference(expected: unknown, got: unknown, field = ""): Difference | null {
  if (Object.is(expected, got)) return null;
  if (Array.isArray(expected) && Array.isArray(got)) {
    for (let at = 0; at < Math.max(expected.length, got.length); at += 1) {
      const found = firstDifference(expected[at], got[at], `${field}[${at}]`);
      if (found !== null) return found;
    }
    return null;
  }
  if (!isRecord(expected) || !isRecord(got)) return { field, expected, got };
  for (const name of new Set([...Object.keys(expected), ...Object.keys(got)])) {
    const found = firstDifference(expected[name], got[name], field === "" ? name : `${field}.${name}`);
    if (found !== null) return found;
  }
  return null;
}
