/**
 * Contents that are kept before anything changes them. Nobody knows beforehand what a command will write, and when it has
 * run it is too late: so small files that git does not have are kept while the model thinks.
 */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate as othersFirst } from "node:timers/promises";
import type { CheckpointStore } from "../../sessions/checkpoint-store.ts";
import { say } from "../../words/say.ts";
import { errorCode } from "../../workspace/file-error.ts";
import type { TrackedFiles } from "../../workspace/git-index.ts";
import {
  compareLooks,
  factsIn,
  factsOf,
  type FileDifference,
  type FileFacts,
  filesIn,
  type ProjectLook,
  sameFacts,
} from "../../workspace/project-scan.ts";

export type KeptAheadOptions = {
  readonly store: Pick<CheckpointStore, "keepLoosely" | "has">;
  /** True for files that may hold secrets: nobody makes a copy of those before it has to be. */
  readonly hides: (path: string) => boolean;
  /** A larger file is not kept ahead, bytes. @default 256 KiB */
  readonly maxFileBytes?: number;
  /** One that a command names is, up to this many bytes. @default 8 MiB */
  readonly maxNamedBytes?: number;
  /** What one session reads for it at most, bytes: of what git does not have, and as much of what it does. @default 100 MB */
  readonly maxBytes?: number;
  /** The time now, ms since 1970. @default Date.now */
  readonly now?: () => number;
};

export type KeptAhead = {
  /** The hash of what a file held when it was like this; null when that was not kept. */
  hashOf(path: string, facts: FileFacts): string | null;
  /** Why there is none, in words for the user. */
  whyNot(path: string, facts: FileFacts): string;
  /** What a file holds that is like this was kept under a hash. */
  note(path: string, facts: FileFacts, hash: string): void;
  /**
   * Goes through a look in the background, what changed last first. A run of an older look ends. Returns at once.
   * With `gits` it keeps also what git has, as far as `tracked` does not tell of it.
   */
  start(look: ProjectLook, tracked: TrackedFiles, gits?: TrackedFiles): void;
  /** Keeps these files of the look now: a command names them. */
  keepNamed(paths: readonly string[], look: ProjectLook, tracked: TrackedFiles): Promise<void>;
  /** Resolves when the run has come to its end, after `ms`, or when the signal fires. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  stop(): void;
};

type Wanted = { readonly path: string; readonly facts: FileFacts };

const kibibyte = 1024;
/** The longest stretch without letting keys in, ms; between two of them others have as much. */
const turnMs = 6;
/** The store may lose what no log names: this long after a whole run the next one asks for every file again, ms. */
const wholeRunMs = 60 * 60 * 1000;

export function createKeptAhead(options: KeptAheadOptions): KeptAhead {
  const { store, hides } = options;
  const {
    maxFileBytes = 256 * kibibyte,
    maxNamedBytes = 8 * kibibyte * kibibyte,
    maxBytes = 100_000_000,
    now = Date.now,
  } = options;
  const known = new Map<string, { readonly facts: FileFacts; readonly hash: string }>();
  /** Files that were to be kept and could not be, and why, in words for the user. */
  const refused = new Map<string, string>();
  /** Of what git does not have, and of what it has. */
  const bytesRead = { own: 0, gits: 0 };
  let run = { stop: new AbortController(), done: Promise.resolve() };
  /** What the last run that came to its end has gone through. */
  let last: { readonly look: ProjectLook; readonly tracked: TrackedFiles } | null = null;
  let wholeRunAt = Number.NEGATIVE_INFINITY;

  function hashOf(path: string, facts: FileFacts): string | null {
    const one = known.get(path);
    if (one === undefined || !sameFacts(one.facts, facts)) return null;
    // It may have gone meanwhile: the store has its limits.
    return store.has(one.hash) ? one.hash : null;
  }

  async function keep({ path, facts }: Wanted, whose: keyof typeof bytesRead = "own"): Promise<void> {
    if (bytesRead[whose] + facts.size > maxBytes) return;
    const bytes = await readAsSeen(path, facts);
    if (bytes === null) return refuse(path, facts, say`it could not be read`);
    bytesRead[whose] += bytes.length;
    const kept = await store.keepLoosely(bytes);
    if ("notKept" in kept) return refuse(path, facts, kept.notKept);
    refused.delete(path);
    known.set(path, { facts, hash: kept.hash });
  }

  /** Of a file that has changed meanwhile nothing is said: it will be looked at again. */
  function refuse(path: string, facts: FileFacts, why: string): void {
    const is = factsOf(path);
    if (is !== null && sameFacts(is, facts)) refused.set(path, why);
  }

  async function wantedOf(
    look: ProjectLook,
    tracked: TrackedFiles,
    signal: AbortSignal,
  ): Promise<readonly Wanted[]> {
    const found: Wanted[] = [];
    // What git has may differ with each index. With the same one only what has changed is new.
    const isShort = last?.tracked === tracked && now() - wholeRunAt < wholeRunMs;
    const files = isShort && last !== null ? changedIn(await compareLooks(last.look, look)) : filesIn(look);
    if (!isShort) wholeRunAt = now();
    let turnEnds = performance.now() + turnMs;
    for (const one of files) {
      if (performance.now() > turnEnds) {
        await othersFirst();
        if (signal.aborted) return [];
        turnEnds = performance.now() + turnMs;
      }
      const { path, facts } = one;
      // Where a link leads is known from the look itself.
      if (facts.target !== undefined) continue;
      if (facts.size > maxFileBytes || hashOf(path, facts) !== null) continue;
      if (tracked.objectOf(path, facts) !== null || hides(path)) continue;
      found.push(one);
    }
    return found.toSorted((a, b) => b.facts.modified - a.facts.modified);
  }

  async function goThrough(
    look: ProjectLook,
    tracked: TrackedFiles,
    gits: TrackedFiles | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    for (const one of await wantedOf(look, tracked, signal)) {
      if (signal.aborted) return;
      const isGits = gits !== undefined && gits.objectOf(one.path, one.facts) !== null;
      await keep(one, isGits ? "gits" : "own");
      // Reading, packing and writing are done by other threads; between two files the keys have their turn.
      await othersFirst();
    }
    if (!signal.aborted) last = { look, tracked };
  }

  return {
    hashOf,
    whyNot(path, { size }) {
      if (hides(path)) return say`it may hold secrets, and rein makes no copies of those for a command`;
      if (size > maxFileBytes)
        return say`it has ${size} bytes, and before a command rein keeps files of at most ${maxFileBytes}`;
      if (bytesRead.own + size > maxBytes)
        return say`rein keeps at most ${maxBytes} bytes of a project before its commands`;
      return refused.get(path) ?? say`the command changed it before rein had come to keep it`;
    },
    note: (path, facts, hash) => void known.set(path, { facts, hash }),
    start(look, tracked, gits) {
      run.stop.abort();
      const stop = new AbortController();
      run = { stop, done: run.done.then(() => goThrough(look, tracked, gits, stop.signal)) };
    },
    async keepNamed(paths, look, tracked) {
      for (const path of new Set(paths)) {
        const facts = factsIn(look, path);
        if (
          facts === null ||
          facts.target !== undefined ||
          facts.size > maxNamedBytes ||
          hashOf(path, facts) !== null
        )
          continue;
        if (tracked.objectOf(path, facts) === null && !hides(path)) await keep({ path, facts });
      }
    },
    async wait(ms, signal) {
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, ms);
      signal.addEventListener("abort", () => resolve(), { once: true });
      if (signal.aborted) resolve();
      await Promise.race([run.done, promise]);
      clearTimeout(timer);
    },
    stop: () => run.stop.abort(),
  };
}

function changedIn(differences: readonly FileDifference[]): readonly Wanted[] {
  return differences.flatMap(({ path, after }) => (after === null ? [] : [{ path, facts: after }]));
}

/** What a file holds, if it is what it was when it was looked at, before and after the reading; null otherwise. */
export async function readAsSeen(path: string, facts: FileFacts): Promise<Uint8Array | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!(await isAsSeen(file, facts))) return null;
    const bytes = new Uint8Array(await file.readFile());
    return bytes.length === facts.size && (await isAsSeen(file, facts)) ? bytes : null;
  } catch (thrown) {
    // Gone by now, or not to be read: then it is not kept, and that is said when it matters.
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  } finally {
    await file?.close();
  }
}

async function isAsSeen(file: FileHandle, facts: FileFacts): Promise<boolean> {
  const { size, mtimeMs: modified, ctimeMs: changed, ino: inode, mode } = await file.stat();
  return sameFacts({ size, modified, changed, inode, mode: mode & 0o7777 }, facts);
}
