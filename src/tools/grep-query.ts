/** What both ways of searching contents are asked, and what they answer. */
import type { TextLine } from "../workspace/search-text.ts";
import type { SearchTargets } from "./grep-targets.ts";

export type Query = {
  readonly pattern: string;
  /** The pattern is text, no regular expression. */
  readonly fixed: boolean;
  readonly ignoreCase: boolean;
  readonly multiline: boolean;
};

export type FileCount = {
  /** Absolute. */
  readonly path: string;
  /** Matching lines; with `multiline`, matches. */
  readonly count: number;
};

/** What a search has to say besides its matches. */
export type SearchLog = {
  /** Files that could not be read: absolute. */
  readonly unread: Set<string>;
  /** Whole sentences about matches that are not certain. */
  readonly notes: Set<string>;
  /** At least so many files were looked at. */
  searched: number;
};

/** A way to search contents. Both throw a ToolError for a bad pattern and the signal's reason when it fires. */
export interface SearchEngine {
  /** Yields every file that matches, in any order. */
  count(query: Query, targets: SearchTargets, log: SearchLog, signal: AbortSignal): AsyncGenerator<FileCount>;
  /** The first `limit` matches in each of these files (absolute), with `context` lines around them. */
  show(
    query: Query,
    paths: readonly string[],
    options: { readonly context: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, readonly TextLine[]>>;
}
