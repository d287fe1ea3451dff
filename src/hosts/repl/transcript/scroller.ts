/** A window over lines that may grow: where it stands and how keys move it. */
import type { Command } from "../../../terminal/keymap.ts";

/** Stands at a line, or follows the end. */
export class Scroller {
  /** First line shown, or null while following the end. */
  #top: number | null;

  constructor(start: "top" | "end") {
    this.#top = start === "top" ? 0 : null;
  }

  get isFollowing(): boolean {
    return this.#top === null;
  }

  /** Puts a line at the top, and stays there. */
  stand(line: number): void {
    this.#top = line;
  }

  /** The first line shown, for `total` lines in a window of `rows`. */
  top(total: number, rows: number): number {
    const last = Math.max(0, total - rows);
    return this.#top === null ? last : Math.min(this.#top, last);
  }

  /** Moves so that `line` is shown, with a few lines above it. */
  reveal(line: number, total: number, rows: number): void {
    const top = this.top(total, rows);
    if (line < top || line >= top + rows) this.#top = Math.max(0, line - Math.floor(rows / 4));
    else this.#top = top;
  }

  scroll(lines: number, total: number, rows: number): void {
    const last = Math.max(0, total - rows);
    const top = Math.max(0, Math.min(this.top(total, rows) + lines, last));
    // At the end it follows what is added.
    this.#top = top === last && lines > 0 ? null : top;
  }

  /** Moves for a scrolling command; any other does nothing. */
  onCommand(command: Command | undefined, total: number, rows: number): void {
    const distance = linesToScroll(command, rows);
    if (distance !== null) this.scroll(distance, total, rows);
  }
}

/** By how many lines a scrolling command moves a window of `rows`; null for any other command. */
export function linesToScroll(command: Command | undefined, rows: number): number | null {
  switch (command) {
    case "scroll-up":
      return -1;
    case "scroll-down":
      return 1;
    case "page-up":
      return 1 - rows;
    case "page-down":
      return Math.max(1, rows - 1);
    case "go-top":
      return Number.NEGATIVE_INFINITY;
    case "go-bottom":
      return Number.POSITIVE_INFINITY;
    default:
      return null;
  }
}
