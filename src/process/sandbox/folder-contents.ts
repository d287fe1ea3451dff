/** What of one folder's entries other programs run or read their settings from. Pure. */
import type { Dirent } from "node:fs";
import { basename, join } from "node:path";
import { say } from "../../words/say.ts";
import type { Finding } from "./sandbox.ts";

export type Repository = {
  /** The folder with git's own files, or the file that names it. */
  readonly path: string;
  readonly kind: "folder" | "file" | "bare";
};

export type FolderContents = {
  readonly repositories: readonly Repository[];
  readonly guarded: readonly Finding[];
  readonly redirects: readonly Finding[];
  /** Folders in it that are to be looked into. */
  readonly folders: readonly {
    readonly path: string;
    /** It is one of git's own. */ readonly inGit: boolean;
  }[];
};

type Context = { readonly inGit: boolean; readonly protection: (path: string) => string | null };

const nothing: FolderContents = { repositories: [], guarded: [], redirects: [], folders: [] };

/** For the entries of the folder `path`. */
export function folderContents(path: string, entries: readonly Dirent[], context: Context): FolderContents {
  const names = new Set(entries.map(({ name }) => name));
  const { inGit } = context;
  const isGit = names.has("HEAD") && names.has("objects") && names.has("refs");
  if (isGit || (inGit && basename(path) === ".git")) {
    const own = ofRepository(path, names, isGit, inGit);
    return inGit ? own : merged([own, ofEntries(path, entries, context)]);
  }
  // A worktree's own folder: it names the repository that it belongs to.
  if (inGit && names.has("gitdir")) {
    const redirects = redirectsIn(path, names, ["commondir", "gitdir", "config.worktree"]);
    const repository = entries.filter(({ name }) => name === ".git");
    return { ...ofEntries(path, repository, context), redirects };
  }
  return ofEntries(path, entries, context);
}

function ofRepository(
  path: string,
  names: ReadonlySet<string>,
  isGit: boolean,
  inGit: boolean,
): FolderContents {
  const isNamed = basename(path) === ".git";
  return {
    ...nothing,
    repositories: isGit && !isNamed ? [{ path, kind: inGit ? "folder" : "bare" }] : [],
    redirects: redirectsIn(path, names, ["commondir", "config.worktree"]),
    folders: ["modules", "worktrees"]
      .filter((name) => names.has(name))
      .map((name) => ({ path: join(path, name), inGit: true })),
  };
}

function ofEntries(path: string, entries: readonly Dirent[], { inGit, protection }: Context): FolderContents {
  return merged(
    entries.map((entry): FolderContents => {
      const file = join(path, entry.name);
      const isFolder = entry.isDirectory();
      if (entry.name === ".git") {
        // Also one without anything in it: the rest may come later.
        return {
          ...nothing,
          repositories: [{ path: file, kind: isFolder ? "folder" : "file" }],
          folders: isFolder ? [{ path: file, inGit: true }] : [],
        };
      }
      const what = /^\.|\.code-workspace$/.test(entry.name) ? protection(file) : null;
      if (what !== null) return { ...nothing, guarded: [{ path: file, what }] };
      const isWalked = isFolder && entry.name !== "node_modules";
      return isWalked ? { ...nothing, folders: [{ path: file, inGit }] } : nothing;
    }),
  );
}

function redirectsIn(path: string, names: ReadonlySet<string>, redirects: readonly string[]): Finding[] {
  return redirects
    .filter((name) => names.has(name))
    .map((name) => ({ path: join(path, name), what: say`git's configuration` }));
}

function merged(all: readonly FolderContents[]): FolderContents {
  return {
    repositories: all.flatMap(({ repositories }) => repositories),
    guarded: all.flatMap(({ guarded }) => guarded),
    redirects: all.flatMap(({ redirects }) => redirects),
    folders: all.flatMap(({ folders }) => folders),
  };
}

/** What of a repository no command writes: what names programs, or hides files. It is kept also where it is not there. */
export function guardedIn({ path, kind }: Repository): readonly string[] {
  if (kind === "file") return [path];
  return ["config", "hooks", "info/attributes", "info/exclude"].map((name) => join(path, name));
}
