/** Bytes to characters, across reads. */

export interface Utf8Decoder {
  /** The characters that are complete now; the start of one that was cut is kept for the next read. */
  decode(bytes: Uint8Array): string;
}

/**
 * A decoder that stands before all key parsing, so that a character cut by a read is never torn and a byte above 0x7f
 * is never taken for a key. Bytes that are no UTF-8 become U+FFFD.
 */
export function createUtf8Decoder(): Utf8Decoder {
  // ignoreBOM: the decoder must not eat a U+FEFF that somebody pastes.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return { decode: (bytes) => decoder.decode(bytes, { stream: true }) };
}
