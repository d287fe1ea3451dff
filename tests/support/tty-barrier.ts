/** Tells when all that a program has written so far has come through its pseudo-terminal. */
import { closeSync, constants, openSync, writeSync } from "node:fs";

/** ENQ, which no program here writes. */
const MARK = 0x05;

export class TtyBarrier {
  readonly #pid: number;
  #waiting: (() => void)[] = [];

  /** `pid`: a process whose input is the terminal. */
  constructor(pid: number) {
    this.#pid = pid;
  }

  /**
   * Resolves when what was written before has come: a mark is sent after it. The kernel brings output to its reader when
   * it has time, which on a busy machine may be many milliseconds later.
   */
  async passed(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    if (!this.#send()) this.open();
    await promise;
  }

  /** Takes the marks out of what has come. */
  take(bytes: Uint8Array): Uint8Array {
    const at = this.#waiting.length === 0 ? -1 : bytes.indexOf(MARK);
    if (at === -1) return bytes;
    this.#waiting.shift()?.();
    return Buffer.concat([bytes.subarray(0, at), this.take(bytes.subarray(at + 1))]);
  }

  /** Nothing is waited for any more: nothing comes. */
  open(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** False where that cannot be done: the program has ended, its terminal is full, or there is no `/proc`. */
  #send(): boolean {
    try {
      const { O_WRONLY, O_NOCTTY, O_NONBLOCK } = constants;
      const fd = openSync(`/proc/${this.#pid}/fd/0`, O_WRONLY | O_NOCTTY | O_NONBLOCK);
      try {
        return writeSync(fd, Uint8Array.of(MARK)) === 1;
      } finally {
        closeSync(fd);
      }
    } catch {
      return false;
    }
  }
}
