/** What may stand in typed and pasted text. */

const unwanted = /(?![\t\n])[\p{Cc}\u2028\u2029]/u;
const controls = /(?![\t\n])\p{Cc}/gu;

/**
 * The text with line ends (CRLF, CR, U+2028, U+2029) as LF and without any other control character but TAB. An escape
 * sequence inside loses its ESC and stays behind as harmless characters, so nothing visible is dropped unseen.
 */
export function plainText(text: string): string {
  const wellFormed = text.toWellFormed();
  if (!unwanted.test(wellFormed)) return wellFormed;
  return wellFormed.replaceAll(/\r\n?|[\u2028\u2029]/g, "\n").replaceAll(controls, "");
}

/** Whether a UTF-16 unit is C0, DEL or C1. */
export function isControl(code: number): boolean {
  return code < 0x20 || (code >= 0x7f && code <= 0x9f);
}
