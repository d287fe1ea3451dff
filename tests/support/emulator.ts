/** The screen of a terminal, without a window: xterm.js in memory, and the answers that a terminal gives. */

import { UnicodeGraphemesAddon } from "@xterm/addon-unicode-graphemes";
import xterm, { type IBuffer, type IBufferCell } from "@xterm/headless";

export interface EmulatorOptions {
  readonly cols: number;
  readonly rows: number;
  /** Speaks the kitty keyboard protocol when the program asks. */
  readonly kittyKeyboard: boolean;
  /** What `OSC 11 ; ?` answers; undefined: nothing, as many terminals do. */
  readonly background: "dark" | "light" | undefined;
  /** Draws sixel, in cells of so many pixels; undefined: it does not, and says nothing of pixels. */
  readonly sixel?: { readonly width: number; readonly height: number } | undefined;
  /** Bytes that the terminal itself sends to the program: answers to its questions. */
  readonly reply: (bytes: string) => void;
}

/** The modes that a program can leave behind. A program that has restored its terminal shows `AT_REST`. */
export interface TerminalModes {
  readonly alternateScreen: boolean;
  readonly bracketedPaste: boolean;
  readonly cursorVisible: boolean;
  readonly focusEvents: boolean;
  readonly kittyFlags: number;
  readonly mouse: "none" | "x10" | "vt200" | "drag" | "any";
  readonly synchronizedOutput: boolean;
}

export const AT_REST: TerminalModes = {
  alternateScreen: false,
  bracketedPaste: false,
  cursorVisible: true,
  focusEvents: false,
  kittyFlags: 0,
  mouse: "none",
  synchronizedOutput: false,
};

/** A colour of a cell: the terminal's own, a number of its palette, or red, green and blue in 24 bits. */
export type CellColour =
  | { readonly type: "default" }
  | { readonly type: "palette"; readonly number: number }
  | { readonly type: "rgb"; readonly value: number };

export type Look = {
  readonly foreground: CellColour;
  readonly background: CellColour;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underlined: boolean;
  readonly inverse: boolean;
};

/** Neighbouring cells of one look. `column` and `width` are in cells, from 0. */
export type Run = {
  readonly column: number;
  readonly width: number;
  readonly text: string;
  readonly look: Look;
};

/** A sixel picture, and the cell where it begins: the row is counted from the first line of the history. */
export type SixelDrawn = { readonly content: string; readonly x: number; readonly y: number };

const SCROLLBACK_LINES = 200_000;

/** Everything that can be read is what has been parsed; `write` calls back when its bytes are in. */
export class Emulator {
  readonly #terminal: xterm.Terminal;
  /** The main and the alternate screen have a stack of keyboard flags each. */
  readonly #kittyFlags: Record<"normal" | "alternate", number[]> = { normal: [], alternate: [] };
  #cursorVisible = true;
  #lowestRow = 0;
  #climb = 0;
  /** Texts that the program has put on the clipboard with OSC 52, oldest first. */
  readonly clipboard: string[] = [];
  /** What was drawn in sixel, oldest first. */
  readonly sixels: SixelDrawn[] = [];
  bells = 0;
  title = "";

  constructor({ cols, rows, kittyKeyboard, background, sixel, reply }: EmulatorOptions) {
    const terminal = new xterm.Terminal({ cols, rows, scrollback: SCROLLBACK_LINES, allowProposedApi: true });
    this.#terminal = terminal;
    terminal.loadAddon(new UnicodeGraphemesAddon());
    terminal.onData(reply);
    terminal.onBell(() => {
      this.bells += 1;
    });
    terminal.onTitleChange((title) => {
      this.title = title;
    });
    terminal.parser.registerOscHandler(52, (text) => this.#copy(text));
    if (background !== undefined) {
      const rgb = background === "light" ? "ffff/ffff/ffff" : "0000/0000/0000";
      terminal.parser.registerOscHandler(11, (text) => {
        if (text === "?") reply(`\x1b]11;rgb:${rgb}\x1b\\`);
        return true;
      });
    }
    if (kittyKeyboard) this.#speakKitty(reply);
    if (sixel !== undefined) this.#drawSixel(sixel, reply);
    this.#watchCursor();
  }

  write(bytes: Uint8Array, parsed: () => void): void {
    this.#terminal.write(bytes, parsed);
  }

  resize(cols: number, rows: number): void {
    this.#terminal.resize(cols, rows);
    this.#lowestRow = this.#row();
  }

  get rows(): number {
    return this.#terminal.rows;
  }

  get cols(): number {
    return this.#terminal.cols;
  }

  /** The lines of the window, top to bottom, without the blanks at their ends. */
  screen(): string[] {
    const buffer = this.#terminal.buffer.active;
    return lines(buffer, buffer.baseY, buffer.baseY + this.#terminal.rows, false);
  }

  /** All lines of the main screen with its history, down to the last one that is not empty. */
  scrollback(joinWrapped: boolean): string[] {
    const buffer = this.#terminal.buffer.normal;
    const all = lines(buffer, 0, buffer.length, joinWrapped);
    return all.slice(0, all.findLastIndex((line) => line !== "") + 1);
  }

  /** What stands in a row of the window from one column to another (from 0, the second not with it), blanks and all. */
  cells(y: number, from: number, to: number): string {
    const { active } = this.#terminal.buffer;
    return active.getLine(active.baseY + y)?.translateToString(false, from, to) ?? "";
  }

  /** The rows of the window with their looks. */
  looks(): Run[][] {
    const { active } = this.#terminal.buffer;
    return Array.from({ length: this.rows }, (_, y) => {
      const runs: Run[] = [];
      const line = active.getLine(active.baseY + y);
      for (let x = 0; x < this.cols; x++) {
        const cell = line?.getCell(x);
        // The second cell of a wide character has no width of its own.
        if (cell === undefined || cell.getWidth() === 0) continue;
        const look = lookOf(cell);
        const text = cell.getChars() || " ";
        const last = runs.at(-1);
        if (last !== undefined && Bun.deepEquals(last.look, look))
          runs[runs.length - 1] = { ...last, width: last.width + cell.getWidth(), text: last.text + text };
        else runs.push({ column: x, width: cell.getWidth(), text, look });
      }
      return runs;
    });
  }

  /** Follows a row of the window. What is returned tells in which row it is now; negative above the window. */
  follow(y: number): () => number {
    const { active } = this.#terminal.buffer;
    const marker = this.#terminal.registerMarker(y - active.cursorY);
    return () => (marker === undefined || marker.isDisposed ? -1 : marker.line - active.baseY);
  }

  /** Where the cursor stands in the window: columns and rows from 0. */
  cursor(): { readonly x: number; readonly y: number } {
    const { cursorX, cursorY } = this.#terminal.buffer.active;
    return { x: cursorX, y: cursorY };
  }

  modes(): TerminalModes {
    const { modes, buffer } = this.#terminal;
    return {
      alternateScreen: buffer.active.type === "alternate",
      bracketedPaste: modes.bracketedPasteMode,
      cursorVisible: this.#cursorVisible,
      focusEvents: modes.sendFocusMode,
      kittyFlags: this.#kittyFlags[buffer.active.type].at(-1) ?? 0,
      mouse: modes.mouseTrackingMode,
      synchronizedOutput: modes.synchronizedOutputMode,
    };
  }

  get applicationCursor(): boolean {
    return this.#terminal.modes.applicationCursorKeysMode;
  }

  /**
   * The most rows that any cursor movement on the main screen went up from the lowest row used so far. A program
   * whose live part has n rows has no business above n - 1.
   */
  get climb(): number {
    return this.#climb;
  }

  dispose(): void {
    this.#terminal.dispose();
  }

  #copy(text: string): boolean {
    const [, encoded = ""] = text.split(";");
    if (encoded !== "?") this.clipboard.push(Buffer.from(encoded, "base64").toString("utf8"));
    return true;
  }

  #speakKitty(reply: (bytes: string) => void): void {
    const on = (prefix: string, action: (stack: number[], first: number) => void) =>
      this.#terminal.parser.registerCsiHandler({ prefix, final: "u" }, (params) => {
        action(this.#kittyFlags[this.#terminal.buffer.active.type], numberOf(params[0]));
        return true;
      });
    on("?", (stack) => reply(`\x1b[?${stack.at(-1) ?? 0}u`));
    on(">", (stack, flags) => stack.push(flags));
    on("<", (stack, count) => stack.splice(-Math.max(count, 1)));
    on("=", (stack, flags) => stack.splice(-1, 1, flags));
  }

  /** The cursor stays where it is; what real ones do with it is looked at where a picture is drawn. */
  #drawSixel(
    cell: { readonly width: number; readonly height: number },
    reply: (bytes: string) => void,
  ): void {
    const { parser, options } = this.#terminal;
    // Without it the handler is not asked.
    options.windowOptions = { getCellSizePixels: true };
    parser.registerCsiHandler({ final: "c" }, () => {
      reply("\x1b[?62;4;22c");
      return true;
    });
    parser.registerCsiHandler({ final: "t" }, (params) => {
      if (params[0] === 16) reply(`\x1b[6;${cell.height};${cell.width}t`);
      return params[0] === 16;
    });
    parser.registerDcsHandler({ final: "q" }, (content) => {
      this.sixels.push({ content, x: this.cursor().x, y: this.#row() });
      return true;
    });
  }

  /** xterm asks these handlers before its own; `false` lets its own do the work. */
  #watchCursor(): void {
    const { parser } = this.#terminal;
    for (const final of ["h", "l"]) {
      parser.registerCsiHandler({ prefix: "?", final }, (params) => {
        if (params.includes(25)) this.#cursorVisible = final === "h";
        return false;
      });
    }
    const up = (rows: number) => this.#movesTo(this.#row() - rows);
    for (const final of ["A", "F"]) {
      parser.registerCsiHandler({ final }, (params) => up(Math.max(numberOf(params[0]), 1)));
    }
    for (const final of ["H", "f", "d"]) {
      parser.registerCsiHandler({ final }, (params) =>
        this.#movesTo(this.#terminal.buffer.active.baseY + Math.max(numberOf(params[0]), 1) - 1),
      );
    }
    parser.registerEscHandler({ final: "M" }, () => up(1));
  }

  /** Row of the cursor, counted from the first line of the history. */
  #row(): number {
    const { baseY, cursorY } = this.#terminal.buffer.active;
    return baseY + cursorY;
  }

  #movesTo(row: number): boolean {
    if (this.#terminal.buffer.active.type === "normal") {
      this.#lowestRow = Math.max(this.#lowestRow, this.#row());
      this.#climb = Math.max(this.#climb, this.#lowestRow - row);
    }
    return false;
  }
}

function lines(buffer: IBuffer, from: number, to: number, joinWrapped: boolean): string[] {
  const result: string[] = [];
  for (let y = from; y < to; y++) {
    const line = buffer.getLine(y);
    if (line === undefined) continue;
    const goesOn = joinWrapped && buffer.getLine(y + 1)?.isWrapped === true;
    const text = line.translateToString(!goesOn);
    if (joinWrapped && line.isWrapped && result.length > 0) result[result.length - 1] += text;
    else result.push(text);
  }
  return result;
}

function lookOf(cell: IBufferCell): Look {
  return {
    foreground: colourOf(cell.isFgRGB(), cell.isFgPalette(), cell.getFgColor()),
    background: colourOf(cell.isBgRGB(), cell.isBgPalette(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underlined: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

function colourOf(isRgb: boolean, isPalette: boolean, value: number): CellColour {
  if (isRgb) return { type: "rgb", value };
  return isPalette ? { type: "palette", number: value } : { type: "default" };
}

const numberOf = (param: number | number[] | undefined): number => (typeof param === "number" ? param : 0);
