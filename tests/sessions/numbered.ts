/** A content that does not get smaller, the same for the same number in every process. */
export function numbered(number: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = (number + 1) * 2_654_435_761;
  for (let at = 0; at < length; at += 1) {
    // xorshift32
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[at] = state;
  }
  return bytes;
}
