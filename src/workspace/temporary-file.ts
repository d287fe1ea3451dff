/** A new file beside the one whose place it is to take. */
import { rmdirSync, rmSync } from "node:fs";
import { constants, open, readdir, symlink, unlink, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "./file-error.ts";
import type { HeldFolder } from "./held-folder.ts";

/** What the new file takes over from the old one: its rights, and where it had one its owner. */
export type OldFile = { readonly mode: number; readonly uid?: number; readonly gid?: number };

/** Files that exist at the moment; a process that ends in the middle of a write takes them with it. */
const unfinished = new Set<string>();
/** Folders that were made for files that are not there yet: the same process takes them along as far as they are empty. */
const madeForNothing = new Set<string>();
let watchesExit = false;

/** What a file is to hold: all of it, or piece by piece, each made when the one before is written. */
export type Content = Uint8Array | AsyncIterable<Uint8Array>;

/**
 * Makes a flushed file with this content in `folder`, hands its path to `place`, and removes what is left under that
 * path then, whatever happened. Without an old file it gets the mode of any new file.
 */
export async function withTemporaryFile<T>(
  folder: HeldFolder,
  content: Content,
  old: OldFile | null,
  place: (path: string) => Promise<T>,
): Promise<T> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const make = async (path: string) => {
    // A replaced file may be private: nobody else can open the new one before it has the old one's rights.
    const file = await open(path, flags, old === null ? 0o666 : 0o600);
    try {
      await writeContent(file, content);
      if (old !== null) await takeOver(file, old);
      await file.sync();
    } finally {
      await file.close();
    }
  };
  return withTemporary(folder, make, place);
}

/** The same with a symbolic link to `target`. */
export async function withTemporaryLink<T>(
  folder: HeldFolder,
  target: string,
  place: (path: string) => Promise<T>,
): Promise<T> {
  return withTemporary(folder, (path) => symlink(target, path), place);
}

async function withTemporary<T>(
  folder: HeldFolder,
  make: (path: string) => Promise<void>,
  place: (path: string) => Promise<T>,
): Promise<T> {
  const path = folder.at(`.rein-${process.pid}-${crypto.randomUUID()}.tmp`);
  removeAtExit(path);
  try {
    await make(path);
    return await place(path);
  } finally {
    await removeIfThere(path);
    unfinished.delete(path);
  }
}

/** Writes it behind what was written last. */
export async function writeContent(file: FileHandle, content: Content): Promise<void> {
  if (content instanceof Uint8Array) return file.writeFile(content);
  for await (const piece of content) {
    for (let at = 0; at < piece.length;) at += (await file.write(piece, at, piece.length - at)).bytesWritten;
  }
}

const temporaryName = /^\.rein-(\d{1,10})-[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.tmp$/;

/** Removes from a folder (absolute) what processes that are gone have left there half written. Throws what `fs` throws. */
export async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(temporaryName.exec(name)?.[1]);
    if (pid > 0 && !isAlive(pid)) await removeIfThere(join(folder, name));
  }
}

/** Whether there is a process of this number, whoever's it is. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return errorCode(thrown) !== "ESRCH";
  }
}

async function takeOver(file: FileHandle, { mode, uid, gid }: OldFile): Promise<void> {
  const stats = await file.stat();
  // EPERM here sends the caller to the in-place way, which keeps the owner.
  if (uid !== undefined && gid !== undefined && (stats.uid !== uid || stats.gid !== gid))
    await file.chown(uid, gid);
  await file.chmod(mode & 0o7777);
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (thrown) {
    // Renamed into its place, or never made.
    if (errorCode(thrown) === undefined) throw thrown;
  }
}

/**
 * Does `work`, for which these folders were made, the innermost first; absolute. A process that ends meanwhile removes
 * them.
 */
export async function withMadeFolders<T>(folders: readonly string[], work: () => Promise<T>): Promise<T> {
  watchExit();
  for (const folder of folders) madeForNothing.add(folder);
  try {
    return await work();
  } finally {
    for (const folder of folders) madeForNothing.delete(folder);
  }
}

function removeAtExit(path: string): void {
  watchExit();
  unfinished.add(path);
}

function watchExit(): void {
  if (watchesExit) return;
  watchesExit = true;
  process.on("exit", () => {
    for (const one of unfinished) rmSync(one, { force: true });
    for (const folder of madeForNothing) removeEmpty(folder);
  });
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (thrown) {
    // Somebody put something there meanwhile, or it is gone.
    if (errorCode(thrown) === undefined) throw thrown;
  }
}
