/** What lies in a project that other programs run or read their settings from: found by a walk of our own. */
import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Finding } from "./sandbox.ts";

export type Repository = {
  /** The folder with git's own files, or the file that names it. */
  readonly path: string;
  readonly kind: "folder" | "file" | "bare";
};

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
  /** Most folders to be read. @default 20,000 */
  readonly mostFolders?: number;
};

/** Folders that are read at once: the disk answers faster, and the walk does not own the program. */
const atOnce = 16;

/** A folder with as many entries is left out (a cache, a spool): nobody keeps a repository among them. */
const mostEntries = 20_000;

/**
 * Walks the project without following links. The folders of installed packages (`node_modules`) are left out: what is
 * in there is code that runs anyway.
 */
export async function readLandscape(options: WalkOptions): Promise<Landscape> {
  const { root, protection, mostFolders = 20_000 } = options;
  const repositories: Repository[] = [];
  const guarded: Finding[] = [];
  const redirects: Finding[] = [];
  const waiting: { readonly path: string; readonly inGit: boolean }[] = [{ path: root, inGit: false }];
  let read = 0;
  let huge: string | null = null;

  const look = async ({ path, inGit }: { path: string; inGit: boolean }) => {
    let entries: Dirent[];
    try {
      entries = await readdir(path, { withFileTypes: true });
    } catch {
      // Gone meanwhile, or not ours to read: then it is not ours to write either.
      return;
    }
    if (entries.length > mostEntries) {
      huge ??= path;
      return;
    }
    const names = new Set(entries.map(({ name }) => name));
    const isBare = names.has("HEAD") && names.has("objects") && names.has("refs");
    if (isBare && basename(path) !== ".git") repositories.push({ path, kind: inGit ? "folder" : "bare" });
    if (isBare || (inGit && basename(path) === ".git")) {
      for (const name of ["commondir", "config.worktree"])
        if (names.has(name)) redirects.push({ path: join(path, name), what: "git's configuration" });
      for (const name of ["modules", "worktrees"])
        if (names.has(name)) waiting.push({ path: join(path, name), inGit: true });
      if (inGit) return;
    }
    for (const entry of entries) {
      const file = join(path, entry.name);
      if (entry.name === ".git") {
        // Also one without anything in it: the rest may come later.
        repositories.push({ path: file, kind: entry.isDirectory() ? "folder" : "file" });
        if (entry.isDirectory()) waiting.push({ path: file, inGit: true });
        continue;
      }
      if (inGit && names.has("gitdir")) {
        // A worktree's own folder: it names the repository that it belongs to.
        if (/^(commondir|gitdir|config\.worktree)$/.test(entry.name))
          redirects.push({ path: file, what: "git's configuration" });
        continue;
      }
      const what = /^\.|\.code-workspace$/.test(entry.name) ? protection(file) : null;
      if (what !== null) guarded.push({ path: file, what });
      else if (entry.isDirectory() && entry.name !== "node_modules") waiting.push({ path: file, inGit });
    }
  };

  while (waiting.length > 0 && read < mostFolders) {
    const some = waiting.splice(0, Math.min(atOnce, mostFolders - read));
    read += some.length;
    await Promise.all(some.map(look));
  }
  return { repositories, guarded, redirects, incomplete: incompleteness(waiting.length, mostFolders, huge) };
}

function incompleteness(left: number, most: number, huge: string | null): string | null {
  if (left > 0)
    return `Only ${most} folders of the project were searched for repositories and startup files.`;
  return huge === null
    ? null
    : `${huge} has too many entries to be searched for repositories and startup files.`;
}

/** What of a repository no command writes: what names programs. The folders are kept also where they do not exist. */
export function guardedIn({ path, kind }: Repository): readonly string[] {
  if (kind === "file") return [path];
  return ["config", "hooks", "info/attributes", "info/exclude"].map((name) => join(path, name));
}

/** Everything that a run may have brought about, by path. */
export function findingsOf({ repositories, guarded, redirects }: Landscape): Map<string, string> {
  return new Map([
    ...repositories.map(({ path }): [string, string] => [path, "a git repository"]),
    ...[...guarded, ...redirects].map(({ path, what }): [string, string] => [path, what]),
  ]);
}
