/** Entries whose long texts are not in memory: whoever asks for one gets it from the log again. */
import type { Entry } from "../protocol/entry.ts";
import { leftOut, longString } from "./short-line.ts";
import { say } from "../words/say.ts";

/** About what an element of a list takes beside its text. */
const listed = 16;

/** Reads the entry again; null where it cannot be read any more. */
export type ReadAgain = () => Entry | null;

/** Where a value stands in an entry. */
type Path = readonly string[];

/** An object or a list of a parsed entry, which nobody else has yet. */
type Part = Record<string, unknown> | unknown[];

/**
 * Leaves the long texts and lists of an entry to the log. It is changed in place, and reads as before: what was left is
 * read again when it is asked for, each time, and `again` remembers what it wants to.
 */
export function leaveLongTexts(entry: Entry, again: ReadAgain): void {
  leaveIn(entry, [], again);
}

/** Returns about how much stays in memory. */
function leaveIn(part: Part, path: Path, again: ReadAgain): number {
  let stays = 0;
  const isList = Array.isArray(part);
  for (const [key, value] of Object.entries(part)) {
    const at = [...path, key];
    const isPart = typeof value === "object" && value !== null;
    const size = isPart ? leaveIn(value as Part, at, again) : sizeOf(value);
    // A list with a place that has to be asked for would be slow altogether: it is left as a whole.
    if (size < longString || isList || (isPart && !Array.isArray(value)))
      stays += size + (isList ? listed : 0);
    else leave(part, key, at, again);
  }
  return stays;
}

function sizeOf(value: unknown): number {
  if (value === leftOut) return longString;
  return typeof value === "string" ? value.length : 0;
}

function leave(part: Part, key: string, path: Path, again: ReadAgain): void {
  const isList = Array.isArray((part as Record<string, unknown>)[key]);
  Object.defineProperty(part, key, {
    enumerable: true,
    configurable: true,
    get: () => valueAt(again(), path) ?? (isList ? [] : lost()),
  });
}

function valueAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  return valueAt((value as Record<string, unknown>)[key], rest);
}

/** Somebody cut or overwrote the file while it was open. */
function lost(): string {
  return say`[rein: this text stood in the session's log, which was changed by something else; it is not there any more.]`;
}
