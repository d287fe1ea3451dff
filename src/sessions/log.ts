/** The bytes of a log ↔ its entries. Pure: no file is touched here. */
import { type Entry, entrySchema, type Header, headerSchema } from "../protocol/entry.ts";
import { brought, currentFormat, isObject, type Line, type LogFormat, saysAll } from "./format.ts";
import { sessionIdPattern } from "./ids.ts";
import { withSharedText } from "./shared-text.ts";
import { mayHoldHalfCharacters, wellFormed } from "./well-formed.ts";

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

const lineEnd = 0x0a;
const knownTypes: ReadonlySet<string> = new Set(entrySchema.options.map((option) => option.shape.type.value));

/** Reads a log of this format or an older one. Never throws: what cannot be read is skipped and listed in `problems`. */
export function parseLog(bytes: Uint8Array, logFormat: LogFormat = currentFormat): ParsedLog {
  const reader = new LogReader(bytes, logFormat);
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(lineEnd, start);
    const end = found === -1 ? bytes.length : found;
    reader.line(start, end, found !== -1);
    start = end + 1;
  }
  const openEnd = bytes.length > 0 && bytes.at(-1) !== lineEnd;
  const { header, format, nodes, unknown, problems } = reader;
  return { header, format, nodes, unknown, problems, openEnd };
}

/** True when the file was written by a newer rein in a format that this one must not touch. */
export function isTooNew(log: Pick<ParsedLog, "format">, { version } = currentFormat): boolean {
  return log.format !== null && log.format > version;
}

/** True when it has to be written anew before anything is added to it. */
export function isOld(log: Pick<ParsedLog, "format">, { version } = currentFormat): boolean {
  return log.format !== null && log.format < version;
}

/** The path from the root to `leaf` (by default the last node of the file), root first, without what is unreadable. */
export function branchOf(nodes: readonly LogNode[], leaf: string | null = nodes.at(-1)?.id ?? null): Entry[] {
  return pathOf(nodes, leaf).flatMap(({ entry }) => (entry === null ? [] : [entry]));
}

/** The same path with what is unreadable. */
export function pathOf(nodes: readonly LogNode[], leaf: string | null = nodes.at(-1)?.id ?? null): LogNode[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const path: LogNode[] = [];
  for (let id = leaf; id !== null;) {
    const node = byId.get(id);
    if (node === undefined) break;
    path.push(node);
    id = node.parentId;
  }
  return path.toReversed();
}

/** One entry as the line that is written, and the entry as it will be read back: half characters are gone. */
export function serializeEntry(entry: Entry): { readonly entry: Entry; readonly line: string } {
  const json = JSON.stringify(entry);
  if (!mayHoldHalfCharacters(json)) return { entry, line: toLine(json) };
  const clean = wellFormed(entry);
  return { entry: clean, line: toLine(JSON.stringify(clean)) };
}

/** The header's line. */
export function serializeHeader(header: Header): string {
  return toLine(JSON.stringify(wellFormed(header)));
}

/** A whole log as text, as it would be written today. */
export function serializeLog(header: Header, nodes: readonly LogNode[]): string {
  const lines = nodes.map((node) =>
    node.entry === null || node.raw !== undefined ? `${node.raw}\n` : serializeEntry(node.entry).line,
  );
  return serializeHeader(header) + lines.join("");
}

/** JSON allows these in strings as they are, but other people's readers end a line at them. */
const otherLineEnds = /[\u0085\u2028\u2029]/g;

function toLine(json: string): string {
  return `${json.replace(otherLineEnds, (end) => `\\u${end.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const lenientUtf8 = new TextDecoder();

/** What has been read of one log so far. */
class LogReader {
  header: Header | null = null;
  format: number | null = null;
  unknown = 0;
  readonly nodes: LogNode[] = [];
  readonly problems: LogProblem[] = [];
  readonly #bytes: Uint8Array;
  readonly #logFormat: LogFormat;
  /** Each id with the place of its first line. */
  readonly #ids = new Map<string, { readonly start: number; readonly end: number }>();

  constructor(bytes: Uint8Array, logFormat: LogFormat) {
    this.#bytes = bytes;
    this.#logFormat = logFormat;
  }

  line(start: number, end: number, complete: boolean): void {
    const line = this.#bytes.subarray(start, end);
    if (!line.includes(0)) return this.#piece(line, start, complete);
    // A NUL is never part of JSON, so whole entries on both sides of a run are as good as any.
    for (let at = 0; at < line.length;) {
      const isNul = line[at] === 0;
      let until = at;
      while (until < line.length && (line[until] === 0) === isNul) until += 1;
      if (isNul) this.#problem("nul", start + at, start + until);
      else this.#piece(line.subarray(at, until), start + at, complete || until < line.length);
      at = until;
    }
  }

  /** `complete` is false for the piece that the file ends in without a line end. */
  #piece(piece: Uint8Array, start: number, complete: boolean): void {
    const end = start + piece.length;
    const { text, damaged } = decode(piece);
    if (text.trim() === "") return;
    const value = parseObject(text);
    if (value === null) return this.#problem(complete ? "unreadable" : "torn", start, end);
    if (damaged) this.#problem("encoding", start, end);
    if (value["type"] === "header") return this.#header(value, start, end);
    const now = this.#now(value);
    this.#entry(now, now === value ? text.trim() : JSON.stringify(now), start, end);
  }

  #header(value: Line, start: number, end: number): void {
    if (this.format !== null) return this.#problem("duplicate", start, end);
    if (typeof value["format"] !== "number") return this.#problem("invalid", start, end);
    this.format = value["format"];
    const now = this.#now(value);
    const parsed = headerSchema.safeParse(now);
    // What a newer version says in it goes along to every file that is written from it.
    if (parsed.success && sessionIdPattern.test(parsed.data.sessionId))
      this.header = { ...now, ...parsed.data };
    else this.#problem("invalid", start, end);
  }

  #entry(value: Line, text: string, start: number, end: number): void {
    const { id, type } = value;
    if (typeof id !== "string" || typeof type !== "string") return this.#problem("unreadable", start, end);
    const before = this.#ids.get(id);
    if (before !== undefined) {
      const isSame = this.#textAt(before.start, before.end) === this.#textAt(start, end);
      return this.#problem(isSame ? "duplicate" : "conflict", start, end);
    }

    const parentId = this.#parentOf(value["parentId"], start, end);
    const place = { id, parentId };
    this.#ids.set(id, { start, end });
    const parsed = entrySchema.safeParse(value);
    if (parsed.success) {
      const entry = withSharedText(parsed.data);
      this.nodes.push(saysAll(entry, value) ? { ...place, entry } : { ...place, entry, raw: text });
      return;
    }
    if (!knownTypes.has(type)) this.unknown += 1;
    else {
      this.#problem("invalid", start, end);
      // A damaged line must not begin the tree anew: as its last leaf it would hide all that was said.
      place.parentId ??= this.nodes.at(-1)?.id ?? null;
    }
    this.nodes.push({ ...place, entry: null, raw: text });
  }

  #textAt(start: number, end: number): string {
    return decode(this.#bytes.subarray(start, end)).text.trim();
  }

  /** A line as this version would have written it. */
  #now(value: Line): Line {
    const { format } = this;
    if (format === null || format >= this.#logFormat.version) return value;
    return brought(value, format, this.#logFormat);
  }

  /** A missing parent stood in a damaged line: the entry before that line is the nearest that is left. */
  #parentOf(said: unknown, start: number, end: number): string | null {
    if (said === null || (typeof said === "string" && this.#ids.has(said))) return said;
    this.#problem("parent", start, end);
    return this.nodes.at(-1)?.id ?? null;
  }

  #problem(kind: LogProblem["kind"], start: number, end: number): void {
    this.problems.push({ kind, start, end });
  }
}

function decode(bytes: Uint8Array): { readonly text: string; readonly damaged: boolean } {
  try {
    return { text: strictUtf8.decode(bytes), damaged: false };
  } catch {
    return { text: lenientUtf8.decode(bytes), damaged: true };
  }
}

function parseObject(text: string): Line | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}
