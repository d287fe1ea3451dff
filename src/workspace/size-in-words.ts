/** How large a file is, for texts that a model or a person reads. */

/** `0 bytes`, `812 bytes`, `3.1 KB`, `34 KB`, `1.2 MB`. A KB is 1024 bytes. */
export function sizeInWords(bytes: number): string {
  if (bytes < 1024) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  const kilobytes = bytes / 1024;
  // 1023.6 KB would be rounded up to 1024 KB.
  return kilobytes < 1023.5 ? `${rounded(kilobytes)} KB` : `${rounded(kilobytes / 1024)} MB`;
}

function rounded(amount: number): string {
  return amount < 9.95 ? amount.toFixed(1) : amount.toFixed(0);
}
