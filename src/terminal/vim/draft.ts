/** A text that commands are at work on, and what they want of the real one. */
import { type Content, spliceContent } from "../text-buffer/content.ts";

/** What vim mode asks for, to be done in order. */
export type VimEffect =
  /** Puts `inserted` in place of what stands between two offsets, and the caret at `caret` then. */
  | {
      readonly type: "splice";
      readonly start: number;
      readonly end: number;
      readonly inserted: Content;
      readonly caret: number;
    }
  | { readonly type: "move"; readonly to: number }
  | { readonly type: "undo" | "redo"; readonly times: number }
  /** Edits from here on are one step for undo, or are not any more. */
  | { readonly type: "together"; readonly on: boolean }
  /** For the clipboard of the desktop. */
  | { readonly type: "copy"; readonly content: Content }
  /** Nothing is in the register "+: the clipboard itself cannot be read. */
  | { readonly type: "nothing-copied" }
  /** The short help for keys. */
  | { readonly type: "help" }
  /** Typed as in insert mode: a sign that begins a command. */
  | { readonly type: "type"; readonly text: string }
  | {
      readonly type: "run";
      readonly command: "history-previous" | "history-next" | "search-history" | "send" | "dismiss";
    };

export type Draft = {
  readonly content: Content;
  readonly caret: number;
  readonly effects: readonly VimEffect[];
};

export function spliced(
  draft: Draft,
  start: number,
  end: number,
  inserted: Content,
  caret = start + inserted.text.length,
): Draft {
  if (start === end && inserted.text === "") return movedTo(draft, caret);
  return {
    content: spliceContent(draft.content, start, end, inserted),
    caret,
    effects: [...draft.effects, { type: "splice", start, end, inserted, caret }],
  };
}

export function movedTo(draft: Draft, to: number): Draft {
  if (to === draft.caret) return draft;
  return { ...draft, caret: to, effects: [...draft.effects, { type: "move", to }] };
}

export function withEffect(draft: Draft, effect: VimEffect): Draft {
  return { ...draft, effects: [...draft.effects, effect] };
}

/** A text without chips. */
export function plainContent(text: string): Content {
  return { text, chips: [] };
}
