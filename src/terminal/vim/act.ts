/** Commands that take no motion: inserting, putting, undoing, joining, selecting, and what leads out of the text. */
import { emptyContent } from "../text-buffer/content.ts";
import { nextBoundary, previousBoundary } from "../text-buffer/graphemes.ts";
import { type Draft, movedTo, plainContent, spliced, type VimEffect, withEffect } from "./draft.ts";
import { joined, put, putOver, registerOf, swapped } from "./operate.ts";
import { firstNonBlank, isLineEnd, lineEnd, lineFrom, lineStart, next } from "./places.ts";
import type { ActionName, Command } from "./read-keys.ts";
import { linesBetween, selected } from "./region.ts";
import { insertAt, isVisual, normal, type Register, type VimState } from "./state.ts";

type Done = { readonly state: VimState; readonly draft: Draft };

/** Does one of them; `.` is `press`'s own. */
export function act(command: Command, name: Exclude<ActionName, ".">, state: VimState, draft: Draft): Done {
  const { text } = draft.content;
  const { caret } = draft;
  const count = command.count ?? 1;
  switch (name) {
    case "i":
      return insert(command, state, draft, caret);
    case "a":
      return insert(command, state, draft, isLineEnd(text, caret) ? caret : next(text, caret).at);
    case "I":
      return insert(command, state, draft, beforeText(text, caret));
    case "A":
      return insert(command, state, draft, lineEnd(text, caret));
    case "o":
      return isVisual(state) ? swapEnds(state, draft) : open(command, state, draft, lineEnd(text, caret), 1);
    case "O":
      return open(command, state, draft, lineStart(text, caret), 0);
    case "R":
      return insert(command, state, draft, caret, true);
    case "p":
    case "P":
      return putCommand(command, name, state, draft);
    case "J":
    case "gJ": {
      const last = lineFrom(text, caret, Math.max(1, count - 1));
      return changed(command, state, joined(draft, linesBetween(text, caret, last), name === "J"), draft);
    }
    case "~":
      return changed(command, state, caseSwapped(draft, count), draft);
    case "r":
      return changed(command, state, graphemesReplaced(draft, command, count), draft);
    case "u":
      return { state, draft: withEffect(draft, { type: "undo", times: count }) };
    case "<c-r>":
      return { state, draft: withEffect(draft, { type: "redo", times: count }) };
    case "v":
      return toVisual("visual", state, draft);
    case "V":
      return toVisual("visual-line", state, draft);
    case "<enter>":
      return runs("send", state, draft);
    case "<esc>":
      return isVisual(state) ? { state: normal(state), draft } : runs("dismiss", state, draft);
    case "/":
    case "?":
      if (text !== "") return runs("search-history", normal(state), draft);
      if (name === "?") return { state, draft: withEffect(draft, { type: "help" }) };
      return { state: insertAt(state, caret), draft: withEffect(draft, { type: "type", text: name }) };
    default:
      return name satisfies never;
  }
}

function runs(command: (VimEffect & { type: "run" })["command"], state: VimState, draft: Draft): Done {
  return { state, draft: withEffect(draft, { type: "run", command }) };
}

/** What `.` does again, where it did anything. */
function changed(command: Command, state: VimState, draft: Draft, before: Draft): Done {
  if (draft.content === before.content) return { state, draft };
  return { state: { ...state, goal: undefined, change: { command, inserted: emptyContent } }, draft };
}

function insert(command: Command, state: VimState, draft: Draft, at: number, isReplacing = false): Done {
  const begun = movedTo(withEffect(draft, { type: "together", on: true }), at);
  return { state: insertAt(state, at, command, { times: command.count ?? 1, isReplacing }), draft: begun };
}

function open(command: Command, state: VimState, draft: Draft, at: number, behind: 0 | 1): Done {
  const begun = withEffect(draft, { type: "together", on: true });
  const opened = spliced(begun, at, at, plainContent("\n"), at + behind);
  const options = { times: command.count ?? 1, opensLine: true };
  return { state: insertAt(state, at + behind, command, options), draft: opened };
}

/** Behind the indent, also of a line that has nothing else. */
function beforeText(text: string, caret: number): number {
  const place = firstNonBlank(text, caret);
  return /[ \t]/.test(text.charAt(place)) ? lineEnd(text, caret) : place;
}

function putCommand(command: Command, name: "p" | "P", state: VimState, draft: Draft): Done {
  const register: Register | undefined = command.register === "+" ? state.plus : state.unnamed;
  if (register === undefined) {
    return {
      state: isVisual(state) ? normal(state) : state,
      draft: withEffect(draft, { type: "nothing-copied" }),
    };
  }
  const count = command.count ?? 1;
  if (!isVisual(state)) {
    if (register.content.text === "" && !register.linewise) return { state, draft };
    return changed(command, state, put(draft, register, name === "p" ? "behind" : "before", count), draft);
  }
  const region = selected(draft.content.text, state.anchor, draft.caret, state.mode === "visual-line");
  const replaced = registerOf(draft.content, region);
  const unnamed = name === "p" ? replaced : state.unnamed;
  return { state: { ...normal(state), unnamed }, draft: putOver(draft, region, register, count) };
}

function caseSwapped(draft: Draft, count: number): Draft {
  const { content, caret } = draft;
  const end = graphemesOn(content.text, caret, count).at;
  const part = content.text.slice(caret, end);
  // Chips are not letters: their marks stay as they are.
  if (swapped(part) === part) return movedTo(draft, end);
  const before = spliced(draft, caret, end, {
    ...registerOf(content, { start: caret, end, linewise: false }).content,
    text: swapped(part),
  });
  return before;
}

function graphemesReplaced(draft: Draft, { ...command }: Command, count: number): Draft {
  const char = command.type === "act" ? (command.char ?? "") : "";
  const { content, caret } = draft;
  const { at: end, count: found } = graphemesOn(content.text, caret, count);
  if (found < count) return draft;
  const inserted = plainContent(char === "\n" ? char : char.repeat(count));
  const last = char === "\n" ? inserted.text.length : previousBoundary(inserted.text, inserted.text.length);
  return spliced(draft, caret, end, inserted, caret + last);
}

/** Behind so many graphemes of the line, and how many there were. */
function graphemesOn(
  text: string,
  from: number,
  most: number,
): { readonly at: number; readonly count: number } {
  let at = from;
  let count = 0;
  while (count < most && !isLineEnd(text, at)) {
    at = nextBoundary(text, at);
    count += 1;
  }
  return { at, count };
}

function swapEnds(state: VimState, draft: Draft): Done {
  return { state: { ...state, anchor: draft.caret, goal: undefined }, draft: movedTo(draft, state.anchor) };
}

/** Begins to select; the key of the mode that is on ends it. */
function toVisual(mode: "visual" | "visual-line", state: VimState, draft: Draft): Done {
  if (state.mode === mode) return { state: normal(state), draft };
  const anchor = isVisual(state) ? state.anchor : draft.caret;
  return { state: { ...state, mode, anchor }, draft };
}
