/**
 * Ink's frames, told from the cursor on. Ink first goes down to the end of the frame and from there up to its beginning.
 * A window that gets shorter loses the rows below the cursor before anybody is told: the way down then ends early, and
 * the way up leads into what was printed above the frame.
 */
import { eraseDown } from "./frame.ts";

/** Down to the end of the frame; erasing, from there up, the rows that the next one does not have; up to its first. */
// eslint-disable-next-line no-control-regex -- what Ink writes
const leap = /\u001b\[(\d+)B\u001b\[1G((?:\u001b\[2K(?:\u001b\[1A)?)+\u001b\[G)?(?:\u001b\[(\d+)A)?/g;

/** To the beginning of the next row, as Ink passes over a row that stays. */
const nextRow = "\u001b[E";

/** The same frame for a window that may have fewer rows below the cursor than Ink believes. */
export function nearCursor(frame: string): string {
  const told = frame.replace(leap, (_all, down: string, erased = "", up = "0") => {
    // Counted down from the cursor: where the way up begins.
    const from = Number(down) - Math.max(0, erased.split("\u001b[1A").length - 1);
    const erasure = erased === "" ? "" : `\u001b7${vertically(from)}\r${eraseDown}\u001b8`;
    return `${erasure}${vertically(from - Number(up))}\r`;
  });
  // A line feed does what it says at the end of the window, too: the window scrolls, and the rows are counted rightly.
  return told.replaceAll(nextRow, "\n");
}

function vertically(rows: number): string {
  if (rows === 0) return "";
  return rows > 0 ? `\u001b[${rows}B` : `\u001b[${-rows}A`;
}
