/** The one way in which rein writes a user's file: whole or not at all. */
import { constants, link, lstat, open, rename, unlink, type FileHandle } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { errorCode, FileError, fileError } from "./file-error.ts";
import { createFileQueue } from "./file-queue.ts";
import { type HeldFolder, inFolder } from "./held-folder.ts";
import { type FileSnapshot, hashOf, holdsBytes } from "./read-file.ts";
import { type Content, withTemporaryFile, writeContent } from "./temporary-file.ts";

export type WriteRequest = {
  /** Absolute and real: the target itself, never a link to it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The file that this replaces, as it was seen; null when there was none. Anything else there now is an error. */
  readonly replaces: FileSnapshot | null;
  /** Permission bits of a file that was not there. @default null: those of any new file */
  readonly mode?: number | null;
  /**
   * Called at most once, when nothing is left to do but to put the new content in its place, and the old one still is
   * what was seen: so that what is recorded of a change is not recorded of one that is refused.
   */
  readonly beforeChange?: () => Promise<void>;
};

export type WriteOutcome = {
  /** SHA-256 of what the file holds now, hex. */
  readonly hash: string;
  /** `in_place`: a temporary file could not take the target's place, so the bytes were written there directly. */
  readonly how: "atomic" | "in_place";
  /** Other hard links the file had: they keep the old content. */
  readonly otherLinks: number;
};

/**
 * Writes a file through a temporary one beside it: flushed, given the old file's mode and owner, renamed over it.
 * Where the folder refuses that (no right to make files there, a mount point), the file is overwritten in place and
 * its old bytes are put back should that fail. Missing parent folders are made. Calls on one file run one after the
 * other, and the file is compared with `replaces` at the last moment. A signal that fires before that moment leaves
 * everything as it was.
 *
 * @throws FileError `changed` or `exists` when the file is not what was seen; nothing is written then.
 */
export async function writeFileBytes(request: WriteRequest, signal?: AbortSignal): Promise<WriteOutcome> {
  const work = async () => {
    try {
      return request.replaces === null
        ? await create(request, signal)
        : await replace(request, request.replaces, signal);
    } catch (thrown) {
      throw fileError(thrown, request.path);
    }
  };
  return inWriteQueue([request.path], work, signal);
}

/** Turns of single writes; the calls around them take turns of their own (`inFileQueue`). */
const inWriteQueue = createFileQueue();

async function create(
  { path, bytes, mode = null, beforeChange }: WriteRequest,
  signal: AbortSignal | undefined,
): Promise<WriteOutcome> {
  const work = async (folder: HeldFolder): Promise<WriteOutcome> => {
    const target = { path, at: folder.at(basename(path)) };
    try {
      const how = await withTemporaryFile(
        folder,
        bytes,
        mode === null ? null : { mode },
        async (temporary) => {
          signal?.throwIfAborted();
          await requireNothing(target);
          await beforeChange?.();
          signal?.throwIfAborted();
          return linkOrWrite(temporary, target, bytes, mode);
        },
      );
      await flushFolder(folder);
      return { hash: hashOf(bytes), how, otherLinks: 0 };
    } catch (thrown) {
      await folder.takeBack();
      throw thrown;
    }
  };
  return inFolder(dirname(path), work, { make: true });
}

/** A file by the path that people know, and by the one in the folder that is held for it. */
export type Target = { readonly path: string; readonly at: string };

async function requireNothing({ path, at }: Target): Promise<void> {
  try {
    await lstat(at);
  } catch (thrown) {
    if (errorCode(thrown) === "ENOENT") return;
    throw thrown;
  }
  throw existsError(path);
}

/**
 * Gives the flushed file at `temporary` that name as well; where a file can have one name only, its content is written
 * there.
 *
 * @throws FileError `exists`
 */
export async function linkOrWrite(
  temporary: string,
  target: Target,
  content: Content,
  mode: number | null,
): Promise<WriteOutcome["how"]> {
  try {
    // link(2) fails when the name is taken; rename(2) would overwrite what somebody else has just made.
    await link(temporary, target.at);
    return "atomic";
  } catch (thrown) {
    if (errorCode(thrown) === "EEXIST") throw existsError(target.path, thrown);
    // No hard links here (FAT, some network mounts).
    await createInPlace(target, content, mode);
    return "in_place";
  }
}

async function createInPlace({ path, at }: Target, content: Content, mode: number | null): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(
      at,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      mode === null ? 0o666 : 0o600,
    );
  } catch (thrown) {
    throw errorCode(thrown) === "EEXIST" ? existsError(path, thrown) : thrown;
  }
  try {
    await writeContent(file, content);
    if (mode !== null) await file.chmod(mode & 0o7777);
    await file.sync();
  } catch (thrown) {
    await unlink(at);
    throw thrown;
  } finally {
    await file.close();
  }
}

async function replace(
  { path, bytes, beforeChange }: WriteRequest,
  before: FileSnapshot,
  signal: AbortSignal | undefined,
): Promise<WriteOutcome> {
  const record = once(beforeChange);
  return inFolder(dirname(path), async (folder): Promise<WriteOutcome> => {
    const target = { path, at: folder.at(basename(path)) };
    const stats = await lstat(target.at);
    const done = { hash: hashOf(bytes), otherLinks: 0 } as const;
    try {
      await withTemporaryFile(folder, bytes, stats, async (temporary) => {
        await record(() => requireUnchanged(target, before));
        await requireUnchanged(target, before);
        signal?.throwIfAborted();
        await rename(temporary, target.at);
      });
    } catch (thrown) {
      if (!cannotReplace.has(errorCode(thrown) ?? "")) throw thrown;
      signal?.throwIfAborted();
      await overwrite(target, bytes, before, record);
      return { ...done, how: "in_place" };
    }
    await flushFolder(folder);
    return { ...done, how: "atomic", otherLinks: stats.nlink - 1 };
  });
}

/** Why a rename over the target can be refused although the target itself may be written: rights, or a mount point. */
const cannotReplace = new Set(["EACCES", "EPERM", "EBUSY", "EXDEV"]);

/** Runs `check` and then the work, the first time that it is called. */
type Recording = (check: () => Promise<void>) => Promise<void>;

function once(work: (() => Promise<void>) | undefined): Recording {
  let isDue = work !== undefined;
  return async (check) => {
    if (!isDue) return;
    await check();
    isDue = false;
    await work?.();
  };
}

async function overwrite(
  target: Target,
  bytes: Uint8Array,
  before: FileSnapshot,
  record: Recording,
): Promise<void> {
  await requireUnchanged(target, before);
  // Without O_TRUNC: until the first byte is written, nothing is lost.
  const file = await open(target.at, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // Its other names may be anywhere, and nobody was shown that they would change too.
    if ((await file.stat()).nlink > 1) {
      const why = "has other names (hard links) and could only be changed under all of them";
      throw new FileError("no_permission", `${target.path} ${why}.`);
    }
    await record(() => Promise.resolve());
    await requireUnchanged(target, before);
    try {
      await fill(file, bytes);
    } catch (thrown) {
      await putBack(file, before, target.path);
      throw thrown;
    }
  } finally {
    await file.close();
  }
}

async function putBack(file: FileHandle, before: FileSnapshot, path: string): Promise<void> {
  try {
    await fill(file, before.bytes);
  } catch (thrown) {
    const state = "it may now hold a part of the new content and a part of the old";
    throw new FileError(
      "half_written",
      `${path} could not be written, and its old content not put back: ${state}.`,
      thrown,
    );
  }
}

async function fill(file: FileHandle, bytes: Uint8Array): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const result = await file.write(bytes, written, bytes.length - written, written);
    written += result.bytesWritten;
  }
  await file.truncate(bytes.length);
  await file.sync();
}

async function requireUnchanged({ path, at }: Target, before: FileSnapshot): Promise<void> {
  if (await holdsBytes(path, before.bytes, at)) return;
  throw new FileError("changed", `${path} changed while this was being decided. Read it again.`);
}

function existsError(path: string, cause?: unknown): FileError {
  return new FileError("exists", `${path} exists by now. Read it first.`, cause);
}

/** Makes a new name in a folder durable. Not every file system allows it; the content itself is flushed already. */
export async function flushFolder(folder: HeldFolder): Promise<void> {
  try {
    const handle = await open(folder.at("."), constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
  }
}
