/**
 * A line of JSON without its long strings: what is read of a long log at first. To make strings of megabytes of outputs
 * only to drop them takes most of the time and the memory of reading it.
 */

/** What is shorter stays in memory, bytes: to read it again would cost more than it takes. */
export const longString = 1024;

/** What stands deeper is not looked at, levels: entries of ours have a few, and a stack has an end. */
export const deepest = 32;

/** Stands in the place of a long string. Nobody else writes this one. */
export const leftOut = crypto.randomUUID();

const [quote, backslash, letterU, space] = [0x22, 0x5c, 0x75, 0x20];
const [opening, comma, closing, colon] = [0x5b, 0x2c, 0x5d, 0x3a];
const [openingBrace, closingBrace] = [0x7b, 0x7d];
const escapes = new Uint8Array(256);
for (const escaped of '"\\/bfnrt') escapes[escaped.charCodeAt(0)] = 1;
const hexadecimal = new Uint8Array(256);
for (const digit of "0123456789abcdefABCDEF") hexadecimal[digit.charCodeAt(0)] = 1;

const utf8 = new TextDecoder();

/**
 * The text of a line with `leftOut` in the place of its long strings and `[leftOut]` in that of its long lists of strings;
 * null for one that has none, for one with a long name or too many levels, and where anything in it is not as JSON in UTF-8
 * has it: then the whole line has to be looked at.
 */
export function shortLine(bytes: Uint8Array): string | null {
  let text = "";
  let from = 0;
  /** Where a list begins that has held nothing but strings so far; -1 outside of one. */
  let list = -1;
  /** What came last in it. */
  let last = 0;
  let depth = 0;
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) return null;
    if (byte === quote) {
      const end = endOfString(bytes, at + 1);
      if (end === -1) return null;
      if (end - at > longString) {
        if (isName(bytes, end)) return null;
        text += `${utf8.decode(bytes.subarray(from, at))}"${leftOut}"`;
        from = end;
      }
      // Two strings without a comma are no list.
      if (last === quote) list = -1;
      last = quote;
      at = end;
      continue;
    }
    if (byte === opening || byte === openingBrace) depth += 1;
    else if (byte === closing || byte === closingBrace) depth -= 1;
    if (depth > deepest) return null;
    if (byte === opening) list = at;
    else if (byte === closing && last === quote && list >= from && at - list > longString) {
      text += `${utf8.decode(bytes.subarray(from, list))}["${leftOut}"]`;
      from = at + 1;
    } else if (byte !== comma || last !== quote) list = -1;
    last = byte;
    at += 1;
  }
  return from === 0 ? null : text + utf8.decode(bytes.subarray(from));
}

/** Whether the string that ends there is the name of a field. */
function isName(bytes: Uint8Array, end: number): boolean {
  let at = end;
  while ((bytes[at] ?? 0xff) <= space) at += 1;
  return bytes[at] === colon;
}

/** Where the string ends whose first byte stands at `at`, its quote included; -1 where it is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at + 1;
    if (byte === backslash) at = endOfEscape(bytes, at + 1);
    else if (byte >= 0x80) at = endOfCharacter(bytes, at);
    else if (byte < space) return -1;
    else at += 1;
    if (at === -1) return -1;
  }
  return -1;
}

function endOfEscape(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (escapes[byte] === 1) return at + 1;
  if (byte !== letterU) return -1;
  for (let digit = 1; digit <= 4; digit += 1) if (hexadecimal[bytes[at + digit] ?? 0] !== 1) return -1;
  return at + 5;
}

/** As the Unicode Standard has it (table 3-7): neither overlong forms nor halves of pairs. */
function endOfCharacter(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  const second = bytes[at + 1] ?? 0;
  const size = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (size === 0) return -1;
  const least = first === 0xe0 ? 0xa0 : first === 0xf0 ? 0x90 : 0x80;
  const most = first === 0xed ? 0x9f : first === 0xf4 ? 0x8f : 0xbf;
  if (second < least || second > most) return -1;
  for (let next = 2; next < size; next += 1) if (((bytes[at + next] ?? 0) & 0xc0) !== 0x80) return -1;
  return at + size;
}
