/**
 * What the composer's text has to be: an editor of its own, written for clearness alone. It works on whole texts, asks
 * the segmenter about all of them, and keeps every state that undo may bring back.
 */
import { CHIP, type Draft, EMPTY, joined, labelOf, marks, valueOf } from "./draft.ts";

/** The editing keys that the editor knows, by the names of `tests/support/keys.ts`. */
export const EDITING_KEYS = [
  "left",
  "right",
  "ctrl+b",
  "ctrl+f",
  "home",
  "end",
  "ctrl+a",
  "ctrl+e",
  "ctrl+home",
  "ctrl+end",
  "shift+left",
  "shift+right",
  "backspace",
  "delete",
  "ctrl+w",
  "ctrl+u",
  "ctrl+k",
  "ctrl+y",
  "ctrl+/",
  "alt+z",
] as const;
export type EditingKey = (typeof EDITING_KEYS)[number];

type Kind = "typing" | "deleting" | "pasting" | "other";
type State = Draft & { readonly caret: number };
/** One step of undo: what there was before it and behind it. */
type UndoStep = {
  readonly kind: Kind;
  readonly before: State;
  after: State;
  endsInBlank: boolean;
  edits: number;
};

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const isBlank = (text: string): boolean => /^\s$/.test(text);

/** Pastes of more lines or of more UTF-16 units become chips. */
const chipLines = 5;
const chipLength = 500;
const mostEditsInStep = 100;

export class Editor {
  #state: State = { ...EMPTY, caret: 0 };
  #anchor: number | undefined;
  #cut: Draft = EMPTY;
  #done: UndoStep[] = [];
  #undone: UndoStep[] = [];
  #last: Kind | "cut" | "none" = "none";
  #chips = 0;

  get draft(): Draft {
    return { text: this.#state.text, chips: this.#state.chips };
  }

  get caret(): number {
    return this.#state.caret;
  }

  get isEmpty(): boolean {
    return this.#state.text === "";
  }

  /** What would be sent. */
  get value(): string {
    return valueOf(this.draft);
  }

  /** What is shown up to an offset, chips as their labels, which are cut where a row has no room, and tabs as blanks. */
  shown(columns: number, end = this.#state.text.length): string {
    let chip = 0;
    return this.#state.text
      .slice(0, end)
      .replaceAll("\t", "    ")
      .replaceAll(CHIP, () => {
        const label = labelOf(this.#state.chips[chip++]);
        return label.length > columns ? `${label.slice(0, columns - 1)}…` : label;
      });
  }

  /** Whether what stands behind the caret joins with nothing that is put before it. */
  get isCaretSafe(): boolean {
    return /^(?:$|[\n\w .,])/.test(this.#state.text.slice(this.#state.caret));
  }

  type(text: string): void {
    const { start, end } = this.#selection() ?? { start: this.caret, end: this.caret };
    this.#edit(start, end, { text, chips: [] }, "typing");
  }

  paste(text: string): void {
    const { start, end } = this.#selection() ?? { start: this.caret, end: this.caret };
    const newlines = text.split("\n").length - 1;
    const lines = Math.max(1, text.endsWith("\n") ? newlines : newlines + 1);
    const isLong = text.length > chipLength || (text.endsWith("\n") ? newlines : newlines + 1) > chipLines;
    const pasted = isLong ? { text: CHIP, chips: [{ id: ++this.#chips, text, lines }] } : { text, chips: [] };
    this.#edit(start, end, pasted, "pasting", false);
  }

  /** Puts in a text that was written before, as a step of its own. */
  put(text: string): void {
    const { start, end } = this.#selection() ?? { start: this.caret, end: this.caret };
    this.#edit(start, end, { text, chips: [] }, "other");
  }

  press(key: EditingKey): void {
    const selected = this.#selection();
    const { caret, text } = this.#state;
    if (key === "shift+left" || key === "shift+right") {
      this.#anchor ??= caret;
      return this.#moveTo(key === "shift+left" ? previous(text, caret) : next(text, caret), true);
    }
    if (selected !== undefined) {
      this.#anchor = undefined;
      switch (key) {
        case "left":
        case "ctrl+b":
          return this.#moveTo(selected.start);
        case "right":
        case "ctrl+f":
          return this.#moveTo(selected.end);
        case "backspace":
        case "delete":
          return this.#edit(selected.start, selected.end, EMPTY, "deleting");
        case "ctrl+w":
        case "ctrl+u":
        case "ctrl+k":
          return this.#cutOut(selected.start, selected.end, "forward");
        case "ctrl+y":
          return this.#putBack(selected.start, selected.end);
        default:
      }
    }
    this.#plain(key);
  }

  /** Another text comes in place of all, which can be undone. */
  set(draft: Draft | string): void {
    const put = typeof draft === "string" ? { text: draft, chips: [] } : draft;
    this.#edit(0, this.#state.text.length, put, "other");
  }

  /** A new text, with nothing to undo. */
  reset(draft: Draft = EMPTY): void {
    this.#chips = Math.max(0, ...draft.chips.map(({ id }) => id));
    this.#state = { ...draft, caret: draft.text.length };
    this.#anchor = undefined;
    this.#done = [];
    this.#undone = [];
    this.#last = "none";
  }

  #plain(key: EditingKey): void {
    const { caret, text } = this.#state;
    const lineStart = caret === 0 ? 0 : text.lastIndexOf("\n", caret - 1) + 1;
    const newline = text.indexOf("\n", caret);
    const lineEnd = newline < 0 ? text.length : newline;
    switch (key) {
      case "left":
      case "ctrl+b":
        return this.#moveTo(previous(text, caret));
      case "right":
      case "ctrl+f":
        return this.#moveTo(next(text, caret));
      case "home":
      case "ctrl+a":
        return this.#moveTo(lineStart);
      case "end":
      case "ctrl+e":
        return this.#moveTo(lineEnd);
      case "ctrl+home":
        return this.#moveTo(0);
      case "ctrl+end":
        return this.#moveTo(text.length);
      case "backspace":
        return caret === 0 ? undefined : this.#edit(previous(text, caret), caret, EMPTY, "deleting");
      case "delete":
        return caret === text.length ? undefined : this.#edit(caret, next(text, caret), EMPTY, "deleting");
      case "ctrl+w":
        return this.#cutOut(shellWordStart(text, caret), caret, "backward");
      case "ctrl+u":
        return this.#cutOut(lineStart === caret ? Math.max(0, caret - 1) : lineStart, caret, "backward");
      case "ctrl+k":
        return this.#cutOut(caret, lineEnd === caret ? Math.min(text.length, caret + 1) : lineEnd, "forward");
      case "ctrl+y":
        return this.#putBack(caret, caret);
      case "ctrl+/":
        return this.#turnBack();
      case "alt+z":
        return this.#doAgain();
      case "shift+left":
      case "shift+right":
        return;
      default:
        return key satisfies never;
    }
  }

  #selection(): { readonly start: number; readonly end: number } | undefined {
    const { caret } = this.#state;
    if (this.#anchor === undefined || this.#anchor === caret) return undefined;
    return { start: Math.min(this.#anchor, caret), end: Math.max(this.#anchor, caret) };
  }

  #moveTo(caret: number, selects = false): void {
    if (!selects) this.#anchor = undefined;
    this.#last = "none";
    this.#state = { ...this.#state, caret };
  }

  #edit(start: number, end: number, put: Draft, kind: Kind, goesOn = this.#last === kind): void {
    const before = this.#state;
    const text = before.text.slice(0, start) + put.text + before.text.slice(end);
    const first = marks(before.text.slice(0, start));
    const gone = marks(before.text.slice(start, end));
    const chips = before.chips.toSpliced(first, gone, ...put.chips);
    this.#state = { text, chips, caret: boundaryFrom(text, start + put.text.length) };
    this.#record(before, put.text, kind, goesOn);
    this.#last = kind;
    this.#anchor = undefined;
  }

  #record(before: State, put: string, kind: Kind, goesOn: boolean): void {
    this.#undone = [];
    const step = this.#done.at(-1);
    const joins =
      goesOn &&
      step?.kind === kind &&
      kind !== "other" &&
      step.after.caret === before.caret &&
      (kind === "pasting" ||
        (step.edits < mostEditsInStep && !(kind === "typing" && step.endsInBlank && !/^\s/.test(put))));
    if (!joins) this.#done.push({ kind, before, after: this.#state, endsInBlank: false, edits: 0 });
    const current = this.#done.at(-1);
    if (current === undefined) return;
    current.after = this.#state;
    current.endsInBlank = /\s$/.test(put);
    current.edits += 1;
  }

  #cutOut(start: number, end: number, direction: "forward" | "backward"): void {
    if (start >= end) return;
    const { text, chips } = this.#state;
    const first = marks(text.slice(0, start));
    const cutText = text.slice(start, end);
    const cut = { text: cutText, chips: chips.slice(first, first + marks(cutText)) };
    if (this.#last !== "cut") this.#cut = cut;
    else this.#cut = direction === "forward" ? joined(this.#cut, cut) : joined(cut, this.#cut);
    this.#edit(start, end, EMPTY, "other");
    this.#last = "cut";
  }

  #putBack(start: number, end: number): void {
    if (this.#cut.text !== "") this.#edit(start, end, this.#cut, "other");
  }

  #turnBack(): void {
    const step = this.#done.pop();
    if (step !== undefined) {
      this.#undone.push(step);
      this.#state = step.before;
    }
    this.#last = "none";
    this.#anchor = undefined;
  }

  #doAgain(): void {
    const step = this.#undone.pop();
    if (step !== undefined) {
      this.#done.push(step);
      this.#state = step.after;
    }
    this.#last = "none";
    this.#anchor = undefined;
  }
}

function boundaries(text: string): number[] {
  return [...Array.from(segmenter.segment(text), ({ index }) => index), text.length];
}

function previous(text: string, at: number): number {
  return boundaries(text).findLast((boundary) => boundary < at) ?? 0;
}

function next(text: string, at: number): number {
  return boundaries(text).find((boundary) => boundary > at) ?? text.length;
}

function boundaryFrom(text: string, at: number): number {
  return boundaries(text).find((boundary) => boundary >= at) ?? text.length;
}

/** Back over blanks, then to the blank or chip before; a chip is a word of its own. */
function shellWordStart(text: string, at: number): number {
  let start = at;
  while (start > 0 && isBlank(text.charAt(start - 1))) start -= 1;
  if (text.charAt(start - 1) === CHIP) return start - 1;
  while (start > 0 && !isBlank(text.charAt(start - 1)) && text.charAt(start - 1) !== CHIP) start -= 1;
  return boundaryFrom(text, start);
}
