/** Characters that look alike: models write the plain one where the file has another. */

const blank = 0x20;
const apostrophe = 0x27;
const quote = 0x22;
const hyphen = 0x2d;
/** Takes no room on a line. */
export const nothing = 0;

const names = new Map<number, string>([
  [0x00_a0, "no-break space"],
  [0x00_ad, "soft hyphen"],
  [0x20_07, "figure space"],
  [0x20_0b, "zero-width space"],
  [0x20_0c, "zero-width non-joiner"],
  [0x20_0d, "zero-width joiner"],
  [0x20_11, "non-breaking hyphen"],
  [0x20_13, "en dash"],
  [0x20_14, "em dash"],
  [0x20_2f, "narrow no-break space"],
  [0x20_60, "word joiner"],
  [0x22_12, "minus sign"],
  [0x30_00, "ideographic space"],
  [0xfe_ff, "byte order mark"],
]);

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Each character's plain one, by UTF-16 code. */
const plain = new Map<number, number>([
  ...[0x00_a0, 0x16_80, ...range(0x20_00, 0x20_0a), 0x20_2f, 0x20_5f, 0x30_00].map(to(blank)),
  ...[0x20_18, 0x20_19, 0x20_1a, 0x20_1b, 0x20_32].map(to(apostrophe)),
  ...[0x20_1c, 0x20_1d, 0x20_1e, 0x20_1f, 0x20_33].map(to(quote)),
  ...[...range(0x20_10, 0x20_15), 0x22_12, 0xfe_58, 0xfe_63, 0xff_0d].map(to(hyphen)),
  ...[0x00_ad, 0x18_0e, ...range(0x20_0b, 0x20_0d), 0x20_60, 0xfe_ff].map(to(nothing)),
]);

function to(code: number): (from: number) => [number, number] {
  return (from) => [from, code];
}

/** The plain character for one that looks like it, `nothing` for one without width; UTF-16 codes. */
export function plainCode(code: number): number {
  return code < 0x80 ? code : (plain.get(code) ?? code);
}

/** A text in plain characters. */
export function plainText(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  let result = "";
  for (let at = 0; at < text.length; at += 1) {
    const code = plainCode(text.charCodeAt(at));
    if (code !== nothing) result += String.fromCharCode(code);
  }
  return result;
}

/** True for a character that no looser reading takes for another: neither blank nor quote, dash or line end. */
export function isFirm(code: number): boolean {
  if (code < 0x80) return code > blank && code !== apostrophe && code !== quote && code !== hyphen;
  return !plain.has(code);
}

/** "U+00A0 (no-break space)". */
export function characterName(code: number): string {
  const number = `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
  const name = names.get(code) ?? (plainCode(code) === nothing ? undefined : String.fromCharCode(code));
  return name === undefined ? number : `${number} (${name})`;
}
