/** Telling a command that runs of a further port that it can reach. */
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";

/**
 * Writes a port to the FIFO at which the relays inside wait. False when they do not wait yet. The FIFO lies where the
 * command can write, so whatever else stands in its place is left alone.
 */
export function tellPort(fifo: string, port: number): boolean {
  const { O_WRONLY, O_NONBLOCK, O_NOFOLLOW } = constants;
  let fd: number;
  try {
    fd = openSync(fifo, O_WRONLY | O_NONBLOCK | O_NOFOLLOW);
  } catch {
    // Not made yet, nobody reads it, or it is a link.
    return false;
  }
  try {
    return fstatSync(fd).isFIFO() && writeSync(fd, `${port}\n`) > 0;
  } catch {
    // Full, or the command has just ended.
    return false;
  } finally {
    closeSync(fd);
  }
}
