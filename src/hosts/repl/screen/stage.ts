/** The conversation above the live part, and what of the window a click is about. */
import { composerAt } from "../../../../components/Live.tsx";
import type { ReplView } from "../../../../components/view.ts";
import type { Mouse } from "../../../terminal/input/event.ts";
import type { Command } from "../../../terminal/keymap.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { keyName } from "../keys.ts";
import type { PrintedLines } from "../conversation/shown.ts";
import { TranscriptView } from "../transcript/transcript-view.ts";

export type StageParts = {
  readonly style: Style;
  readonly live: () => ReplView;
  /** What was printed for the conversation that is shown next. */
  readonly printed: () => readonly PrintedLines[];
};

/** Lines that the wheel turns by. */
const wheelLines = 3;

export class StageView {
  readonly #parts: StageParts;
  /** Before there is a conversation, what was printed stands there. */
  readonly #before: TranscriptView;
  #transcript: TranscriptView | undefined;
  #rows = 1;
  /** The button was pressed on the composer's text, and is still down. */
  #isDragging = false;
  /** Whether the last row says what is below. */
  #hasNote = false;

  constructor(parts: StageParts) {
    this.#parts = parts;
    this.#before = new TranscriptView(() => parts.printed(), parts.style);
  }

  get transcript(): TranscriptView | undefined {
    return this.#transcript;
  }

  show(transcript: TranscriptView): void {
    transcript.precede(this.#parts.printed());
    this.#transcript = transcript;
  }

  /** `rows` lines that end where the live part begins. */
  lines(columns: number, rows: number): string[] {
    const { style } = this.#parts;
    this.#rows = rows;
    let lines = this.#shown.lines(columns, rows, { hasKeys: false });
    this.#hasNote = rows > 1 && !this.#shown.isFollowing && !this.#shown.showsEnd;
    if (this.#hasNote) lines = this.#shown.lines(columns, rows - 1, { hasKeys: false });
    const missing = Array.from({ length: rows - lines.length - (this.#hasNote ? 1 : 0) }, () => "");
    const note = this.#hasNote ? [style.accent(truncateLine(this.#note(), columns))] : [];
    return [...lines, ...missing, ...note];
  }

  scroll(command: Command): void {
    this.#shown.onScroll(command);
  }

  follow(): void {
    this.#shown.follow();
  }

  /** Takes a mouse event. Returns the cell of the composer's text that it is about, if any. */
  onMouse(event: Mouse): { readonly row: number; readonly column: number } | null {
    const isClick = event.button === "left" && event.action === "press";
    const wasDragging = this.#isDragging;
    if (event.action === "press" || event.action === "release") this.#isDragging = false;
    if (event.action === "wheel-up") this.#shown.scroll(-wheelLines);
    else if (event.action === "wheel-down") this.#shown.scroll(wheelLines);
    else if (isClick && event.row < this.#rows) this.#click(event.row);
    else if (event.button === "left" && event.action !== "release") {
      const { first, top, rows, indent } = composerAt(this.#parts.live());
      const row = event.row - this.#rows - top;
      const isInside = row >= 0 && row < rows;
      this.#isDragging = isClick ? isInside : wasDragging;
      // A drag that leaves it goes on along its edge; one that began elsewhere is not about it.
      if (this.#isDragging)
        return {
          row: first + Math.max(0, Math.min(row, rows - 1)),
          column: Math.max(0, event.column - indent),
        };
    }
    return null;
  }

  #click(row: number): void {
    if (this.#hasNote && row === this.#rows - 1) this.follow();
    else this.#shown.click(row);
  }

  get #shown(): TranscriptView {
    return this.#transcript ?? this.#before;
  }

  #note(): string {
    const { count, isMore } = this.#shown.added();
    const key = keyName("page-down", "global");
    if (count === 0) return say`  ↓ more below · ${key}`;
    if (isMore) return say`  ↓ more than ${count} new lines · ${key}`;
    return count === 1 ? say`  ↓ 1 new line · ${key}` : say`  ↓ ${count} new lines · ${key}`;
  }
}
