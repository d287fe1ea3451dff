/** Private keys as files have them: a line that says so, lines of base64, a line that ends it. RFC 7468. */

const beginLine = /-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----[^\S\n]*\n?$/;
const endMark = /-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----/;

/** What tools put before the lines of a file: its name, a line number, the sign of a diff, blanks. */
const prefix = String.raw`(?:[^\s:]{1,300}:)?(?:[ \t]*\d+[ \t]*[\t:|-])?[ \t]*[+>-]?[ \t]*`;
const bodyLine = new RegExp(`^(${prefix})([A-Za-z0-9+/]{1,100}={0,2})?[ \\t]*\\r?\\n?$`);
/** The headers of older keys, RFC 1421, and of PGP's. */
const headerLine = new RegExp(
  `^${prefix}(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset): [^\\n]{0,200}\\n?$`,
);

/** Longer ones are none. */
const mostLines = 300;
/** At least one line of a key is as long as this; a word below a marker in some program's text is not. */
export const leastBody = 32;

/** The lines inside of a key are longer: 64 signs, 70 or 76. The first of them may be what a text begins with. */
const leastInside = 60;

/** True for a line, with its end, behind which the lines of a key may come: its first one, or one inside of it. */
export function mayBeKey(line: string): boolean {
  return (
    beginsKey(line) || (line.length > leastInside && (bodyLine.exec(line)?.[2]?.length ?? 0) >= leastInside)
  );
}

/** True for lines that are a key, or the rest of one whose beginning was left out. */
export function isKey(lines: string): boolean {
  const lineEnd = lines.indexOf("\n") + 1;
  if (lineEnd === 0 || lineEnd === lines.length) return false;
  return beginsKey(lines.slice(0, lineEnd)) || endMark.test(lines.slice(lines.trimEnd().lastIndexOf("\n")));
}

function beginsKey(line: string): boolean {
  return line.includes("-----BEGIN ") && beginLine.test(line);
}

/**
 * Where the block that begins with the line up to `at` ends, an index into `text`. Null when more of the text is needed to
 * know; never where `isEnd`.
 */
export function keyBlockEnd(text: string, at: number, isEnd: boolean): number | null {
  let end = at;
  for (let lines = 0; lines < mostLines; lines += 1) {
    const lineEnd = text.indexOf("\n", end) + 1;
    if (lineEnd === 0 && !isEnd) return text.length - end > longestLine ? end : null;
    const line = text.slice(end, lineEnd === 0 ? undefined : lineEnd);
    if (endMark.test(line)) return end + line.length;
    if (line === "" || !(bodyLine.test(line) || headerLine.test(line))) return end;
    end += line.length;
  }
  return end;
}

/** Nothing of a key is longer; UTF-16 units. */
const longestLine = 700;

export type KeyPart = { readonly start: number; readonly end: number };

/**
 * What is to be hidden in a block: all of it, from mark to mark, or each line's own text where something stands before the
 * lines or they have to stay lines. Nothing for what only looks like the beginning of a key.
 */
export function keyParts(block: string, keepLines: boolean): readonly KeyPart[] {
  const start = Math.max(0, block.indexOf("-----BEGIN "));
  const parts: KeyPart[] = [];
  let at = block.startsWith("-----BEGIN ", start) ? block.indexOf("\n") + 1 : 0;
  let isPlain = block.slice(0, start).trim() === "";
  let longest = 0;
  while (at < block.length) {
    const next = block.indexOf("\n", at) + 1 || block.length;
    const line = block.slice(at, next);
    const [, before = "", body = ""] = bodyLine.exec(line) ?? [];
    if (before.trim() !== "") isPlain = false;
    if (body !== "") parts.push({ start: at + before.length, end: at + before.length + body.length });
    longest = Math.max(longest, body.length);
    at = next;
  }
  if (longest < leastBody) return [];
  if (keepLines || !isPlain) return parts;
  const mark = endMark.exec(block);
  const end = mark === null ? block.trimEnd().length : mark.index + mark[0].length;
  return [{ start, end }];
}
