/** Which lines of a long preview are on screen: its first and its last ones always, and a stretch that scrolls. */
import { keyName } from "../src/terminal/keymap/active.ts";
import { say, sayCount } from "../src/words/say.ts";
import { moreLines } from "./question-words.ts";

/** One row of the window: a line of the preview, by its index, or how much is hidden there. */
export type WindowRow =
  | { readonly type: "line"; readonly index: number; readonly note?: string }
  | { readonly type: "note"; readonly text: string };

export type PreviewWindow = {
  readonly rows: readonly WindowRow[];
  /** The first line of the stretch that scrolls, and how many lines that is: a page. */
  readonly from: number;
  readonly page: number;
  /** How far back the page before begins; it may be shorter, with notes above and below it. */
  readonly back: number;
};

export type PreviewWindowInput = {
  /** How many lines the preview has. */
  readonly total: number;
  /** Rows that it gets. */
  readonly rows: number;
  /** The first line that is wanted; null before anybody has scrolled: then the first marked or changed line is seen. */
  readonly scroll: number | null;
  /** Lines that must not go unnoticed, in their order. */
  readonly marked: readonly number[];
  /** The last line of the call itself: there may be notes below it. */
  readonly lastLine: number;
  /** The line that is to be seen first where nothing is marked: where a change begins. @default none */
  readonly firstChange?: number;
};

/** From so many rows on the first line stays when the rest scrolls. */
const roomForPins = 8;

/** No line is skipped by going on by a page, or back. */
export function previewWindow(input: PreviewWindowInput): PreviewWindow {
  const { total, rows, scroll } = input;
  if (rows <= 0) return { rows: [], from: 0, page: 1, back: 1 };
  if (total <= rows) return { rows: linesFrom(0, total), from: 0, page: total, back: total };
  if (rows === 1) {
    const from = Math.max(0, Math.min(scroll ?? 0, total - 1));
    return { rows: [{ type: "line", index: from, note: countNote(total - 1) }], from, page: 1, back: 1 };
  }
  const below = total - input.lastLine;
  return rows >= roomForPins && below < rows / 2 ? pinnedWindow(input, Math.max(2, below)) : lowWindow(input);
}

/** Both ends stay where they are; between them scrolls the rest. */
function pinnedWindow(input: PreviewWindowInput, tail: number): PreviewWindow {
  const { total, rows, scroll, marked } = input;
  const end = total - tail;
  const wanted = wantedLine(input);
  const unscrolled = rows - tail - 1;
  const room = rows - tail - 2;
  const from = Math.max(0, Math.min(scroll ?? revealing(wanted, unscrolled, end), end - room));
  if (from <= 1) return unscrolledWindow(input, unscrolled, end, total);
  const isEnd = from + room >= end;
  const to = isEnd ? end : from + room - 1;
  return {
    rows: [
      ...linesFrom(0, 1),
      noteOf(from - 1, asking(marked, 1, from), "above"),
      ...linesFrom(from, to),
      ...(isEnd ? [] : [noteOf(end - to, asking(marked, to, end))]),
      ...linesFrom(end, total),
    ],
    from,
    page: to - from,
    back: room - 1,
  };
}

/** Both ends at first, and then one stretch for all the rows. */
function lowWindow(input: PreviewWindowInput): PreviewWindow {
  const { total, rows, scroll, marked, lastLine } = input;
  const most = rows < 3 ? 0 : Math.floor((rows - 1) / 2);
  // The last line of the call may be among the first ones, with all that is said of it below.
  const tail = lastLine < rows - 1 ? 0 : Math.min(total - lastLine, most);
  const unscrolled = rows - 1 - tail;
  const from = Math.max(0, Math.min(scroll ?? 0, total - rows + 1));
  if (from === 0) {
    const end = Math.max(unscrolled, lastLine);
    const wanted = scroll === null ? wantedLine(input) : null;
    if (wanted === null || wanted < unscrolled || (wanted >= end && wanted < end + tail))
      return unscrolledWindow(input, unscrolled, end, end + tail);
    return jumpingWindow(input, wanted);
  }
  const to = from + rows - 1;
  const asks = asking(marked, 0, from) + asking(marked, to, total);
  return {
    rows: [...linesFrom(from, to), noteOf(from + total - to, asks)],
    from,
    page: rows - 1,
    back: unscrolled,
  };
}

/** The first lines, what is hidden, and the lines from `end` to `last`. */
function unscrolledWindow(
  { total, marked }: PreviewWindowInput,
  head: number,
  end: number,
  last: number,
): PreviewWindow {
  const tail = last - end;
  const asks = asking(marked, head, end) + asking(marked, last, total);
  return {
    rows: [...linesFrom(0, head), noteOf(total - head - tail, asks), ...linesFrom(end, last)],
    from: 0,
    page: head,
    back: head,
  };
}

/** The first line of all, those from the wanted one on, and the last one of the call: each gap is marked. */
function jumpingWindow({ total, rows, marked, lastLine }: PreviewWindowInput, wanted: number): PreviewWindow {
  const hasNoteRow = rows > 3;
  const room = hasNoteRow ? rows - 1 : rows;
  const chosen = new Set(rows > 2 ? [0, wanted, lastLine] : [0, wanted]);
  for (let line = wanted + 1; line < total && chosen.size < room; line += 1) chosen.add(line);
  for (let line = wanted - 1; line > 0 && chosen.size < room; line -= 1) chosen.add(line);
  const lines = [...chosen].toSorted((one, other) => one - other);
  const hidden = total - lines.length;
  const asks = marked.filter((line) => !chosen.has(line)).length;
  const firstGap = lines.findIndex((line, at) => lines[at + 1] !== line + 1);
  const shown = lines.flatMap((index, at): WindowRow[] => {
    const line = { type: "line", index } as const;
    if (hasNoteRow && at === firstGap) return [line, noteOf(hidden, asks)];
    if (!hasNoteRow && index === wanted) return [{ ...line, note: countNote(hidden) }];
    const isGap = at + 1 < lines.length && lines[at + 1] !== index + 1;
    return [isGap ? { ...line, note: " …" } : line];
  });
  return { rows: shown, from: 0, page: 1, back: 1 };
}

/** Stands behind a line where no row is left for a note. */
function countNote(hidden: number): string {
  return ` … +${hidden} · v`;
}

function asking(marked: readonly number[], from: number, to: number): number {
  return marked.filter((line) => line >= from && line < to).length;
}

/** What must be seen before anybody scrolls: the first marked line, else where a change begins. */
function wantedLine({ marked, firstChange }: PreviewWindowInput): number | null {
  return marked[0] ?? firstChange ?? null;
}

/** Where it starts so that the wanted line is seen; 0 where it is seen anyway. */
function revealing(wanted: number | null, head: number, end: number): number {
  return wanted === null || wanted < head || wanted >= end ? 0 : wanted - 1;
}

function linesFrom(from: number, to: number): WindowRow[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, at) => ({ type: "line", index: from + at }));
}

function noteOf(count: number, asking: number, where: "" | "above" = ""): WindowRow {
  const lines = where === "above" ? say`… ${sayCount(count, "more line")} above` : moreLines(count);
  const asks = asking === 0 ? "" : asking === 1 ? say`, 1 of them asks` : say`, ${asking} of them ask`;
  if (where === "above") return { type: "note", text: lines + asks };
  return {
    type: "note",
    text: say`${lines}${asks} · ${keyName("view-call", "dialog")} view all · PgUp PgDn`,
  };
}
