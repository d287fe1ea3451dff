/** An answer that is still being written, drawn as it grows: what is finished of it is drawn once for a width. */
import type { Style } from "../terminal/style.ts";
import type { Block } from "./block.ts";
import { renderOpenText, renderText } from "./render.ts";

/** What was said of it so far. The object stays the same while the answer grows. */
export type OpenAnswer = {
  readonly type: "open_answer";
  readonly id: string;
  /** The blocks that will not change any more: only added to. */
  readonly blocks: readonly Block[];
  /** What stands behind them and may still change. */
  open(): readonly Block[];
  /** All of it, as the model wrote it. */
  text(): string;
};

/** Of an open block no more than its last lines are drawn. */
const mostOpenRows = 200;

/** Draws one answer again and again. */
export class AnswerDrawing {
  readonly #answer: OpenAnswer;
  readonly #style: Style;
  #width = 0;
  #drawn = 0;
  #lines: string[] = [];

  constructor(answer: OpenAnswer, style: Style) {
    this.#answer = answer;
    this.#style = style;
  }

  /** The lines for a width, in columns: those that `renderItem` gives for the whole once it is there. */
  lines(width: number): string[] {
    if (width !== this.#width) [this.#width, this.#drawn, this.#lines] = [width, 0, []];
    const { blocks } = this.#answer;
    const options = { width, style: this.#style };
    if (this.#drawn < blocks.length) {
      const added = renderText(blocks.slice(this.#drawn), { ...options, continued: this.#lines.length > 0 });
      this.#lines.push(...added);
      this.#drawn = blocks.length;
    }
    const open = { ...options, continued: this.#lines.length > 0, rows: mostOpenRows };
    return this.#lines.concat(renderOpenText(this.#answer.open(), open));
  }
}
