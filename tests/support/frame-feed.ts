/** Gives an emulator what a program writes, frame by frame: who waits for something sees every frame, however late. */
import type { Emulator } from "./emulator.ts";

/** The end of a frame, where the program says so: of synchronized output. */
const FRAME_END = Buffer.from("\u001b[?2026l");

export class FrameFeed {
  readonly #emulator: Emulator;
  readonly #arrived: Uint8Array[] = [];
  #next = Promise.withResolvers<void>();
  #isFeeding = false;
  /** How many are waiting for something to be seen. */
  watchers = 0;

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  take(bytes: Uint8Array): void {
    this.#arrived.push(...framesIn(bytes));
    if (!this.#isFeeding) void this.#feed();
  }

  /** Resolves when something new is to be seen. */
  get next(): Promise<void> {
    return this.#next.promise;
  }

  /** Has everybody look who waits. */
  wake(): void {
    this.#next.resolve();
    this.#next = Promise.withResolvers();
  }

  /** Waits until all that has come is to be seen. */
  async parsed(): Promise<void> {
    while (this.#isFeeding) await this.next;
  }

  async #feed(): Promise<void> {
    this.#isFeeding = true;
    while (this.#arrived.length > 0) {
      const isWatched = this.watchers > 0;
      const frames = this.#arrived.splice(0, isWatched ? 1 : this.#arrived.length);
      await Promise.all(frames.map((frame) => this.#write(frame)));
      if (this.#arrived.length === 0) break;
      this.wake();
      // The watchers look now, before there is more.
      if (isWatched) await new Promise((resolve) => setImmediate(resolve));
    }
    this.#isFeeding = false;
    this.wake();
  }

  #write(bytes: Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#emulator.write(bytes, resolve));
  }
}

function framesIn(bytes: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = [];
  const all = Buffer.from(bytes);
  for (let from = 0; from < all.length;) {
    const end = all.indexOf(FRAME_END, from);
    const to = end === -1 ? all.length : end + FRAME_END.length;
    frames.push(all.subarray(from, to));
    from = to;
  }
  return frames;
}
