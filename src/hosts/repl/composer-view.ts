/** A text buffer as the composer draws it. */
import type { ComposerView } from "../../../components/view.ts";
import type { TextBuffer } from "../../terminal/text-buffer.ts";

/** The buffer laid out for `columns`. */
export function composerViewOf(buffer: TextBuffer, columns: number): ComposerView {
  const { lines, caret } = buffer.layout(columns);
  return { lines: lines.map((line) => line.text), caretRow: caret.row, caretColumn: caret.column };
}
