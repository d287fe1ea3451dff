/** What operators do with a region. */
import { type Content, emptyContent, sliceContent } from "../text-buffer/content.ts";
import { eachGrapheme, previousBoundary } from "../text-buffer/graphemes.ts";
import { tabColumns } from "../text-buffer/cells.ts";
import { type Draft, movedTo, plainContent, spliced, withEffect } from "./draft.ts";
import { afterBlanks, firstNonBlank, isBlank, lineEnd, lineStart, next } from "./places.ts";
import type { Operator } from "./read-keys.ts";
import type { Region } from "./region.ts";
import { insertAt, type Register, type VimState } from "./state.ts";

/** So far `>` and `<` shift, in columns. */
const shiftColumns = 2;

/** The register that holds a region. */
export function registerOf(content: Content, { start, end, linewise }: Region): Register {
  return { content: sliceContent(content, start, end), linewise };
}

/** Keeps what was deleted or yanked; in the register `"+` it also goes to the clipboard. */
export function kept(
  state: VimState,
  draft: Draft,
  register: Register,
  name: string | undefined,
): { readonly state: VimState; readonly draft: Draft } {
  if (name !== "+") return { state: { ...state, unnamed: register }, draft };
  const { content, linewise } = register;
  const copied = linewise ? { ...content, text: `${content.text}\n` } : content;
  return {
    state: { ...state, unnamed: register, plus: register },
    draft: withEffect(draft, { type: "copy", content: copied }),
  };
}

/** Deletes a region; of whole lines the newline goes, too. */
export function deleted(draft: Draft, region: Region): Draft {
  const { text } = draft.content;
  const { start, end, linewise } = region;
  if (!linewise) return spliced(movedTo(draft, start), start, end, emptyContent);
  const isLast = end === text.length;
  const from = isLast ? Math.max(0, start - 1) : start;
  const without = spliced(
    movedTo(draft, start),
    from,
    Math.min(text.length, end + (isLast ? 0 : 1)),
    emptyContent,
    from,
  );
  return placedAt(without, firstNonBlank(without.content.text, isLast ? lineStart(text, from) : from));
}

/** Moves the caret as a part of the edit before: undo leads back to where it was before that. */
function placedAt(draft: Draft, caret: number): Draft {
  const last = draft.effects.at(-1);
  if (last?.type !== "splice") return movedTo(draft, caret);
  return { ...draft, caret, effects: [...draft.effects.slice(0, -1), { ...last, caret }] };
}

/** The text of a region made anew, chips left where they are. */
function rewritten(
  draft: Draft,
  { start, end }: Region,
  write: (text: string) => string,
  caret: number,
): Draft {
  const before = sliceContent(draft.content, start, end);
  const text = write(before.text);
  if (text === before.text) return movedTo(draft, caret);
  return spliced(movedTo(draft, start), start, end, { text, chips: before.chips }, caret);
}

/** `d`, `y` and `c` keep what they take; the others change the text in place. `caret`: where the region's motion began or led. */
export function operate(
  operator: Operator,
  state: VimState,
  draft: Draft,
  region: Region,
  options: {
    readonly caret: number;
    readonly count: number;
    readonly register?: string;
    readonly char?: string;
  },
): { readonly state: VimState; readonly draft: Draft } {
  const { content } = draft;
  const { count, caret, char = "" } = options;
  const isEmpty = region.start === region.end && !region.linewise;
  switch (operator) {
    case "y": {
      const done = kept(state, draft, registerOf(content, region), options.register);
      return { state: done.state, draft: movedTo(done.draft, region.linewise ? caret : region.start) };
    }
    case "d": {
      if (isEmpty) return { state, draft: movedTo(draft, region.start) };
      const done = kept(state, draft, registerOf(content, region), options.register);
      return { state: done.state, draft: deleted(done.draft, region) };
    }
    case "c": {
      const done = isEmpty
        ? { state, draft }
        : kept(state, draft, registerOf(content, region), options.register);
      const start = withEffect(done.draft, { type: "together", on: true });
      const cleared = spliced(movedTo(start, region.start), region.start, region.end, emptyContent);
      return { state: insertAt(done.state, region.start), draft: cleared };
    }
    case ">":
    case "<":
      return { state, draft: shifted(draft, region, operator === ">" ? count : -count) };
    case "gu":
      return { state, draft: rewritten(draft, region, lowered, caret) };
    case "gU":
      return { state, draft: rewritten(draft, region, raised, caret) };
    case "g~":
      return { state, draft: rewritten(draft, region, swapped, caret) };
    case "J":
      return { state, draft: joined(movedTo(draft, caret), region, true) };
    case "r":
      return { state, draft: replaced(draft, region, char) };
    default:
      return operator satisfies never;
  }
}

/** Whole lines further in or out, by so many steps. */
function shifted(draft: Draft, { start, end }: Region, steps: number): Draft {
  const { text } = draft.content;
  const region = { start: lineStart(text, start), end: lineEnd(text, end), linewise: true };
  const shift = (line: string) => {
    if (line === "") return line;
    const indent = afterBlanks(line, 0);
    const columns = Array.from(line.slice(0, indent)).reduce(
      (sum, char) => (char === "\t" ? sum + tabColumns - (sum % tabColumns) : sum + 1),
      0,
    );
    return " ".repeat(Math.max(0, columns + steps * shiftColumns)) + line.slice(indent);
  };
  const done = rewritten(draft, region, (lines) => lines.split("\n").map(shift).join("\n"), region.start);
  return placedAt(done, firstNonBlank(done.content.text, region.start));
}

/** Joins the lines of a region, two at least. `spaced`: with one blank in the place of line end and indent. */
export function joined(draft: Draft, { start, end }: Region, spaced: boolean): Draft {
  const { text } = draft.content;
  const from = lineStart(text, start);
  const first = lineEnd(text, from);
  if (first === text.length) return draft;
  const to = Math.max(lineEnd(text, end), lineEnd(text, first + 1));
  const [head = "", ...others] = text.slice(from, to).split("\n");
  let line = head;
  let place = 0;
  for (const other of others) {
    const rest = spaced ? other.slice(afterBlanks(other, 0)) : other;
    place = line.length;
    const isSet = line !== "" && rest !== "" && !rest.startsWith(")") && !isBlank(line.slice(-1));
    line += (spaced && isSet ? " " : "") + rest;
  }
  return rewritten(draft, { start: from, end: to, linewise: false }, () => line, from + place);
}

/** Every grapheme of a region but line ends made into one other. */
function replaced(draft: Draft, { start, end }: Region, char: string): Draft {
  const { text } = draft.content;
  let line = "";
  eachGrapheme(text, start, end, (at) => {
    line += text.charAt(at) === "\n" ? "\n" : char;
  });
  return spliced(movedTo(draft, start), start, end, plainContent(line), start);
}

/** Puts a register in, before or behind the caret. */
export function put(
  draft: Draft,
  { content, linewise }: Register,
  where: "before" | "behind",
  count: number,
): Draft {
  const { text } = draft.content;
  if (!linewise) {
    const isEmptyLine = lineEnd(text, draft.caret) === draft.caret;
    const at = where === "before" || isEmptyLine ? draft.caret : next(text, draft.caret).at;
    const inserted = repeated(content, count);
    return spliced(draft, at, at, inserted, caretIn(inserted, at));
  }
  const lines = repeated({ ...content, text: `${content.text}\n` }, count);
  if (where === "before") {
    const at = lineStart(text, draft.caret);
    const done = spliced(draft, at, at, lines, at);
    return placedAt(done, firstNonBlank(done.content.text, at));
  }
  const at = lineEnd(text, draft.caret);
  const done = spliced(draft, at, at, { ...lines, text: `\n${lines.text.slice(0, -1)}` }, at + 1);
  return placedAt(done, firstNonBlank(done.content.text, at + 1));
}

/** Puts a register in place of what is selected. */
export function putOver(draft: Draft, region: Region, { content, linewise }: Register, count: number): Draft {
  const { start, end } = region;
  if (!linewise && !region.linewise) {
    const inserted = repeated(content, count);
    return spliced(movedTo(draft, start), start, end, inserted, caretIn(inserted, start));
  }
  const lines = repeated({ ...content, text: `${content.text}\n` }, count);
  const bare = { ...lines, text: lines.text.slice(0, -1) };
  const inserted = region.linewise
    ? bare
    : { ...bare, text: `\n${bare.text}${draft.content.text === "" ? "" : "\n"}` };
  const from = region.linewise ? start : start + 1;
  const done = spliced(movedTo(draft, start), start, end, inserted, from);
  return placedAt(done, firstNonBlank(done.content.text, from));
}

/** The caret of what was put in: on its last grapheme, or, of several lines, on its first. */
function caretIn({ text }: Content, at: number): number {
  return text.includes("\n") ? at : at + previousBoundary(text, text.length);
}

function repeated({ text, chips }: Content, count: number): Content {
  const times = Math.max(1, Math.min(count, Math.floor(mostInserted / Math.max(1, text.length))));
  return { text: text.repeat(times), chips: Array.from({ length: times }, () => chips).flat() };
}

/** UTF-16 units: a count that was typed by mistake does not fill the memory. */
const mostInserted = 1_000_000;

/** Upper case made lower and the other way round, where that is one character for one. */
export function swapped(text: string): string {
  return eachCharacter(text, (char) =>
    char === char.toLowerCase() ? char.toUpperCase() : char.toLowerCase(),
  );
}

function lowered(text: string): string {
  return eachCharacter(text, (char) => char.toLowerCase());
}

function raised(text: string): string {
  return eachCharacter(text, (char) => char.toUpperCase()).replaceAll("ß", "SS");
}

function eachCharacter(text: string, change: (char: string) => string): string {
  return Array.from(text, (char) => {
    const changed = change(char);
    return changed.length === char.length ? changed : char;
  }).join("");
}
