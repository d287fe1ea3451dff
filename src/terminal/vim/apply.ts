/** Does to a text buffer what vim mode asks for. */
import type { TextBuffer } from "../text-buffer.ts";
import type { VimEffect } from "./draft.ts";

/** What is not the buffer's. */
export type OutsideEffect = Exclude<VimEffect, { type: "splice" | "move" | "undo" | "redo" | "together" }>;

/** Does what is about the text, in order, and hands on what is not. */
export function applyTo(
  buffer: TextBuffer,
  effects: readonly VimEffect[],
  onOutside: (effect: OutsideEffect) => void,
): void {
  for (const effect of effects) {
    switch (effect.type) {
      case "splice":
        buffer.splice(effect.start, effect.end, effect.inserted, effect.caret);
        break;
      case "move":
        buffer.moveTo(effect.to);
        break;
      case "undo":
      case "redo":
        for (let left = effect.times; left > 0 && buffer.run(effect.type, anyWidth); left -= 1) continue;
        break;
      case "together":
        buffer.editTogether(effect.on);
        break;
      default:
        onOutside(effect);
    }
  }
}

/** Undoing does not depend on how the text is laid out. */
const anyWidth = Number.MAX_SAFE_INTEGER;
