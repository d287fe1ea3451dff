/** The clipboard of the user's desktop, by the terminal: over ssh too. */

/**
 * Sets the clipboard (OSC 52). Nothing but the user's own command may lead here. The text is encoded, so that nothing in
 * it can end the sequence.
 */
export function clipboardSequence(text: string): string {
  return `\u001b]52;c;${Buffer.from(text, "utf8").toString("base64")}\u001b\\`;
}

/** A text without control characters but line ends and tabs: pasted into a shell, they would be keys. */
export function pasteable(text: string): string {
  return text.replaceAll("\r\n", "\n").replace(/[\p{Cc}--[\n\t]]/gv, "");
}

/** Terminals drop what is longer without a word; bytes of UTF-8. xterm's limit, among the lowest. */
export const mostForClipboard = 100_000;
