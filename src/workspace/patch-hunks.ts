/** The hunks of a patch placed in a text. Pure. */
import { plainText } from "./loose-characters.ts";
import type { PatchHunk, PatchLine } from "./patch-format.ts";
import { dominantLineEnd, type LineEnd } from "./text.ts";

export type AppliedHunks =
  | {
      readonly type: "applied";
      readonly text: string;
      /** What is worth knowing of how the hunks were placed; usually nothing. Whole sentences. */
      readonly notes: readonly string[];
    }
  | {
      readonly type: "not_placed";
      /** Which hunk, from 1. */
      readonly hunk: number;
      /** Half a sentence: "its lines do not stand in the file after line 3". */
      readonly problem: string;
      /** The lines that were looked for. */
      readonly sought: readonly string[];
    };

/**
 * The text after all hunks, or the first that has no place. Each hunk is sought from where the one before it ended and
 * takes the first place that fits: exactly if it can, else with blanks at line ends ignored, then blanks at both ends,
 * then all that looks alike: kinds of dashes, quotes and blanks. Lines that stay are never written anew, they keep the text's own characters;
 * added lines take the line end of those around them. A text that ends in an added line ends with a line break.
 */
export function applyHunks(text: string, hunks: readonly PatchHunk[]): AppliedHunks {
  const file = fileLines(text);
  const placed: Placed[] = [];
  const notes: string[] = [];
  let from = 0;
  for (const [index, hunk] of hunks.entries()) {
    const place = placeHunk(file, hunk, from);
    if ("problem" in place) return { type: "not_placed", hunk: index + 1, ...place };
    placed.push(place);
    notes.push(...place.notes.map((note) => `Hunk ${index + 1} ${note}`));
    from = place.next;
  }
  return { type: "applied", text: rebuilt(file, placed, dominantLineEnd(text)), notes };
}

type FileLines = {
  readonly texts: readonly string[];
  /** "" only for a last line without a line break. */
  readonly ends: readonly (LineEnd | "")[];
  /** The texts as one way of comparing sees them. */
  readonly seenBy: (way: Way) => readonly string[];
};

type Placed = {
  /** Indexes of file lines: the first it covers, and the one after the last. */
  readonly start: number;
  readonly stop: number;
  readonly lines: readonly PatchLine[];
  readonly notes: readonly string[];
  /** Where the next hunk may begin. */
  readonly next: number;
};

type NotPlaced = { readonly problem: string; readonly sought: readonly string[] };

type Way = { readonly fold: (line: string) => string; readonly ignored: string | null };

/** From strict to loose; a looser way counts only where no stricter one finds a place. */
const ways: readonly Way[] = [
  { fold: (line) => line, ignored: null },
  { fold: (line) => line.trimEnd(), ignored: "blanks at the ends of lines" },
  { fold: (line) => line.trim(), ignored: "indentation (the added lines are as you gave them)" },
  { fold: asSeen, ignored: "kinds of dashes, quotes and blanks" },
];

function asSeen(line: string): string {
  return plainText(line.normalize("NFC")).trim();
}

function fileLines(text: string): FileLines {
  const texts: string[] = [];
  const ends: (LineEnd | "")[] = [];
  let at = 0;
  while (at < text.length) {
    const lineFeed = text.indexOf("\n", at);
    const stop = lineFeed === -1 ? text.length : lineFeed;
    const crlf = lineFeed > at && text[stop - 1] === "\r";
    texts.push(text.slice(at, crlf ? stop - 1 : stop));
    ends.push(lineFeed === -1 ? "" : crlf ? "\r\n" : "\n");
    at = stop + 1;
  }
  const seen = new Map<Way, readonly string[]>();
  const seenBy = (way: Way) => {
    const known = seen.get(way) ?? texts.map(way.fold);
    seen.set(way, known);
    return known;
  };
  return { texts, ends, seenBy };
}

function placeHunk(file: FileLines, hunk: PatchHunk, after: number): Placed | NotPlaced {
  let from = after;
  for (const header of hunk.headers) {
    const at = findHeader(file, header, from);
    if (at === null) return notPlaced(file, [header], from, "the line that its @@ names does not stand");
    from = at + 1;
  }
  const old = textsOf(hunk.lines);
  if (old.length === 0) {
    const start = hunk.atEnd || hunk.headers.length === 0 ? file.texts.length : from;
    return { start, stop: start, lines: hunk.lines, notes: [], next: from };
  }
  for (const lines of withoutLastBlanks(hunk.lines)) {
    const found = findLines(file, textsOf(lines), from, hunk);
    if (found === null) continue;
    const stop = found.at + textsOf(lines).length;
    return { start: found.at, stop, lines, notes: notesOn(file, hunk, found, stop), next: stop };
  }
  return notPlaced(file, old, from, "its lines do not stand");
}

/** The lines that must be in the file. */
function textsOf(lines: readonly PatchLine[]): string[] {
  return lines.filter(({ sign }) => sign !== "+").map(({ text }) => text);
}

/** The lines, then without blank lines at their end that stay: they may only separate one hunk from the next. */
function* withoutLastBlanks(lines: readonly PatchLine[]): Generator<readonly PatchLine[]> {
  for (let length = lines.length; length > 0; length -= 1) {
    const kept = lines.slice(0, length);
    if (textsOf(kept).length > 0) yield kept;
    const last = kept.at(-1);
    if (last?.sign !== " " || last.text.trim() !== "") return;
  }
}

type Found = { readonly at: number; readonly way: Way };

function findLines(file: FileLines, old: readonly string[], from: number, hunk: PatchHunk): Found | null {
  const last = file.texts.length - old.length;
  const atEnd = hunk.atEnd && last >= from ? seek(file, old, last, last) : null;
  if (atEnd !== null) return atEnd;
  // Some models give the line of the @@ again as the first of the hunk.
  const isRepeated = hunk.headers.at(-1)?.trim() === old[0]?.trim();
  const repeated = isRepeated ? seek(file, old, from - 1, from - 1) : null;
  return repeated ?? seek(file, old, from);
}

/** Where a header's line stands: the first that equals it, or the only one that begins with it. */
function findHeader(file: FileLines, header: string, from: number): number | null {
  const found = seek(file, [header], from);
  if (found !== null) return found.at;
  const starts = (line: string, index: number) => index >= from && line.trim().startsWith(header.trim());
  const first = file.texts.findIndex(starts);
  return first !== -1 && first === file.texts.findLastIndex(starts) ? first : null;
}

/** The first place, by the strictest way that has one, where `wanted` stands as a whole and begins in `from`…`last`. */
function seek(
  file: FileLines,
  wanted: readonly string[],
  from: number,
  last = Infinity,
  allowed: readonly Way[] = ways,
): Found | null {
  const furthest = Math.min(last, file.texts.length - wanted.length);
  for (const way of allowed) {
    const lines = file.seenBy(way);
    const at = indexOfLines(lines, wanted.map(way.fold), from, furthest);
    if (at !== null) return { at, way };
  }
  return null;
}

/**
 * The first of `from`…`last` where all of `wanted` stand in `lines`, or null. Looks at each line about twice, however
 * often the wanted lines repeat themselves (Knuth, Morris and Pratt).
 */
function indexOfLines(
  lines: readonly string[],
  wanted: readonly string[],
  from: number,
  last: number,
): number | null {
  const shorter = repeatsIn(wanted);
  let matched = 0;
  for (let at = from; at < last + wanted.length; at += 1) {
    while (matched > 0 && lines[at] !== wanted[matched]) matched = shorter[matched - 1] ?? 0;
    if (lines[at] === wanted[matched]) matched += 1;
    if (matched === wanted.length) return at - matched + 1;
  }
  return null;
}

/** For each beginning of the lines, how many of its last lines are its first ones again. */
function repeatsIn(wanted: readonly string[]): number[] {
  const repeats = [0];
  let matched = 0;
  for (const line of wanted.slice(1)) {
    while (matched > 0 && line !== wanted[matched]) matched = repeats[matched - 1] ?? 0;
    if (line === wanted[matched]) matched += 1;
    repeats.push(matched);
  }
  return repeats;
}

function notesOn(file: FileLines, hunk: PatchHunk, { at, way }: Found, stop: number): string[] {
  const notes: string[] = [];
  const where = `was placed at line ${at + 1}`;
  if (way.ignored !== null) notes.push(`${where}, ignoring ${way.ignored}.`);
  if (hunk.atEnd && stop < file.texts.length) notes.push(`${where}, which is not the end of the file.`);
  const isChosen = hunk.headers.length > 0 || hunk.atEnd;
  const again = isChosen ? null : seek(file, file.texts.slice(at, stop), at + 1, Infinity, ways.slice(0, 1));
  if (again !== null) {
    notes.push(`${where}, the first place that fits; its lines also stand at line ${again.at + 1}.`);
  }
  return notes;
}

function notPlaced(file: FileLines, sought: readonly string[], from: number, what: string): NotPlaced {
  const after = from === 0 ? "in the file" : `in the file after line ${from}`;
  const earlier = from === 0 ? null : seek(file, sought, 0, from - 1);
  const hint =
    earlier === null ? "" : ` (only at line ${earlier.at + 1}: give the hunks in the order of the file)`;
  return { problem: `${what} ${after}${hint}`, sought };
}

function rebuilt(file: FileLines, placed: readonly Placed[], usual: LineEnd): string {
  const pieces: string[] = [];
  let isOpen = false;
  const write = (text: string, lineEnd: LineEnd | "") => {
    // Only a line that is the last may be without a line break.
    if (isOpen) pieces.push(usual);
    pieces.push(text, lineEnd);
    isOpen = lineEnd === "";
  };
  let at = 0;
  const copyTo = (stop: number) => {
    for (; at < stop; at += 1) write(file.texts[at] ?? "", file.ends[at] ?? "");
  };
  for (const { start, stop, lines } of placed.toSorted((one, other) => one.start - other.start)) {
    copyTo(start);
    const lineEnd = endAmong(file.ends.slice(start, stop)) ?? usual;
    for (const line of lines) {
      if (line.sign === "+") write(line.text, line.endless === true ? "" : lineEnd);
      else if (line.sign === "-") at += 1;
      else copyTo(at + 1);
    }
  }
  copyTo(file.texts.length);
  return pieces.join("");
}

/** The one line end that lines have, or null when they have none or both. */
function endAmong(ends: readonly (LineEnd | "")[]): LineEnd | null {
  const [only, ...more] = new Set(ends.filter((lineEnd) => lineEnd !== ""));
  return only === undefined || more.length > 0 ? null : only;
}
