/** Insert and replace mode: what is typed there is the text buffer's affair; here it is taken note of. */
import { type Content, emptyContent, joinContent, sliceContent } from "../text-buffer/content.ts";
import { eachGrapheme, nextBoundary } from "../text-buffer/graphemes.ts";
import { type Draft, movedTo, spliced, withEffect } from "./draft.ts";
import { isLineEnd, isLineStart, previous } from "./places.ts";
import { normal, type VimState } from "./state.ts";

type Done = { readonly state: VimState; readonly draft: Draft };

/** The text was edited at the caret, or only the caret has moved: what is inserted begins there then. */
export function noted(state: VimState, caret: number, isEdited: boolean): VimState {
  const { inserting } = state;
  if (inserting === undefined) return state;
  const from = isEdited ? Math.min(inserting.from, caret) : caret;
  if (isEdited && from === inserting.from) return state;
  // What was moved to is not typed again, and not so many times.
  const kept = isEdited ? inserting : { ...inserting, times: 1, replaced: [] };
  return { ...state, inserting: { ...kept, from } };
}

/** Esc: what was inserted is there as often as it was asked for, and the caret stands on its last grapheme. */
export function leaveInsert(state: VimState, draft: Draft): Done {
  const { inserting } = state;
  if (inserting === undefined) return { state: normal(state), draft: resting(draft) };
  const { from, command, times, opensLine } = inserting;
  const typed = sliceContent(draft.content, Math.min(from, draft.caret), draft.caret);
  const line = opensLine ? joinContent({ text: "\n", chips: [] }, typed) : typed;
  let done = draft;
  for (let left = times; left > 1; left -= 1) {
    done =
      state.mode === "replace" ? typedOver(done, line).draft : spliced(done, done.caret, done.caret, line);
  }
  const change = { command, inserted: typed };
  return {
    state: { ...normal(state), change },
    draft: resting(withEffect(done, { type: "together", on: false })),
  };
}

/** One grapheme back in the line, as vim does when insert mode ends. */
function resting(draft: Draft): Draft {
  const { text } = draft.content;
  return isLineStart(text, draft.caret) ? draft : movedTo(draft, previous(text, draft.caret).at);
}

/** Puts a content over as many graphemes as it has, up to the line's end. Returns what was there, grapheme by grapheme. */
export function typedOver(
  draft: Draft,
  typed: Content,
): { readonly draft: Draft; readonly replaced: readonly Content[] } {
  const replaced: Content[] = [];
  const { content, caret } = draft;
  let end = caret;
  eachGrapheme(typed.text, 0, typed.text.length, (at) => {
    const isAtEnd = isLineEnd(content.text, end) || typed.text.charAt(at) === "\n";
    const behind = isAtEnd ? end : nextBoundary(content.text, end);
    replaced.push(isAtEnd ? emptyContent : sliceContent(content, end, behind));
    end = behind;
  });
  return { draft: spliced(draft, caret, end, typed), replaced };
}

/** What was inserted before is inserted again. */
export function insertedAgain(state: VimState, draft: Draft, inserted: Content): Draft {
  if (state.mode === "replace") return typedOver(draft, inserted).draft;
  return spliced(draft, draft.caret, draft.caret, inserted);
}

/** Backspace in replace mode. */
export function typedBack(state: VimState, draft: Draft): Done {
  const { inserting } = state;
  const { text } = draft.content;
  const before = inserting?.replaced.at(-1);
  if (inserting === undefined || isLineStart(text, draft.caret)) return { state, draft };
  const at = previous(text, draft.caret).at;
  if (before === undefined) return { state: noted(state, at, false), draft: movedTo(draft, at) };
  const replaced = inserting.replaced.slice(0, -1);
  return {
    state: { ...state, inserting: { ...inserting, replaced } },
    draft: spliced(draft, at, draft.caret, before, at),
  };
}
