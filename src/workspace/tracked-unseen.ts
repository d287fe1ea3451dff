/**
 * Files that git tracks and a search does not see: an ignore file of git's names them all the same, or their folder has the
 * name of one that tools fill, as a committed `dist` has. What `.ignore` and `.reinignore` name stays out.
 */
import { lstatSync } from "node:fs";
import { errorCode } from "./file-error.ts";
import type { FolderContent } from "./folder-node.ts";

/** Names of tracked files by their folder (absolute). */
export type TrackedNames = ReadonlyMap<string, readonly string[]>;

const none: readonly string[] = [];

/** Most folders are as they were at the last look, and so is what git says of them. */
const known = new WeakMap<
  FolderContent,
  { readonly tracked: readonly string[]; readonly unseen: readonly string[] }
>();

/** Those of a folder's tracked names that are not among what a search sees in it. */
export function unseenIn(content: FolderContent, tracked: readonly string[] = none): readonly string[] {
  const before = known.get(content);
  if (before?.tracked === tracked) return before.unseen;
  const seen = new Set([...content.files, ...content.links, ...content.setAside]);
  const found = tracked.filter((name) => !seen.has(name));
  const unseen = found.length === 0 ? none : found;
  known.set(content, { tracked, unseen });
  return unseen;
}

/**
 * The folders of a search's `root` that it does not look into and that have tracked files, with their names. Only what
 * can be reached without a link. `contents`: the folders that it does look into, by path.
 */
export function* unseenFolders(
  root: string,
  tracked: TrackedNames,
  contents: ReadonlyMap<string, FolderContent>,
): Generator<readonly [folder: string, names: readonly string[]]> {
  const start = root === "/" ? "/" : `${root}/`;
  const answers = new Map<string, boolean>();
  const isReached = (folder: string): boolean => {
    if (contents.has(folder)) return true;
    const before = answers.get(folder);
    if (before !== undefined) return before;
    const slash = folder.lastIndexOf("/");
    const parent = slash <= 0 ? "/" : folder.slice(0, slash);
    const isSetAside = contents.get(parent)?.setAside.includes(folder.slice(slash + 1)) === true;
    const answer = folder.startsWith(start) && !isSetAside && isReached(parent) && isFolder(folder);
    answers.set(folder, answer);
    return answer;
  };
  for (const [folder, names] of tracked)
    if (folder.startsWith(start) && !contents.has(folder) && isReached(folder)) yield [folder, names];
}

function isFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return false;
  }
}
