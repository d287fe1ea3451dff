/**
 * Cuts control sequences out of a stream by their grammar (ECMA-48), whether anybody knows them or not, so that an
 * unknown one is dropped as a whole instead of being taken for text.
 */
export type Sequence =
  /** ESC and one character: alt with that character or control key. */
  | { readonly type: "alt"; readonly char: string }
  | { readonly type: "escape" }
  | {
      readonly type: "csi" | "ss3";
      /** As sent, with a private mark (`?`, `<`, `=`, `>`) in front. */
      readonly params: string;
      readonly intermediates: string;
      readonly final: string;
      /** ESC ESC [ …: how rxvt and some others send alt. */
      readonly alt: boolean;
    }
  | { readonly type: "string"; readonly kind: StringKind; readonly content: string }
  /** Cut short by a character that cannot stand in it, or of no use. */
  | { readonly type: "nothing" };

export type StringKind = "osc" | "dcs" | "apc" | "other";

/** What was found, and the offset behind it; `undefined` when more characters are needed to tell. */
export type Scanned = { readonly sequence: Sequence; readonly end: number } | undefined;

const escape = "\u001b";
const bell = 0x07;
const stringTerminator = 0x9c;

const stringKinds: Readonly<Record<string, StringKind>> = {
  "]": "osc",
  P: "dcs",
  _: "apc",
  "^": "other",
  X: "other",
};

/** 8-bit introducers, as the character that follows ESC in their 7-bit form. */
const eightBit: Readonly<Record<string, string>> = {
  "\u008f": "O",
  "\u0090": "P",
  "\u0098": "X",
  "\u009b": "[",
  "\u009d": "]",
  "\u009e": "^",
  "\u009f": "_",
};

/** Whether a sequence begins with this character. */
export function introduces(char: string): boolean {
  return char === escape || char in eightBit;
}

/** Reads the one sequence that begins at `at`. Never throws, always gets ahead. */
export function scanSequence(input: string, at: number): Scanned {
  const introducer = eightBit[input.charAt(at)];
  if (introducer !== undefined) return scanIntroduced(input, introducer, at + 1, false);
  const next = input.charAt(at + 1);
  if (next === "") return undefined;
  if (next in eightBit) return { sequence: { type: "escape" }, end: at + 1 };
  if (next !== escape) return scanIntroduced(input, next, at + 2, false);

  const third = input.charAt(at + 2);
  if (third === "") return undefined;
  if (third !== "[" && third !== "O") return { sequence: { type: "escape" }, end: at + 1 };
  return scanIntroduced(input, third, at + 3, true);
}

/** `at` stands behind the introducer. */
function scanIntroduced(input: string, introducer: string, at: number, alt: boolean): Scanned {
  if (introducer === "[") return scanCsi(input, at, alt);
  if (introducer === "O") return scanSs3(input, at, alt);
  const kind = stringKinds[introducer];
  if (kind !== undefined) return scanString(input, at, kind);
  const char = String.fromCodePoint(input.codePointAt(at - 1) ?? 0);
  return { sequence: { type: "alt", char }, end: at - 1 + char.length };
}

function scanCsi(input: string, start: number, alt: boolean): Scanned {
  const first = input.charAt(start);
  // The Linux console's F1 to F5 are `CSI [ A` to `CSI [ E`; X10 mouse reports have three raw characters behind M.
  if (first === "[") return fixedLength(input, start, 2, alt);
  if (first === "M") return fixedLength(input, start, 4, alt);

  let at = start;
  while (isWithin(input, at, 0x30, 0x3f)) at += 1;
  const params = input.slice(start, at);
  // rxvt ends shifted keys in "$", which is no final character by the grammar.
  if (input.charAt(at) === "$" && /^[235678]$/.test(params)) {
    return { sequence: { type: "csi", params, intermediates: "", final: "$", alt }, end: at + 1 };
  }
  const intermediatesStart = at;
  while (isWithin(input, at, 0x20, 0x2f)) at += 1;
  if (at >= input.length) return undefined;
  const intermediates = input.slice(intermediatesStart, at);
  const final = input.charAt(at);
  if (!isWithin(input, at, 0x40, 0x7e)) return aborted(input, at);
  return { sequence: { type: "csi", params, intermediates, final, alt }, end: at + 1 };
}

function fixedLength(input: string, start: number, length: number, alt: boolean): Scanned {
  if (input.length < start + length) return undefined;
  const content = input.slice(start, start + length);
  const sequence: Sequence =
    length === 2
      ? { type: "csi", params: "[", intermediates: "", final: content.charAt(1), alt }
      : { type: "nothing" };
  return { sequence, end: start + length };
}

function scanSs3(input: string, start: number, alt: boolean): Scanned {
  let at = start;
  while (isWithin(input, at, 0x30, 0x39)) at += 1;
  if (at >= input.length) return undefined;
  const final = input.charAt(at);
  if (!/[A-Za-z]/.test(final)) {
    // No key begins like this: it was alt+O, and what follows stands for itself.
    return at === start ? { sequence: { type: "alt", char: "O" }, end: start } : aborted(input, at);
  }
  return {
    sequence: { type: "ss3", params: input.slice(start, at), intermediates: "", final, alt },
    end: at + 1,
  };
}

function scanString(input: string, start: number, kind: StringKind): Scanned {
  for (let at = start; at < input.length; at += 1) {
    const code = input.charCodeAt(at);
    if ((code === bell && kind === "osc") || code === stringTerminator) {
      return { sequence: { type: "string", kind, content: input.slice(start, at) }, end: at + 1 };
    }
    if (code === 0x1b) {
      if (at + 1 >= input.length) return undefined;
      // Any other ESC begins something new; the string was cut off.
      if (input.charAt(at + 1) !== "\\") return { sequence: { type: "nothing" }, end: at };
      return { sequence: { type: "string", kind, content: input.slice(start, at) }, end: at + 2 };
    }
    if (code === 0x18 || code === 0x1a) return { sequence: { type: "nothing" }, end: at + 1 };
  }
  return undefined;
}

/** CAN and SUB end a sequence and go with it; anything else that cannot stand in it is read anew. */
function aborted(input: string, at: number): Scanned {
  const code = input.charCodeAt(at);
  return { sequence: { type: "nothing" }, end: code === 0x18 || code === 0x1a ? at + 1 : at };
}

function isWithin(input: string, at: number, from: number, to: number): boolean {
  const code = input.charCodeAt(at);
  return code >= from && code <= to;
}
