/** The text of a patch → what it wants of each file. Pure: no file is looked at. The format is the public one of `apply_patch`. */

export type PatchLine = {
  /** Context, removed or added. */
  readonly sign: " " | "-" | "+";
  /** Without its sign and its line end. */
  readonly text: string;
  /** An added line after which the file ends without a line break: `\ No newline at end of file` follows it. */
  readonly endless?: true;
};

export type PatchHunk = {
  /** The number of its first line in the patch, from 1. */
  readonly at: number;
  /** The texts of its `@@` lines: lines of the file to go past, one after the other, before its own lines are sought. */
  readonly headers: readonly string[];
  readonly lines: readonly PatchLine[];
  /** `*** End of File`: its lines are the last of the file. */
  readonly atEnd: boolean;
};

export type PatchSection =
  | { readonly type: "add"; readonly path: string; readonly text: string }
  | { readonly type: "delete"; readonly path: string }
  | {
      readonly type: "update";
      readonly path: string;
      readonly moveTo: string | null;
      /** Empty only for a move. */
      readonly hunks: readonly PatchHunk[];
    };

/** A text that is no patch; the message is for the model and says which line and why. */
export class PatchError extends Error {
  override readonly name = "PatchError";
}

/** What a patch looks like, for models that have to be told. */
export const patchForm = `*** Begin Patch
*** Update File: path/of/file
@@ a line above the change, for example a function's head
 a line that stays
-a line that goes
+a line that comes
*** Add File: path/of/another
+its lines
*** Delete File: path/of/a/third
*** End Patch`;

const begin = "*** Begin Patch";
const end = "*** End Patch";
const endOfFile = "*** End of File";

export type ReadingOptions = {
  /**
   * Inside a hunk, a line such as `  *** Update File: x` is by the grammar a line of the file that stays. True reads it
   * as the marker that it looks like. @default false
   */
  readonly paddedMarkers?: boolean;
};

/**
 * Reads a whole patch. Blanks around markers, CRLF, a here-document or a code fence around the patch do not matter.
 * Nothing is guessed: a patch without its end may be a call that was cut off.
 *
 * @throws PatchError
 */
export function parsePatch(patch: string, options: ReadingOptions = {}): readonly PatchSection[] {
  const lines = bodyOf(patch.split(/\r?\n/));
  const cursor: Cursor = { ...lines, padded: options.paddedMarkers === true };
  const sections: PatchSection[] = [];
  for (skipBlank(cursor); cursor.at < cursor.end; skipBlank(cursor)) sections.push(readSection(cursor));
  if (sections.length === 0) throw new PatchError("The patch names no file.");
  return sections;
}

/** All lines of the text, the next one to read, and the one to stop at; indexes. */
type Cursor = {
  readonly lines: readonly string[];
  at: number;
  readonly end: number;
  readonly padded: boolean;
};

/** Finds what stands between the first and the last line of the patch. */
function bodyOf(lines: readonly string[]): Omit<Cursor, "padded"> {
  let first = lines.findIndex(isText);
  let last = lines.findLastIndex(isText);
  for (let closing = closingOf(lines[first]); closing !== null; closing = closingOf(lines[first])) {
    first = lines.findIndex((line, index) => index > first && isText(line));
    if (lines[last]?.trim() === closing) last = lines.findLastIndex((line, at) => at < last && isText(line));
  }
  if (lines[first]?.trim() !== begin) {
    throw new PatchError(`The first line of a patch is "${begin}". The form is:\n${patchForm}`);
  }
  if (lines[last]?.trim() === end) return { lines, at: first + 1, end: last };
  const earlier = lines.findIndex((line) => line.trimEnd() === end);
  if (earlier !== -1) throw textAfterEnd(lines, earlier);
  throw new PatchError(
    `The patch has no line "${end}": it may have been cut off. Send the whole patch again.`,
  );
}

function isText(line: string): boolean {
  return line.trim() !== "";
}

/** The line that ends what this one opens around a patch: a here-document or a code fence. */
function closingOf(line: string | undefined): string | null {
  const text = line?.trim() ?? "";
  const heredoc = /^(?:apply_?patch\s*)?<<-?\s*(['"]?)([A-Za-z_]\w*)\1$/.exec(text);
  return heredoc?.[2] ?? /^(```+|~~~+)\s*\w*$/.exec(text)?.[1] ?? null;
}

function textAfterEnd(lines: readonly string[], at: number): PatchError {
  const next = lines.findIndex((line, index) => index > at && line.trim() !== "");
  return new PatchError(
    `Text stands after "${end}": line ${next + 1}, ${quoted(lines[next] ?? "")}. Send one patch and nothing else.`,
  );
}

function readSection(cursor: Cursor): PatchSection {
  const line = cursor.lines[cursor.at] ?? "";
  const header = /^\*\*\* (Add|Delete|Update) File:(.*)$/.exec(line.trim());
  if (header === null) {
    if (line.trim() === end) throw textAfterEnd(cursor.lines, cursor.at);
    throw wrong(
      cursor,
      'is not expected here. A section begins with "*** Add File: ", "*** Update File: " or "*** Delete File: "',
    );
  }
  const path = (header[2] ?? "").trim();
  if (path === "") throw wrong(cursor, "names no file");
  cursor.at += 1;
  switch (header[1]) {
    case "Add":
      return { type: "add", path, text: readAdded(cursor) };
    case "Delete":
      return { type: "delete", path };
    default:
      return readUpdate(cursor, path);
  }
}

function readAdded(cursor: Cursor): string {
  const lines: string[] = [];
  let endless = false;
  for (; cursor.at < cursor.end; cursor.at += 1) {
    const line = cursor.lines[cursor.at] ?? "";
    if (line.startsWith("+")) lines.push(line.slice(1));
    else if (lines.length > 0 && saysEndless(line)) endless = true;
    else if (isMarker(line.trim()) || onlyBlankBeforeMarker(cursor)) break;
    else throw wrong(cursor, 'is in an added file, where every line begins with "+"');
  }
  return lines.join("\n") + (lines.length === 0 || endless ? "" : "\n");
}

function onlyBlankBeforeMarker({ lines, at, end }: Cursor): boolean {
  const next = lines.findIndex((line, index) => index >= at && line.trim() !== "");
  return next > at && (next >= end || isMarker((lines[next] ?? "").trim()));
}

function readUpdate(cursor: Cursor, path: string): PatchSection {
  const start = cursor.at;
  skipBlank(cursor);
  const moveTo = /^\*\*\* Move to:(.*)$/.exec((cursor.lines[cursor.at] ?? "").trim())?.[1]?.trim() ?? null;
  if (moveTo === "") throw wrong(cursor, "names no file");
  if (moveTo !== null) cursor.at += 1;
  const hunks: PatchHunk[] = [];
  for (skipBlank(cursor); !atSection(cursor); skipBlank(cursor)) {
    hunks.push(readHunk(cursor, hunks.length === 0));
  }
  if (hunks.length === 0 && moveTo === null) {
    cursor.at = start - 1;
    throw wrong(cursor, "has no hunks: say what changes, or where the file moves to");
  }
  return { type: "update", path, moveTo, hunks };
}

/** True at the end of an update. */
function atSection(cursor: Cursor): boolean {
  if (cursor.at >= cursor.end) return true;
  const marker = markerIn(cursor);
  return marker !== null && marker !== endOfFile;
}

function readHunk(cursor: Cursor, isFirst: boolean): PatchHunk {
  const at = cursor.at + 1;
  const headers: string[] = [];
  let numbered = false;
  let header = headerIn(cursor);
  if (header === null && !isFirst) throw wrong(cursor, "should begin a hunk with @@");
  for (; header !== null; header = headerIn(cursor)) {
    // `@@ -1,4 +1,5 @@`: models count badly, so the lines alone say where.
    if (/^\s*-\d+(,\d+)? \+\d+(,\d+)?( @@.*)?$/.test(header)) numbered = true;
    else if (header.trim() !== "") headers.push(header);
    cursor.at += 1;
    skipBlankBeforeHeader(cursor);
  }
  const lines = readHunkLines(cursor);
  if (lines.length === 0) throw wrong(cursor, "comes where the lines of a hunk should be");
  if (numbered && headers.length === 0 && lines.every(({ sign }) => sign === "+")) {
    cursor.at = at - 1;
    throw wrong(cursor, "gives only line numbers, which are not used. Add the lines around the new ones");
  }
  const atEnd = markerIn(cursor) === endOfFile;
  if (atEnd) cursor.at += 1;
  return { at, headers, lines, atEnd };
}

/** The text after the `@@` at the cursor, or null where there is none. */
function headerIn({ lines, at, padded }: Cursor): string | null {
  const line = lines[at] ?? "";
  const match = /^@@(?:\s(.*))?$/.exec(padded ? line.trim() : line.trimEnd());
  return match === null ? null : (match[1] ?? "");
}

function skipBlankBeforeHeader(cursor: Cursor): void {
  const start = cursor.at;
  skipBlank(cursor);
  if (headerIn(cursor) === null) cursor.at = start;
}

/** Reads lines up to the next `@@` or marker. Blank lines that only separate count for nothing. */
function readHunkLines(cursor: Cursor): PatchLine[] {
  const lines: PatchLine[] = [];
  const bare = new Set<PatchLine>();
  for (; cursor.at < cursor.end; cursor.at += 1) {
    const line = cursor.lines[cursor.at] ?? "";
    if (markerIn(cursor) !== null || headerIn(cursor) !== null) break;
    const [sign] = line;
    if (sign === "+" || sign === "-" || sign === " ") lines.push({ sign, text: line.slice(1) });
    else if (line.trim() === "") {
      const blank: PatchLine = { sign: " ", text: line };
      bare.add(blank);
      lines.push(blank);
    } else if (saysEndless(line) && lines.length > 0) markEndless(lines);
    else throw wrong(cursor, 'begins with none of " ", "-" and "+", as every line of a hunk does');
  }
  const isOld = (line: PatchLine) => line.sign !== "+";
  const isLocated = lines.some((line) => isOld(line) && !bare.has(line));
  return isLocated ? lines : lines.filter((line) => !isOld(line));
}

function markEndless(lines: PatchLine[]): void {
  const last = lines.at(-1);
  if (last?.sign === "+") lines[lines.length - 1] = { ...last, endless: true };
}

/** The marker that stands at the cursor inside a hunk, or null. */
function markerIn({ lines, at, padded }: Cursor): string | null {
  const line = lines[at] ?? "";
  const text = padded ? line.trim() : line.trimEnd();
  return isMarker(text) ? text : null;
}

function isMarker(text: string): boolean {
  return /^\*\*\* (?:(?:Add|Delete|Update) File:|Move to:|End of File$|Begin Patch$|End Patch$)/.test(text);
}

/** What `diff` writes below a last line without a line break. */
function saysEndless(line: string): boolean {
  return line.startsWith("\\ No newline");
}

function skipBlank(cursor: Cursor): void {
  while (cursor.at < cursor.end && (cursor.lines[cursor.at] ?? "").trim() === "") cursor.at += 1;
}

function wrong({ lines, at }: Cursor, what: string): PatchError {
  return new PatchError(`Line ${at + 1} of the patch, ${quoted(lines[at] ?? "")}, ${what}.`);
}

function quoted(line: string): string {
  return JSON.stringify(line.length > 120 ? `${line.slice(0, 119)}…` : line);
}
