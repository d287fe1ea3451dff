/** What somebody searches for: as a query of SQLite's, and where it stands in a text. Pure. */

/** Words that must all stand in one text, in any order and case. What stands between double quotes is one word. */
export type WordsQuery = {
  readonly words: readonly string[];
  /** For the table of trigrams; empty when no word has three characters. */
  readonly trigrams: string;
  /** For the table of pairs: short words in scripts that are written without blanks. */
  readonly pairs: string;
  /** Words that no table has, each as patterns for LIKE with `\` as its escape, of which one must fit. */
  readonly patterns: readonly (readonly string[])[];
};

const unspaced = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}";
const unspacedRun = new RegExp(`[${unspaced}]+`, "gu");
const onlyUnspaced = new RegExp(`^[${unspaced}]+$`, "u");

/** Null when there is nothing to look for. */
export function parseWords(query: string): WordsQuery | null {
  return queryOf(wordsIn(query));
}

/** For words that are taken as they are; null for none. */
export function queryOf(given: readonly string[]): WordsQuery | null {
  const words = given.map(findable).filter((word) => word !== "");
  if (words.length === 0) return null;
  const trigrams: string[] = [];
  const pairs: string[] = [];
  const patterns: (readonly string[])[] = [];
  for (const word of words) {
    const length = Array.from(word).length;
    if (length >= 3) trigrams.push(quoted(word));
    else if (onlyUnspaced.test(word)) pairs.push(length === 2 ? quoted(word) : `${quoted(word)} *`);
    else patterns.push(inAnyCase(word).map((one) => `%${one.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`));
  }
  return { words, trigrams: trigrams.join(" AND "), pairs: pairs.join(" AND "), patterns };
}

/** LIKE takes capitals for small letters in ASCII alone: a short word with others, in each case that they have. */
function inAnyCase(word: string): readonly string[] {
  let forms = [""];
  for (const sign of word) {
    const [small, capital] = [sign.toLowerCase(), sign.toUpperCase()];
    const cases = new Set([sign, small, capital, capital.toLowerCase()]);
    const own = /[^\0-\x7f]/.test(sign) ? [...cases].filter((one) => Array.from(one).length === 1) : [sign];
    forms = forms.flatMap((form) => own.map((one) => form + one));
  }
  return forms;
}

/** The words of a query, each once; a quote without an end is a quote as any other sign. */
export function wordsIn(query: string): string[] {
  const found = findable(query).matchAll(/"([^"]+)"|(\S+)/g);
  return [...new Set([...found].map(([, phrase, word]) => (phrase ?? word ?? "").trim()))].filter(
    (word) => word !== "",
  );
}

/** As texts are in the index: whole characters, each composed where it can be, and no NUL. */
export function findable(text: string): string {
  return text.toWellFormed().normalize("NFC").replaceAll("\0", " ").trim();
}

function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

/** What the table of pairs holds of a text: each two neighbours, and the last one alone, of runs without blanks. */
export function pairsOf(text: string): string {
  const pairs = new Set<string>();
  for (const [run] of text.matchAll(unspacedRun)) {
    const signs = Array.from(run);
    for (let at = 0; at < signs.length; at += 1) pairs.add(`${signs[at]}${signs[at + 1] ?? ""}`);
  }
  return [...pairs].join(" ");
}

/** Where something was found in a text, UTF-16 units, in their order and without overlaps. */
export type Marks = readonly (readonly [start: number, end: number])[];

/** Where the words stand in a text, in any case. */
export function marksOf(text: string, words: readonly string[]): Marks {
  const found: [number, number][] = [];
  for (const word of words) {
    for (const match of text.matchAll(patternOf(word, "giu")))
      found.push([match.index, match.index + match[0].length]);
  }
  found.sort(([one], [other]) => one - other);
  const marks: [number, number][] = [];
  for (const [start, end] of found) {
    const last = marks.at(-1);
    if (last !== undefined && start < last[1]) last[1] = Math.max(last[1], end);
    else marks.push([start, end]);
  }
  return marks;
}

/** A word as the index finds it: in any case, so that ς is σ and ſ is s. */
export function patternOf(word: string, flags: "iu" | "giu"): RegExp {
  return new RegExp(RegExp.escape(word), flags);
}

/** A stretch of a snippet. */
export type Piece = { readonly text: string; readonly isHit: boolean };

/** How much of the text stands before the first hit and behind it, UTF-16 units. */
const before = 30;
const behind = 90;

/** The line of the first hit around it, in pieces; blanks are one each. Empty where nothing was found. */
export function snippetOf(text: string, marks: Marks): Piece[] {
  const [first] = marks;
  if (first === undefined) return [];
  const lineStart = text.lastIndexOf("\n", first[0] - 1) + 1;
  const lineEnd = text.indexOf("\n", first[1]);
  const start = whole(text, Math.max(lineStart, first[0] - before));
  const end = whole(text, Math.min(lineEnd === -1 ? text.length : lineEnd, first[1] + behind));
  const pieces: Piece[] = [];
  const add = (from: number, to: number, isHit: boolean) => {
    const part = text.slice(from, to).replaceAll(/\s+/g, " ");
    if (part !== "") pieces.push({ text: part, isHit });
  };
  if (start > lineStart) pieces.push({ text: "…", isHit: false });
  let at = start;
  for (const [from, to] of marks) {
    if (from >= end) break;
    add(at, from, false);
    add(from, Math.min(to, end), true);
    at = Math.min(to, end);
  }
  add(at, end, false);
  if (end < (lineEnd === -1 ? text.length : lineEnd)) pieces.push({ text: "…", isHit: false });
  return pieces;
}

/** The place, or the one behind it where that is between the halves of a character. */
function whole(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
