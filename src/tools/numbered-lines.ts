/**
 * How a text is shown to the model: numbered lines within limits, with an honest word on what is missing. This is the
 * only place where what was read is cut.
 */
import { say, sayCount } from "../words/say.ts";
import { cutText, linesOf } from "../workspace/text.ts";
import type { LineSpan } from "./tool.ts";

/**
 * What one call hands to the model at most. `bytes` counts the shown lines in UTF-8, numbers included, and leaves room
 * for the notice below 60 KB; `lineLength` is in UTF-16 units.
 */
export const readLimits = { lines: 2_000, bytes: 56 * 1024, lineLength: 2_000 } as const;

/** A part of a text: `offset` is the first line, from 1, or from the end when negative; `limit` a count of lines. */
export type LineRange = { readonly offset?: number | undefined; readonly limit?: number | undefined };

export type Excerpt = {
  readonly text: string;
  /** A few words: "lines 1-20 of 300". */
  readonly summary: string;
  /** The stretches of lines that are shown uncut; empty for an empty text. */
  readonly uncut: readonly LineSpan[];
  readonly totalLines: number;
};

/**
 * The asked-for lines of a text; null when `offset` lies behind its end. `file` is the name under which a command finds
 * the text, for the advice on a line that is cut.
 */
export function excerpt(text: string, range: LineRange, file: string): Excerpt | null {
  const lines = linesOf(text);
  const totalLines = lines.length;
  if (totalLines === 0) return { text: "[The file is empty.]", summary: say`empty`, uncut: [], totalLines };
  const from = firstLine(range.offset ?? 1, totalLines);
  if (from > totalLines) return null;
  const wanted = Math.min(totalLines, from + Math.min(range.limit ?? readLimits.lines, readLimits.lines) - 1);
  const { shown, cut } = numbered(lines, from, wanted);
  const to = from + shown.length - 1;
  const asked = range.limit !== undefined && shown.length === range.limit;
  const notices = [
    ...rangeNotice({ from, to }, totalLines, asked),
    ...cutNotice(cut, lines, file),
    ...(to === totalLines && !text.endsWith("\n") ? ["No line end at the end of the file."] : []),
  ];
  return {
    text: [...shown, ...(notices.length === 0 ? [] : [`[${notices.join(" ")}]`])].join("\n"),
    summary:
      to - from + 1 === totalLines ? sayCount(totalLines, "line") : rangeSummary({ from, to }, totalLines),
    uncut: without(
      { from, to },
      cut.map(({ line }) => line),
    ),
    totalLines,
  };
}

/** The text with every line at most as long as a shown one: for texts whose lines are ours, so that nothing is cut. */
export function wrapLongLines(text: string): string {
  return linesOf(text)
    .flatMap((line) => pieces(line))
    .map((line) => `${line}\n`)
    .join("");
}

function pieces(line: string): string[] {
  const wrapped: string[] = [];
  let rest = line;
  while (rest.length > readLimits.lineLength) {
    const piece = cutText(rest, readLimits.lineLength);
    wrapped.push(piece);
    rest = rest.slice(piece.length);
  }
  return [...wrapped, rest];
}

function firstLine(offset: number, count: number): number {
  return offset < 0 ? Math.max(1, count + offset + 1) : Math.max(1, offset);
}

/** A line that is not shown whole, and how much of it is, UTF-16 units. */
type CutLine = { readonly line: number; readonly kept: number };

function numbered(lines: readonly string[], first: number, last: number) {
  const shown: string[] = [];
  const cut: CutLine[] = [];
  let bytes = 0;
  for (const [index, line] of lines.slice(first - 1, last).entries()) {
    const kept = cutText(line, readLimits.lineLength);
    const entry = `${String(first + index).padStart(6)}\t${kept}${kept === line ? "" : "…"}`;
    bytes += Buffer.byteLength(entry) + 1;
    if (bytes > readLimits.bytes && shown.length > 0) break;
    if (kept !== line) cut.push({ line: first + index, kept: kept.length });
    shown.push(entry);
  }
  return { shown, cut };
}

/** `asked`: the range ends where the call wanted it to end, so that no limit has to be told. */
function rangeNotice(shown: LineSpan, total: number, asked: boolean): string[] {
  if (shown.from === 1 && shown.to === total) return [];
  const words = `Shown: ${rangeWords(shown, total)}.`;
  if (shown.to === total) return [words];
  const limit = `One read shows at most ${readLimits.lines} lines or ${readLimits.bytes / 1024} KB.`;
  return [words, ...(asked ? [] : [limit]), `Read on with offset: ${shown.to + 1}.`];
}

function cutNotice(cut: readonly CutLine[], lines: readonly string[], file: string): string[] {
  const [first] = cut;
  if (first === undefined) return [];
  const { line, kept } = first;
  const { lineLength } = readLimits;
  const rest = `sed -n '${line}p' ${shellWord(file)} | cut -c ${kept + 1}-${kept + lineLength}`;
  if (cut.length === 1) {
    const length = lines[line - 1]?.length ?? 0;
    return [
      `Line ${line} has ${length} characters; the first ${kept} are shown (…). More of it in bash: ${rest}`,
    ];
  }
  const numbers = cut.map((one) => one.line);
  const named = numbers.slice(0, 20).join(", ") + (numbers.length > 20 ? " …" : "");
  return [
    `${cut.length} lines are longer than ${lineLength} characters and cut (…): ${named}. More of one in bash: ${rest}`,
  ];
}

function shellWord(file: string): string {
  const name = file.startsWith("-") ? `./${file}` : file;
  return /^[\w./@+-]+$/.test(name) ? name : `'${name.replaceAll("'", String.raw`'\''`)}'`;
}

function rangeWords({ from, to }: LineSpan, total: number): string {
  return from === to ? `line ${from} of ${total}` : `lines ${from}-${to} of ${total}`;
}

function rangeSummary({ from, to }: LineSpan, total: number): string {
  return from === to ? say`line ${from} of ${total}` : say`lines ${from}-${to} of ${total}`;
}

/** The stretches of a span that are left when some of its lines (sorted) are taken out. */
function without({ from, to }: LineSpan, lines: readonly number[]): LineSpan[] {
  const starts = [from, ...lines.map((line) => line + 1)];
  const ends = [...lines.map((line) => line - 1), to];
  return starts
    .map((start, index) => ({ from: start, to: ends[index] ?? to }))
    .filter((span) => span.from <= span.to);
}

/** "1 line", "20 lines". */
export function countOf(lines: number): string {
  return lines === 1 ? "1 line" : `${lines} lines`;
}
