/** The one way in which rein writes a user's file: whole or not at all. */
import { randomBytes } from "node:crypto";
import {
  constants,
  link,
  lstat,
  mkdir,
  open,
  realpath,
  rename,
  unlink,
  type FileHandle,
} from "node:fs/promises";
import { dirname, join } from "node:path";
import { errorCode, FileError, fileError } from "./file-error.ts";
import { type FileSnapshot, hashOf, readFileSnapshot } from "./read-file.ts";

export type WriteRequest = {
  /** Absolute and real: the target itself, never a link to it. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** The file that this replaces, as it was seen; null when there was none. Anything else there now is an error. */
  readonly replaces: FileSnapshot | null;
};

export type WriteOutcome = {
  /** SHA-256 of what the file holds now, hex. */
  readonly hash: string;
  /** `in_place`: a temporary file could not take the target's place, so its bytes were overwritten. */
  readonly how: "atomic" | "in_place";
  /** Other hard links the file had: they keep the old content. */
  readonly otherLinks: number;
};

/**
 * Writes a file through a temporary one beside it: flushed, given the old file's mode and owner, renamed over it.
 * Where the folder refuses that (no right to make files there, a mount point), the file is overwritten in place and
 * its old bytes are put back should that fail. Missing parent folders are made. Calls on one file run one after the
 * other, and the file is compared with `replaces` at the last moment.
 *
 * @throws FileError `changed` or `exists` when the file is not what was seen; nothing is written then.
 */
export async function writeFileBytes(request: WriteRequest, signal?: AbortSignal): Promise<WriteOutcome> {
  return inTurn(request.path, async () => {
    signal?.throwIfAborted();
    try {
      return request.replaces === null
        ? await create(request.path, request.bytes)
        : await replace(request, request.replaces);
    } catch (thrown) {
      throw fileError(thrown, request.path);
    }
  });
}

const turns = new Map<string, Promise<unknown>>();

/** Runs work on one path after all earlier work on it has ended. */
async function inTurn<T>(path: string, work: () => Promise<T>): Promise<T> {
  const previous = turns.get(path) ?? Promise.resolve();
  const turn = previous.then(work, work);
  turns.set(path, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(path) === turn) turns.delete(path);
  }
}

async function create(path: string, bytes: Uint8Array): Promise<WriteOutcome> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  await requireSameFolder(folder);
  const done: WriteOutcome = { hash: hashOf(bytes), how: "atomic", otherLinks: 0 };
  const temporary = await writeTemporary(folder, bytes, 0o666);
  try {
    // link(2) fails when the name is taken; rename(2) would overwrite what somebody else has just made.
    await link(temporary, path);
  } catch (thrown) {
    if (errorCode(thrown) === "EEXIST") throw existsError(path, thrown);
    // No hard links here (FAT, some network mounts).
    await createInPlace(path, bytes);
    return { ...done, how: "in_place" };
  } finally {
    await unlink(temporary);
  }
  await flushFolder(folder);
  return done;
}

async function createInPlace(path: string, bytes: Uint8Array): Promise<void> {
  let file: FileHandle;
  try {
    file = await open(
      path,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
      0o666,
    );
  } catch (thrown) {
    throw errorCode(thrown) === "EEXIST" ? existsError(path, thrown) : thrown;
  }
  try {
    await file.writeFile(bytes);
    await file.sync();
  } catch (thrown) {
    await unlink(path);
    throw thrown;
  } finally {
    await file.close();
  }
}

async function replace({ path, bytes }: WriteRequest, before: FileSnapshot): Promise<WriteOutcome> {
  const folder = dirname(path);
  await requireSameFolder(folder);
  const stats = await lstat(path);
  const done: WriteOutcome = { hash: hashOf(bytes), how: "atomic", otherLinks: 0 };
  let temporary: string;
  try {
    temporary = await writeTemporary(folder, bytes, stats.mode & 0o7777, stats);
  } catch (thrown) {
    if (!cannotReplace.has(errorCode(thrown) ?? "")) throw thrown;
    await overwrite(path, bytes, before);
    return { ...done, how: "in_place" };
  }
  try {
    await requireUnchanged(path, before);
    await rename(temporary, path);
  } catch (thrown) {
    await unlink(temporary);
    if (!cannotReplace.has(errorCode(thrown) ?? "")) throw thrown;
    await overwrite(path, bytes, before);
    return { ...done, how: "in_place" };
  }
  await flushFolder(folder);
  return { ...done, otherLinks: stats.nlink - 1 };
}

/** Why a rename over the target can be refused although the target itself may be written: rights, or a mount point. */
const cannotReplace = new Set(["EACCES", "EPERM", "EBUSY", "EXDEV"]);

async function overwrite(path: string, bytes: Uint8Array, before: FileSnapshot): Promise<void> {
  await requireUnchanged(path, before);
  // Without O_TRUNC: until the first byte is written, nothing is lost.
  const file = await open(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    // Its other names may be anywhere, and nobody was shown that they would change too.
    if ((await file.stat()).nlink > 1) {
      const why = "has other names (hard links) and could only be changed under all of them";
      throw new FileError("no_permission", `${path} ${why}. Nothing was changed.`);
    }
    try {
      await fill(file, bytes);
    } catch (thrown) {
      await fill(file, before.bytes);
      throw thrown;
    }
  } finally {
    await file.close();
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

/** Makes a flushed file with these bytes beside the target and returns its path; leaves nothing behind on failure. */
async function writeTemporary(
  folder: string,
  bytes: Uint8Array,
  mode: number,
  owner?: { readonly uid: number; readonly gid: number },
): Promise<string> {
  const path = join(folder, `.rein-${randomBytes(8).toString("hex")}.tmp`);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  // A replaced file may be private: nobody else can open the new one before it has the old one's rights.
  const file = await open(path, flags, owner === undefined ? mode : 0o600);
  try {
    await file.writeFile(bytes);
    if (owner !== undefined) await takeOver(file, mode, owner);
    await file.sync();
  } catch (thrown) {
    await unlink(path);
    throw thrown;
  } finally {
    await file.close();
  }
  return path;
}

async function takeOver(
  file: FileHandle,
  mode: number,
  owner: { readonly uid: number; readonly gid: number },
): Promise<void> {
  const stats = await file.stat();
  // EPERM here sends the caller to the in-place way, which keeps the owner.
  if (stats.uid !== owner.uid || stats.gid !== owner.gid) await file.chown(owner.uid, owner.gid);
  await file.chmod(mode);
}

/** Errors here mean that the file's parent was swapped for a link after the path had been judged. */
async function requireSameFolder(folder: string): Promise<void> {
  const real = await realpath(folder);
  // realpath(3) on macOS answers in the disk's own case and composition.
  if (folded(real) !== folded(folder)) {
    throw new FileError("changed", `${folder} now leads to ${real}. Nothing was written. Try again.`);
  }
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}

async function requireUnchanged(path: string, before: FileSnapshot): Promise<void> {
  const now = await readFileSnapshot(path);
  if (now.hash === before.hash) return;
  throw new FileError(
    "changed",
    `${path} changed while this was being decided. Nothing was written. Read it again.`,
  );
}

function existsError(path: string, cause: unknown): FileError {
  return new FileError("exists", `${path} exists by now. Nothing was written. Read it first.`, cause);
}

/** Makes the new name durable. Not every file system allows it; the content itself is flushed already. */
async function flushFolder(folder: string): Promise<void> {
  try {
    const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
  }
}
