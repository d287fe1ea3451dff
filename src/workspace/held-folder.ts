/**
 * A folder that is held by a descriptor: what is done in it is done in it, wherever its path leads meanwhile. Somebody who
 * swaps a folder for a link at the right moment does not lead a write out of the project.
 */
import { existsSync, lstatSync } from "node:fs";
import { constants, type FileHandle, mkdir, open, readlink, realpath, rmdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorCode, FileError } from "./file-error.ts";

export type HeldFolder = {
  /** A path for a name in the folder, good for as long as it is held. */
  at(name: string): string;
  /** The folders that had to be made for it, the innermost first; absolute. */
  readonly made: readonly string[];
  /** Removes those again, as far as they are empty. */
  takeBack(): Promise<void>;
};

/** Where Linux has a process's open files by their numbers. Elsewhere the folder is checked, and then used by its path. */
const descriptors = "/proc/self/fd";

/** Linux: a descriptor of a place, which takes no right to list it. Node does not name it. */
const openPath = 0x200000;

/**
 * Does `work` in the folder at `path`, which is absolute and real; with `make` it is made where it is missing.
 *
 * @throws FileError `changed` when the path leads somewhere else by now; nothing was done then.
 */
export async function inFolder<T>(
  path: string,
  work: (folder: HeldFolder) => Promise<T>,
  options: { readonly make?: boolean } = {},
): Promise<T> {
  const held = await hold(path, options.make === true);
  try {
    return await work(held);
  } finally {
    await held.close();
  }
}

/** Removes folders, the innermost first, up to one that is not empty: somebody put something there, and it is theirs. */
export async function removeEmptyFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    try {
      await inFolder(dirname(folder), (parent) => rmdir(parent.at(basename(folder))));
    } catch (thrown) {
      if (errorCode(thrown) !== "ENOTEMPTY" && errorCode(thrown) !== "EEXIST") throw thrown;
      return;
    }
  }
}

type Held = HeldFolder & { close(): Promise<void> };

async function hold(path: string, make: boolean): Promise<Held> {
  try {
    return await holdAt(path, path, null);
  } catch (thrown) {
    if (!make || errorCode(thrown) !== "ENOENT" || dirname(path) === path) throw thrown;
  }
  const parent = await hold(dirname(path), make);
  const inParent = parent.at(basename(path));
  try {
    await mkdir(inParent);
    return await holdAt(path, inParent, parent);
  } catch (thrown) {
    if (errorCode(thrown) !== "EEXIST") {
      await parent.takeBack();
      await parent.close();
      throw thrown;
    }
  }
  await parent.close();
  // Somebody else has made it at the same moment.
  return hold(path, false);
}

/** Holds what is at `place`, which has to be the folder at `path`. `maker`: the parent in which it was made just now. */
async function holdAt(path: string, place: string, maker: Held | null): Promise<Held> {
  if (!existsSync(descriptors)) {
    await requireHere(path, await realpath(path));
    return heldFolder(path, path, maker, () => Promise.resolve());
  }
  const handle = await openFolder(path, place);
  try {
    await requireHere(path, await readlink(`${descriptors}/${handle.fd}`));
  } catch (thrown) {
    await handle.close();
    throw thrown;
  }
  return heldFolder(path, `${descriptors}/${handle.fd}`, maker, () => handle.close());
}

async function openFolder(path: string, place: string): Promise<FileHandle> {
  try {
    return await open(place, openPath | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (thrown) {
    // Also what it fails with for a link.
    if (errorCode(thrown) === "ENOTDIR") await requireHere(path, await realpath(path));
    throw thrown;
  }
}

function heldFolder(path: string, base: string, maker: Held | null, close: () => Promise<void>): Held {
  return {
    at: (name) => join(base, name),
    made: maker === null ? [] : [path, ...maker.made],
    async takeBack() {
      if (maker === null) return;
      try {
        await rmdir(maker.at(basename(path)));
        await maker.takeBack();
      } catch (thrown) {
        // Somebody put something there meanwhile.
        if (errorCode(thrown) === undefined) throw thrown;
      }
    },
    async close() {
      await close();
      await maker?.close();
    },
  };
}

async function requireHere(path: string, real: string): Promise<void> {
  if (isSamePath(real, path)) return;
  throw new FileError("changed", `${path} now leads to ${real}. Try again.`);
}

/**
 * Whether two paths, both without a link when they are the same, name one thing. realpath(3) on macOS answers in the disk's
 * own case and composition; where a disk tells those apart, `src` may be a link to `Src`.
 */
export function isSamePath(one: string, other: string): boolean {
  if (one === other) return true;
  return folded(one) === folded(other) && isSameThing(one, other) && isSamePath(dirname(one), dirname(other));
}

function isSameThing(one: string, other: string): boolean {
  try {
    const [stats, others] = [lstatSync(one), lstatSync(other)];
    return stats.ino === others.ino && stats.dev === others.dev;
  } catch (thrown) {
    // One of them is gone, so that nobody can tell.
    if (errorCode(thrown) === undefined) throw thrown;
    return false;
  }
}

function folded(path: string): string {
  return path.normalize("NFC").toLowerCase();
}
