/** What the log says of the files that differ between two looks: what each held before, and what it holds since. */
import { constants, lstatSync, realpathSync, type Stats } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { dirname } from "node:path";
import type { SeenChanges } from "../../engine/dependencies.ts";
import type { GitObjects } from "../../process/git-objects.ts";
import type { CheckpointStore } from "../../sessions/checkpoint-store.ts";
import type { CheckpointFile } from "../../sessions/checkpoints.ts";
import { type FileHeld, heldBefore, isSameHeld, linkBefore, saidAfter } from "../../sessions/file-held.ts";
import { say } from "../../words/say.ts";
import { errorCode } from "../../workspace/file-error.ts";
import { isSamePath } from "../../workspace/held-folder.ts";
import { isInside } from "../../workspace/paths.ts";
import type { TrackedFiles } from "../../workspace/git-index.ts";
import {
  factsOf,
  type FileDifference,
  type FileFacts,
  hasInode,
  type ProjectLook,
  sameFacts,
} from "../../workspace/project-scan.ts";
import { type KeptAhead, readAsSeen } from "./kept-ahead.ts";

export type SeeParts = {
  readonly store: Pick<CheckpointStore, "keepLoosely">;
  readonly ahead: KeptAhead;
  readonly hides: (path: string) => boolean;
  /** The repository that the project is in, and its top; null without one. */
  readonly git: { readonly objects: GitObjects; readonly top: string } | null;
};

/** More files of one command are not named: a line of the log would be too long. */
const mostNamed = 2_000;
/** What is read of git's objects for one command, bytes. */
const mostGitBytes = 64 * 1024 * 1024;
/** What is read after one command to know what its files hold since, bytes. */
const mostReadAfter = 256 * 1024 * 1024;
/** What a command writes up to this size is kept at once: the next one may change it again. Bytes. */
const keptAfterBytes = 256 * 1024;
/** The times of files are behind the clock by as much as this, ms; some file systems keep whole seconds (or two). */
const slackMs = { fine: 20, coarse: 2_100 } as const;

/** `before` and `tracked` are of the moment before the command. Never rejects for what is on the disk. */
export async function seeChanges(
  differences: readonly FileDifference[],
  before: ProjectLook,
  tracked: TrackedFiles,
  parts: SeeParts,
): Promise<SeenChanges> {
  const { named, unnamed } = nameable(differences.flatMap((one) => really(one) ?? []));
  const links = new Set(named.flatMap(({ path, after }) => (hasTarget(after) ? [path] : [])));
  // What was moved and is found behind a link as well could not be brought back there while that link stays, so it is not
  // to go here.
  const moved = named.filter(
    ({ path, before: was, after, isLinked }) =>
      was !== null && was.inode !== after?.inode && (isLinked !== true || isBelow(path, links)),
  );
  const movedInodes = new Set(moved.map(({ before: was }) => was?.inode));
  const contents = await fromGit(named, tracked, parts);
  const files: CheckpointFile[] = [];
  const afters: SeenChanges["after"] = [];
  let left = mostReadAfter;
  for (const one of named) {
    const { path, after } = one;
    const isNew = one.before === null && (movedInodes.has(after?.inode) || cameSince(one, before));
    // Before what it holds now is kept, which takes the place of what is known of it.
    const file = isNew
      ? { path, before: null }
      : one.before === null
        ? { path, before: null, notKept: cameIntoView() }
        : await beforeOf(path, one.before, contents.get(path), tracked, parts);
    const holds = await holdsNow(one, left, parts);
    left -= after?.size ?? 0;
    // It was only touched, or written as it was.
    const held = heldBefore(file);
    const isSame =
      held !== undefined &&
      held.type !== "absent" &&
      holds !== undefined &&
      isSameHeld(held, holds) &&
      (held.type === "link" || file.mode === after?.mode);
    if (isSame) continue;
    files.push(file);
    if (holds !== undefined) afters.push({ path, ...saidAfter(holds) });
  }
  return { files, after: afters, ...unnamedOf(unnamed) };
}

/** Where there are too many, those of which something is lost come before those that are only new. By path. */
function nameable(changes: readonly Change[]): Record<"named" | "unnamed", readonly Change[]> {
  if (changes.length <= mostNamed) return { named: changes, unnamed: [] };
  const byNeed = changes.toSorted((a, b) => Number(a.before === null) - Number(b.before === null));
  const named = new Set(byNeed.slice(0, mostNamed));
  return {
    named: changes.filter((one) => named.has(one)),
    unnamed: changes.filter((one) => !named.has(one)),
  };
}

function unnamedOf(changes: readonly Change[]): Pick<SeenChanges, "note" | "unnamed"> {
  const [first, last] = [changes[0], changes.at(-1)];
  if (first === undefined || last === undefined) return {};
  return {
    note: say`The command changed ${changes.length} more files, which are not named here and cannot be brought back.`,
    unnamed: { first: first.path, last: last.path },
  };
}

/**
 * The same, when others had the time to write these files, too: nobody can tell what they hold since, so that a restore
 * asks. Of those that are gone nothing can be overwritten.
 */
export function withoutDoubt(changes: SeenChanges): SeenChanges {
  return { ...changes, after: changes.after.filter(isGone) };
}

function isGone({ after, linkAfter }: SeenChanges["after"][number]): boolean {
  return after === null && linkAfter === undefined;
}

/** Undefined for what is no file and no link, or cannot be read, and where there is too much to read. */
async function holdsNow(
  { path, after, isOther }: Change,
  left: number,
  parts: SeeParts,
): Promise<FileHeld | undefined> {
  if (isOther) return undefined;
  if (after === null) return { type: "absent" };
  return after.size > left ? undefined : heldNow(path, after, parts);
}

/** What stands at a path that looks like this, of a file as `hashAfter` says it. */
export async function heldNow(
  path: string,
  facts: FileFacts,
  parts: Pick<SeeParts, "ahead" | "store" | "hides">,
  mostKept?: number,
): Promise<FileHeld | undefined> {
  const { target } = facts;
  if (target !== undefined) return target === null ? undefined : { type: "link", target };
  const hash = await hashAfter(path, facts, parts, mostKept);
  return hash === undefined ? undefined : { type: "file", hash };
}

function hasTarget(facts: FileFacts | null): boolean {
  return typeof facts?.target === "string";
}

/** Whether one of these paths is that of a folder above this one. */
function isBelow(path: string, folders: ReadonlySet<string>): boolean {
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (folders.has(at)) return true;
  return false;
}

/**
 * `isOther`: something that is no regular file, no link and no folder stands there now. `isLinked`: a link stands in
 * the place of its folder.
 */
type Change = FileDifference & { readonly isOther: boolean; readonly isLinked?: true };

/** What is not there any more for a look may still be on the disk: then it is ignored now, and was not deleted. */
function really(one: FileDifference): Change | null {
  if (one.after !== null) return { ...one, isOther: false };
  // Behind a link that took the place of a folder another file may be found, or the same at another path.
  if (one.before !== null && isBehindLink(one.path)) return { ...one, isOther: false, isLinked: true };
  const now = factsOf(one.path);
  if (now !== null)
    return one.before !== null && sameFacts(one.before, now) ? null : { ...one, after: now, isOther: false };
  const there = standsThere(one.path);
  // Of a folder the files are told by themselves.
  return there === null ? null : { ...one, isOther: there === "other" };
}

function isBehindLink(path: string): boolean {
  const folder = dirname(path);
  try {
    return !isSamePath(realpathSync(folder), folder);
  } catch (thrown) {
    // The folder is gone, or may not be looked into.
    if (errorCode(thrown) === undefined) throw thrown;
    return false;
  }
}

/** What has this path where it is no file; null where that cannot be known, as in a folder that was locked. */
function standsThere(path: string): "nothing" | "folder" | "other" | null {
  try {
    const stats = lstatSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return "nothing";
    return stats.isDirectory() ? "folder" : "other";
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === undefined) throw thrown;
    // A folder above it may be a file by now.
    return code === "ENOTDIR" ? "nothing" : null;
  }
}

/**
 * A file that was there all the time comes into view when ignore rules change, its folder moves, or is opened for reading.
 * It is not new, even if it was written, too.
 */
function cameSince({ path, after }: Change, before: ProjectLook): boolean {
  if (after === null || before.notSeen.some((one) => isInside(one, path))) return false;
  const slack = after.changed % 1_000 === 0 ? slackMs.coarse : slackMs.fine;
  if (after.changed < before.at - slack) return false;
  const { birthtimeMs, nlink } = statsOf(path) ?? { birthtimeMs: 0, nlink: 1 };
  // Where a file system does not know when a file was made, it tells when it was last changed, or nothing.
  if (birthtimeMs === 0 || birthtimeMs >= before.at - slack) return true;
  // Another name for a file that was seen.
  return nlink > 1 && hasInode(before, after.inode);
}

/** Null where it has gone again by now. */
function statsOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

function cameIntoView(): string {
  return say`it was there before, where rein does not look`;
}

async function beforeOf(
  path: string,
  facts: FileFacts,
  content: Uint8Array | undefined,
  tracked: TrackedFiles,
  { ahead, store, hides }: SeeParts,
): Promise<CheckpointFile> {
  const { mode, target } = facts;
  if (target === null)
    return { path, before: null, notKept: say`it was a link that leads to what is no text` };
  if (target !== undefined) return { path, ...linkBefore(target) };
  const hash = ahead.hashOf(path, facts);
  if (hash !== null) return { path, before: hash, mode };
  if (content === undefined) {
    const isInGit = !hides(path) && tracked.objectOf(path, facts) !== null;
    const notKept = isInGit
      ? say`git has it in another form (a filter or another encoding), or could not be asked`
      : ahead.whyNot(path, facts);
    return { path, before: null, mode, notKept };
  }
  const kept = await store.keepLoosely(content);
  return "hash" in kept
    ? { path, before: kept.hash, mode }
    : { path, before: null, mode, notKept: kept.notKept };
}

async function fromGit(
  changes: readonly Change[],
  tracked: TrackedFiles,
  { ahead, git, hides }: SeeParts,
): Promise<ReadonlyMap<string, Uint8Array>> {
  if (git === null) return new Map();
  const { top, objects } = git;
  const wanted: { readonly path: string; readonly object: string; readonly size: number }[] = [];
  const base = top === "/" ? 1 : top.length + 1;
  let left = mostGitBytes;
  for (const { path, before } of changes) {
    if (before === null || before.target !== undefined || before.size > left) continue;
    if (ahead.hashOf(path, before) !== null || hides(path)) continue;
    const object = tracked.objectOf(path, before);
    if (object === null) continue;
    left -= before.size;
    wanted.push({ path: path.slice(base), object, size: before.size });
  }
  const found = await objects.contents(wanted);
  return new Map([...found].map(([path, bytes]) => [top === "/" ? `/${path}` : `${top}/${path}`, bytes]));
}

/** The hash of what a file holds, which is kept up to `mostKept` bytes; undefined when it cannot be read. */
async function hashAfter(
  path: string,
  facts: FileFacts,
  parts: Pick<SeeParts, "ahead" | "store" | "hides">,
  mostKept = keptAfterBytes,
): Promise<string | undefined> {
  const { ahead, store, hides } = parts;
  const known = ahead.hashOf(path, facts);
  if (known !== null) return known;
  if (facts.size > mostKept || hides(path)) return hashOfFile(path);
  const bytes = await readAsSeen(path, facts);
  if (bytes === null) return hashOfFile(path);
  const kept = await store.keepLoosely(bytes);
  if (!("hash" in kept)) return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
  ahead.note(path, facts, kept.hash);
  return kept.hash;
}

/** SHA-256, hex, piece by piece; undefined when it cannot be read, or is no regular file by now. */
async function hashOfFile(path: string): Promise<string | undefined> {
  const hasher = new Bun.CryptoHasher("sha256");
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    if (!(await file.stat()).isFile()) return undefined;
    for await (const piece of file.createReadStream({ highWaterMark: 1024 * 1024, autoClose: false }))
      hasher.update(piece);
    return hasher.digest("hex");
  } catch (thrown) {
    // It may not be read: then nobody can say later who changed it, and the user is asked.
    if (errorCode(thrown) === undefined) throw thrown;
    return undefined;
  } finally {
    await file?.close();
  }
}
