/** Bytes to text and back without losing one, and the lines of a text. */
import { FileError } from "./file-error.ts";

/** UTF-16 is only recognised by its byte order mark, as nothing else tells it from binary for certain. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** A file's text. `encodeText(decodeText(bytes))` is `bytes`, always. */
export type DecodedText = {
  /** Without the byte order mark; line ends as they are in the file. */
  readonly text: string;
  readonly encoding: Encoding;
  /** The file starts with a byte order mark. */
  readonly bom: boolean;
};

export type LineEnd = "\n" | "\r\n";

const marks: Readonly<Record<Encoding, readonly number[]>> = {
  "utf-8": [0xef, 0xbb, 0xbf],
  "utf-16le": [0xff, 0xfe],
  "utf-16be": [0xfe, 0xff],
};

/**
 * Strict UTF-8, with or without a byte order mark, and UTF-16 with one. Returns null for anything else: other
 * encodings, half surrogate pairs, odd bytes, and text with a NUL, which text editors do not write and most binary
 * formats have.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  const marked = encodings.find((encoding) => marks[encoding].every((byte, index) => bytes[index] === byte));
  const encoding = marked ?? "utf-8";
  if (encoding === "utf-8" && bytes.includes(0)) return null;
  try {
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
    const text = decoder.decode(marked === undefined ? bytes : bytes.subarray(marks[marked].length));
    if (encoding !== "utf-8" && text.includes("\0")) return null;
    return { text, encoding, bom: marked !== undefined };
  } catch (thrown) {
    // What a fatal decoder throws: this is not the encoding.
    if (thrown instanceof TypeError) return null;
    throw thrown;
  }
}

const encodings = ["utf-8", "utf-16le", "utf-16be"] as const satisfies readonly Encoding[];

/**
 * The bytes of a text in its encoding, behind the mark if it has one.
 *
 * @throws FileError `not_text` for half a surrogate pair, which would become another character.
 */
export function encodeText({ text, encoding, bom }: DecodedText): Uint8Array {
  if (!text.isWellFormed()) {
    throw new FileError("not_text", "The text has half of a surrogate pair, which no file can hold.");
  }
  const body = encoding === "utf-8" ? new TextEncoder().encode(text) : encodeUtf16(text, encoding);
  if (!bom) return body;
  const mark = marks[encoding];
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return bytes;
}

function encodeUtf16(text: string, encoding: "utf-16le" | "utf-16be"): Uint8Array {
  const body = Buffer.from(text, "utf16le");
  if (encoding === "utf-16be") body.swap16();
  return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
}

/** A text for a new file: UTF-8 without a mark. */
export function newText(text: string): DecodedText {
  return { text, encoding: "utf-8", bom: false };
}

/** The line end that most lines of a text have; LF for a text of one line and for a tie. */
export function dominantLineEnd(text: string): LineEnd {
  let crlf = 0;
  let lf = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    if (text[at - 1] === "\r") crlf += 1;
    else lf += 1;
  }
  return crlf > lf ? "\r\n" : "\n";
}

/** The same text with every line end (CRLF or LF) written as `lineEnd`. */
export function withLineEnd(text: string, lineEnd: LineEnd): string {
  return text.replace(/\r?\n/g, lineEnd);
}

/**
 * New content for a file that has a text already: in its encoding, behind its byte order mark, which it has once, and
 * with its line end, where it has lines.
 */
export function inStyleOf(before: DecodedText, content: string): DecodedText {
  const text = before.bom && content.startsWith("\uFEFF") ? content.slice(1) : content;
  if (!before.text.includes("\n")) return { ...before, text };
  return { ...before, text: withLineEnd(text, dominantLineEnd(before.text)) };
}

/** The lines of a text without their ends. A final line end ends the last line, it does not begin another. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/**
 * The first `length` UTF-16 units of a text, or fewer: no pair is cut in two, and no word that begins near the end. Half
 * a word is no use to anybody, and may be the half of a secret, which nothing would recognise any more.
 */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const near = nearTo(length);
  for (const inWord of [written, inToken]) {
    for (let at = length; at > near; at -= 1) {
      const next = text[at] ?? "";
      // The quote that closes a word goes with it: without it, it may not be told from others that it is a value.
      const goesOn = inWord.test(next) || quote.test(next);
      if (!inWord.test(text[at - 1] ?? "") || !goesOn) return withoutHalf(text.slice(0, at));
    }
  }
  return withoutHalf(text.slice(0, length));
}

/**
 * The last `length` UTF-16 units of a text, or fewer: what `cutText` says of the end, of the beginning. Long first
 * words with digits in them go too: what stood before them may have been what tells that they are secrets.
 */
export function cutStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const from = text.length - length;
  const near = text.length - nearTo(length);
  for (const inWord of [written, inToken]) {
    for (let at = from; at < near; at += 1) {
      if (inWord.test(text[at - 1] ?? "") && inWord.test(text[at] ?? "")) continue;
      return withoutHalf(text.slice(at).replace(firstValues, ""));
    }
  }
  return withoutHalf(text.slice(from));
}

const firstValues = /^(?:[^\p{L}\d]{0,12}(?=[^\s"'`]*\d)[^\s"'`]{8,})+/u;

/** Words reach from blank to blank, and inside quotes; where a line has neither, to whatever stands in no token. */
const written = /[^\s"'`]/;
const inToken = /[A-Za-z0-9_+/=.:@%~-]/;
const quote = /["'`]/;

/** A word is looked for so far from the place of a cut, in units from the other end; a tenth is kept at least. */
function nearTo(length: number): number {
  return Math.max(length - 1_000, Math.floor(length / 10));
}

/** A half of a pair at an end would be no character. */
function withoutHalf(cut: string): string {
  return cut.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, "");
}
