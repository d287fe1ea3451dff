/** Has the disk keep the names in a folder: a new file outlives a power cut only when its folder is written, too. */
import { close, closeSync, fsync, fsyncSync, open, openSync } from "node:fs";

/**
 * Asks the disk for it and waits for nothing. What it answers says nothing that could be acted on: some systems cannot
 * open a folder, and some file systems have nothing to write.
 */
export function syncNames(folder: string): void {
  open(folder, "r", (error, fd) => {
    if (error === null) fsync(fd, () => close(fd, () => undefined));
  });
}

/** The same, and waits until the disk has it: some ms. */
export function syncNamesNow(folder: string): void {
  let fd: number;
  try {
    fd = openSync(folder, "r");
  } catch {
    return; // As above.
  }
  try {
    fsyncSync(fd);
  } catch {
    // As above.
  } finally {
    closeSync(fd);
  }
}
