/** A recording as it is read: its requests in order, and where in the file the pieces of their answers stand. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { isRecord, type JsonRecord, numberOf, parseJson, recordOf, textOf } from "./json.ts";
import type { RecordedServer } from "./record.ts";

/** One request and what came of it. */
export type Exchange = RecordedServer & {
  /** Of the request's body: two that are equal were sent with the same one. */
  readonly bodyHash: string;
  /** Absent when there was no answer. */
  readonly response?: {
    readonly status: number;
    readonly statusText: string;
    readonly headers: readonly (readonly [string, string])[];
  };
  readonly chunks: readonly Place[];
  /** How the answer ended; `open` when the recording ends before it. */
  readonly end: "end" | "stopped" | "error" | "open";
  /** What broke it off, or kept it from coming. */
  readonly error?: { readonly name: string; readonly message: string; readonly code?: string };
};

/** A line of the file, in bytes. */
type Place = { readonly at: number; readonly length: number };

export type Recording = {
  readonly file: string;
  /** At least one, the first of them `first`. */
  readonly exchanges: readonly Exchange[];
  readonly first: Exchange;
  /** Lines that could not be read. */
  readonly badLines: number;
};

/** A longer line is none of ours. Bytes. */
const longestLine = 256 * 1024 * 1024;
const blockSize = 1024 * 1024;

/**
 * Looks through a recording; the pieces of its answers stay on disk. Lines that make no sense are counted and left out.
 * Throws a `UserError` when the file cannot be read or holds no request.
 */
export function readRecording(file: string): Recording {
  const reader = createReader();
  let fd: number;
  try {
    fd = openRegular(file);
  } catch (thrown) {
    throw unreadable(file, thrown);
  }
  try {
    forEachLine(fd, (bytes, place) => reader.take(bytes, place));
  } catch (thrown) {
    throw unreadable(file, thrown);
  } finally {
    closeSync(fd);
  }
  const { exchanges, badLines } = reader.result();
  const [first] = exchanges;
  if (first !== undefined) return { file, exchanges, first, badLines };
  throw new UserError(
    badLines === 0
      ? say`The recording ${file} is empty. rein --record ${file} makes one.`
      : say`${file} is no recording: none of its ${badLines} lines is a request that rein --record wrote.`,
    { exitCode: 2 },
  );
}

/** The pieces of an answer, read one by one. Throws when the file is not what it was. */
export function* readChunks(file: string, chunks: readonly Place[]): Generator<Uint8Array> {
  const fd = openRegular(file);
  try {
    for (const { at, length } of chunks) {
      const line = Buffer.allocUnsafe(length);
      if (readSync(fd, line, 0, length, at) < length) throw new Error(say`${file} was cut meanwhile`);
      const bytes = bytesOf(recordOf(parseJson(line.toString("utf8"))));
      if (bytes === undefined) throw new Error(say`${file} was changed meanwhile`);
      yield bytes;
    }
  } finally {
    closeSync(fd);
  }
}

/** A device or a pipe could go on for ever. */
function openRegular(file: string): number {
  const fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  if (fstatSync(fd).isFile()) return fd;
  closeSync(fd);
  throw new Error(say`it is not a regular file`);
}

function unreadable(file: string, thrown: unknown): UserError {
  const isMissing = thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
  const why = isMissing ? say`there is no such file` : messageOf(thrown);
  return new UserError(say`The recording ${file} cannot be read: ${why}.`, { cause: thrown, exitCode: 2 });
}

/** Calls `take` with each line, `null` for one that is too long, and its place. */
function forEachLine(fd: number, take: (line: Buffer | null, place: Place) => void): void {
  let rest: Buffer[] = [];
  let start = 0;
  let length = 0;
  const close = (end: number) => {
    if (length > 0) take(length > longestLine ? null : Buffer.concat(rest), { at: start, length });
    [rest, length, start] = [[], 0, end];
  };
  const keep = (part: Buffer) => {
    length += part.length;
    if (length <= longestLine) rest.push(Buffer.from(part));
    else rest = [];
  };
  const block = Buffer.allocUnsafe(blockSize);
  for (let at = 0; ;) {
    const read = readSync(fd, block, 0, blockSize, at);
    if (read === 0) break;
    let from = 0;
    for (let to = block.subarray(0, read).indexOf(0x0a); to !== -1;) {
      keep(block.subarray(from, to));
      from = to + 1;
      close(at + from);
      to = block.subarray(0, read).indexOf(0x0a, from);
    }
    keep(block.subarray(from, read));
    at += read;
  }
  close(0);
}

type Growing = { -readonly [Key in keyof Exchange]: Exchange[Key] } & { chunks: Place[] };

function createReader() {
  const exchanges: Growing[] = [];
  const byId = new Map<string, Growing>();
  let badLines = 0;

  /** False for a line that makes no sense where it stands. */
  const takeLine = (line: JsonRecord, place: Place): boolean => {
    const id = textOf(line["id"]);
    if (line["type"] === "request") {
      const exchange = exchangeOf(line);
      // An id that comes again is that of another run; its lines are not mixed up with the first one's.
      if (exchange === null || id === "") return false;
      exchanges.push(exchange);
      byId.set(id, exchange);
      return true;
    }
    const exchange = byId.get(id);
    if (exchange === undefined || exchange.end !== "open") return false;
    switch (line["type"]) {
      case "response": {
        const status = numberOf(line["status"]);
        if (exchange.response !== undefined || status === undefined || status < 200 || status > 599)
          return false;
        const statusText = textOf(line["statusText"]).replaceAll(/[^\t\x20-\x7e]/g, "");
        exchange.response = { status, statusText, headers: headersOf(line["headers"]) };
        return true;
      }
      case "chunk":
        if (exchange.response === undefined || bytesOf(line) === undefined) return false;
        exchange.chunks.push(place);
        return true;
      case "end":
      case "stopped":
        exchange.end = line["type"];
        return true;
      case "error":
        exchange.end = "error";
        exchange.error = errorOf(line);
        return true;
      default:
        return false;
    }
  };

  return {
    take(bytes: Buffer | null, place: Place): void {
      const text = bytes?.toString("utf8") ?? "";
      if (bytes !== null && text.trim() === "") return;
      const line = parseJson(text);
      if (!isRecord(line) || !takeLine(line, place)) badLines += 1;
    },
    result: () => ({ exchanges, badLines }),
  };
}

function exchangeOf(line: JsonRecord): Growing | null {
  const [model, protocol, baseUrl] = ["model", "protocol", "baseUrl"].map((name) => textOf(line[name]));
  if (!model?.includes("/") || !protocol || URL.parse(baseUrl ?? "") === null) return null;
  const bodyHash = Bun.hash(JSON.stringify(line["body"]) ?? "").toString(16);
  return { model, protocol, baseUrl: baseUrl ?? "", bodyHash, chunks: [], end: "open" };
}

/** The bytes of a piece; undefined when the line holds none. */
function bytesOf(line: JsonRecord): Uint8Array | undefined {
  const { text, base64 } = line;
  if (typeof text === "string") return new TextEncoder().encode(text);
  return typeof base64 === "string" ? Buffer.from(base64, "base64") : undefined;
}

/** What the body was packed in for the way does not hold for what is recorded of it. */
const ofTheWay: ReadonlySet<string> = new Set(["content-encoding", "content-length", "transfer-encoding"]);

function headersOf(value: unknown): (readonly [string, string])[] {
  return Object.entries(recordOf(value)).flatMap(([name, text]) => {
    if (typeof text !== "string" || ofTheWay.has(name.toLowerCase())) return [];
    try {
      new Headers().set(name, text);
    } catch {
      // No server can have sent it.
      return [];
    }
    return [[name, text] as const];
  });
}

function errorOf(line: JsonRecord): NonNullable<Exchange["error"]> {
  const code = textOf(line["code"]);
  return {
    name: textOf(line["name"]) || "Error",
    message: textOf(line["message"]),
    ...(code === "" ? {} : { code }),
  };
}
