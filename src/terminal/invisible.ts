/**
 * Characters that take part in what a text says without being seen: bidirectional controls, zero-width characters,
 * tags, fillers, floods of marks. They are spelled out as `\u{…}`, except where a script or an emoji needs them.
 */

/** `\u{202e}`: a character by its number, in hex. */
export function spell(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Works on a stream: a sequence of characters may be split anywhere between two pushes. */
export type InvisibleSpeller = {
  push(text: string): string;
  end(): string;
};

/** A base with more marks than this is no writing: Tibetan and Vietnamese stay below it. */
const mostMarks = 8;

const ascii = /^\p{ASCII}*$/u;
const suspect =
  /\u{1f3f4}[\u{e0061}-\u{e007a}]+\u{e007f}|[\p{Cf}\p{Default_Ignorable_Code_Point}]|(?:(?!\p{Default_Ignorable_Code_Point})\p{M})+|\p{Cs}/gu;
const dependent = /^[\p{M}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]$/u;
const ignorable = /^\p{Default_Ignorable_Code_Point}$/u;
/** Format characters that are drawn: number and verse signs of Arabic, Syriac and Kaithi. */
const drawnFormat = /^[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}]$/u;
const joins = /^[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}]$/u;
/** England, Scotland, Wales: the only registered flags made of tags. */
const tagFlags = new Set(["gbeng", "gbsct", "gbwls"]);

/**
 * Spells out what cannot be seen in a whole text; for text that comes in pieces there is `createInvisibleSpeller`.
 * Joiners between letters that are not ASCII or between emoji stay, so do variation selectors after an emoji or a
 * Han character, and the three registered tag flags. Lone surrogates become U+FFFD.
 */
export function spellInvisible(text: string): string {
  return ascii.test(text) ? text : spellRange(text, 0, text.length);
}

/** Returns a speller that holds back only what the next characters can still change. */
export function createInvisibleSpeller(): InvisibleSpeller {
  let before = "";
  let held = "";
  const release = (text: string, upTo: number): string => {
    const whole = before + text;
    const end = before.length + upTo;
    const spelled = spellRange(whole, before.length, end);
    if (end > 0) before = whole.slice(contextStart(whole, end), end);
    held = text.slice(upTo);
    return spelled;
  };
  return {
    push(text) {
      const waiting = held + text;
      if (held === "" && ascii.test(text)) {
        before = text === "" ? before : text.slice(-1); // nothing joins across a plain character
        return text;
      }
      return release(waiting, safeEnd(waiting));
    },
    end() {
      const rest = release(held, held.length);
      before = "";
      return rest;
    },
  };
}

/** Where the last character begins that a following joiner, mark or surrogate could still belong to. */
function safeEnd(text: string): number {
  let at = text.length;
  while (at > 0 && text.length - at < 64) {
    const start = previousIndex(text, at);
    const character = text.slice(start, at);
    if (!dependent.test(character)) return ascii.test(character) ? at : start;
    at = start;
  }
  return at === 0 ? 0 : text.length;
}

/** Where the characters begin that can say whether the next one is needed: a base, its marks, a selector. */
function contextStart(text: string, end: number): number {
  let at = end;
  for (let count = 0; at > 0 && count < mostMarks + 2; count += 1) at = previousIndex(text, at);
  return at;
}

function previousIndex(text: string, at: number): number {
  const low = text.charCodeAt(at - 1);
  const high = text.charCodeAt(at - 2);
  const pair = low >= 0xdc00 && low <= 0xdfff && high >= 0xd800 && high <= 0xdbff;
  return Math.max(0, at - (pair ? 2 : 1));
}

/** Spells the part from `from` to `to`; what stands around it is only looked at. */
function spellRange(text: string, from: number, to: number): string {
  let out = "";
  let done = from;
  suspect.lastIndex = from;
  for (let hit = suspect.exec(text); hit !== null && hit.index < to; hit = suspect.exec(text)) {
    out += text.slice(done, hit.index) + spelledHit(text, hit[0], hit.index);
    done = hit.index + hit[0].length;
  }
  return out + text.slice(done, to);
}

function spelledHit(text: string, hit: string, at: number): string {
  if (/^\p{Cs}$/u.test(hit)) return "\ufffd";
  const characters = Array.from(hit);
  if (characters.length > 1 && characters[0] === "\u{1f3f4}") return tagFlag(hit, characters);
  const first = characters[0] ?? "";
  if (!ignorable.test(first) && !/^\p{Cf}$/u.test(first)) {
    return characters.map((mark, index) => (index < mostMarks ? mark : spell(mark))).join("");
  }
  return isNeeded(text, first, at) ? first : spell(first);
}

function tagFlag(sequence: string, characters: readonly string[]): string {
  const name = characters
    .slice(1, -1)
    .map((tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000))
    .join("");
  return tagFlags.has(name) ? sequence : (characters[0] ?? "") + characters.slice(1).map(spell).join("");
}

/** Whether an invisible character is part of the writing around it. */
function isNeeded(text: string, character: string, at: number): boolean {
  if (drawnFormat.test(character)) return true;
  const previous = text.slice(previousIndex(text, at), at);
  const next = String.fromCodePoint(text.codePointAt(at + character.length) ?? 0x20);
  if (character === "\u200d" || character === "\u200c") {
    return joinsBefore(text, at) && isJoinable(next);
  }
  if (/^[\ufe0e\ufe0f]$/u.test(character)) {
    return (
      (/^\p{Emoji}$/u.test(previous) && !ascii.test(previous)) ||
      (/^[0-9#*]$/.test(previous) && next === "\u20e3")
    );
  }
  if (/^[\ufe00-\ufe0d\u{e0100}-\u{e01ef}]$/u.test(character)) return /^\p{Script=Han}$/u.test(previous);
  if (/^[\u180b-\u180d\u180f]$/u.test(character)) return /^\p{Script=Mongolian}$/u.test(previous);
  return false;
}

/** Whether what stands before `at` can be joined to. What is spelled out itself is no longer there to be joined to. */
function joinsBefore(text: string, at: number): boolean {
  const start = previousIndex(text, at);
  const previous = text.slice(start, at);
  if (previous === "\ufe0f") return isNeeded(text, previous, start);
  return isJoinable(previous) && marksBefore(text, at) <= mostMarks;
}

function marksBefore(text: string, end: number): number {
  let count = 0;
  for (let at = end; at > 0 && count <= mostMarks; count += 1) {
    const start = previousIndex(text, at);
    if (!/^\p{M}$/u.test(text.slice(start, at))) break;
    at = start;
  }
  return count;
}

function isJoinable(character: string): boolean {
  return !ascii.test(character) && joins.test(character) && !ignorable.test(character);
}
