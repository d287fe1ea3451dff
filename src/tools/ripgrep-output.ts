/** Reading what ripgrep prints. What is kept of a piece is copied: its memory may be used for the next one. */
import type { TextLine } from "../workspace/search-text.ts";

const [nul, lineFeed] = [0, 10];

/** Takes the output of `--count --null` piece by piece and calls back with each path and its count. */
export function countReader(onCount: (path: string, count: number) => void): (bytes: Uint8Array) => void {
  let rest: Uint8Array = new Uint8Array();
  return (bytes) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    for (;;) {
      // A path may hold a line feed, but no NUL.
      const end = all.indexOf(nul, at);
      const next = end === -1 ? -1 : all.indexOf(lineFeed, end);
      if (next === -1) break;
      const path = Buffer.from(all.subarray(at, end)).toString();
      onCount(path, Number(Buffer.from(all.subarray(end + 1, next)).toString()));
      at = next + 1;
    }
    rest = Uint8Array.from(all.subarray(at));
  };
}

/** Takes the output of `--null` lists piece by piece and calls back with each path. */
export function pathReader(onPath: (path: string) => void): (bytes: Uint8Array) => void {
  let rest: Uint8Array = new Uint8Array();
  return (bytes) => {
    const all = rest.length === 0 ? bytes : Buffer.concat([rest, bytes]);
    let at = 0;
    for (let end = all.indexOf(nul); end !== -1; end = all.indexOf(nul, at)) {
      onPath(Buffer.from(all.subarray(at, end)).toString());
      at = end + 1;
    }
    rest = Uint8Array.from(all.subarray(at));
  };
}

/** A longer record is of a line that nobody could be shown: of it only the number is kept. Bytes. */
const maxRecord = 8 * 1024 * 1024;

/** Takes the output of `--json` piece by piece and calls back with each line. Without `multiline` a line is one match. */
export function jsonReader(
  multiline: boolean,
  onLines: (path: string, lines: readonly TextLine[]) => void,
): (bytes: Uint8Array) => void {
  let pieces: Uint8Array[] = [];
  let size = 0;
  let path = "";
  const takeRecord = (): void => {
    const record = Buffer.concat(pieces).toString();
    const isCut = size > maxRecord;
    [pieces, size] = [[], 0];
    if (record === "") return;
    if (isCut) {
      onLines(path, [cutLine(record)]);
      return;
    }
    const read: unknown = JSON.parse(record);
    if (isBegin(read)) path = textOf(read.data.path);
    else if (isLine(read)) onLines(path, linesOf(read, multiline));
  };
  return (bytes) => {
    let at = 0;
    for (let end = bytes.indexOf(lineFeed); end !== -1; end = bytes.indexOf(lineFeed, at)) {
      push(bytes.subarray(at, end));
      takeRecord();
      at = end + 1;
    }
    push(bytes.subarray(at));
  };

  function push(piece: Uint8Array): void {
    size += piece.length;
    // Of an overlong one the latest piece stays, which ends with the line's number.
    if (size > maxRecord) pieces = [(pieces.at(-1) ?? piece).subarray(-4_096), Uint8Array.from(piece)];
    else pieces.push(Uint8Array.from(piece));
  }
}

/** Text as ripgrep hands it over: bytes that are no UTF-8 come as base64. */
type Text = { readonly text: string } | { readonly bytes: string };

type Begin = { readonly type: "begin"; readonly data: { readonly path: Text } };

type Line = {
  readonly type: "match" | "context";
  readonly data: {
    readonly lines: Text;
    readonly line_number: number;
    /** In bytes of `lines`. */
    readonly submatches: readonly { readonly start: number; readonly end: number }[];
  };
};

function isBegin(record: unknown): record is Begin {
  return typeOf(record) === "begin";
}

function isLine(record: unknown): record is Line {
  return typeOf(record) === "match" || typeOf(record) === "context";
}

function typeOf(record: unknown): unknown {
  return typeof record === "object" && record !== null && "type" in record ? record.type : undefined;
}

function textOf(text: Text): string {
  return "text" in text ? text.text : Buffer.from(text.bytes, "base64").toString();
}

function linesOf({ type, data }: Line, multiline: boolean): TextLine[] {
  const bytes = "text" in data.lines ? Buffer.from(data.lines.text) : Buffer.from(data.lines.bytes, "base64");
  const result: TextLine[] = [];
  let start = 0;
  for (let number = data.line_number; start < bytes.length || result.length === 0; number += 1) {
    const next = bytes.indexOf(lineFeed, start);
    const end = next === -1 ? bytes.length : next;
    const touching = data.submatches.filter((match) => match.start <= end && match.end > start);
    const [first] = touching;
    const before = (offset: number) =>
      bytes.subarray(start, Math.min(Math.max(offset, start), end)).toString().length;
    result.push({
      line: number,
      text: bytes.subarray(start, end).toString().replace(/\r$/, ""),
      match:
        type === "context"
          ? null
          : first === undefined
            ? { start: 0, end: 0 }
            : { start: before(first.start), end: before(first.end) },
      // Of one line a match may be nothing, as the `$` of an empty one.
      matches: multiline ? touching.filter((match) => match.start >= start).length : Number(type === "match"),
    });
    start = end + 1;
  }
  return result;
}

/** A line that was too long to be taken in. */
function cutLine(record: string): TextLine {
  const line = Number(/"line_number":(\d+)/.exec(record)?.[1] ?? 0);
  return { line, text: "(this line is too long to be shown)", match: { start: 0, end: 0 }, matches: 1 };
}
