/** Many lines, told in pages. */
import { say, sayCount } from "../../words/say.ts";

/** So many lines are said at once. */
const pageLines = 40;

export class Pages {
  readonly #lines: readonly string[];
  #next = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  /** How many lines were not said yet. */
  get left(): number {
    return this.#lines.length - this.#next;
  }

  /** From the first line again. */
  restart(): void {
    this.#next = 0;
  }

  /** The next page, and how to get at what comes behind it. */
  next(): string[] {
    const page = this.#lines.slice(this.#next, this.#next + pageLines);
    this.#next += page.length;
    return this.left === 0 ? page : [...page, say`${sayCount(this.left, "more line")}: type m.`];
  }
}
