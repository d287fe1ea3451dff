/**
 * Text to allow, spelled out: every character that is not plainly seen, letters of other alphabets inside Latin words,
 * long blanks as a count. Done in steps, so that a stretch of the text can be found again in what became of it.
 */
import { spell } from "./invisible.ts";
import { say } from "../words/say.ts";

/** UTF-16 offsets; `to` is not part of it. */
export type Stretch = { readonly from: number; readonly to: number };

/** What a hit becomes: as a whole, or character by character. */
type Step = readonly [pattern: RegExp, spelled: (hit: string) => string | readonly string[]];

const plain = /^[\n\u0020-\u007e]*$/;

const word = /[\p{L}\p{M}\p{N}]+/gu;
/** Letters that can stand for Latin ones: other alphabets, phonetic signs, full-width and mathematical letters. */
const otherAlphabet =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}\p{Script=Lisu}\u0250-\u02af\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/u;
/** Cyrillic letters that no eye tells from a Latin one. */
const latinLooking = /^[асԁеһіјӏорԛѕԝхуАВЕЅІЈКМНОРСТХҮЗ0-9]+$/u;
const host = /(?<=:\/\/)[^\s"'`<>|;&()/?#]+/gu;
const partOfHost = /[\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+/gu;
const strangeInHost = /[^\p{ASCII}\p{L}\p{M}\p{N}]|[\u0250-\u02af\uff00-\uffef\u{1d400}-\u{1d7ff}]/u;
const unseen = /[[\p{C}\p{Default_Ignorable_Code_Point}\p{Z}\u2800]--[\n ]]|\p{M}{9,}/gv;

/** Letters that only look Latin: in host names made of nothing else, and in words that mix alphabets. */
const lookalikes: readonly Step[] = [
  [host, spellHost],
  [word, spellWord],
];

/** Long blanks push text out of sight: they are shown as a count. */
const blanks: readonly Step[] = [
  [/ {41,}/g, (blank) => say`⟨${blank.length} spaces⟩`],
  [/\n(?: *\n){9,}/g, (blank) => say`\n⟨${blank.split("\n").length - 2} blank lines⟩\n`],
];

const spelling: readonly Step[] = [...lookalikes, [unseen, spellUnseen]];

/** Every character spelled out that is not plainly seen; line breaks stay. */
export function spellOut(text: string): string {
  return plain.test(text) ? text : inSteps(spelling, text, []).text;
}

/** Long blanks as a count. */
export function countBlanks(text: string): string {
  return inSteps(blanks, text, []).text;
}

/**
 * The text spelled out with its long blanks counted, and what became of `stretches` in it. A stretch that begins or ends
 * inside of something that is spelled out as a whole holds all of that.
 */
export function spellOutStretches(
  text: string,
  stretches: readonly Stretch[],
): { readonly text: string; readonly stretches: readonly Stretch[] } {
  return inSteps(plain.test(text) ? blanks : [...spelling, ...blanks], text, stretches);
}

function inSteps(
  steps: readonly Step[],
  text: string,
  stretches: readonly Stretch[],
): { readonly text: string; readonly stretches: readonly Stretch[] } {
  return steps.reduce<{ text: string; stretches: readonly Stretch[] }>(
    (done, [pattern, spelled]) => {
      const edits: Edit[] = [];
      let shift = 0;
      const replaced = done.text.replace(pattern, (...found: unknown[]) => {
        const hit = String(found[0]);
        let at = Number(found.findLast((part) => typeof part === "number"));
        const by = spelled(hit);
        const pairs =
          typeof by === "string"
            ? [[hit, by]]
            : Array.from(hit, (letter, index) => [letter, by[index] ?? ""]);
        for (const [before = "", after = ""] of pairs) {
          if (before !== after)
            edits.push({
              from: at,
              to: at + before.length,
              start: at + shift,
              end: at + shift + after.length,
            });
          at += before.length;
          shift += after.length - before.length;
        }
        return typeof by === "string" ? by : by.join("");
      });
      return { text: replaced, stretches: done.stretches.map((stretch) => moved(stretch, edits)) };
    },
    { text, stretches },
  );
}

/** What stood between `from` and `to` stands between `start` and `end` now. */
type Edit = Stretch & { readonly start: number; readonly end: number };

function moved({ from, to }: Stretch, edits: readonly Edit[]): Stretch {
  return { from: movedOffset(from, edits, "start"), to: movedOffset(to, edits, "end") };
}

function movedOffset(offset: number, edits: readonly Edit[], side: "start" | "end"): number {
  // An end that touches a replaced stretch from the left does not reach into it.
  const last = edits.findLast(({ from }) => (side === "start" ? from <= offset : from < offset));
  if (last === undefined) return offset;
  if (offset < last.to) return last[side];
  return last.end + (offset - last.to);
}

function spellWord(letters: string): string | readonly string[] {
  return /[A-Za-z]/.test(letters) && otherAlphabet.test(letters)
    ? spellEach(letters, otherAlphabet)
    : letters;
}

function spellHost(name: string): readonly string[] {
  const spelled = Array.from(name.matchAll(partOfHost), ([part]) =>
    latinLooking.test(part) ? spellEach(part, otherAlphabet) : Array.from(part),
  );
  return spelled.flat().map((letter) => letter.replace(strangeInHost, spell));
}

function spellEach(letters: string, pattern: RegExp): string[] {
  return Array.from(letters, (letter) => letter.replace(pattern, spell));
}

function spellUnseen(hit: string): string {
  const code = hit.codePointAt(0) ?? 0;
  if (hit === "\t") return "\\t";
  if (hit === "\r") return "\\r";
  if (code < 0x20 || code === 0x7f) return `\\x${code.toString(16).padStart(2, "0")}`;
  const characters = Array.from(hit);
  if (characters.length === 1) return spell(hit);
  return characters.map((mark, index) => (index < 8 ? mark : spell(mark))).join("");
}
