/** Writing that is done when it returns, for the moment before the process is gone. */
import { writeSync } from "node:fs";

/** Writes some of the bytes and returns how many; throws as `fs.writeSync` does. */
export type WriteSome = (bytes: Uint8Array) => number;

const errorCode = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** Milliseconds between two tries, and how many there are before a terminal that takes nothing is given up. */
const pause = 5;
const mostTries = 100;

/**
 * A function that writes all of a text to a descriptor. A terminal that is busy (EAGAIN: stdout may be non-blocking)
 * is waited for, half a second at most; one that is gone is no reason to fail on the way out.
 */
export function writeNow(
  fd: number,
  writeSome: WriteSome = (bytes) => writeSync(fd, bytes),
  wait: (ms: number) => void = Bun.sleepSync,
): (text: string) => void {
  return (text) => {
    let rest: Uint8Array = Buffer.from(text);
    let tries = 0;
    while (rest.length > 0) {
      try {
        const written = writeSome(rest);
        rest = rest.subarray(written);
        if (written > 0) tries = 0;
      } catch (error) {
        const code = errorCode(error);
        if (code === "EINTR") continue;
        // EIO, EPIPE, EBADF: nobody is there to read it.
        if (code !== "EAGAIN") return;
        tries += 1;
        if (tries > mostTries) return;
        wait(pause);
      }
    }
  };
}
