/** Bringing files back to what they held at an entry of the session: what would be done. */
import { lstat, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import type { Entry } from "../protocol/entry.ts";
import type { CheckpointStore } from "../sessions/checkpoint-store.ts";
import { type FileHeld, isSameHeld } from "../sessions/file-held.ts";
import { type FileThen, filesAt, leftInFiles, unseenWords, wasKilled } from "../sessions/file-history.ts";
import { say } from "../words/say.ts";
import { errorCode, FileError } from "../workspace/file-error.ts";
import { readLink } from "../workspace/file-link.ts";
import { isSamePath } from "../workspace/held-folder.ts";
import { isVersionControl } from "../workspace/left-out.ts";
import { displayPath } from "../workspace/paths.ts";
import { type FileSnapshot, readFileSnapshot } from "../workspace/read-file.ts";

/** What a file is on the disk now. */
export type FileNow =
  | { readonly type: "absent" }
  /** `hash`: SHA-256 of its bytes, hexadecimal; `mode`: permission bits. */
  | { readonly type: "file"; readonly hash: string; readonly mode: number }
  /** A symbolic link: where it leads, as it says itself. */
  | { readonly type: "link"; readonly target: string }
  /**
   * Neither; `why` in words for the user. `behind_link`: a link above it leads elsewhere, so that nothing has this path.
   * `else`: also a file that cannot be read.
   */
  | {
      readonly type: "other";
      readonly what: "folder" | "behind_link" | "else";
      readonly why: string;
    };

/** What bringing one file back comes to. */
export type RestoreStep = {
  /** Absolute and real. It names the step. */
  readonly path: string;
  /** For the screen: relative to the project where it is inside. Not sanitized. */
  readonly name: string;
  /** What it held then. */
  readonly was: FileThen;
  readonly now: FileNow;
  readonly action:
    /** `kind`: whether a file, or a link, is there now. */
    | { readonly type: "write"; readonly kind: "create" | "replace" }
    | { readonly type: "delete" }
    /** It holds that already. */
    | { readonly type: "nothing" }
    /** `because` in words for the user. */
    | { readonly type: "impossible"; readonly because: string };
  /** It does not hold what rein left in it, or nobody can tell: somebody else changed it since. The user is to be asked. */
  readonly changedOutside: boolean;
};

export type RestorePlan = {
  /** The entry after which the files are to be as they were; null: the beginning of the session. */
  readonly to: string | null;
  /** By path. */
  readonly steps: readonly RestoreStep[];
  /** What cannot be seen from the log, in words for the user, a sentence each. */
  readonly notes: readonly string[];
};

export type RestoreQuestion = {
  /** Of the whole session, in the order in which they were written. */
  readonly entries: readonly Entry[];
  readonly to: string | null;
  /** Only these files; absent, all. */
  readonly paths?: readonly string[];
  /** The project's folder: absolute, real. */
  readonly root: string;
  readonly store: Pick<CheckpointStore, "has">;
};

/**
 * What it would take to bring files back to what they held when the entry `to` was the last one. Reads them, and changes
 * nothing. Null when there is no such entry.
 */
export async function planRestore(question: RestoreQuestion): Promise<RestorePlan | null> {
  const { entries, to, paths, root, store } = question;
  const wanted = paths === undefined ? null : new Set(paths);
  const files = filesAt(entries, to)?.filter(({ path }) => wanted?.has(path) !== false);
  if (files === undefined) return null;
  const left = leftInFiles(entries);
  const steps: RestoreStep[] = [];
  for (const was of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const { path } = was;
    const { now } = await lookNow(path);
    const action = actionFor(was, now, store);
    steps.push({
      path,
      name: displayPath(root, path),
      was,
      now,
      action,
      changedOutside: action.type !== "nothing" && isChangedOutside(now, left.get(path)),
    });
  }
  const inTurn = steps.map((step) => withWayFree(step, steps));
  return { to, steps: inTurn, notes: notesSince(entries, to) };
}

/** What a file is now, with what it holds where it is one. Never rejects for what is on the disk. */
export async function lookNow(
  path: string,
): Promise<{ readonly now: FileNow; readonly snapshot: FileSnapshot | null }> {
  try {
    const snapshot = await readFileSnapshot(path);
    return { now: { type: "file", hash: snapshot.hash, mode: snapshot.mode }, snapshot };
  } catch (thrown) {
    if (!(thrown instanceof FileError)) throw thrown;
    return { now: await notReadNow(path, thrown), snapshot: null };
  }
}

async function notReadNow(path: string, error: FileError): Promise<FileNow> {
  if (await isBehindLink(path)) return { type: "other", what: "behind_link", why: linkWords() };
  // A file may be where a folder of its path was.
  if (error.kind === "not_found" || errorCode(error.cause) === "ENOTDIR") return { type: "absent" };
  const target = await readLink(path);
  if (target !== null) return { type: "link", target };
  return { type: "other", what: error.kind === "directory" ? "folder" : "else", why: otherWords(error) };
}

/** Whether the folders above a file lead elsewhere, as far as they are there. */
async function isBehindLink(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    try {
      return !isSamePath(await realpath(folder), folder);
    } catch (thrown) {
      if (errorCode(thrown) === undefined) throw thrown;
      // Not there either, or a link to what is not there.
      if (await isLink(folder)) return true;
      if (dirname(folder) === folder) return false;
    }
  }
}

async function isLink(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isSymbolicLink();
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return false;
  }
}

function linkWords(): string {
  return say`a folder above it is a link now`;
}

function otherWords({ kind, message }: FileError): string {
  switch (kind) {
    case "directory":
      return say`there is a folder now`;
    // The latter of a link whose text is none.
    case "special_file":
    case "changed":
      return say`there is something else than a file now`;
    case "too_large":
      return say`it is too large to be kept before it is changed`;
    case "no_permission":
      return say`it may not be read`;
    default:
      return message.replace(/\.$/, "");
  }
}

function actionFor(was: FileThen, now: FileNow, store: RestoreQuestion["store"]): RestoreStep["action"] {
  if (was.path.split("/").some(isVersionControl))
    return { type: "impossible", because: say`it belongs to version control, which rein does not touch` };
  if (was.type === "unknown")
    return { type: "impossible", because: say`what it held was not kept: ${was.because}` };
  // Of a folder the files are told by themselves.
  if (was.type === "absent" && now.type === "other" && now.what !== "else") return { type: "nothing" };
  if (now.type === "other") return { type: "impossible", because: now.why };
  if (was.type === "absent") return now.type === "absent" ? { type: "nothing" } : { type: "delete" };
  const kind = now.type === "absent" ? "create" : "replace";
  if (was.type === "link")
    return now.type === "link" && now.target === was.target ? { type: "nothing" } : { type: "write", kind };
  if (now.type === "file" && now.hash === was.hash && now.mode === (was.mode ?? now.mode))
    return { type: "nothing" };
  if (!store.has(was.hash))
    return { type: "impossible", because: say`what it held is no longer kept: it was too old, or too much` };
  return { type: "write", kind };
}

/** What stands in the way is no obstacle where it goes; what is there by then is not overwritten. */
function withWayFree(step: RestoreStep, steps: readonly RestoreStep[]): RestoreStep {
  const isFree = step.action.type === "impossible" && isThing(step.was) && wayGetsFree(step, steps);
  return isFree ? { ...step, changedOutside: false, action: { type: "write", kind: "create" } } : step;
}

/**
 * Whether these steps take away what stands in the way of another one: a link in the place of its folder, or all that is
 * known of a folder in its own place. What else is in that one keeps it.
 */
export function wayGetsFree({ now, path }: RestoreStep, steps: readonly RestoreStep[]): boolean {
  if (now.type !== "other" || now.what === "else") return false;
  if (now.what === "folder") return steps.some((other) => other.path.startsWith(`${path}/`));
  return steps.some(
    (other) =>
      other.now.type === "link" && other.action.type === "delete" && path.startsWith(`${other.path}/`),
  );
}

function isThing({ type }: FileThen): boolean {
  return type === "content" || type === "link";
}

/** Also where nobody can tell, as of a session of an older version. */
function isChangedOutside(now: FileNow, left: readonly FileHeld[] | undefined): boolean {
  return now.type === "other" || left?.some((one) => isSameHeld(one, now)) !== true;
}

function notesSince(entries: readonly Entry[], to: string | null): readonly string[] {
  const notes = new Set<string>();
  for (const entry of entries.slice(entries.findIndex(({ id }) => id === to) + 1)) {
    if (entry.type === "checkpoint" && entry.note !== undefined) notes.add(entry.note);
    if (entry.type !== "tool_result" || entry.name !== "bash") continue;
    notes.add(
      say`What commands changed outside the project, in .git, in ignored files and folders such as node_modules that git does not track, and of folders themselves (empty ones, their rights), stays as it is.`,
    );
    if (wasKilled(entry)) notes.add(unseenWords());
  }
  return [...notes];
}
