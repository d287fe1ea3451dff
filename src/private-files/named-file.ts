/** Files that the user names on the command line: as private as rein's own, but they may be a pipe or a device. */
import { closeSync, constants, fstatSync, openSync, statSync } from "node:fs";
import { LinkError } from "./link-error.ts";
import { openToAppend } from "./private-file.ts";

/**
 * Opens a file for reading and appending, made with mode 0600 if it is not there. A link is followed to a pipe, a
 * terminal or a device only, as in `/dev/stderr`. Throws a `LinkError` for other links, and what `fs` throws.
 */
export function openNamed(file: string): number {
  const there = statSync(file, { throwIfNoEntry: false });
  if (there === undefined || there.isFile()) return openToAppend(file);
  const fd = openSync(file, constants.O_WRONLY | constants.O_APPEND);
  // It may have become another one in between.
  if (!fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new LinkError(file);
}
