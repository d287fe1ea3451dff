/**
 * Cutting bytes of text where a line ends, or at least no word is cut: half a word is no use to anybody, and may be the
 * half of a secret, which nothing would recognise any more.
 */
import { wholeEnd, wholeStart } from "./whole-characters.ts";

/** Where to end: behind the last line of `bytes`, as far as that leaves out no more than half of them. */
export function endBetweenWords(bytes: Uint8Array): number {
  const near = Math.ceil(bytes.length / 2);
  const line = bytes.lastIndexOf(0x0a) + 1;
  if (line > near) return line;
  for (let at = bytes.length; at > near; at -= 1) if (isBreak(bytes[at - 1])) return at;
  return wholeEnd(bytes);
}

/** Where to begin: with the first whole line of `bytes`, as far as that leaves out no more than half of them. */
export function startBetweenWords(bytes: Uint8Array): number {
  const near = Math.floor(bytes.length / 2);
  const line = bytes.indexOf(0x0a) + 1;
  if (line > 0 && line < near) return line;
  for (let at = 0; at < near; at += 1) if (isBreak(bytes[at])) return at;
  return wholeStart(bytes);
}

/** Blanks, line ends and quotes: in ASCII, which no other character of UTF-8 has bytes of. */
function isBreak(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d || byte === 0x22 || byte === 0x27;
}
