/** The last bytes of a stream. */

/** Keeps the last `limit` bytes that were added; memory for twice as many, taken as it is needed. */
export class TailBytes {
  readonly #limit: number;
  #store = new Uint8Array(0);
  #used = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(bytes: Uint8Array): void {
    const added = bytes.length > this.#limit ? bytes.subarray(bytes.length - this.#limit) : bytes;
    if (this.#used + added.length > this.#store.length) this.#makeRoom(added.length);
    this.#store.set(added, this.#used);
    this.#used += added.length;
  }

  /** At most `limit` bytes; valid until the next `add`. */
  bytes(): Uint8Array {
    return this.#store.subarray(Math.max(0, this.#used - this.#limit), this.#used);
  }

  clear(): void {
    this.#used = 0;
  }

  #makeRoom(added: number): void {
    const kept = Math.min(this.#used, Math.max(0, this.#limit - added));
    const size = Math.min(2 * this.#limit, Math.max(1_024, 2 * (kept + added)));
    const from = this.#used - kept;
    if (size > this.#store.length) {
      const larger = new Uint8Array(size);
      larger.set(this.#store.subarray(from, this.#used));
      this.#store = larger;
    } else {
      this.#store.copyWithin(0, from, this.#used);
    }
    this.#used = kept;
  }
}
