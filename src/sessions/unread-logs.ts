/** What is said of session files that a list had to leave out. */
import { lstatSync } from "node:fs";
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";

/** A file that has a session's name and cannot be read, and why, in words. */
export type UnreadLog = {
  readonly file: string;
  /** When it was changed last, ms since 1970; infinity where nobody says. */
  readonly changedAt: number;
  readonly why: string;
};

/** Told of each such file. */
export type OnUnread = (unread: UnreadLog) => void;

/** Null for a file that is gone meanwhile: nobody misses it. */
export function unreadLog(file: string, thrown: unknown): UnreadLog | null {
  const changedAt = whenChanged(file);
  return changedAt === null ? null : { file, changedAt, why: messageOf(thrown) };
}

function whenChanged(file: string): number | null {
  try {
    return lstatSync(file, { throwIfNoEntry: false })?.mtimeMs ?? null;
  } catch {
    return Number.POSITIVE_INFINITY; // in a folder that says names and nothing more
  }
}

/** One line: how many, which is the first, and why; null where all could be read. What the system says names the file. */
export function unreadLogsWords(unread: readonly UnreadLog[]): string | null {
  const [first, ...others] = unread;
  if (first === undefined) return null;
  const { why } = first;
  return others.length === 0
    ? say`A session file could not be read, and is not listed: ${why}.`
    : say`${unread.length} session files could not be read, and are not listed. The first: ${why}.`;
}

/** The same where there is room for a few words. */
export function unreadLogsHint({ length }: readonly UnreadLog[]): string | null {
  if (length === 0) return null;
  return length === 1
    ? say`A session file could not be read; rein sessions list says which.`
    : say`${length} session files could not be read; rein sessions list says which.`;
}
