/** Entries whose long texts are not in memory: whoever asks for one gets it from the log again. */
import type { Entry } from "../protocol/entry.ts";
import { deepest, leftOut, longString } from "./short-line.ts";

/** About what an element of a list takes beside its text. */
const listed = 16;

/** Reads the entry again; null where it cannot be read any more. */
export type ReadAgain = () => Entry | null;

/** Where a value stands in an entry. */
type Path = readonly string[];

/**
 * Leaves the long texts and lists of an entry to the log; false when it has none. It is changed in place, and reads as
 * before: what was left is read again when it is asked for, each time, and `again` remembers what it wants to.
 */
export function leaveLongTexts(entry: Entry, again: ReadAgain): boolean {
  let isAnyLeft = false;
  leaveIn(entry, [], (part, key, path, lost) => {
    isAnyLeft = true;
    const get = (): unknown => valueAt(again(), path) ?? lost;
    Object.defineProperty(part, key, { enumerable: true, configurable: true, get });
  });
  return isAnyLeft;
}

/** Has a field asked for at that place of the entry; `lost` stands for what is not there any more. */
type Leave = (part: object, key: string, path: Path, lost: unknown) => void;

/** Returns about how much stays in memory. */
function leaveIn(part: object, path: Path, leave: Leave): number {
  if (path.length > deepest) return 0;
  let stays = 0;
  const isList = Array.isArray(part);
  for (const key of Object.keys(part)) {
    const value: unknown = Reflect.get(part, key);
    const isPart = typeof value === "object" && value !== null;
    const size = isPart ? leaveIn(value, [...path, key], leave) : sizeOf(value);
    // A list with a place that has to be asked for would be slow altogether: it is left as a whole.
    const isLeft = size >= longString && !isList && (!isPart || Array.isArray(value));
    if (isLeft) leave(part, key, [...path, key], lostOf(value));
    else stays += size + (isList ? listed : 0);
  }
  return stays;
}

function sizeOf(value: unknown): number {
  if (value === leftOut) return longString;
  return typeof value === "string" ? value.length : 0;
}

function lostOf(value: unknown): unknown {
  if (!Array.isArray(value)) return lost;
  return value.every((element) => typeof element === "string") ? [lost] : [];
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
