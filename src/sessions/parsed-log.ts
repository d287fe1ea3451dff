/** What a log holds, and what of it could not be taken. */
import type { Entry, Header } from "../protocol/entry.ts";

/**
 * Something in a log that could not be taken as it stands, with its bytes [start, end) in the file.
 *
 * - `torn`: the last line has no end; a write was cut short
 * - `nul`: a run of NUL bytes, left by a file system after a power cut
 * - `unreadable`: a line that is no JSON, or no object
 * - `invalid`: an entry of a known type that does not fit it; it keeps its place in the tree
 * - `encoding`: bytes that are no UTF-8 inside an entry; it is used, with U+FFFD in their place
 * - `duplicate`: a line that was there before, or a second header
 * - `conflict`: an id that another entry had before; the first one counts
 * - `parent`: an entry whose parent is missing; it is read as the child of the entry before it
 */
export type LogProblem = {
  readonly kind: "torn" | "nul" | "unreadable" | "invalid" | "encoding" | "duplicate" | "conflict" | "parent";
  readonly start: number;
  readonly end: number;
};

/**
 * One place in the tree. `entry` is null where this version cannot read it; `raw` is its text, kept where the entry does
 * not say all of it, so that whatever a newer version wrote is there in every copy.
 */
export type LogNode = { readonly id: string; readonly parentId: string | null } & (
  { readonly entry: Entry; readonly raw?: string } | { readonly entry: null; readonly raw: string }
);

export type ParsedLog = {
  /** Null when no line of the file is a header that this version can read. */
  readonly header: Header | null;
  /** The format that the file says it has, or null. Above this rein's: do not trust the rest, do not write. */
  readonly format: number | null;
  /** In the file's order. Every parent stands before its children. */
  readonly nodes: readonly LogNode[];
  /** How many entries have a type that this version does not know. */
  readonly unknown: number;
  readonly problems: readonly LogProblem[];
  /** True when the last byte is not a line end: the next writer has to add one first. */
  readonly openEnd: boolean;
};
