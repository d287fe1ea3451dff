/** One folder of a tree that was walked: what a search sees in it, and how to know that this still holds. */
import { type Dirent, type Stats, statSync } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { errorCode } from "./file-error.ts";
import { type IgnoreRules, rulesBehind, rulesInside, verdictOn } from "./ignore-rules.ts";
import { isFilledByTools, isVersionControl } from "./left-out.ts";

export type FolderNode = {
  /** Absolute. */
  readonly path: string;
  readonly name: string;
  /** Null until it was read. */
  content: FolderContent | null;
};

export type FolderContent = {
  /** Names of the regular files that a search sees, hidden ones too, by code unit. */
  readonly files: readonly string[];
  /** Names of the symbolic links that it would see as files, by code unit; a search leaves them alone. */
  readonly links: readonly string[];
  /** The folders that it sees, hidden ones too, by code unit. */
  readonly folders: readonly FolderNode[];
  /** Names of folders that were left out for their name alone. */
  readonly leftOut: readonly string[];
  /** Names of what `.ignore` or `.reinignore` ignores. */
  readonly setAside: readonly string[];
  /** Something in it is kept from searches: of the entries that are not hidden, and of those that are. */
  readonly keepsBack: { readonly open: boolean; readonly hidden: boolean };
  readonly isUnreadable: boolean;
  /** The files that its rules depend on, and how they were. */
  readonly sources: readonly string[];
  readonly sourcesStamp: string;
  /** The folder's change time when it was read, ms; NaN if it had changed just before. */
  readonly changed: number;
  readonly inode: number;
};

/** True for a name that begins with a dot. */
export function isHidden(name: string): boolean {
  return name.charCodeAt(0) === 46;
}

/**
 * Two changes within one tick of a file system's clock leave the same time behind. A folder that was read this soon
 * after its last change is read again the next time. Linux ticks every 10 ms at most; some file systems keep whole
 * seconds (or two).
 */
const tickMs = { fine: 50, coarse: 2_100 } as const;

/** When something last came, went or changed there; NaN, which equals nothing, if that cannot be relied on. */
function stampFrom({ ctimeMs }: Stats): number {
  const age = Date.now() - ctimeMs;
  return age < (ctimeMs % 1_000 === 0 ? tickMs.coarse : tickMs.fine) ? Number.NaN : ctimeMs;
}

function statsOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

/**
 * The stamps of what rules depend on, in their order; "" if one cannot be relied on. Of a repository's `.git` and
 * `HEAD` it only matters whether they are there: they change at every turn.
 */
export function stampOfSources(paths: readonly string[]): string {
  if (paths.length === 0) return "none";
  const stamps = paths.map((path) => {
    // Of links, what they lead to: many keep their configuration elsewhere.
    const stats = statsOf(path);
    if (stats === null) return "none";
    return /\/(\.git|HEAD)$/.test(path) ? "there" : `${stampFrom(stats)} ${stats.ino} ${stats.size}`;
  });
  return stamps.some((stamp) => stamp.startsWith("NaN")) ? "" : stamps.join("|");
}

/** True while nothing has come, gone or been renamed in the folder and its ignore files are as they were. */
export function isFresh({ path, content }: FolderNode): boolean {
  const stats = content === null ? null : statsOf(path);
  if (content === null || stats === null) return false;
  if (stats.ctimeMs !== content.changed || stats.ino !== content.inode) return false;
  if (content.sources.length === 0) return true;
  // One that could not be relied on then says nothing about now, also when it cannot be relied on now.
  return content.sourcesStamp !== "" && content.sourcesStamp === stampOfSources(content.sources);
}

/** The rules that reach a folder's inside from above, given those inside its parent. */
export function rulesInto(path: string, parent: IgnoreRules): IgnoreRules {
  return verdictOn(parent, path, true).type === "admitted" ? rulesBehind(path, parent) : parent;
}

/** How many entries are judged before others get a turn. */
const entriesAtOnce = 2_000;

/**
 * Reads a folder anew, keeping the nodes of the folders in it. Returns the rules inside of it, and whether these may
 * differ from those at the last reading. A folder that cannot be read is one without content.
 */
export async function readFolder(
  node: FolderNode,
  above: IgnoreRules,
): Promise<{ readonly rules: IgnoreRules; readonly rulesChanged: boolean }> {
  const { path, content: before } = node;
  // Before the reading: a change during it makes the stamp differ the next time.
  const stats = statsOf(path);
  const entries = await entriesOf(path);
  const names = (entries ?? []).map((entry) => entry.name);
  const { rules, sources } = await rulesInside(path, names, above);
  const sourcesStamp = stampOfSources(sources);
  const known = new Map(before?.folders.map((folder) => [folder.name, folder]));
  const files: string[] = [];
  const links: string[] = [];
  const folders: FolderNode[] = [];
  const leftOut: string[] = [];
  const setAside: string[] = [];
  const keepsBack = { open: false, hidden: false };
  for (const [index, entry] of (entries ?? []).entries()) {
    if (index % entriesAtOnce === entriesAtOnce - 1) await new Promise((resolve) => setImmediate(resolve));
    const { name } = entry;
    const child = path === "/" ? `/${name}` : `${path}/${name}`;
    const type = await typeOf(entry, child);
    if (type === "other") continue;
    const verdict = judge(rules, child, name, type === "folder");
    if (type === "link") {
      // Nothing is kept from a search by them: it follows none.
      if (verdict === "seen") links.push(name);
      else if (verdict === "set aside") setAside.push(name);
      continue;
    }
    switch (verdict) {
      case "seen":
        if (type === "file") files.push(name);
        else folders.push(known.get(name) ?? { path: child, name, content: null });
        continue;
      case "left out":
        leftOut.push(name);
        break;
      case "set aside":
        setAside.push(name);
        break;
      case "kept back":
        break;
    }
    keepsBack[isHidden(name) ? "hidden" : "open"] = true;
  }
  node.content = {
    files,
    links,
    folders,
    leftOut,
    setAside,
    keepsBack,
    isUnreadable: entries === null,
    sources,
    sourcesStamp,
    changed: stats === null ? Number.NaN : stampFrom(stats),
    inode: stats?.ino ?? 0,
  };
  return {
    rules,
    rulesChanged: before === null || sourcesStamp === "" || sourcesStamp !== before.sourcesStamp,
  };
}

function judge(
  rules: IgnoreRules,
  path: string,
  name: string,
  isFolder: boolean,
): "seen" | "left out" | "set aside" | "kept back" {
  if (isFolder ? isVersionControl(name) : name === ".git") return "kept back";
  const verdict = verdictOn(rules, path, isFolder);
  if (verdict.type === "ignored") return verdict.byGit ? "kept back" : "set aside";
  if (!isFolder || !isFilledByTools(name)) return "seen";
  // `!*/`, as in files that list what to keep, asks for no `node_modules`.
  return verdict.type === "admitted" && verdict.byName ? "seen" : "left out";
}

/** By code unit, the same on every machine; not by the user's language. */
async function entriesOf(folder: string): Promise<Dirent[] | null> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === undefined) throw thrown;
    // Gone since its parent was read; but a name that is no UTF-8 cannot be said, so it is there and out of reach.
    return code === "ENOENT" && !folder.includes("\uFFFD") ? [] : null;
  }
}

async function typeOf(entry: Dirent, path: string): Promise<"file" | "folder" | "link" | "other"> {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  if (entry.isSymbolicLink()) return "link";
  if (entry.isFIFO() || entry.isSocket()) return "other";
  if (entry.isBlockDevice() || entry.isCharacterDevice()) return "other";
  // Some file systems do not say what an entry is.
  try {
    const stats = await lstat(path);
    if (stats.isFile()) return "file";
    if (stats.isSymbolicLink()) return "link";
    return stats.isDirectory() ? "folder" : "other";
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return "other";
  }
}
