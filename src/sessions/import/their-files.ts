/**
 * Files of other programs: opened to be read and for nothing else. What stands where a file should be is not waited for (a
 * FIFO) and not read without end (a device); a link is followed, for people keep such folders elsewhere.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, type Stats } from "node:fs";
import { promisify } from "node:util";
import { constants as zlib, zstdDecompress, zstdDecompressSync } from "node:zlib";
import { type Source, sourceOf } from "./source-lines.ts";

/** Bytes of a file, and what the file is. */
export type TheirBytes = { readonly bytes: Uint8Array; readonly size: number; readonly mtimeMs: number };

/** What a compressed file may become, bytes: more is nothing that was said. */
const mostUnpacked = 1024 * 1024 * 1024;
/** The same for a piece of one that is only looked at. */
const mostGlanced = 16 * 1024 * 1024;

const toRead = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;

const unpacked = promisify(zstdDecompress);

/** Whether a file is compressed: how large it is says nothing then. */
export function isPacked(file: string): boolean {
  return file.endsWith(".zst");
}

/** The first bytes, at most `most`; of a compressed file what these hold. Throws what `fs` and `zlib` throw. */
export function headOf(file: string, most: number): TheirBytes {
  const { bytes, stats } = readTheirs(file, () => ({ from: 0, most }));
  const options = { finishFlush: zlib.ZSTD_e_flush, maxOutputLength: mostGlanced };
  return { ...factsOf(stats), bytes: isPacked(file) ? zstdDecompressSync(bytes, options) : bytes };
}

/** The last bytes, at most `most`; a compressed file has none before it is unpacked as a whole. Throws what `fs` throws. */
export function tailOf(file: string, most: number): Uint8Array {
  if (isPacked(file)) return new Uint8Array();
  return readTheirs(file, (size) => ({ from: Math.max(0, size - most), most })).bytes;
}

/** A source that is to be closed. */
export type OpenSource = Source & { readonly close: () => void };

/**
 * A file to be read from its beginning to its end, as it is now: what is appended meanwhile is not seen. A compressed one is
 * unpacked at once. Throws what `fs` and `zlib` throw.
 */
export async function openTheirs(file: string): Promise<OpenSource> {
  if (isPacked(file)) {
    const { bytes } = readTheirs(file, (size) => ({ from: 0, most: size }));
    const all = await unpacked(bytes, { maxOutputLength: mostUnpacked });
    return { ...sourceOf(all), close: () => undefined };
  }
  const fd = openSync(file, toRead);
  try {
    const { size } = requireFile(fstatSync(fd));
    return {
      length: size,
      read: (start, end) => readFrom(fd, start, end),
      close: () => closeSync(fd),
    };
  } catch (thrown) {
    closeSync(fd);
    throw thrown;
  }
}

/** A small file as a text; null where it is not there or cannot be read. */
export function theirText(file: string): string | null {
  try {
    const { bytes } = readTheirs(file, (size) => ({ from: 0, most: size }));
    return new TextDecoder().decode(bytes);
  } catch {
    // Removed since its folder was read, no file, or not ours to read: whoever asked says what that means.
    return null;
  }
}

/** The names in a folder of theirs, in their order; none where it is not there. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    // Not there, no folder, or not ours to read: then nobody has kept anything in it for us.
    return [];
  }
}

function factsOf({ size, mtimeMs }: Stats): { readonly size: number; readonly mtimeMs: number } {
  return { size, mtimeMs };
}

function requireFile(stats: Stats): Stats {
  if (!stats.isFile()) throw new Error("it is not a regular file");
  return stats;
}

type Span = { readonly from: number; readonly most: number };

/** What a file that grows meanwhile had when it was opened. */
function readTheirs(
  file: string,
  spanOf: (size: number) => Span,
): { readonly bytes: Uint8Array; readonly stats: Stats } {
  const fd = openSync(file, toRead);
  try {
    const stats = requireFile(fstatSync(fd));
    const { from, most } = spanOf(stats.size);
    return { bytes: readFrom(fd, from, Math.min(from + most, stats.size)), stats };
  } finally {
    closeSync(fd);
  }
}

function readFrom(fd: number, start: number, end: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, end - start));
  let length = 0;
  while (length < bytes.length) {
    const read = readSync(fd, bytes, length, bytes.length - length, start + length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}
