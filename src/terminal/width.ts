/** Widths and line breaks in terminal columns, by grapheme. Text may carry SGR and OSC 8; it takes no columns. */
import { splitStyled, styledLines, type Range } from "./styled-ranges.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const simple = /^[\u0020-\u007e]*$/;
/** A grapheme can be wider than this nowhere that we know of. */
const widestGrapheme = 8;

/** The columns that one line takes; escape sequences take none. */
export function widthOf(text: string): number {
  return Bun.stringWidth(text);
}

/** The user-perceived characters of a plain text, in order. */
export function graphemesOf(text: string): string[] {
  return Array.from(segmenter.segment(text), (piece) => piece.segment);
}

export type WrapOptions = {
  /** Break anywhere and keep every blank, as code and commands need it. @default false */
  readonly hard?: boolean;
};

/**
 * Breaks one line (no `\n`) into lines of at most `width` columns: at blanks, between Chinese and Japanese characters,
 * and inside a word only where it alone is wider than a line. Styles and links are closed at the end of each line and
 * opened again on the next. Returns at least one line. A width below 1 counts as 1; a character wider than the line
 * becomes `…`.
 */
export function wrapLine(text: string, width: number, options: WrapOptions = {}): string[] {
  const columns = Math.max(1, Math.floor(width));
  if (Bun.stringWidth(text) <= columns) return [text];
  const fitting = columns < widestGrapheme ? narrowed(text, columns) : text;
  const plain = Bun.stripANSI(fitting);
  const ranges = options.hard === true ? hardRanges(plain, columns) : wordRanges(plain, columns);
  return splitStyled(fitting, ranges);
}

/** Like `wrapLine` for a text with line breaks of its own; styles may reach over them. */
export function wrapText(text: string, width: number, options: WrapOptions = {}): string[] {
  if (!text.includes("\n")) return wrapLine(text, width, options);
  return styledLines(text).flatMap((line) => wrapLine(line, width, options));
}

/** Returns the line cut to at most `width` columns; what was cut is said by `ellipsis`, which counts. */
export function truncateLine(text: string, width: number, ellipsis = "…"): string {
  const columns = Math.max(0, Math.floor(width));
  if (Bun.stringWidth(text) <= columns) return text;
  const mark = Bun.stringWidth(ellipsis) <= columns ? ellipsis : "";
  const end = fittingEnd(Bun.stripANSI(text), columns - Bun.stringWidth(mark));
  return splitStyled(text, [{ start: 0, end }], mark)[0] ?? "";
}

/** Fills a line up to `width` columns with blanks; a wider one is returned as it is. */
export function padLine(text: string, width: number, align: "left" | "right" | "center" = "left"): string {
  const missing = Math.max(0, width - Bun.stringWidth(text));
  const left = align === "left" ? 0 : align === "right" ? missing : Math.floor(missing / 2);
  return " ".repeat(left) + text + " ".repeat(missing - left);
}

/** The offset behind the last grapheme that fits into `width` columns. */
function fittingEnd(plain: string, width: number): number {
  let used = 0;
  for (const { segment, index } of segmenter.segment(plain)) {
    used += Bun.stringWidth(segment);
    if (used > width) return index;
  }
  return plain.length;
}

function narrowed(text: string, columns: number): string {
  if (simple.test(text)) return text;
  const tooWide = graphemesOf(Bun.stripANSI(text)).filter((grapheme) => Bun.stringWidth(grapheme) > columns);
  return [...new Set(tooWide)].reduce((fitting, grapheme) => fitting.replaceAll(grapheme, "…"), text);
}

function hardRanges(plain: string, width: number): Range[] {
  const ranges: Range[] = [];
  let start = 0;
  if (simple.test(plain)) {
    for (; start < plain.length; start += width)
      ranges.push({ start, end: Math.min(plain.length, start + width) });
    return ranges;
  }
  let used = 0;
  for (const { segment, index } of segmenter.segment(plain)) {
    const columns = Bun.stringWidth(segment);
    if (used + columns > width) {
      ranges.push({ start, end: index });
      start = index;
      used = 0;
    }
    used += columns;
  }
  ranges.push({ start, end: plain.length });
  return ranges;
}

type Token = Range & { readonly width: number; readonly blank: boolean };

function wordRanges(plain: string, width: number): Range[] {
  const ranges: Range[] = [];
  let line = { start: 0, end: 0, used: 0 };
  let gap = 0;
  for (const token of tokensOf(plain)) {
    if (token.blank) {
      gap += token.width;
      continue;
    }
    if (line.used + gap + token.width <= width) {
      line = { start: line.start, end: token.end, used: line.used + gap + token.width };
    } else {
      if (line.end > line.start) ranges.push(line);
      const pieces = hardRanges(plain.slice(token.start, token.end), width).map((piece) => ({
        start: token.start + piece.start,
        end: token.start + piece.end,
      }));
      const last = pieces.pop() ?? token;
      ranges.push(...pieces);
      line = { ...last, used: Bun.stringWidth(plain.slice(last.start, last.end)) };
    }
    gap = 0;
  }
  ranges.push(line);
  return ranges;
}

const asciiToken = / +|[^ ]+/g;
const breakable = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff65]/u;
/** Characters that must not begin a line, and those that must not end one. */
const closing = /^[、。，．！？；：）〕］｝〉》」』】〗…—～·ー々’”)\]}!?,.;:%]/u;
const opening = /^[（〔［｛〈《「『【〖‘“([{]/u;

function tokensOf(plain: string): Token[] {
  if (simple.test(plain)) {
    return Array.from(plain.matchAll(asciiToken), ({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
      width: text.length,
      blank: text.startsWith(" "),
    }));
  }
  const tokens: Token[] = [];
  let previous = "";
  for (const { segment, index } of segmenter.segment(plain)) {
    const width = Bun.stringWidth(segment);
    const blank = segment === " " || segment === "\u3000";
    const last = tokens.at(-1);
    const token = { start: index, end: index + segment.length, width, blank };
    if (last === undefined || last.blank !== blank || (!blank && breaksBetween(previous, segment))) {
      tokens.push(token);
    } else {
      tokens[tokens.length - 1] = { ...token, start: last.start, width: last.width + width };
    }
    previous = segment;
  }
  return tokens;
}

function breaksBetween(before: string, after: string): boolean {
  if (!breakable.test(before) && !breakable.test(after)) return false;
  return !closing.test(after) && !opening.test(before);
}
