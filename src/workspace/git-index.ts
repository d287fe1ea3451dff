/** What git's index says of the files of a working folder, read without git and without ever writing to it. */
import { existsSync, readFileSync, statSync, type Stats } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import { errorCode } from "./file-error.ts";
import { readIfThere } from "./git-excludes.ts";
import type { FileFacts } from "./project-scan.ts";
import type { TrackedNames } from "./tracked-unseen.ts";

/** Larger ones are not read. Bytes; a million files are about 100 MB. */
export const maxIndexBytes = 128 * 1024 * 1024;

export type IndexEntry = {
  /** Where the entry begins in the index: ten numbers of 4 bytes, then the object's name. */
  readonly at: number;
  /** UTF-8, from the top of the working folder. */
  readonly name: Uint8Array;
  /** 0 but for a file in conflict. */
  readonly stage: number;
};

/**
 * The entries of an index (https://git-scm.com/docs/index-format, versions 2 to 4). Returns where they end, or null for
 * what does not read like one. `objectBytes` is the length of the repository's object names.
 */
export function* indexEntries(
  index: Buffer,
  objectBytes: 20 | 32,
): Generator<IndexEntry, { readonly end: number } | null, undefined> {
  // Before the name: ten numbers of 4 bytes, an object's name, 2 bytes of flags.
  const fixedLength = 40 + objectBytes + 2;
  if (index.length < 12 || index.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  let name: Uint8Array = Buffer.alloc(0);
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + fixedLength > index.length) return null;
    const start = at;
    const flags = index.readUInt16BE(at + fixedLength - 2);
    at += fixedLength + ((flags & 0x4000) === 0 ? 0 : 2);
    let kept = 0;
    if (version === 4) {
      let dropped = 0;
      let byte = 0;
      do {
        byte = index[at] ?? 0;
        at += 1;
        dropped = dropped * 128 + (byte & 0x7f) + ((byte & 0x80) === 0 ? 0 : 1);
      } while ((byte & 0x80) !== 0 && at < index.length);
      kept = name.length - dropped;
    }
    const end = index.indexOf(0, at);
    if (end === -1 || kept < 0) return null;
    name =
      kept === 0 ? index.subarray(at, end) : Buffer.concat([name.subarray(0, kept), index.subarray(at, end)]);
    at = version === 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8;
    yield { at: start, name, stage: (flags >> 12) & 3 };
  }
  return { end: at };
}

/** The files that a working folder's index has, as they were when git last looked at them. */
export type TrackedFiles = {
  /**
   * The name of the object that has a file's content, when the file still is as git saw it; null when git does not know
   * it, or cannot tell. The object has what git made of the file: with filters or other line ends, that is something else.
   */
  objectOf(path: string, facts: FileFacts): string | null;
  /** Their names by folder. */
  readonly names: TrackedNames;
};

/** Reads a repository's index again only when it has changed. */
export type IndexReader = {
  /** The top of the working folder, and the folder of the repository's objects: absolute; null outside of one. */
  readonly repository: { readonly top: string; readonly objects: string } | null;
  read(): Promise<TrackedFiles>;
};

/** What is known of the files where git is not asked. */
export const nothingTracked: TrackedFiles = { objectOf: () => null, names: new Map() };

/** How many entries are read before others get a turn. */
const entriesAtOnce = 4_000;

/** For the repository that `folder` (absolute and real) is in. Touches nothing until it is asked. */
export async function openIndex(folder: string): Promise<IndexReader> {
  const top = topOf(folder);
  const git = top === null ? null : await gitFolderOf(join(top, ".git"));
  if (top === null || git === null) return { repository: null, read: async () => nothingTracked };
  const file = join(git, "index");
  let known: { readonly stamp: string; readonly tracked: TrackedFiles } | undefined;
  return {
    repository: { top, objects: join(await sharedFolderOf(git), "objects") },
    async read() {
      const stats = statsOf(file);
      // A pipe in its place would be waited for without an end.
      if (stats?.isFile() !== true || stats.size > maxIndexBytes) return nothingTracked;
      const stamp = `${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino} ${stats.size}`;
      if (known?.stamp === stamp) return known.tracked;
      const tracked = await readTracked(file, top, (await isSha256(git)) ? 32 : 20, stats.mtimeMs);
      known = { stamp, tracked };
      return tracked;
    },
  };
}

function topOf(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, ".git"))) return at;
    if (at === dirname(at)) return null;
  }
}

/** Where a `.git` leads: itself, or where its text says. */
async function gitFolderOf(entry: string): Promise<string | null> {
  if (statsOf(entry)?.isDirectory() === true) return entry;
  const target = /^gitdir: (.+?)\s*$/.exec((await readIfThere(entry)) ?? "")?.[1];
  return target === undefined ? null : resolve(dirname(entry), target);
}

/** Null for what is not there, and for what may not be asked or lies behind something that is no folder. */
function statsOf(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

/** What the working folders of one repository have in common: of most that is the only one's own. */
async function sharedFolderOf(git: string): Promise<string> {
  const shared = (await readIfThere(join(git, "commondir")))?.trim();
  return shared === undefined ? git : resolve(git, shared);
}

async function isSha256(git: string): Promise<boolean> {
  const config = await readIfThere(join(await sharedFolderOf(git), "config"));
  return /^\s*objectformat\s*=\s*sha256\s*$/im.test(config ?? "");
}

async function readTracked(
  file: string,
  top: string,
  objectBytes: 20 | 32,
  writtenAt: number,
): Promise<TrackedFiles> {
  let index: Buffer;
  try {
    index = await readFile(file);
  } catch {
    // Without an index git tells nothing of any file, and its content has to be had elsewhere.
    return nothingTracked;
  }
  const places = new Map<string, number>();
  const names = new Map<string, string[]>();
  let last = "";
  const decoder = new TextDecoder();
  const entries = indexEntries(index, objectBytes);
  for (let next = entries.next(); next.done !== true; next = entries.next()) {
    const { name, at, stage } = next.value;
    const path = decoder.decode(name);
    if (stage === 0) places.set(path, at);
    // Of a file in conflict there are up to three, one behind the other.
    if (path !== last) addName(names, top, path);
    last = path;
    if (places.size % entriesAtOnce === 0) await othersFirst();
  }
  const base = top === "/" ? 1 : top.length + 1;
  return {
    names,
    objectOf(path, facts) {
      const at = places.get(path.slice(base));
      if (at === undefined) return null;
      // What was written in the moment in which the index was may have changed once more in that moment.
      if (facts.modified >= writtenAt || !isAsSeen(index, at, facts)) return null;
      return index.toString("hex", at + 40, at + 40 + objectBytes);
    },
  };
}

function addName(names: Map<string, string[]>, top: string, path: string): void {
  const slash = path.lastIndexOf("/");
  const folder = slash === -1 ? top : join(top, path.slice(0, slash));
  const found = names.get(folder);
  const name = path.slice(slash + 1);
  if (found === undefined) names.set(folder, [name]);
  else found.push(name);
}

/** Times are compared as exactly as a double holds ms since 1970. */
const sameTimeMs = 0.001;
/** A regular file (the type's bits of a mode). */
const regular = 0o100000;

function isAsSeen(index: Buffer, at: number, facts: FileFacts): boolean {
  const time = (from: number) => index.readUInt32BE(from) * 1000 + index.readUInt32BE(from + 4) / 1e6;
  return (
    Math.abs(time(at) - facts.changed) < sameTimeMs &&
    Math.abs(time(at + 8) - facts.modified) < sameTimeMs &&
    index.readUInt32BE(at + 20) === facts.inode % 2 ** 32 &&
    (index.readUInt32BE(at + 24) & 0o170000) === regular &&
    index.readUInt32BE(at + 36) === facts.size % 2 ** 32
  );
}

/** The whole index of a repository; undefined where there is none, null where it is too large to be read, or no file. */
export function readIndexNow(gitFolder: string): Buffer | null | undefined {
  const path = join(gitFolder, "index");
  if (!existsSync(path)) return undefined;
  const stats = statSync(path);
  return !stats.isFile() || stats.size > maxIndexBytes ? null : readFileSync(path);
}
