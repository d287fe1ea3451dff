/** Symbolic links as what they are: read, made, replaced and removed. What they lead to is never touched. */
import { readlinkSync } from "node:fs";
import { rename, symlink, unlink } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { errorCode, FileError, fileError } from "./file-error.ts";
import { type HeldFolder, inFolder } from "./held-folder.ts";
import { type FileSnapshot, holdsBytes } from "./read-file.ts";
import { withTemporaryFile, withTemporaryLink } from "./temporary-file.ts";
import { flushFolder } from "./write-file.ts";

/** Where a link leads, as it says itself; null where there is no link, or one that says something else than UTF-8. */
export function linkText(path: string): string | null {
  try {
    const target = readlinkSync(path);
    return target.includes("\ufffd") ? null : target;
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

/** The same of a `path` that is absolute and whose folder is real; null also where a folder above it is a link by now. */
export async function readLink(path: string): Promise<string | null> {
  try {
    return await inFolder(dirname(path), async (folder) => linkText(folder.at(basename(path))));
  } catch (thrown) {
    if (!(thrown instanceof FileError) && errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

/** What is to stand in a place no longer: a file as it was seen, a link that leads there, or nothing. */
export type Replaced = FileSnapshot | { readonly target: string } | null;

/**
 * Makes a link that leads to `target`. `path` is absolute and real; missing folders are made. It takes the place of
 * what it replaces with one rename.
 *
 * @throws FileError `changed` or `exists` when something else stands there by now; nothing is done then
 */
export async function makeLink(path: string, target: string, replaces: Replaced): Promise<void> {
  const work = async (folder: HeldFolder) => {
    const at = folder.at(basename(path));
    try {
      if (replaces === null) await symlink(target, at);
      else
        await withTemporaryLink(folder, target, async (temporary) => {
          await requireReplaced(path, at, replaces);
          await rename(temporary, at);
        });
      await flushFolder(folder);
    } catch (thrown) {
      await folder.takeBack();
      if (errorCode(thrown) === "EEXIST") throw new FileError("exists", `${path} exists by now.`, thrown);
      throw thrown;
    }
  };
  await toFileErrors(path, () => inFolder(dirname(path), work, { make: replaces === null }));
}

/**
 * Puts a file in the place of a link with one rename; what the link led to stays as it is. `mode`: permission bits, or
 * null for those of any new file.
 *
 * @throws FileError `changed` when the link leads elsewhere by now, or is none
 */
export async function replaceLink(
  path: string,
  target: string,
  bytes: Uint8Array,
  mode: number | null,
): Promise<void> {
  const work = async (folder: HeldFolder) => {
    const at = folder.at(basename(path));
    await withTemporaryFile(folder, bytes, mode === null ? null : { mode }, async (temporary) => {
      await requireReplaced(path, at, { target });
      await rename(temporary, at);
    });
    await flushFolder(folder);
  };
  await toFileErrors(path, () => inFolder(dirname(path), work));
}

/**
 * Removes a link.
 *
 * @throws FileError `changed` when it leads elsewhere by now, or is none
 */
export async function removeLink(path: string, target: string): Promise<void> {
  const work = async (folder: HeldFolder) => {
    const at = folder.at(basename(path));
    await requireReplaced(path, at, { target });
    await unlink(at);
  };
  await toFileErrors(path, () => inFolder(dirname(path), work));
}

async function requireReplaced(path: string, at: string, seen: NonNullable<Replaced>): Promise<void> {
  const isSame = "target" in seen ? linkText(at) === seen.target : await holdsBytes(path, seen.bytes, at);
  if (!isSame) throw new FileError("changed", `${path} has changed meanwhile.`);
}

async function toFileErrors(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    throw fileError(thrown, path);
  }
}
