/** A session's log as a reader sees it that knows nothing of rein but the words of its format. */
import { readFileSync } from "node:fs";
import type { Entry, EntryOf } from "../../../src/protocol/entry.ts";

export type SavedLog = {
  readonly file: string;
  readonly bytes: Buffer;
  /** All that could be read, in the file's order. */
  readonly entries: readonly Entry[];
  readonly byId: ReadonlyMap<string, Entry>;
  /** Where each entry stands in `entries`. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** The active branch, root first. */
  readonly branch: readonly Entry[];
  /** Lines that are no JSON. */
  readonly unreadable: readonly string[];
};

export function readSaved(file: string): SavedLog {
  const bytes = readFileSync(file);
  const [, ...lines] = bytes.toString("utf8").split("\n");
  const entries: Entry[] = [];
  const unreadable: string[] = [];
  for (const line of lines) {
    if (line === "") continue;
    try {
      entries.push(JSON.parse(line));
    } catch {
      unreadable.push(line);
    }
  }
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const placeOf = new Map(entries.map(({ id }, at) => [id, at]));
  return { file, bytes, entries, byId, placeOf, unreadable, branch: pathTo(entries.at(-1)?.id, byId) };
}

/** From the root to this entry. */
export function pathTo(id: string | null | undefined, byId: ReadonlyMap<string, Entry>): Entry[] {
  const path: Entry[] = [];
  for (let next = byId.get(id ?? ""); next !== undefined; next = byId.get(next.parentId ?? ""))
    path.push(next);
  return path.toReversed();
}

/** The messages of the user that turns began with. */
export function messagesOf(entries: readonly Entry[]): EntryOf<"user">[] {
  return entries.flatMap((entry) => (entry.type === "user" && entry.via !== "steer" ? [entry] : []));
}

/** `m12.` of a message that begins with it. */
export function markOf(text: string): string {
  return /^m\d+\./.exec(text)?.[0] ?? text;
}

/** Marks of messages, answers and summaries in a text. */
export function marksIn(text: string): string[] {
  return text.match(/\b[mas]\d+\./g) ?? [];
}

/** The marks of the messages of a branch. */
export function chainOf(branch: readonly Entry[]): string[] {
  return branch.flatMap((entry) => (entry.type === "user" ? [markOf(entry.text)] : []));
}
