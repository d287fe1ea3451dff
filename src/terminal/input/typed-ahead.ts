/** What was typed while the program was being started. */
import { closeSync, constants, openSync, readSync } from "node:fs";

const none = new Uint8Array(0);

/**
 * The lines that were typed and ended before raw mode, as raw mode would have told them: until then the terminal's
 * driver makes LF of every Enter, which later cannot be told from Ctrl+J. A line that was only begun is not among
 * them: it is read as usual, after raw mode is on.
 */
export function readTypedAhead(): Uint8Array {
  let tty: number;
  try {
    tty = openSync("/dev/tty", constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
  } catch {
    return none; // there is no terminal that belongs to us
  }
  const read: number[] = [];
  const line = new Uint8Array(4096);
  try {
    for (let length = readSync(tty, line); length > 0; length = readSync(tty, line)) {
      for (const byte of line.subarray(0, length)) read.push(byte === 0x0a ? 0x0d : byte);
    }
  } catch {
    // EAGAIN: no further line
  } finally {
    closeSync(tty);
  }
  return Uint8Array.from(read);
}
