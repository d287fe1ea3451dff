/** The lines of a log, one by one → what is in it. Pure. */
import { type Entry, entrySchema, type Header, headerSchema } from "../protocol/entry.ts";
import { exactCheckOf } from "./exact-shape.ts";
import { brought, isObject, type Line, type LogFormat, saysAll } from "./format.ts";
import { sessionIdPattern } from "./ids.ts";
import { leaveLongTexts } from "./light-entry.ts";
import type { LogNode, LogProblem, ParsedLog } from "./parsed-log.ts";
import { leftOut, shortLine } from "./short-line.ts";
import { withSharedText } from "./shared-text.ts";

/** Told the text of each line that holds the mark. */
export type Marked = { readonly mark: string; readonly onText: (text: string) => void };

/** Where a line stands in its file, bytes, what tells whether it still does, and the format that the file says it has. */
export type LinePlace = {
  readonly start: number;
  readonly end: number;
  readonly sum: bigint;
  readonly format: number | null;
};

export type LogReaderOptions = {
  /** The text of a line that was read before. */
  readonly textAt: (start: number, end: number) => string;
  readonly logFormat: LogFormat;
  /** Reads an entry again: then long texts are not kept in memory. @default all is kept */
  readonly again?: (place: LinePlace) => Entry | null;
  readonly marked?: Marked | undefined;
  /** The lines begin in the middle of a log: a parent that is not among them stands before them. @default false */
  readonly isPart?: boolean;
};

const knownTypes: ReadonlySet<string> = new Set(entrySchema.options.map((option) => option.shape.type.value));

/** A shorter line is not worth looking at twice, bytes. */
const longLine = 4 * 1024;

const isExactEntry = exactCheckOf(entrySchema);

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const lenientUtf8 = new TextDecoder();

/** What has been read of one log so far. */
export class LogReader {
  #header: Header | null = null;
  #format: number | null = null;
  #unknown = 0;
  readonly #nodes: LogNode[] = [];
  readonly #problems: LogProblem[] = [];
  readonly #options: LogReaderOptions;
  /** Each id with the number of its first line, and where these begin and end: as lists, which take little memory. */
  readonly #ids = new Map<string, number>();
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  /** What was read so far. `openEnd`: the last line has no end. */
  parsed(openEnd: boolean): ParsedLog {
    return {
      header: this.#header,
      format: this.#format,
      nodes: this.#nodes,
      unknown: this.#unknown,
      problems: this.#problems,
      openEnd,
    };
  }

  /** Takes the next line, which begins at `start`. `complete` is false for a last one without an end. */
  line(line: Uint8Array, start: number, complete: boolean): void {
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
    const short = this.#shortEntry(piece);
    if (short !== null) return this.#entry(short, "", piece, start);
    const { text, damaged } = decodeLine(piece);
    if (text.trim() === "") return;
    const value = parseObject(text);
    if (value === null) return this.#problem(complete ? "unreadable" : "torn", start, end);
    if (damaged) this.#problem("encoding", start, end);
    const { marked } = this.#options;
    if (marked !== undefined && text.includes(marked.mark)) marked.onText(text);
    if (value["type"] === "header") return this.#takeHeader(value, start, end);
    const now = this.#now(value);
    this.#entry(now, now === value ? text.trim() : JSON.stringify(now), piece, start);
  }

  /** An entry of a long line without its long texts; null where the whole line has to be looked at. */
  #shortEntry(piece: Uint8Array): Line | null {
    const { again, marked } = this.#options;
    if (again === undefined || piece.length < longLine) return null;
    if (
      marked !== undefined &&
      Buffer.from(piece.buffer, piece.byteOffset, piece.length).includes(marked.mark)
    )
      return null;
    const text = shortLine(piece);
    const value = text === null ? null : parseObject(text);
    if (value === null || this.#now(value) !== value || !isExactEntry(value)) return null;
    return value["id"] === leftOut || value["parentId"] === leftOut ? null : value;
  }

  #takeHeader(value: Line, start: number, end: number): void {
    if (this.#format !== null) return this.#problem("duplicate", start, end);
    if (typeof value["format"] !== "number") return this.#problem("invalid", start, end);
    this.#format = value["format"];
    const now = this.#now(value);
    const parsed = headerSchema.safeParse(now);
    // What a newer version says in it goes along to every file that is written from it.
    if (parsed.success && sessionIdPattern.test(parsed.data.sessionId))
      this.#header = { ...now, ...parsed.data };
    else this.#problem("invalid", start, end);
  }

  #entry(value: Line, text: string, piece: Uint8Array, start: number): void {
    const end = start + piece.length;
    const { id, type } = value;
    if (typeof id !== "string" || typeof type !== "string") return this.#problem("unreadable", start, end);
    const before = this.#ids.get(id);
    if (before !== undefined) {
      const [first = 0, last = 0] = [this.#starts[before], this.#ends[before]];
      const isSame = this.#textAt(first, last) === this.#textAt(start, end);
      return this.#problem(isSame ? "duplicate" : "conflict", start, end);
    }

    const parentId = this.#parentOf(value["parentId"], start, end);
    const place = { id, parentId };
    this.#ids.set(id, this.#starts.length);
    this.#starts.push(start);
    this.#ends.push(end);
    const read = readEntry(value);
    if (read !== null) {
      const shared = withSharedText(read);
      const isAll = read === value || saysAll(shared, value);
      this.#leaveLongTexts(shared, piece, start);
      this.#nodes.push(isAll ? { ...place, entry: shared } : { ...place, entry: shared, raw: text });
      return;
    }
    if (!knownTypes.has(type)) this.#unknown += 1;
    else {
      this.#problem("invalid", start, end);
      // A damaged line must not begin the tree anew: as its last leaf it would hide all that was said.
      place.parentId ??= this.#nodes.at(-1)?.id ?? null;
    }
    this.#nodes.push({ ...place, entry: null, raw: text });
  }

  #leaveLongTexts(entry: Entry, piece: Uint8Array, start: number): void {
    const { again } = this.#options;
    if (again === undefined) return;
    const line = { start, end: start + piece.length, sum: 0n, format: this.#format };
    if (leaveLongTexts(entry, () => again(line))) line.sum = sumOf(piece);
  }

  #textAt(start: number, end: number): string {
    return this.#options.textAt(start, end).trim();
  }

  #now(value: Line): Line {
    return presentLine(value, this.#format, this.#options.logFormat);
  }

  /** A missing parent stood in a damaged line: the entry before that line is the nearest that is left. */
  #parentOf(said: unknown, start: number, end: number): string | null {
    if (said === null || (typeof said === "string" && this.#ids.has(said))) return said;
    if (this.#options.isPart === true && typeof said === "string") return said;
    this.#problem("parent", start, end);
    return this.#nodes.at(-1)?.id ?? null;
  }

  #problem(kind: LogProblem["kind"], start: number, end: number): void {
    this.#problems.push({ kind, start, end });
  }
}

/** Tells a line from another one in its place. */
export function sumOf(line: Uint8Array): bigint {
  return Bun.hash.wyhash(line);
}

/** The entry in a line that was read before; null where that is none any more. */
export function entryIn(text: string, format: number | null, logFormat: LogFormat): Entry | null {
  const value = parseObject(text.trim());
  if (value === null) return null;
  const read = readEntry(presentLine(value, format, logFormat));
  return read === null ? null : withSharedText(read);
}

/** The entry that a line says; null where it is none that this version knows. */
function readEntry(value: Line): Entry | null {
  if (isExactEntry(value)) return value;
  const parsed = entrySchema.safeParse(value);
  return parsed.success ? parsed.data : null;
}

/** A line as this version would have written it. */
function presentLine(value: Line, format: number | null, logFormat: LogFormat): Line {
  if (format === null || format >= logFormat.version) return value;
  return brought(value, format, logFormat);
}

/** The text of a line; `damaged`: with U+FFFD in the place of bytes that are no UTF-8. */
export function decodeLine(bytes: Uint8Array): { readonly text: string; readonly damaged: boolean } {
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
