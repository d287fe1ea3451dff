/** One place of a text that may be what a model wanted: does it hold, and which line stands for which? Pure. */
import { type Indentation, pairIndentations } from "./indentation.ts";
import {
  isBlank,
  isLineEnd,
  isLineStart,
  none,
  readAlong,
  readBack,
  skipBlanks,
  skipBlanksBack,
  skipLineEnd,
  skipLineEndBack,
  type Tolerance,
} from "./loose-walk.ts";
import type { Span } from "./replace-text.ts";

/** One line of the wanted text, as a tolerance takes it apart. */
export type WantedLine = {
  /** Its first blanks, where indentation may differ; else empty, as they belong to the body. */
  readonly indent: string;
  readonly body: string;
  /** Its last blanks, where they may differ. */
  readonly trailing: string;
};

/** One line of the place, as offsets into the text. The body is what the wanted line's body stands for. */
export type PlaceLine = {
  /** The start of its indentation; of the first line, where the place begins. */
  readonly start: number;
  readonly body: number;
  readonly bodyEnd: number;
  /** Behind its last blanks; of the last line, where the place ends. */
  readonly end: number;
  /** Behind its line end; the same as `end` where it has none in the place. */
  readonly next: number;
};

export type LoosePlace = Span & {
  readonly tolerance: Tolerance;
  readonly wanted: readonly WantedLine[];
  readonly lines: readonly PlaceLine[];
  readonly indentation: Indentation;
  /** The wanted text ends with a line end where the file ends without one. */
  readonly endsFile: boolean;
};

/** A stretch of a wanted line that no tolerance reads otherwise, so that it can be searched for. */
export type Anchor = { readonly line: number; readonly at: number; readonly text: string };

/** The wanted lines as one tolerance reads them, and the anchor's line cut at the anchor. */
export type Reading = {
  readonly tolerance: Tolerance;
  readonly wanted: readonly WantedLine[];
  readonly anchorLine: number;
  readonly beforeAnchor: string;
  readonly fromAnchor: string;
};

/** Takes the wanted lines apart. */
export function readingOf(lines: readonly string[], anchor: Anchor, tolerance: Tolerance): Reading {
  const wanted = lines.map((line) => takeApart(line, tolerance));
  const { indent = "", body = "" } = wanted[anchor.line] ?? {};
  const at = anchor.at - indent.length;
  const cut = { beforeAnchor: body.slice(0, at), fromAnchor: body.slice(at) };
  return { tolerance, wanted, anchorLine: anchor.line, ...cut };
}

/** Takes a wanted line apart. */
export function takeApart(text: string, tolerance: Tolerance): WantedLine {
  const start = tolerance.tabs ? skipBlanks(text, 0, tolerance) : 0;
  let end = text.length;
  while (tolerance.trailing && end > start && isBlank(text.charCodeAt(end - 1), tolerance)) end -= 1;
  return { indent: text.slice(0, start), body: text.slice(start, end), trailing: text.slice(end) };
}

/** Where one line's body stands, and the line end behind it: `end` before and `next` behind it. */
type Body = { readonly body: number; readonly bodyEnd: number };
type Break = { readonly end: number; readonly next: number };

/** The place around an anchor at `at`, or null where the text does not read as wanted there. */
export function placeAt(text: string, reading: Reading, at: number): LoosePlace | null {
  const { tolerance, wanted, anchorLine } = reading;
  const body = readBack(text, at, reading.beforeAnchor, tolerance);
  if (body === none) return null;
  const bodyEnd = readAlong(text, at, reading.fromAnchor, tolerance);
  if (bodyEnd === none) return null;
  const below = linesBelow(text, wanted, anchorLine, bodyEnd, tolerance);
  if (below === null) return null;
  const above = linesAbove(text, wanted, anchorLine, body, tolerance);
  if (above === null) return null;
  const bodies = [...above.bodies, { body, bodyEnd }, ...below.bodies];
  return placeOf(text, wanted, bodies, [...above.breaks, ...below.breaks], tolerance);
}

type Lines = { readonly bodies: readonly Body[]; readonly breaks: readonly Break[] };

function linesBelow(
  text: string,
  wanted: readonly WantedLine[],
  from: number,
  bodyEnd: number,
  tolerance: Tolerance,
): Lines | null {
  const bodies: Body[] = [];
  const breaks: Break[] = [];
  let at = bodyEnd;
  for (let index = from + 1; index < wanted.length; index += 1) {
    const line = wanted[index];
    if (line === undefined) return null;
    const isLast = index === wanted.length - 1;
    const end = tolerance.trailing ? skipBlanks(text, at, tolerance) : at;
    const next = skipLineEnd(text, end);
    if (next === none && !(isLast && isEmpty(line) && end === text.length)) return null;
    breaks.push({ end, next: next === none ? end : next });
    const found = next === none ? { body: end, bodyEnd: end } : bodyAt(text, next, line, isLast, tolerance);
    if (found.bodyEnd === none) return null;
    bodies.push(found);
    at = found.bodyEnd;
  }
  return { bodies, breaks };
}

function isEmpty({ indent, body, trailing }: WantedLine): boolean {
  return indent === "" && body === "" && trailing === "";
}

function bodyAt(text: string, start: number, line: WantedLine, isLast: boolean, tolerance: Tolerance): Body {
  if (isLast && line.body === "") {
    // What ends with a line end, or a little of the next line's indentation, does not name that line's blanks.
    const exact = readAlong(text, start, line.indent, { ...tolerance, tabs: false });
    const body = exact === none ? skipBlanks(text, start, tolerance) : exact;
    return { body, bodyEnd: body };
  }
  const body = tolerance.tabs ? skipBlanks(text, start, tolerance) : start;
  return { body, bodyEnd: readAlong(text, body, line.body, tolerance) };
}

function linesAbove(
  text: string,
  wanted: readonly WantedLine[],
  from: number,
  body: number,
  tolerance: Tolerance,
): Lines | null {
  const bodies: Body[] = [];
  const breaks: Break[] = [];
  let at = body;
  for (let index = from - 1; index >= 0; index -= 1) {
    const line = wanted[index];
    const next = tolerance.tabs ? skipBlanksBack(text, at, tolerance) : at;
    const end = skipLineEndBack(text, next);
    if (end === none || line === undefined) return null;
    breaks.unshift({ end, next });
    // A first line of nothing but a line end does not name the blanks before it.
    const namesBlanks = index > 0 || line.body !== "";
    const bodyEnd = tolerance.trailing && namesBlanks ? skipBlanksBack(text, end, tolerance) : end;
    at = readBack(text, bodyEnd, line.body, tolerance);
    if (at === none) return null;
    bodies.unshift({ body: at, bodyEnd });
  }
  return { bodies, breaks };
}

function placeOf(
  text: string,
  wanted: readonly WantedLine[],
  bodies: readonly Body[],
  breaks: readonly Break[],
  tolerance: Tolerance,
): LoosePlace | null {
  const [first, last] = [bodies[0], bodies.at(-1)];
  if (first === undefined || last === undefined) return null;
  const start = placeStart(text, wanted[0]?.indent ?? "", first.body, tolerance);
  const end = placeEnd(text, wanted.at(-1)?.trailing ?? "", last.bodyEnd, tolerance);
  if (start === none || end === none) return null;
  const indentation = indentationOf(text, wanted, bodies, breaks, tolerance);
  if (indentation === null) return null;
  const lines = bodies.map((body, index) => ({
    ...body,
    start: breaks[index - 1]?.next ?? start,
    end: breaks[index]?.end ?? end,
    next: breaks[index]?.next ?? end,
  }));
  const lastBreak = breaks.at(-1);
  const endsFile = lastBreak !== undefined && lastBreak.end === lastBreak.next;
  return { start, end, tolerance, wanted, lines, indentation, endsFile };
}

/** The place begins with the whole indentation of its first line, if the wanted text names one. */
function placeStart(text: string, indent: string, body: number, tolerance: Tolerance): number {
  if (indent === "") return body;
  const start = skipBlanksBack(text, body, tolerance);
  return isLineStart(text, start) ? start : readBack(text, body, indent, { ...tolerance, tabs: false });
}

function placeEnd(text: string, trailing: string, bodyEnd: number, tolerance: Tolerance): number {
  if (trailing === "") return bodyEnd;
  const end = skipBlanks(text, bodyEnd, tolerance);
  return isLineEnd(text, end) ? end : readAlong(text, bodyEnd, trailing, { ...tolerance, tabs: false });
}

/** How the file writes the indentations of the wanted lines; null where the lines are of another structure. */
function indentationOf(
  text: string,
  wanted: readonly WantedLine[],
  bodies: readonly Body[],
  breaks: readonly Break[],
  tolerance: Tolerance,
): Indentation | null {
  if (!tolerance.tabs) return new Map();
  const pairs = wanted.flatMap(({ indent, body }, index) => {
    const at = bodies[index]?.body ?? 0;
    const start = breaks[index - 1]?.next ?? skipBlanksBack(text, at, tolerance);
    if (body === "" || (index === 0 && !isLineStart(text, start))) return [];
    return [{ index, written: indent, inFile: text.slice(start, at) }];
  });
  const all = pairIndentations(pairs);
  // Many models leave out the indentation of the first line, as the text begins behind it.
  if (all !== null || wanted[0]?.indent !== "") return all;
  return pairIndentations(pairs.filter(({ index }) => index > 0));
}
