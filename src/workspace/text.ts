/** Bytes to text and back without losing one. */

/** A file's text. `encode(decode(bytes))` is `bytes`, always. */
export type DecodedText = {
  /** Without the byte order mark; line ends as they are in the file. */
  readonly text: string;
  /** The file starts with the UTF-8 byte order mark. */
  readonly bom: boolean;
};

export type LineEnd = "\n" | "\r\n";

const bomBytes = [0xef, 0xbb, 0xbf] as const;

/**
 * Strict UTF-8. Returns null for anything else: other encodings, and bytes with a NUL, which text editors do not
 * write and which UTF-16 without a mark and most binary formats have.
 */
export function decodeText(bytes: Uint8Array): DecodedText | null {
  if (bytes.includes(0)) return null;
  const bom = bomBytes.every((byte, index) => bytes[index] === byte);
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return { text: decoder.decode(bom ? bytes.subarray(bomBytes.length) : bytes), bom };
  } catch {
    // The one thing a fatal decoder throws: this is not UTF-8.
    return null;
  }
}

/** The bytes of a text. `text` must be well-formed Unicode, else lone surrogates would become U+FFFD. */
export function encodeText({ text, bom }: DecodedText): Uint8Array {
  const body = new TextEncoder().encode(text);
  if (!bom) return body;
  const bytes = new Uint8Array(bomBytes.length + body.length);
  bytes.set(bomBytes);
  bytes.set(body, bomBytes.length);
  return bytes;
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

/** The lines of a text without their ends. A final line end ends the last line, it does not begin another. */
export function linesOf(text: string): string[] {
  if (text === "") return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The first `length` UTF-16 units of a text, one less where that would cut a pair in two. */
export function cutText(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}
