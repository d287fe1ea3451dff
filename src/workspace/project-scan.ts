/** How all files of a project are at one moment, without reading them, and which differ from another moment. */
import { lstatSync, type Stats } from "node:fs";
import { setImmediate as othersFirst } from "node:timers/promises";
import { errorCode } from "./file-error.ts";
import { linkText } from "./file-link.ts";
import { foldersIn, treeOf } from "./file-list.ts";
import type { FolderContent } from "./folder-node.ts";
import { maxTreeFiles } from "./folder-tree.ts";
import { type TrackedNames, unseenFolders, unseenIn } from "./tracked-unseen.ts";

/** What tells one state of a file, or of a symbolic link, from another. Times in ms since 1970, with fractions. */
export type FileFacts = {
  readonly size: number;
  readonly modified: number;
  readonly changed: number;
  readonly inode: number;
  /** Permission bits; of a link also what says that it is one. */
  readonly mode: number;
  /** Of a link alone: where it leads, as it says itself; null where that is no text. */
  readonly target?: string | null;
};

/** A folder's files: `names[i]` has the facts from `numbers[i * numbersEach]` on. Numbers alone, for 100,000 files. */
type FolderLook = {
  readonly names: readonly string[];
  readonly numbers: Float64Array;
  /** Where those of the names lead that are links; absent where none is. */
  readonly targets?: ReadonlyMap<string, string | null>;
};

const numbersEach = 5;
const inodeAt = 3;

export type ProjectLook = {
  readonly folders: ReadonlyMap<string, FolderLook>;
  /** Links count as files. */
  readonly fileCount: number;
  /** Whether this is all, or why it is not. */
  readonly end: "whole" | "stopped" | "time" | "size";
  /** When it began, ms since 1970. */
  readonly at: number;
  /** The folder that was looked at. */
  readonly root: string;
  /** Folders that could not be looked into, and what has a name that is no UTF-8: absolute. */
  readonly notSeen: readonly string[];
};

export type ScanOptions = {
  readonly signal?: AbortSignal;
  /** It ends after this, ms. @default no end */
  readonly budgetMs?: number;
  /** It ends when there are more files than this. @default what a tree of the project can have */
  readonly maxFiles?: number;
  /** Files that git tracks are looked at, too, where a search does not see them. @default none */
  readonly tracked?: TrackedNames;
  /** An earlier look: where links lead that are as they were is not asked again. */
  readonly since?: ProjectLook | undefined;
};

/** The longest stretch without letting keys in, ms. */
const turnMs = 8;
const noNames: TrackedNames = new Map();
const noThrow = { throwIfNoEntry: false } as const;
/** As many files are asked for between two looks at the clock. */
const filesAtOnce = 64;
/** What changed so shortly before could change again without another time: a tick of Linux's clock, ms. */
const tickMs = 12;

/**
 * Looks at every regular file below `root` (absolute and real) that a search would see, hidden ones too, at the links
 * beside them and at those of `tracked`; what else git ignores, folders that tools fill and version control's own are left
 * out, and links are not followed. Lets others have a turn every few ms. A look that did not come to its end says so; it
 * never throws for what is on the disk.
 */
export async function scanProject(root: string, options: ScanOptions = {}): Promise<ProjectLook> {
  const { signal, budgetMs = Number.POSITIVE_INFINITY, maxFiles = maxTreeFiles, tracked = noNames } = options;
  const { since } = options;
  const at = Date.now();
  const started = performance.now();
  const stop = new AbortController();
  const isLate = () => performance.now() - started > budgetMs;
  const ends = { end: "whole" as ProjectLook["end"] };
  const onAbort = () => {
    ends.end = "stopped";
    stop.abort();
  };
  if (signal?.aborted === true) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  const timer =
    budgetMs === Number.POSITIVE_INFINITY
      ? undefined
      : setTimeout(() => {
          ends.end = "time";
          stop.abort();
        }, budgetMs);
  const folders = new Map<string, FolderLook>();
  const notSeen: string[] = [];
  let fileCount = 0;
  let newest = 0;
  try {
    const tree = treeOf(root);
    const walked = await tree.look(tree.root, { hidden: true, signal: stop.signal, maxFiles });
    if (walked === "size") ends.end = "size";
    let turnEnds = performance.now() + turnMs;
    const contents = new Map<string, FolderContent>();
    for (const [path, wanted] of wantedNames()) {
      if (stop.signal.aborted) break;
      if (isLate()) {
        ends.end = "time";
        break;
      }
      if (fileCount > maxFiles) {
        ends.end = "size";
        break;
      }
      const names: string[] = [];
      const numbers = new Float64Array(wanted.length * numbersEach);
      let targets: Map<string, string | null> | undefined;
      for (const [index, name] of wanted.entries()) {
        if (index % filesAtOnce === 0 && performance.now() > turnEnds) {
          await othersFirst();
          turnEnds = performance.now() + turnMs;
          if (stop.signal.aborted) break;
        }
        const stats = statsOf(join(path, name));
        if (stats === null) {
          // Such a name does not lead to its file.
          if (name.includes("\ufffd")) notSeen.push(join(path, name));
          continue;
        }
        if (stats.ctimeMs > newest) newest = stats.ctimeMs;
        write(numbers, names.length, stats);
        if (stats.isSymbolicLink()) {
          const known = targetIn(since?.folders.get(path), name, numbers, names.length);
          (targets ??= new Map()).set(name, known ?? linkText(join(path, name)));
        }
        names.push(name);
      }
      // Half a folder would look as if the other half were gone.
      if (stop.signal.aborted) break;
      fileCount += names.length;
      if (names.length > 0 || contents.has(path))
        folders.set(path, { names, numbers, ...(targets === undefined ? {} : { targets }) });
    }

    function* wantedNames(): Generator<readonly [folder: string, names: readonly string[]]> {
      for (const { path, content } of foldersIn(tree.root, true)) {
        if (content === null) continue;
        contents.set(path, content);
        if (content.isUnreadable) notSeen.push(path);
        const { files, links } = content;
        const unseen = unseenIn(content, tracked.get(path));
        yield [path, links.length + unseen.length === 0 ? files : [...files, ...links, ...unseen]];
      }
      if (ends.end === "whole") yield* unseenFolders(root, tracked, contents);
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
  // Another change within this tick of the clock could not be told from the last one.
  if (Date.now() - newest < tickMs) await new Promise((resolve) => setTimeout(resolve, tickMs));
  return { folders, fileCount, end: ends.end, at, root, notSeen };
}

/** Where a link led at a look, if it is at the same place of its folder there and nothing tells the two apart. */
function targetIn(
  was: FolderLook | undefined,
  name: string,
  numbers: Float64Array,
  at: number,
): string | null | undefined {
  const isSame = was?.names[at] === name && sameNumbers(numbers, at, was.numbers, at);
  return isSame ? was.targets?.get(name) : undefined;
}

/** What a regular file or a link is now; null where there is none, or none that may be asked. */
export function factsOf(path: string): FileFacts | null {
  const stats = statsOf(path);
  if (stats === null) return null;
  const { size, mtimeMs: modified, ctimeMs: changed, ino: inode } = stats;
  const facts = { size, modified, changed, inode, mode: modeOf(stats) };
  return stats.isSymbolicLink() ? { ...facts, target: linkText(path) } : facts;
}

function modeOf(stats: Stats): number {
  return stats.isFile() ? stats.mode & 0o7777 : stats.mode;
}

function statsOf(path: string): Stats | null {
  try {
    const stats = lstatSync(path, noThrow);
    return stats !== undefined && (stats.isFile() || stats.isSymbolicLink()) ? stats : null;
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

/** What a look knows of one file or link. */
export function factsIn(look: ProjectLook, path: string): FileFacts | null {
  const slash = path.lastIndexOf("/");
  const folder = look.folders.get(slash <= 0 ? "/" : path.slice(0, slash));
  const index = folder?.names.indexOf(path.slice(slash + 1)) ?? -1;
  return folder === undefined || index === -1 ? null : read(folder, index);
}

/** True when nothing tells the two apart: the file was not written, replaced or given other rights. */
export function sameFacts(one: FileFacts, other: FileFacts): boolean {
  return (
    one.size === other.size &&
    one.modified === other.modified &&
    one.changed === other.changed &&
    one.inode === other.inode &&
    one.mode === other.mode
  );
}

/** Every regular file of a look. */
export function* filesIn(look: ProjectLook): Generator<{ readonly path: string; readonly facts: FileFacts }> {
  for (const [folder, known] of look.folders) {
    for (const [index, name] of known.names.entries())
      if (known.targets?.has(name) !== true) yield { path: join(folder, name), facts: read(known, index) };
  }
}

/** Whether one of the files and links of a look has this inode. */
export function hasInode(look: ProjectLook, inode: number): boolean {
  for (const { names, numbers } of look.folders.values())
    for (let index = 0; index < names.length; index += 1)
      if (numbers[index * numbersEach + inodeAt] === inode) return true;
  return false;
}

/** A file or a link that differs between two looks; null where it was not there. */
export type FileDifference = {
  readonly path: string;
  readonly before: FileFacts | null;
  readonly after: FileFacts | null;
};

/**
 * The files that differ between two looks, by path. What only one of them came to see is no difference: a look that was
 * cut says nothing about what it did not reach. Lets others have a turn.
 */
export async function compareLooks(before: ProjectLook, after: ProjectLook): Promise<FileDifference[]> {
  const found: FileDifference[] = [];
  let turnEnds = performance.now() + turnMs;
  for (const folder of new Set([...before.folders.keys(), ...after.folders.keys()])) {
    if (performance.now() > turnEnds) {
      await othersFirst();
      turnEnds = performance.now() + turnMs;
    }
    const was = before.folders.get(folder);
    const is = after.folders.get(folder);
    if (was === undefined && before.end !== "whole") continue;
    if (is === undefined && after.end !== "whole") continue;
    compareFolder(folder, was ?? nothing, is ?? nothing, found);
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

const nothing: FolderLook = { names: [], numbers: new Float64Array() };

function compareFolder(folder: string, was: FolderLook, is: FolderLook, found: FileDifference[]): void {
  // Most folders have the same names, in the same order.
  const sameNames =
    was.names.length === is.names.length && was.names.every((name, index) => name === is.names[index]);
  const places = sameNames ? null : new Map(is.names.map((name, index) => [name, index]));
  for (const [index, name] of was.names.entries()) {
    const other = places === null ? index : places.get(name);
    if (other !== undefined && sameNumbers(was.numbers, index, is.numbers, other)) continue;
    const after = other === undefined ? null : read(is, other);
    found.push({ path: join(folder, name), before: read(was, index), after });
  }
  if (places === null) return;
  const known = new Set(was.names);
  for (const [name, index] of places) {
    if (known.has(name)) continue;
    found.push({ path: join(folder, name), before: null, after: read(is, index) });
  }
}

function sameNumbers(one: Float64Array, at: number, other: Float64Array, otherAt: number): boolean {
  for (let index = 0; index < numbersEach; index += 1) {
    if (one[at * numbersEach + index] !== other[otherAt * numbersEach + index]) return false;
  }
  return true;
}

/** Without an object in between: there are many files. */
function write(numbers: Float64Array, index: number, stats: Stats): void {
  const at = index * numbersEach;
  numbers[at] = stats.size;
  numbers[at + 1] = stats.mtimeMs;
  numbers[at + 2] = stats.ctimeMs;
  numbers[at + inodeAt] = stats.ino;
  numbers[at + 4] = modeOf(stats);
}

function read({ names, numbers, targets }: FolderLook, index: number): FileFacts {
  const [size = 0, modified = 0, changed = 0, inode = 0, mode = 0] = numbers.subarray(
    index * numbersEach,
    (index + 1) * numbersEach,
  );
  const target = targets?.get(names[index] ?? "");
  return { size, modified, changed, inode, mode, ...(target === undefined ? {} : { target }) };
}

function join(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}
