/** Presses keys on vim mode over a text buffer, as the composer does. */
import { createTextBuffer, type Content, type TextBuffer } from "../../src/terminal/text-buffer.ts";
import { eachGrapheme } from "../../src/terminal/text-buffer/graphemes.ts";
import type { OutsideEffect } from "../../src/terminal/vim/apply.ts";
import { VimEditing } from "../../src/terminal/vim/editing.ts";

export type VimText = {
  readonly buffer: TextBuffer;
  readonly vim: VimEditing;
  /** What was not about the text. */
  readonly outside: OutsideEffect[];
  readonly press: (keys: string) => void;
};

const escape = "\u001b";
const redo = "\u0012";
const backspace = "\u007f";

/** A text in normal mode. In `keys` `\u001b` is Esc, `\u0012` Ctrl+R and `\u007f` Backspace. */
export function vimText(text: Content | string, caret = 0): VimText {
  const buffer = createTextBuffer();
  buffer.reset(text);
  const vim = new VimEditing(buffer);
  vim.press("<esc>");
  buffer.moveTo(caret);
  const outside: OutsideEffect[] = [];
  const type = (typed: string) => {
    if (typed === backspace && vim.mode === "replace") vim.takeBack();
    else if (typed === backspace) buffer.run("delete-backward", 80);
    else if (vim.mode === "replace") vim.typeOver(typed);
    else buffer.insert(typed);
  };
  const press = (keys: string) => {
    eachGrapheme(keys, 0, keys.length, (start, end) => {
      const key = keys.slice(start, end);
      if (vim.isInserting && key !== escape) type(key);
      else if (key === escape) outside.push(...vim.press("<esc>"));
      else if (key === redo) outside.push(...vim.press("<c-r>"));
      else if (key === backspace) outside.push(...vim.press("<bs>"));
      else outside.push(...vim.press(key === "\n" ? "<enter>" : key));
    });
  };
  return { buffer, vim, outside, press };
}
