/** Several files changed together: all of them, or none. */
import { constants, open, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { FileError, fileError } from "./file-error.ts";
import { inFolder, removeEmptyFolders } from "./held-folder.ts";
import { resolvePath } from "./paths.ts";
import { type FileSnapshot, holdsBytes } from "./read-file.ts";
import { writeFileBytes, type WriteOutcome } from "./write-file.ts";

/** What is to be done to one file. Paths are absolute and real; no two steps have the same. */
export type FileStep =
  /** `mode`: permission bits, or null for those of any new file. */
  | {
      readonly type: "create";
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly mode: number | null;
    }
  /** `mode`: permission bits that it gets; absent, it keeps those that it has. */
  | {
      readonly type: "replace";
      readonly before: FileSnapshot;
      readonly bytes: Uint8Array;
      readonly mode?: number;
    }
  | { readonly type: "delete"; readonly before: FileSnapshot };

/** One step failed, and what had been done was undone as far as possible. */
export class WriteAllError extends Error {
  override readonly name = "WriteAllError";
  /** The file whose step failed. */
  readonly path: string;
  /** The files that could not be brought back to what they were, each with the reason; usually none. */
  readonly left: readonly { readonly path: string; readonly why: string }[];

  constructor(path: string, left: WriteAllError["left"], cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.path = path;
    this.left = left;
  }
}

/** The file of a step. */
export function pathOf(step: FileStep): string {
  return step.type === "create" ? step.path : step.before.path;
}

/**
 * Makes sure that every file still is what the steps start from.
 *
 * @throws FileError `changed` or `exists`
 */
export async function requireAllUnchanged(steps: readonly FileStep[]): Promise<void> {
  for (const step of steps) {
    if (step.type === "create") await requireNothing(step.path);
    else await requireSame(step.before);
  }
}

async function requireNothing(path: string): Promise<void> {
  const now = await resolvePath("/", path);
  if (now.path === path && now.type === null) return;
  throw new FileError("exists", `${path} exists by now.`);
}

async function requireSame(before: FileSnapshot): Promise<void> {
  if (await holdsBytes(before.path, before.bytes)) return;
  throw new FileError("changed", `${before.path} has changed meanwhile.`);
}

/**
 * Does all steps: first what adds and changes, then what deletes. When one fails or the signal fires, those that are
 * done are undone in reverse. Returns how each file was written, by path; deleted ones are not in it.
 *
 * @throws WriteAllError
 */
export async function writeAll(
  steps: readonly FileStep[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, WriteOutcome>> {
  const outcomes = new Map<string, WriteOutcome>();
  const done: { readonly path: string; readonly undo: () => Promise<void> }[] = [];
  for (const step of [...steps.filter(({ type }) => type !== "delete"), ...steps.filter(isDelete)]) {
    const path = pathOf(step);
    try {
      signal?.throwIfAborted();
      const folders = step.type === "create" ? await makeFolder(dirname(path)) : [];
      if (folders.length > 0) done.push({ path: dirname(path), undo: () => removeEmptyFolders(folders) });
      const outcome = await doStep(step);
      if (outcome !== null) outcomes.set(path, outcome);
      done.push({ path, undo: () => undoStep(step, outcome) });
    } catch (thrown) {
      const left: { path: string; why: string }[] = [];
      for (const { path, undo } of done.toReversed()) {
        try {
          await undo();
        } catch (failed) {
          left.push({ path, why: failed instanceof Error ? failed.message : String(failed) });
        }
      }
      throw new WriteAllError(path, left, fileError(thrown, path));
    }
  }
  return outcomes;
}

function isDelete({ type }: FileStep): boolean {
  return type === "delete";
}

async function doStep(step: FileStep): Promise<WriteOutcome | null> {
  switch (step.type) {
    case "create":
      return writeFileBytes({ path: step.path, bytes: step.bytes, replaces: null, mode: step.mode });
    case "replace":
      return replaceFile(step);
    case "delete":
      await removeFile(step.before.path, step.before.bytes);
      return null;
    default:
      return step satisfies never;
  }
}

async function undoStep(step: FileStep, outcome: WriteOutcome | null): Promise<void> {
  switch (step.type) {
    case "create":
      await removeFile(step.path, step.bytes);
      return;
    case "replace": {
      if (step.mode !== undefined) await setMode(step.before.path, step.before.mode);
      const written = { ...step.before, bytes: step.bytes, hash: outcome?.hash ?? "" };
      await writeFileBytes({ path: written.path, bytes: step.before.bytes, replaces: written });
      return;
    }
    case "delete":
      await writeFileBytes({ ...step.before, replaces: null });
      return;
    default:
      step satisfies never;
  }
}

async function replaceFile({
  before,
  bytes,
  mode,
}: Extract<FileStep, { type: "replace" }>): Promise<WriteOutcome> {
  const { path } = before;
  const isSame = mode === undefined || mode === before.mode;
  // It gets what takes rights away before the new content, and what gives them behind it.
  const first = isSame ? before.mode : before.mode & mode;
  if (first !== before.mode) await setMode(path, first);
  try {
    const outcome = await writeFileBytes({ path, bytes, replaces: before });
    if (!isSame && first !== mode) await setMode(path, mode);
    return outcome;
  } catch (thrown) {
    if (first !== before.mode) await setMode(path, before.mode);
    throw thrown;
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  await inFolder(dirname(path), async (folder) => {
    const file = await open(folder.at(basename(path)), constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      await file.chmod(mode);
    } finally {
      await file.close();
    }
  });
}

/**
 * Removes a file that holds exactly these bytes.
 *
 * @throws FileError `changed` when it holds others by now
 */
async function removeFile(path: string, bytes: Uint8Array): Promise<void> {
  await inFolder(dirname(path), async (folder) => {
    const at = folder.at(basename(path));
    if (!(await holdsBytes(path, bytes, at)))
      throw new FileError("changed", `${path} has changed meanwhile.`);
    await unlink(at);
  });
}

/** Makes a folder and returns those that were missing, the innermost first. */
async function makeFolder(folder: string): Promise<readonly string[]> {
  return inFolder(folder, async ({ made }) => made, { make: true });
}
