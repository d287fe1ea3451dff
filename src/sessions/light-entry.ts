/** Entries whose long texts are not in memory: whoever asks for one gets it from the log again. */
import type { Entry } from "../protocol/entry.ts";
import { leftOut, longString } from "./short-line.ts";

/** About what an element of a list takes beside its text. */
const listed = 16;

/** Reads the entry again; null where it cannot be read any more. */
export type ReadAgain = () => Entry | null;

/** Where a value stands in an entry. */
type Path = readonly string[];

/**
 * Leaves the long texts and lists of an entry to the log. It is changed in place, and reads as before: what was left is
 * read again when it is asked for, each time, and `again` remembers what it wants to.
 */
export function leaveLongTexts(entry: Entry, again: ReadAgain): void {
  leaveIn(entry, [], again);
}

/** Returns about how much stays in memory. */
function leaveIn(part: object, path: Path, again: ReadAgain): number {
  let stays = 0;
  const isList = Array.isArray(part);
  for (const key of Object.keys(part)) {
    const value: unknown = Reflect.get(part, key);
    const at = [...path, key];
    const isPart = typeof value === "object" && value !== null;
    const size = isPart ? leaveIn(value, at, again) : sizeOf(value);
    // A list with a place that has to be asked for would be slow altogether: it is left as a whole.
    const isLeft = size >= longString && !isList && (!isPart || Array.isArray(value));
    if (isLeft) leave(part, key, () => valueAt(again(), at) ?? (isPart ? [] : lost));
    else stays += size + (isList ? listed : 0);
  }
  return stays;
}

function sizeOf(value: unknown): number {
  if (value === leftOut) return longString;
  return typeof value === "string" ? value.length : 0;
}

function leave(part: object, key: string, get: () => unknown): void {
  Object.defineProperty(part, key, { enumerable: true, configurable: true, get });
}

function valueAt(value: unknown, [key, ...rest]: Path): unknown {
  if (key === undefined) return value;
  if (typeof value !== "object" || value === null) return undefined;
  const found: unknown = Reflect.get(value, key);
  return valueAt(found, rest);
}

/** Somebody cut or overwrote the file while it was open. It is for the model as well. */
const lost =
  "[rein: this text stood in the session's log, which something else has changed; it is not there any more.]";
