/** Texts without their secrets: whole ones, and live ones that come in pieces. */
import { isKey, keyParts, leastBody } from "./key-block.ts";
import { labelSpans } from "./label.ts";
import { contextHits, type Hit, tokenHits } from "./own-patterns.ts";
import { presetHits } from "./preset-rules.ts";
import { lineUnit, shownBeforeEnd } from "./units.ts";
import { labelFor, type Secret, type Vault } from "./vault.ts";

export type ConcealOptions = {
  /** Where the text comes from, in words for the user; empty for nowhere in particular. */
  readonly where: string;
  /** The text has to keep its number of lines. */
  readonly keepLines?: boolean;
};

/** The text with a label in the place of each secret. What is found becomes known to the vault. */
export function concealText(text: string, vault: Vault, options: ConcealOptions): string {
  const stretches = concealStretches(text, vault, options);
  for (;;) {
    const { done, value } = stretches.next();
    if (done === true) return value;
  }
}

/** The same for a text that may be long: keys and timers have their turn on the way. */
export async function concealLongText(text: string, vault: Vault, options: ConcealOptions): Promise<string> {
  const stretches = concealStretches(text, vault, options);
  for (;;) {
    const { done, value } = stretches.next();
    if (done === true) return value;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

/** So much is looked at without a pause, UTF-16 units: some 10 ms, more where a line is longer. */
const stretch = 32 * 1024;

function* concealStretches(
  text: string,
  vault: Vault,
  options: ConcealOptions,
): Generator<undefined, string> {
  let known = vault.everywhere();
  let here = valuesIn(text, known);
  let shown = "";
  /** So far it is in `shown`: what has no secrets is copied in long pieces, or not at all. */
  let copied = 0;
  let from = 0;
  let pause = stretch;
  for (;;) {
    if (from > pause) {
      yield;
      pause = from + stretch;
    }
    const end = lineUnit(text, from, here.map(valueOf), true);
    if (end === null) return copied === 0 ? text : shown + text.slice(copied);
    const unit = text.slice(from, end);
    const told = concealUnit(unit, "\n", here, vault, options);
    if (told !== unit) {
      shown += text.slice(copied, from) + told;
      copied = end;
    }
    from = end;
    if (vault.everywhere() !== known) {
      const earlier = new Set(known);
      known = vault.everywhere();
      // Only what is new is looked for in the rest: a text may hold thousands of secrets. That is work, too.
      const later = known.filter((secret) => !earlier.has(secret));
      here = here.concat(valuesIn(text.slice(from), later));
      pause = from;
    }
  }
}

/** For one stream of text: takes pieces, gives back what may be shown; `end` gives back the rest. */
export function createConcealer(
  vault: Vault,
  options: ConcealOptions,
): { push(text: string): string; end(): string } {
  let waiting = "";
  /** The last character that was handed on: what begins behind a letter is a part of a word. */
  let before = "\n";
  const take = (end: number, known: readonly Secret[]): string => {
    const unit = waiting.slice(0, end);
    waiting = waiting.slice(end);
    const shown = concealUnit(unit, before, known, vault, options);
    if (unit !== "") before = lastCharacter(unit);
    return shown;
  };
  const takeLines = (isEnd: boolean): string => {
    let shown = "";
    for (;;) {
      const known = vault.everywhere();
      const end = lineUnit(waiting, 0, known.map(valueOf), isEnd);
      if (end === null) return shown;
      shown += take(end, known);
    }
  };
  return {
    push(text) {
      waiting += text;
      const shown = takeLines(false);
      // What waits with a line's end in it is the beginning of a key, or of a value of several lines.
      if (waiting.includes("\n")) return shown;
      const known = vault.everywhere();
      const end = shownBeforeEnd(waiting, known.map(valueOf));
      return end === 0 ? shown : shown + take(cutBeside(end, waiting, known), known);
    },
    end: () => takeLines(true),
  };
}

function lastCharacter(text: string): string {
  return text.slice((text.codePointAt(text.length - 2) ?? 0) > 0xffff ? -2 : -1);
}

/** An end that does not cut what is found: the piece goes on to behind it. */
function cutBeside(end: number, text: string, known: readonly Secret[]): number {
  const cut = findIn(text, "\n", known, false).find((hit) => hit.start < end && hit.end > end);
  return cut === undefined ? end : cut.end;
}

function concealUnit(
  unit: string,
  before: string,
  known: readonly Secret[],
  vault: Vault,
  { where, keepLines = false }: ConcealOptions,
): string {
  const hits = findIn(unit, before, known, keepLines);
  if (hits.length === 0) return unit;
  let shown = "";
  let at = 0;
  let first: string | undefined;
  for (const { start, end, ...finding } of hits) {
    const value = unit.slice(start, end);
    const part = finding.name === keyName && first !== undefined ? { partOf: first } : {};
    const secret = vault.keep({ ...finding, value, ...part });
    if (finding.name === keyName) {
      first ??= secret.id;
      keepLinesOf(secret, vault);
    }
    if (secret.allowed) continue;
    vault.meet(secret, where);
    shown += unit.slice(at, start) + labelFor(secret);
    at = end;
  }
  return shown + unit.slice(at);
}

/** The lines of a key that is hidden as a whole: a part of it may be read later. */
function keepLinesOf({ id, value, kind }: Secret, vault: Vault): void {
  if (!value.includes("\n")) return;
  for (const { start, end } of keyParts(value, true)) {
    if (end - start < leastBody) continue;
    vault.keep({ value: value.slice(start, end), name: keyName, kind, everywhere: true, partOf: id });
  }
}

/** What is to be hidden in a piece, in its order and without overlaps. */
function findIn(unit: string, before: string, known: readonly Secret[], keepLines: boolean): Hit[] {
  const hits = exactHits(unit, known);
  if (isKey(unit)) hits.push(...keyHits(unit, keepLines));
  else hits.push(...ruleHits(unit, before));
  return hits.length === 0 ? hits : apart(hits, labelSpans(unit));
}

/** Shorter pieces hold nothing that a rule finds; UTF-16 units. */
const leastPiece = 12;

function ruleHits(unit: string, before: string): Hit[] {
  if (unit.length < leastPiece) return [];
  const text = before + withoutColours(unit);
  const hits = [...presetHits(text), ...tokenHits(text), ...contextHits(text)];
  for (const hit of hits) {
    hit.start -= before.length;
    hit.end -= before.length;
  }
  return hits;
}

const escape = "\u001b";

/** Blanks in the place of terminal sequences: the `m` at the end of one must not look like a letter before a key. */
function withoutColours(text: string): string {
  if (!text.includes(escape)) return text;
  return text.replace(colour, (sequence) => " ".repeat(sequence.length));
}

const colour = new RegExp(`${escape}\\[[0-9;:]*[A-Za-z]`, "g");

function exactHits(unit: string, known: readonly Secret[]): Hit[] {
  const hits: Hit[] = [];
  for (const { value, kind, id } of known) {
    for (let start = unit.indexOf(value); start >= 0; start = unit.indexOf(value, start + value.length))
      hits.push({ start, end: start + value.length, value, name: id, kind, everywhere: true });
  }
  return hits;
}

const keyName = "PRIVATE_KEY";

function keyHits(unit: string, keepLines: boolean): Hit[] {
  return keyParts(unit, keepLines).map(({ start, end }) => {
    const value = unit.slice(start, end);
    return { start, end, value, name: keyName, kind: "pattern", everywhere: value.length >= leastBody };
  });
}

/** The hits in their order, those that overlap cut to what the one before leaves; nothing within labels. */
function apart(
  hits: readonly Hit[],
  labels: readonly { readonly start: number; readonly end: number }[],
): Hit[] {
  const result: Hit[] = [];
  let free = 0;
  for (const hit of hits.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const start = Math.max(hit.start, free);
    if (start >= hit.end || labels.some((label) => start < label.end && hit.end > label.start)) continue;
    result.push({ ...hit, start, everywhere: hit.everywhere && start === hit.start });
    free = hit.end;
  }
  return result;
}

function valuesIn(text: string, known: readonly Secret[]): readonly Secret[] {
  return known.filter(({ value }) => text.includes(value));
}

function valueOf({ value }: Secret): string {
  return value;
}
