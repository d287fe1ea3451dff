/** Bytes that come piece by piece → lines. */

const lineEnd = 0x0a;

/** Told of each line without its end, and where in the whole it begins; `isWhole` is false for a last one without an end. */
export type OnLine = (line: Uint8Array, start: number, isWhole: boolean) => void;

export class LineSplitter {
  readonly #onLine: OnLine;
  /** The beginning of a line whose end has not come. */
  #waiting: Uint8Array[] = [];
  #waitingSize = 0;
  #at = 0;

  /** `at`: where the first piece begins, bytes. */
  constructor(onLine: OnLine, at = 0) {
    this.#onLine = onLine;
    this.#at = at;
  }

  /** Whether the last line has no end so far. */
  get isOpen(): boolean {
    return this.#waitingSize > 0;
  }

  /** Takes the next piece; what is needed of it later is copied. */
  push(bytes: Uint8Array): void {
    let from = 0;
    for (let end = bytes.indexOf(lineEnd); end !== -1; end = bytes.indexOf(lineEnd, from)) {
      const rest = bytes.subarray(from, end);
      const line = this.#waitingSize === 0 ? rest : this.#joined(rest);
      this.#onLine(line, this.#at, true);
      this.#at += line.length + 1;
      from = end + 1;
    }
    if (from === bytes.length) return;
    const rest = new Uint8Array(bytes.subarray(from));
    this.#waiting.push(rest);
    this.#waitingSize += rest.length;
  }

  /** Nothing more will come: what waits is the last line. */
  end(): void {
    if (this.isOpen) this.#onLine(Buffer.concat(this.#waiting), this.#at, false);
  }

  #joined(rest: Uint8Array): Uint8Array {
    const line = Buffer.concat([...this.#waiting, rest]);
    this.#waiting = [];
    this.#waitingSize = 0;
    return line;
  }
}
