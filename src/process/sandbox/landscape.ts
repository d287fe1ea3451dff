/** What lies in a project that other programs run or read their settings from: found by a walk of our own. */
import type { Dirent, Stats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { say } from "../../words/say.ts";
import { folderContents, type FolderContents, type Repository } from "./folder-contents.ts";
import type { Finding } from "./sandbox.ts";

export type Landscape = {
  readonly repositories: readonly Repository[];
  /** Files and folders of editors, shells, coding agents and git in the project, outside of git's own folders. */
  readonly guarded: readonly Finding[];
  /** What else in git's folders decides what git runs and should not come about: `commondir`, `config.worktree`. */
  readonly redirects: readonly Finding[];
  /** A sentence when not all of the project was looked at. */
  readonly incomplete: string | null;
};

export type WalkOptions = {
  readonly root: string;
  /** Why a path may not be written unasked, or null. Called for names that begin with a dot, and a few others. */
  readonly protection: (path: string) => string | null;
  /** True for what rein itself has put there for a while: it is passed over. @default nothing is */
  readonly isOurs?: (path: string) => boolean;
  /** Most folders to be looked at. @default 20,000 */
  readonly mostFolders?: number;
  /** Ms since 1970. @default the clock */
  readonly now?: () => number;
};

/** Folders that are read at once: the disk answers faster, and the walk does not own the program. */
const atOnce = 64;

/** A folder with as many entries is left out (a cache, a spool): nobody keeps a repository among them. */
const mostEntries = 20_000;

/** A folder that changed so shortly before it was read may change once more at the same time by its clock, ms. */
const clockStep = 50;

/** What a folder held when it was read. Nobody but the system sets the time of its last change (`ctime`). */
type Known = {
  readonly inGit: boolean;
  readonly changedMs: number;
  readonly inode: number;
  readonly contents: FolderContents;
};
type Folder = FolderContents["folders"][number];

/**
 * Walks the project without following links. The folders of installed packages (`node_modules`) are left out: what is
 * in there is code that runs anyway. A later walk reads only the folders that have changed.
 */
export function createWalk(options: WalkOptions): () => Promise<Landscape> {
  const { root, mostFolders = 20_000 } = options;
  let before = new Map<string, Known>();

  const walk = async (): Promise<Landscape> => {
    const known = new Map<string, Known>();
    const all: FolderContents[] = [];
    const waiting: Folder[] = [{ path: root, inGit: false }];
    let read = 0;
    let huge: string | null = null;
    const look = async (folder: Folder) => {
      const seen = await contentsOf(folder, before.get(folder.path), options);
      if (seen === "too many") huge ??= folder.path;
      if (seen === null || seen === "too many") return;
      all.push(seen.contents);
      waiting.push(...seen.contents.folders);
      if (seen.isSettled) known.set(folder.path, seen);
    };
    while (waiting.length > 0 && read < mostFolders) {
      const some = waiting.splice(0, Math.min(atOnce, mostFolders - read));
      read += some.length;
      await Promise.all(some.map(look));
    }
    before = known;
    return {
      repositories: all.flatMap(({ repositories }) => repositories),
      guarded: all.flatMap(({ guarded }) => guarded),
      redirects: all.flatMap(({ redirects }) => redirects),
      incomplete: incompleteness(waiting.length, mostFolders, huge),
    };
  };
  return walk;
}

/** Null for a folder that is gone meanwhile, or not ours to read: then it is not ours to write either. */
async function contentsOf(
  { path, inGit }: Folder,
  known: Known | undefined,
  { protection, isOurs = () => false, now = Date.now }: WalkOptions,
): Promise<(Known & { readonly isSettled: boolean }) | "too many" | null> {
  const startedMs = now();
  let stats: Stats;
  let entries: Dirent[];
  try {
    stats = await lstat(path);
    if (known !== undefined && isUnchanged(known, stats) && known.inGit === inGit)
      return { ...known, isSettled: true };
    entries = await readdir(path, { withFileTypes: true });
  } catch {
    return null;
  }
  if (entries.length > mostEntries) return "too many";
  const others = entries.filter(({ name }) => !isOurs(join(path, name)));
  return {
    inGit,
    changedMs: stats.ctimeMs,
    inode: stats.ino,
    contents: folderContents(path, others, { inGit, protection }),
    isSettled: others.length === entries.length && stats.ctimeMs < startedMs - clockStep,
  };
}

function isUnchanged({ changedMs, inode }: Known, { ctimeMs, ino }: Stats): boolean {
  return ctimeMs === changedMs && ino === inode;
}

function incompleteness(left: number, most: number, huge: string | null): string | null {
  if (left > 0)
    return say`Only ${most} folders of the project were searched for repositories and startup files.`;
  return huge === null
    ? null
    : say`${huge} has too many entries to be searched for repositories and startup files.`;
}

/** Everything that a run may have brought about, by path. */
export function findingsOf({ repositories, guarded, redirects }: Landscape): Map<string, string> {
  return new Map([
    ...repositories.map(({ path }): [string, string] => [path, say`a git repository`]),
    ...[...guarded, ...redirects].map(({ path, what }): [string, string] => [path, what]),
  ]);
}
