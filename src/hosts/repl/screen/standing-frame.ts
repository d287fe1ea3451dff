/** The live part that stands on the screen, and how it is taken off again, also when the window has changed meanwhile. */
import { renderToString } from "ink";
import { createElement } from "react";
import { caretOf, heightOf, Live } from "../../../../components/Live.tsx";
import type { ReplView } from "../../../../components/view.ts";
import type { Reply } from "../../../terminal/input/event.ts";
import type { Style } from "../../../terminal/style.ts";
import { eraseFrom, type Frame, type Rewrap, rewrapOf, rowsAboveCursor, rowsOfFrame } from "./frame.ts";
import { RoomBelow } from "./room-below.ts";

export type Size = { readonly columns: number; readonly rows: number };

/** `changes`: how many times it was said to have changed. */
export type SeenWindow = Size & { readonly changes: number };

type Standing = { readonly view: ReplView; readonly window: SeenWindow };

export class StandingFrame {
  readonly #style: Style;
  readonly #room = new RoomBelow();
  #rewrap: Rewrap = "wraps";
  #standing: Standing | undefined;
  #itemsDrawn = 0;

  constructor(style: Style) {
    this.#style = style;
  }

  /** How many of the printed items have been drawn. */
  get itemsDrawn(): number {
    return this.#itemsDrawn;
  }

  /** `view` was drawn, in a window of this size. */
  drew(view: ReplView, window: SeenWindow): void {
    const added = view.printed.slice(this.#itemsDrawn);
    const rowsPrinted = added.reduce((sum, { text }) => sum + text.split("\n").length, 0);
    const row = caretOf(view).y;
    const rowBefore = this.#standing === undefined ? 0 : caretOf(this.#standing.view).y;
    this.#room.drew({ down: rowsPrinted + row - rowBefore, least: heightOf(view) - row });
    this.#standing = { view, window };
    this.#itemsDrawn = view.printed.length;
  }

  /** True once after a frame of which the terminal has to say where it stands; the question must go out now. */
  takeQuestion(): boolean {
    if (this.#rewrap !== "wraps others" || !this.#room.isToBeAsked) return false;
    this.#room.asked();
    return true;
  }

  /** An answer of the terminal is on its way. */
  get isAnswerDue(): boolean {
    return this.#room.isAnswerDue;
  }

  /** Takes an answer of the terminal. */
  learn(reply: Reply, windowRows: number): void {
    this.#rewrap = rewrapOf(reply) ?? this.#rewrap;
    if (reply.kind === "cursor-position") this.#room.told(reply.row, windowRows);
  }

  /** Whether a window of this size has wrapped the frame, so that more has to be taken off than was drawn. */
  isWrappedIn(window: SeenWindow): boolean {
    return (
      this.#standing !== undefined && this.#rowsUp(this.#standing, window) > caretOf(this.#standing.view).y
    );
  }

  /** What is printed with this view is taken for drawn, but no frame of it has come to the terminal. */
  dropped(view: ReplView): void {
    this.#itemsDrawn = view.printed.length;
  }

  /**
   * The bytes that take the frame off in a window of this size, and leave the cursor where the frame began. Once they are
   * written, `forget` says so.
   */
  erasure(window: SeenWindow): string {
    return this.#standing === undefined ? "" : eraseFrom(this.#rowsUp(this.#standing, window));
  }

  /** Nothing stands any more, and where the cursor is is not known. */
  forget(): void {
    this.#standing = undefined;
    this.#room.lost();
  }

  /**
   * How high the next frame has to be in a window of this size so that its end stays where it is. Else every row that
   * wrapping adds would bring it nearer to the top of the window, and in the end over it.
   */
  leastRows(window: Size): number {
    const standing = this.#standing;
    if (standing === undefined) return 0;
    const { view } = standing;
    const isNarrower = window.columns < standing.window.columns;
    const rows = isNarrower ? rowsOfFrame(this.#frameOf(standing), window.columns, this.#rewrap) : view.least;
    const below = heightOf(view) - caretOf(view).y;
    const rowsFree = (this.#room.rows ?? below) - below;
    const rowsLost = standing.window.rows - window.rows - rowsFree;
    return Math.max(0, rows - Math.max(0, rowsLost));
  }

  /** How many rows above the cursor the frame begins. */
  #rowsUp(standing: Standing, window: SeenWindow): number {
    // Behind several changes, whose sizes nobody heard of, it cannot be told how far the cursor of xterm.js is below its
    // text; it is never nearer than it was drawn. A row of the frame that stays is less harm than a printed one that goes.
    const isKnown = this.#rewrap !== "wraps others" || window.changes - standing.window.changes <= 1;
    if (!isKnown || window.columns >= standing.window.columns) return caretOf(standing.view).y;
    const narrowing = {
      columns: window.columns,
      rowsLost: Math.max(0, standing.window.rows - window.rows),
      rowsBelow: this.#room.rows,
    };
    return rowsAboveCursor(this.#frameOf(standing), narrowing, this.#rewrap);
  }

  #frameOf({ view }: Standing): Frame {
    const { x, y } = caretOf(view);
    const drawn = renderToString(createElement(Live, { view, style: this.#style }), {
      columns: view.columns,
    });
    return { lines: drawn.split("\n"), cursorRow: y, cursorColumn: x };
  }
}
