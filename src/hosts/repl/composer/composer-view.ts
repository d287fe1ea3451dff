/** A text buffer as the composer draws it. */
import type { ComposerView } from "../../../../components/view.ts";
import type { Painter } from "../../../terminal/style.ts";
import type { Selection, TextBuffer } from "../../../terminal/text-buffer.ts";

/** Parts of the text that look different, in their order, without overlapping. Offsets into the buffer's content. */
export type Marked = { readonly parts: readonly Selection[]; readonly paint: Painter };

const nothingMarked: Marked = { parts: [], paint: (text) => text };

/** The buffer laid out for `columns`. */
export function composerViewOf(
  buffer: TextBuffer,
  columns: number,
  marked: Marked = nothingMarked,
): ComposerView {
  const { lines, caret } = buffer.layout(columns);
  const shown = lines.map((line) => line.text);
  if (marked.parts.length > 0) {
    for (const [index, line] of lines.entries()) {
      const spans = marked.parts.flatMap((part) => buffer.spanIn(line, part) ?? []);
      if (spans.length > 0) shown[index] = painted(line.text, spans, marked.paint);
    }
  }
  return { lines: shown, caretRow: caret.row, caretColumn: caret.column };
}

function painted(text: string, spans: readonly Selection[], paint: Painter): string {
  let result = "";
  let from = 0;
  for (const { start, end } of spans) {
    result += text.slice(from, start) + paint(text.slice(start, end));
    from = end;
  }
  return result + text.slice(from);
}
