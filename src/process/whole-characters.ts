/** Cutting UTF-8 without cutting a character. */

/** A character has at most four bytes, so that at most three of them can be missing. */
const mostMissing = 3;

/** Where the last whole character of `bytes` ends: less than its length if the rest of one is still to come. */
export function wholeEnd(bytes: Uint8Array): number {
  for (let back = 1; back <= mostMissing && back <= bytes.length; back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (isContinuation(byte)) continue;
    return characterLength(byte) > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

/** Where the first whole character of `bytes` begins. */
export function wholeStart(bytes: Uint8Array): number {
  let start = 0;
  while (start < mostMissing && start < bytes.length && isContinuation(bytes[start] ?? 0)) start += 1;
  return start;
}

/** The text of bytes; what is no UTF-8 becomes U+FFFD. */
export function decode(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80;
}

/** The length that the first byte of a character announces. */
function characterLength(first: number): number {
  if (first >= 0xf0 && first < 0xf5) return 4;
  if (first >= 0xe0 && first < 0xf0) return 3;
  return first >= 0xc2 && first < 0xe0 ? 2 : 1;
}
