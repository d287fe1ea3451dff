/** The part of two texts outside of which they are the same. */

/** Whole lines of both texts. */
export type DifferingPart = {
  readonly before: string;
  readonly after: string;
  /** How many lines stand above, in both texts. */
  readonly linesBefore: number;
};

/** Comparing by pieces lets the engine compare memory instead of characters; UTF-16 units. */
const pieceLength = 16_384;

/** The two texts without the lines that they have in common at both ends, but with so many lines of context. Linear. */
export function differingPart(before: string, after: string, contextLines: number): DifferingPart {
  const common = commonStart(before, after);
  const end = commonEnd(before, after, Math.min(before.length, after.length) - common);
  const start = contextBefore(before, common, contextLines);
  const kept = end - contextAfter(before, before.length - end, contextLines);
  return {
    before: before.slice(start, before.length - kept),
    after: after.slice(start, after.length - kept),
    linesBefore: countLineBreaks(before, start),
  };
}

/** Where the context above `at` begins: a start of a line. */
function contextBefore(text: string, at: number, lines: number): number {
  let start = lineStart(text, at);
  for (let line = 0; line < lines && start > 0; line += 1) start = lineStart(text, start - 1);
  return start;
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** How many units after `at` belong to its line and the context below. */
function contextAfter(text: string, at: number, lines: number): number {
  let end = at;
  for (let line = 0; line <= lines; line += 1) {
    const next = text.indexOf("\n", end);
    if (next === -1) return text.length - at;
    end = next + 1;
  }
  return end - at;
}

function commonStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.slice(at, at + pieceLength) === other.slice(at, at + pieceLength))
    at += pieceLength;
  at = Math.min(at, most);
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at += 1;
  return at;
}

function commonEnd(one: string, other: string, most: number): number {
  const piece = (text: string, length: number) =>
    text.slice(text.length - length - pieceLength, text.length - length);
  let length = 0;
  while (length + pieceLength <= most && piece(one, length) === piece(other, length)) length += pieceLength;
  while (
    length < most &&
    one.charCodeAt(one.length - 1 - length) === other.charCodeAt(other.length - 1 - length)
  ) {
    length += 1;
  }
  return length;
}

function countLineBreaks(text: string, end: number): number {
  let count = 0;
  for (let at = text.indexOf("\n"); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
