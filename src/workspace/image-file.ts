/** Pictures that the user gives to the model: from a file, or as bytes from elsewhere. */
import { constants, open, stat } from "node:fs/promises";
import type { EncodedImage } from "../protocol/message.ts";
import { errorCode } from "./file-error.ts";
import { type ImageFault, prepareImage } from "./image.ts";
import { readImageHeader } from "./image-header.ts";

/** Larger files are not read, bytes: no model's server takes more than 20 MB, and what is larger is hardly a screenshot. */
export const mostImageBytes = 50 * 1024 * 1024;

/** `none`: it is no image. `unfit`: it is one, but cannot be sent. */
export type GivenImage =
  | { readonly type: "image"; readonly image: EncodedImage }
  | { readonly type: "none" }
  | { readonly type: "unfit"; readonly fault: ImageFault | "too_many_bytes" };

/** Errors of paths that lead to no file. */
const notThere = new Set([
  "ENOENT",
  "ENOTDIR",
  "EACCES",
  "EPERM",
  "ENAMETOOLONG",
  "EISDIR",
  "ENXIO",
  "ELOOP",
  "ENODEV",
]);

/**
 * The image in a file, made fit for a model. What the file is its content says, not its name; nothing but a regular file is
 * read. `path` is absolute; links are followed.
 *
 * @throws what `fs` throws for a file that is there and cannot be read; the signal's reason
 */
export async function readImageFile(path: string, signal: AbortSignal): Promise<GivenImage> {
  const bytes = await readIfImage(path, signal);
  if (bytes === "none") return { type: "none" };
  return bytes === "too large" ? { type: "unfit", fault: "too_many_bytes" } : imageOf(bytes, signal);
}

/** The image in these bytes, made fit for a model. */
export async function imageOf(bytes: Uint8Array, signal: AbortSignal): Promise<GivenImage> {
  if (readImageHeader(bytes) === null) return { type: "none" };
  const outcome = await prepareImage(bytes, signal);
  return outcome.ok ? { type: "image", image: outcome.image } : { type: "unfit", fault: outcome.fault };
}

/** Enough of a file to know what it is, bytes. */
const headBytes = 64;

async function readIfImage(path: string, signal: AbortSignal): Promise<Uint8Array | "none" | "too large"> {
  let file;
  try {
    // To open something else may do something: who waits to write to a FIFO would go on, and find nobody.
    if (!(await stat(path)).isFile()) return "none";
    // O_NONBLOCK: it may be a FIFO by now, which would wait for ever when nobody writes to it.
    file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    if (notThere.has(errorCode(thrown) ?? "")) return "none";
    throw thrown;
  }
  try {
    const stats = await file.stat();
    if (!stats.isFile()) return "none";
    const head = Buffer.alloc(headBytes);
    const { bytesRead } = await file.read(head, 0, headBytes, 0);
    if (readImageHeader(head.subarray(0, bytesRead)) === null) return "none";
    if (stats.size > mostImageBytes) return "too large";
    signal.throwIfAborted();
    const whole = Buffer.alloc(stats.size);
    const read = await file.read(whole, 0, stats.size, 0);
    return whole.subarray(0, read.bytesRead);
  } finally {
    await file.close();
  }
}
