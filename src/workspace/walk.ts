/** The files below a folder that a search should see. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { relative } from "node:path";
import { errorCode, fileError } from "./file-error.ts";
import { type IgnoreRules, isIgnored, rulesAbove, rulesInside } from "./ignore-rules.ts";

export type WalkOptions = {
  readonly signal?: AbortSignal;
  /** Names that begin with a dot are left out unless this is true. `.git` always is. */
  readonly hidden?: boolean;
  /** Told of each folder that could not be looked into. */
  readonly onUnreadable?: (path: string) => void;
};

/**
 * Yields the absolute path of every regular file below `root` (absolute and real), sorted by name folder by folder.
 * Follows `.gitignore` files, those above `root` in its repository too. Symbolic links are not followed: what they
 * lead to is either elsewhere in the tree or not part of it.
 *
 * @throws FileError when `root` itself cannot be read; the signal's reason when it fires.
 */
export async function* walk(root: string, options: WalkOptions = {}): AsyncGenerator<string> {
  const entries = await list(root, (thrown) => {
    throw fileError(thrown, root);
  });
  yield* walkFolder(root, entries, await rulesAbove(root), options);
}

async function* walkFolder(
  folder: string,
  entries: readonly Dirent[],
  above: IgnoreRules,
  options: WalkOptions,
): AsyncGenerator<string> {
  const { signal, hidden = false, onUnreadable } = options;
  const hasIgnoreFile = entries.some((entry) => entry.name === ".gitignore");
  const rules = hasIgnoreFile ? await rulesInside(folder, above) : above;
  for (const entry of entries) {
    signal?.throwIfAborted();
    if (entry.name === ".git" || (!hidden && entry.name.startsWith("."))) continue;
    const path = folder === "/" ? `/${entry.name}` : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (isIgnored(rules, path, true)) continue;
      const inside = await list(path, () => onUnreadable?.(path));
      yield* walkFolder(path, inside, rules, options);
    } else if (entry.isFile() && !isIgnored(rules, path, false)) {
      yield path;
    }
  }
}

async function list(folder: string, onTrouble: (thrown: unknown) => void): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    // By code unit, the same on every machine; not by the user's language.
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    onTrouble(thrown);
    return [];
  }
}

/**
 * A test for paths below `root` from a glob: `*`, `**`, `?`, `[…]`, `{a,b}`. A pattern without a slash matches names at
 * any depth, one with a slash the path from `root`.
 */
export function globMatcher(root: string, pattern: string): (path: string) => boolean {
  const wanted = pattern.replace(/^(\.\/)+/, "");
  const glob = new Bun.Glob(wanted.includes("/") ? wanted : `**/${wanted}`);
  return (path) => glob.match(relative(root, path));
}

/** True when a glob or path asks for hidden files: one of its parts begins with a dot (and is not `.` or `..`). */
export function namesHidden(pattern: string): boolean {
  return pattern.split("/").some((part) => /^\.[^./]/.test(part) || /^\.\.[^/]/.test(part));
}
