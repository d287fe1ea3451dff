/** The live part as it stands on the screen, and the way back to its first row after the window has changed. */
import type { Reply } from "../../../terminal/input/event.ts";
import { graphemesOf, widthOf } from "../../../terminal/width.ts";

/** What stands below the scrollback: its lines as they were drawn, and the cursor's place in them. */
export type Frame = {
  readonly lines: readonly string[];
  readonly cursorRow: number;
  readonly cursorColumn: number;
};

/**
 * What a terminal does with lines that no longer fit when it gets narrower.
 *
 * - `wraps`: they go on in further rows, and the cursor stays with its text. Most terminals, and tmux.
 * - `wraps others`: so does the rest, but the line with the cursor is cut, and the cursor comes to stand lower than its
 *   text, by the rows that were added below it. xterm.js, as in VS Code.
 * - `cuts`: they are cut, and nothing moves. xterm, GNU screen.
 */
export type Rewrap = "wraps" | "wraps others" | "cuts";

/** Asks what `rewrapOf` tells terminals apart by: DA2 and XTVERSION. */
export const askTerminal: readonly string[] = ["\u001b[>c", "\u001b[>q"];

/** What a terminal that answers this does; undefined when the answer does not tell. */
export function rewrapOf(reply: Reply): Rewrap | undefined {
  if (reply.kind === "version") return reply.text.startsWith("XTerm(") ? "cuts" : undefined;
  if (reply.kind !== "device-attributes" || reply.level !== 2) return undefined;
  const [model, version] = reply.params;
  // https://github.com/xtermjs/xterm.js/blob/6.0.0/src/common/InputHandler.ts, sendDeviceAttributesSecondary
  if (model === 0 && version === 276) return "wraps others";
  return model === 83 ? "cuts" : undefined;
}

/**
 * How many columns of a window are drawn in. The margin at the right lets the window get a little narrower without a
 * line being wrapped: while somebody drags its edge, what is wrapped at every step drives the live part to the top of
 * the window and over it, where nobody can take it back.
 */
export function drawnColumns(windowColumns: number): number {
  return Math.max(1, windowColumns - Math.round(windowColumns / 20));
}

/** How the window has changed. */
export type Narrowing = {
  /** Its width now. */
  readonly columns: number;
  /** 0 when it got no shorter. */
  readonly rowsLost: number;
  /** How many rows there were below the cursor, as far as that is known. */
  readonly rowsBelow: number | undefined;
};

/** How many rows above the cursor the frame's first row is, now that the window is `columns` wide. */
export function rowsAboveCursor(frame: Frame, narrowing: Narrowing, rewrap: Rewrap): number {
  const { columns, rowsLost } = narrowing;
  const { lines, cursorRow, cursorColumn } = frame;
  if (rewrap === "cuts") return cursorRow;
  if (rewrap === "wraps") {
    const above = lines.slice(0, cursorRow).reduce((sum, line) => sum + rowsOf(line, columns), 0);
    return above + rowOf(lines[cursorRow] ?? "", cursorColumn, columns);
  }
  // A window that gets shorter first loses what is below the cursor, from the bottom up. Below the frame there is one
  // empty row at least.
  const { rowsBelow = lines.length - cursorRow } = narrowing;
  const left = lines.slice(0, cursorRow + 1 + Math.max(0, rowsBelow - rowsLost));
  // xterm.js wraps from the bottom up, and the cursor goes down by every row that this adds anywhere. The line that is
  // spared is the one that the cursor has come down to.
  // https://github.com/xtermjs/xterm.js/blob/6.0.0/src/common/buffer/Buffer.ts, _reflowSmaller
  return left.reduceRight(
    (row, line, index) => (index === row ? row : row + rowsOf(line, columns) - 1),
    cursorRow,
  );
}

/** How many rows the frame takes, now that the window is `columns` wide. */
export function rowsOfFrame({ lines }: Frame, columns: number, rewrap: Rewrap): number {
  return rewrap === "cuts" ? lines.length : lines.reduce((sum, line) => sum + rowsOf(line, columns), 0);
}

/**
 * Erases from the cursor, which must be in the first column, to the end of the screen. Not with a bare `CSI J`: in the
 * upper left corner tmux takes that for a clear and copies the whole screen into its history first.
 */
export const eraseDown = "\u001b[K\u001b[C\u001b[J\u001b[D";

/** Takes off everything from `rows` above the cursor down, and leaves the cursor there. */
export function eraseFrom(rows: number): string {
  return `${rows > 0 ? `\u001b[${rows}A` : ""}\r${eraseDown}`;
}

/** How many rows a line takes. */
function rowsOf(line: string, columns: number): number {
  return widthOf(line) <= columns ? 1 : rowOf(line, Number.POSITIVE_INFINITY, columns) + 1;
}

/** In which of a line's rows the cursor is that stood in this column while the line had one row only. */
function rowOf(line: string, column: number, columns: number): number {
  let row = 0;
  let used = 0;
  let seen = 0;
  for (const grapheme of graphemesOf(Bun.stripANSI(line))) {
    const width = widthOf(grapheme);
    // What does not fit at the end of a row begins the next one; so does the cursor, when it stands on it.
    if (used + width > columns) {
      row += 1;
      used = 0;
    }
    if (seen >= column) return row;
    seen += width;
    used += width;
  }
  return row;
}
