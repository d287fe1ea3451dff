/** Searching file contents, for machines without ripgrep. Finds what ripgrep finds. */
import { constants, type FileHandle, open } from "node:fs/promises";
import { setImmediate as othersFirst } from "node:timers/promises";
import { errorCode } from "./file-error.ts";

export type TextQuery = {
  /** Global; for single lines without their ends unless `multiline`. */
  readonly pattern: RegExp;
  readonly multiline: boolean;
  /** A line ends before a carriage return. */
  readonly crlf: boolean;
};

/** A line that matches, or stands around one. */
export type TextLine = {
  /** From 1. */
  readonly line: number;
  /** Without its end. */
  readonly text: string;
  /** Where in `text` the first match lies (UTF-16 units); null for a line around one. */
  readonly match: { readonly start: number; readonly end: number } | null;
  /** How many matches begin in it; without `multiline` a line is one match. */
  readonly matches: number;
};

export type TextSearchOptions = {
  readonly signal: AbortSignal;
  /** Elapsed time in ms from any fixed point. */
  readonly now: () => number;
  /** Told of a line that took so long that "no match" is not certain. */
  readonly onCostlyLine: (line: number) => void;
};

/** Larger files are not read. Bytes. */
export const maxSearchedBytes = 256 * 1024 * 1024;

/** A line on which the engine gives up: its own backtracking limit answers "no match" only after this long. Ms. */
const costlyLineMs = 100;

/** The longest stretch without letting keys and signals in, ms. */
const turnMs = 15;

/**
 * The text of a regular file: UTF-8 whatever it holds, or UTF-16 with its mark. "" for a binary file, which is one with
 * a NUL; null when it cannot be read. Never waits for a FIFO, follows no link.
 */
export async function readForSearch(path: string): Promise<string | null> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (!stats.isFile() || stats.size > maxSearchedBytes) return null;
    const bytes = await file.readFile();
    const encoding =
      bytes[0] === 0xff && bytes[1] === 0xfe
        ? "utf-16le"
        : bytes[0] === 0xfe && bytes[1] === 0xff
          ? "utf-16be"
          : "utf-8";
    if (encoding === "utf-8" && bytes.includes(0)) return "";
    const text = new TextDecoder(encoding).decode(bytes);
    return encoding !== "utf-8" && text.includes("\0") ? "" : text;
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  } finally {
    await file?.close();
  }
}

/**
 * How many lines of a text match; with `multiline`, how many matches there are.
 *
 * @throws the signal's reason when it fires.
 */
export async function countMatches(
  text: string,
  query: TextQuery,
  options: TextSearchOptions,
): Promise<number> {
  let count = 0;
  for await (const { matches } of matchingLines(text, query, options)) count += matches;
  return count;
}

/**
 * The first `limit` matching lines of a text with `context` lines around each, in order.
 *
 * @throws the signal's reason when it fires.
 */
export async function linesAround(
  text: string,
  query: TextQuery,
  { context, limit, ...options }: TextSearchOptions & { readonly context: number; readonly limit: number },
): Promise<TextLine[]> {
  const found = new Map<number, TextLine>();
  for await (const line of matchingLines(text, query, options)) {
    found.set(line.line, line);
    if (found.size >= limit) break;
  }
  if (context === 0) return [...found.values()];
  const lines = linesOf(text, query.crlf);
  const wanted = new Set<number>();
  for (const line of found.keys()) {
    for (let near = Math.max(1, line - context); near <= Math.min(lines.length, line + context); near += 1)
      wanted.add(near);
  }
  return [...wanted]
    .toSorted((a, b) => a - b)
    .map((line) => found.get(line) ?? { line, text: lines[line - 1] ?? "", match: null, matches: 0 });
}

async function* matchingLines(
  text: string,
  query: TextQuery,
  options: TextSearchOptions,
): AsyncGenerator<TextLine> {
  if (query.multiline) yield* linesOfMatches(text, query, options);
  else yield* linesThatMatch(text, query, options);
}

async function* linesThatMatch(
  text: string,
  { pattern, crlf }: TextQuery,
  { signal, now, onCostlyLine }: TextSearchOptions,
): AsyncGenerator<TextLine> {
  let turnEnds = now() + turnMs;
  let begun = now();
  for (const [index, line] of linesOf(text, crlf).entries()) {
    pattern.lastIndex = 0;
    const match = pattern.exec(line);
    const done = now();
    if (match === null && done - begun > costlyLineMs) onCostlyLine(index + 1);
    if (done > turnEnds) {
      await othersFirst();
      signal.throwIfAborted();
      turnEnds = now() + turnMs;
    }
    if (match !== null) {
      yield {
        line: index + 1,
        text: line,
        match: { start: match.index, end: match.index + match[0].length },
        matches: 1,
      };
    }
    begun = now();
  }
}

async function* linesOfMatches(
  text: string,
  { pattern, crlf }: TextQuery,
  { signal, now }: TextSearchOptions,
): AsyncGenerator<TextLine> {
  const lines = linesOf(text, crlf);
  let turnEnds = now() + turnMs;
  let line = 0;
  let lineStart = 0;
  /** The line that was not given yet, if any: another match may begin in it. */
  let pending: TextLine[] = [];
  for (const match of text.matchAll(pattern)) {
    if (now() > turnEnds) {
      await othersFirst();
      signal.throwIfAborted();
      turnEnds = now() + turnMs;
    }
    for (;;) {
      const next = text.indexOf("\n", lineStart);
      if (next === -1 || next >= match.index) break;
      line += 1;
      lineStart = next + 1;
    }
    const spanned = match[0].replace(/\n$/, "").split("\n");
    for (const [offset, part] of spanned.entries()) {
      const number = line + offset + 1;
      const matches = offset === 0 ? 1 : 0;
      const [known] = pending;
      if (known?.line === number) {
        pending = [{ ...known, matches: known.matches + matches }];
        continue;
      }
      yield* pending;
      const own = lines[line + offset] ?? "";
      const start = offset === 0 ? match.index - lineStart : 0;
      const end = Math.min(own.length, start + part.length);
      pending = [{ line: number, text: own, match: { start, end }, matches }];
    }
  }
  yield* pending;
}

/** A final line end ends the last line, it does not begin another. */
function linesOf(text: string, crlf: boolean): string[] {
  const lines = text.split(crlf ? /\r?\n/ : "\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}
