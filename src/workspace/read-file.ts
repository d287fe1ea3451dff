/** The one way in which rein reads a file that it may show or change. */
import type { Stats } from "node:fs";
import { constants, open, readlink, type FileHandle } from "node:fs/promises";
import { errorCode, FileError, fileError } from "./file-error.ts";
import { isSamePath } from "./held-folder.ts";
import { type DecodedText, decodeText } from "./text.ts";

/** A regular file as it was at one moment. */
export type FileSnapshot = {
  /** Absolute and real. */
  readonly path: string;
  readonly bytes: Uint8Array;
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** Permission bits, 0 to 0o7777. */
  readonly mode: number;
  /** Null when the bytes are no text that rein can write back unchanged. */
  readonly decoded: DecodedText | null;
};

/** A larger file is for `head`, `tail` and `grep`, not for a whole reading. Bytes. */
const maxFileBytes = 128 * 1024 * 1024;

const pieceBytes = 1024 * 1024;

/** Folders of the kernel: what looks like a file there may block, never end, or act when it is read. */
const kernelFolders = ["/proc/", "/sys/", "/dev/"];

/** True for these folders and all that is in them. `path` is absolute and real. */
export function belongsToKernel(path: string): boolean {
  return kernelFolders.some((folder) => `${path}/`.startsWith(folder));
}

/**
 * Reads a whole regular file. `path` is absolute and real (from `resolvePath`); a link that took its place meanwhile is
 * refused, and so are folders, devices, FIFOs and sockets, which are never waited for.
 *
 * @throws FileError
 */
export async function readFileSnapshot(path: string, signal?: AbortSignal): Promise<FileSnapshot> {
  signal?.throwIfAborted();
  return withRegularFile(path, async (file, stats) => {
    if (stats.size > maxFileBytes) {
      const size = `${path} has ${stats.size} bytes, more than the ${maxFileBytes} that are read at once.`;
      throw new FileError("too_large", `${size} Use bash with head, tail, sed or grep.`);
    }
    const read = await file.readFile(signal === undefined ? {} : { signal });
    const bytes = new Uint8Array(read.buffer, read.byteOffset, read.byteLength);
    return { path, bytes, hash: hashOf(bytes), mode: stats.mode & 0o7777, decoded: decodeText(bytes) };
  });
}

/**
 * The first bytes of a regular file, at most `most`, and how many it has in all. `path` as for `readFileSnapshot`.
 *
 * @throws FileError as `readFileSnapshot` does
 */
export async function readBeginning(
  path: string,
  most: number,
): Promise<{ readonly bytes: Uint8Array; readonly size: number }> {
  return withRegularFile(path, async (file, { size }) => {
    const bytes = new Uint8Array(most);
    const { bytesRead } = await file.read(bytes, 0, most, 0);
    return { bytes: bytes.subarray(0, bytesRead), size };
  });
}

/**
 * True when a file holds exactly these bytes. Reads it piece by piece, in little memory. `at`: where it is opened, in a
 * folder that is held.
 *
 * @throws FileError as `readFileSnapshot` does
 */
export async function holdsBytes(path: string, bytes: Uint8Array, at = path): Promise<boolean> {
  const holds = async (file: FileHandle, stats: Stats) => {
    if (stats.size !== bytes.length) return false;
    const piece = Buffer.allocUnsafe(Math.min(pieceBytes, bytes.length + 1));
    for (let done = 0; ;) {
      const { bytesRead } = await file.read(piece, 0, piece.length, done);
      if (bytesRead === 0) return done === bytes.length;
      if (!piece.subarray(0, bytesRead).equals(bytes.subarray(done, done + bytesRead))) return false;
      done += bytesRead;
    }
  };
  return withRegularFile(path, holds, at);
}

async function withRegularFile<T>(
  path: string,
  work: (file: FileHandle, stats: Stats) => Promise<T>,
  at = path,
): Promise<T> {
  if (belongsToKernel(path)) {
    throw new FileError(
      "special_file",
      `${path} belongs to the kernel and is no regular file; rein does not read it.`,
    );
  }
  let file: FileHandle;
  try {
    // O_NONBLOCK: opening a FIFO that nobody writes to would wait for ever.
    file = await open(at, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (thrown) {
    throw openError(thrown, path);
  }
  try {
    const stats = await file.stat();
    if (stats.isDirectory()) throw new FileError("directory", `${path} is a folder.`);
    if (!stats.isFile()) {
      throw new FileError(
        "special_file",
        `${path} is a device, FIFO or socket; only regular files can be read.`,
      );
    }
    await requireOpened(path, file);
    return await work(file, stats);
  } catch (thrown) {
    throw fileError(thrown, path);
  } finally {
    await file.close();
  }
}

/** Errors where a folder on the way was swapped for a link before the file was opened: it is another one then. */
async function requireOpened(path: string, { fd }: FileHandle): Promise<void> {
  const opened = await pathOpened(fd);
  if (opened === null || isSamePath(opened, path)) return;
  throw new FileError("changed", `${path} led to ${opened} when it was opened. Try again.`);
}

/** The path that a descriptor was opened at; null where the system does not tell. */
async function pathOpened(fd: number): Promise<string | null> {
  try {
    // What was replaced or removed meanwhile is named so by the kernel.
    return (await readlink(`/proc/self/fd/${fd}`)).replace(/ \(deleted\)$/, "");
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

/** SHA-256 of bytes, hex. */
export function hashOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}

/** Opening a socket fails with ENXIO; a link in the place of the file with ELOOP. */
function openError(thrown: unknown, path: string): unknown {
  switch (errorCode(thrown)) {
    case "ENXIO":
      return new FileError("special_file", `${path} is a socket or device.`, thrown);
    case "ELOOP":
      return new FileError("changed", `${path} has become a link. Try again.`, thrown);
    default:
      return fileError(thrown, path);
  }
}
