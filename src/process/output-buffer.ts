/** What a command printed, in bounded memory. */
import { StringDecoder } from "node:string_decoder";

/** How much is kept, UTF-16 units. */
export type OutputLimits = { readonly head: number; readonly tail: number };

/** Together under the 30,000 characters that a model should get of one command at most. */
export const defaultOutputLimits: OutputLimits = { head: 8_000, tail: 20_000 };

/** Keeps the beginning and the end of a stream of bytes; counts what fell out between them. */
export class OutputBuffer {
  readonly #limits: OutputLimits;
  readonly #decoder = new StringDecoder("utf8");
  #head = "";
  #tail: string[] = [];
  #tailLength = 0;
  #dropped = 0;

  constructor(limits: OutputLimits = defaultOutputLimits) {
    this.#limits = limits;
  }

  /** Adds bytes and returns the text that they complete; a character cut in two waits for its other half. */
  append(bytes: Uint8Array): string {
    const text = this.#decoder.write(bytes);
    this.#keep(text);
    return text;
  }

  /** Ends the stream: half a character becomes U+FFFD. Returns the text that this completes. */
  end(): string {
    const text = this.#decoder.end();
    this.#keep(text);
    return text;
  }

  /** Everything kept, with a line where something is missing, and how many bytes of UTF-8 are missing there. */
  read(): { readonly text: string; readonly truncatedBytes: number } {
    const joined = this.#tail.join("");
    const tail = fromEnd(joined, this.#limits.tail);
    const cut = joined.length - tail.length;
    const truncatedBytes = this.#dropped + Buffer.byteLength(joined.slice(0, cut));
    if (truncatedBytes === 0) return { text: this.#head + tail, truncatedBytes };
    return { text: `${this.#head}\n[… ${truncatedBytes} bytes left out …]\n${tail}`, truncatedBytes };
  }

  #keep(text: string): void {
    let rest = text;
    if (this.#tailLength === 0 && this.#head.length < this.#limits.head) {
      const head = fromStart(rest, this.#limits.head - this.#head.length);
      this.#head += head;
      rest = rest.slice(head.length);
    }
    if (rest === "") return;
    this.#tail.push(rest);
    this.#tailLength += rest.length;
    for (;;) {
      const first = this.#tail[0];
      if (first === undefined || this.#tailLength - first.length < this.#limits.tail) return;
      this.#tail.shift();
      this.#tailLength -= first.length;
      this.#dropped += Buffer.byteLength(first);
    }
  }
}

/** At most `length` units from the start, without half a surrogate pair. */
function fromStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const splitsPair = isHighSurrogate(text.charCodeAt(length - 1));
  return text.slice(0, splitsPair ? length - 1 : length);
}

/** At most `length` units from the end, without half a surrogate pair. */
function fromEnd(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.length - length;
  return text.slice(isHighSurrogate(text.charCodeAt(start - 1)) ? start + 1 : start);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
