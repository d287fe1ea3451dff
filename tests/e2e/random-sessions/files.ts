/** The project's files as they should be, and what of each session changed them. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { SavedLog } from "./saved-log.ts";

export type Content = string | null;
export type Contents = ReadonlyMap<string, string>;

/** One change of one file by rein: `entryId` is the entry of the log that keeps what the file held. */
export type Change = {
  readonly entryId: string;
  readonly path: string;
  readonly before: Content;
  /** Undefined: the program was killed before it could say. */
  readonly after: Content | undefined;
  readonly by: "call" | "restore";
};

/** Every file of a folder by its path in it. */
export function contentsOf(folder: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const path = join(folder, name);
    if (statSync(path).isFile()) found.set(name, readFileSync(path, "latin1"));
  }
  return found;
}

/** What files held when an entry was the last one of the log: those that were changed since. */
export function heldAt(
  changes: readonly Change[],
  log: SavedLog,
  entryId: string | null,
): Map<string, Content> {
  const place = entryId === null ? -1 : (log.placeOf.get(entryId) ?? -1);
  const held = new Map<string, Content>();
  for (const { entryId: id, path, before } of changes) {
    if ((log.placeOf.get(id) ?? -1) > place && !held.has(path)) held.set(path, before);
  }
  return held;
}

/** The files that hold something else now. */
export function differing(held: ReadonlyMap<string, Content>, now: Contents): string[] {
  return [...held].flatMap(([path, content]) => (content === (now.get(path) ?? null) ? [] : [path]));
}

/** Those of them that hold something that rein did not leave in them. */
export function changedOutside(
  paths: readonly string[],
  changes: readonly Change[],
  now: Contents,
): string[] {
  return paths.filter((path) => {
    const last = changes.findLast((change) => change.path === path);
    const holds = now.get(path) ?? null;
    return last?.after !== holds && !(last?.by === "restore" && last.before === holds);
  });
}
