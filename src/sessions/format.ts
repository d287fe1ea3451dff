/** The format of a log, and how an older one becomes the present one. Pure. */
import { logFormatVersion } from "../protocol/entry.ts";

/** A line's JSON object. */
export type Line = Readonly<Record<string, unknown>>;

/** A line of one format as a line of the next; it gets the header too. What it does not know it leaves as it is. */
export type FormatStep = (line: Line) => Line;

/** `steps` says, for each older version that can still be read, what leads from it to the next. */
export type LogFormat = {
  readonly version: number;
  readonly steps: Readonly<Record<number, FormatStep>>;
};

/** The format that this rein writes. There was none before the first. */
export const currentFormat: LogFormat = { version: logFormatVersion, steps: {} };

/** A line of version `from` as it would be written today. */
export function brought(line: Line, from: number, { version, steps }: LogFormat): Line {
  let now = line;
  for (let at = from; at < version; at += 1) now = steps[at]?.(now) ?? now;
  return now["type"] === "header" ? { ...now, format: version } : now;
}

/** True when reading gave all that was written: nothing was left out because this version does not know it. */
export function saysAll(read: unknown, written: unknown): boolean {
  if (Array.isArray(written))
    return Array.isArray(read) && written.every((item: unknown, at) => saysAll(read[at], item));
  if (!isObject(written)) return Object.is(read, written);
  if (!isObject(read)) return false;
  for (const name of Object.keys(written)) {
    if (!Object.hasOwn(read, name) || !saysAll(read[name], written[name])) return false;
  }
  return true;
}

/** True for what JSON calls an object. */
export function isObject(value: unknown): value is Line {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
