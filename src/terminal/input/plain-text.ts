/** What may stand in typed and pasted text. */

const otherControl = /(?![\t\n])\p{Cc}/u;
const otherControls = new RegExp(otherControl, "gu");

/**
 * The text with line ends as LF and without any other control character but TAB. An escape sequence inside loses its
 * ESC and stays behind as harmless characters, so nothing visible is dropped unseen.
 */
export function plainText(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!otherControl.test(wellFormed)) return wellFormed;
  return wellFormed.replaceAll(/\r\n?/g, "\n").replaceAll(otherControls, "");
}

/** Whether a UTF-16 unit is C0, DEL or C1. */
export function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}
