/** Showing what a command prints while it runs. */
import { TailBytes } from "./tail-bytes.ts";
import { decode, wholeEnd, wholeStart } from "./whole-characters.ts";

/** At most ten times a second, ms. */
const everyMs = 100;

/** More of one tenth of a second is not shown, bytes: nobody can read it. */
const mostAtOnce = 8 * 1024;

/** Hands text on at most ten times a second, the first at once. */
export class LiveOutput {
  readonly #tell: (text: string) => void;
  readonly #fresh = new TailBytes(mostAtOnce);
  #added = 0;
  #timer: NodeJS.Timeout | undefined;
  #over = false;

  constructor(tell: (text: string) => void) {
    this.#tell = tell;
  }

  add(bytes: Uint8Array): void {
    if (this.#over) return;
    this.#fresh.add(bytes);
    this.#added += bytes.length;
    if (this.#timer === undefined) this.#hand();
  }

  /** Hands on what is left; after this nothing is told any more. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    clearTimeout(this.#timer);
    this.#give(true);
  }

  #hand(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#added > 0) this.#hand();
    }, everyMs);
    this.#give(false);
  }

  #give(last: boolean): void {
    const bytes = this.#fresh.bytes();
    const start = this.#added > bytes.length ? wholeStart(bytes) : 0;
    const end = last ? bytes.length : Math.max(start, wholeEnd(bytes));
    const text = decode(bytes.subarray(start, end));
    const rest = bytes.slice(end);
    this.#fresh.clear();
    this.#fresh.add(rest);
    this.#added = rest.length;
    if (text !== "") this.#tell(text);
  }
}
