/** The lines of a log, one by one → what is in it. Pure. */
import { type Entry, entrySchema, type Header, headerSchema } from "../protocol/entry.ts";
import { brought, isObject, type Line, type LogFormat, saysAll } from "./format.ts";
import { sessionIdPattern } from "./ids.ts";
import type { LogNode, LogProblem, ParsedLog } from "./parsed-log.ts";
import { withSharedText } from "./shared-text.ts";

/** Where a line stands in its file, bytes, and the format that the file says it has. */
export type LinePlace = { readonly start: number; readonly end: number; readonly format: number | null };

export type LogReaderOptions = {
  /** The text of a line that was read before. */
  readonly textAt: (start: number, end: number) => string;
  readonly logFormat: LogFormat;
  /** What is kept in memory of an entry. @default all of it */
  readonly keep?: (entry: Entry, place: LinePlace) => Entry;
  /** Told the text of each line that is an object. */
  readonly onText?: ((text: string) => void) | undefined;
  /** The lines begin in the middle of a log: a parent that is not among them stands before them. @default false */
  readonly isPart?: boolean;
};

const knownTypes: ReadonlySet<string> = new Set(entrySchema.options.map((option) => option.shape.type.value));

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
  /** Each id with the place of its first line. */
  readonly #ids = new Map<string, { readonly start: number; readonly end: number }>();

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
    const { text, damaged } = decodeLine(piece);
    if (text.trim() === "") return;
    const value = parseObject(text);
    if (value === null) return this.#problem(complete ? "unreadable" : "torn", start, end);
    if (damaged) this.#problem("encoding", start, end);
    this.#options.onText?.(text);
    if (value["type"] === "header") return this.#takeHeader(value, start, end);
    const now = this.#now(value);
    this.#entry(now, now === value ? text.trim() : JSON.stringify(now), start, end);
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
      const shared = withSharedText(parsed.data);
      const isAll = saysAll(shared, value);
      const entry = this.#options.keep?.(shared, { start, end, format: this.#format }) ?? shared;
      this.#nodes.push(isAll ? { ...place, entry } : { ...place, entry, raw: text });
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

/** The entry in a line that was read before; null where that is none any more. */
export function entryIn(text: string, format: number | null, logFormat: LogFormat): Entry | null {
  const value = parseObject(text.trim());
  if (value === null) return null;
  const parsed = entrySchema.safeParse(presentLine(value, format, logFormat));
  return parsed.success ? withSharedText(parsed.data) : null;
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
