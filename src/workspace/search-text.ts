/** Searching file contents line by line, for machines without ripgrep. */
import { FileError } from "./file-error.ts";
import { readFileSnapshot } from "./read-file.ts";
import { linesOf } from "./text.ts";

export type LineMatch = {
  /** As it was given: absolute. */
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly text: string;
};

/** A line on which the engine gives up: its own backtracking limit answers "no match" only after this long. Ms. */
const costlyLineMs = 100;

/** The longest stretch without letting keys and signals in, ms. */
const yieldEveryMs = 20;

export type SearchOptions = {
  readonly signal?: AbortSignal;
  /** Elapsed time in ms from any fixed point. */
  readonly now: () => number;
  /** Told of each line that took so long that "no match" is not certain. */
  readonly onCostlyLine?: (path: string, line: number) => void;
  /** Told of each file that could not be read: too large, no permission, gone. */
  readonly onUnread?: (path: string) => void;
};

/**
 * Yields the lines of `files` that `pattern` matches, in order. Binary files and files of unknown encoding are passed
 * over; a file that cannot be read is told to `onUnread`.
 *
 * @throws the signal's reason when it fires, between two lines at the latest.
 */
export async function* searchText(
  files: AsyncIterable<string>,
  pattern: RegExp,
  options: SearchOptions,
): AsyncGenerator<LineMatch> {
  const { signal, now, onCostlyLine } = options;
  let yieldedAt = now();
  for await (const path of files) {
    const lines = await linesOfFile(path, options);
    let lineStart = now();
    for (const [index, text] of lines.entries()) {
      const matches = pattern.test(text);
      const lineEnd = now();
      if (!matches && lineEnd - lineStart > costlyLineMs) onCostlyLine?.(path, index + 1);
      if (lineEnd - yieldedAt > yieldEveryMs) {
        await new Promise((resolve) => setImmediate(resolve));
        signal?.throwIfAborted();
        yieldedAt = now();
      }
      if (matches) yield { path, line: index + 1, text };
      lineStart = now();
    }
  }
}

async function linesOfFile(path: string, { signal, onUnread }: SearchOptions): Promise<string[]> {
  try {
    const { decoded } = await readFileSnapshot(path, signal);
    return decoded === null ? [] : linesOf(decoded.text);
  } catch (thrown) {
    if (!(thrown instanceof FileError)) throw thrown;
    onUnread?.(path);
    return [];
  }
}

/**
 * A search pattern as a regular expression for single lines. A leading `(?i)` is understood.
 *
 * @throws SyntaxError for a pattern that is no regular expression.
 */
export function linePattern(pattern: string, ignoreCase: boolean): RegExp {
  const inline = pattern.startsWith("(?i)");
  const source = inline ? pattern.slice("(?i)".length) : pattern;
  const flags = ignoreCase || inline ? "i" : "";
  try {
    return new RegExp(source, `${flags}u`);
  } catch {
    // Without `u` the language is more lenient (`\-`, `{` as itself), as other search tools are.
    return new RegExp(source, flags);
  }
}
