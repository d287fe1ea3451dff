/** What stands between the head and the foot of a question: the preview, the reasons, or what a mode shows. */
import { type PreviewWindow, previewWindow } from "./preview-window.ts";
import { moreLines } from "./question-words.ts";
import type { QuestionView } from "./view.ts";

/** The lines of it, and which of them are on screen in `rows` rows. */
export function bodyWindow(
  { mode, preview, scroll, marked, lastLine, firstChange }: QuestionView,
  rows: number,
): { readonly lines: readonly string[]; readonly window: PreviewWindow } {
  if (mode === null) {
    return {
      lines: preview,
      window: previewWindow({
        total: preview.length,
        rows,
        scroll,
        marked,
        lastLine,
        ...(firstChange === undefined ? {} : { firstChange }),
      }),
    };
  }
  const total = mode.body.length;
  if (total <= rows || rows < 2)
    return { lines: mode.body, window: stretch(clamp(mode.focus, total, rows), total, rows) };
  const from = clamp(mode.focus - Math.floor((rows - 1) / 2), total, rows - 1);
  const { rows: shown, page } = stretch(from, total, rows - 1);
  const note = {
    type: "note",
    text: moreLines(total - page),
  } as const;
  return { lines: mode.body, window: { rows: [...shown, note], from, page, back: page } };
}

function stretch(from: number, total: number, rows: number): PreviewWindow {
  const page = Math.max(0, Math.min(rows, total - from));
  return {
    rows: Array.from({ length: page }, (_, at) => ({ type: "line", index: from + at })),
    from,
    page: Math.max(1, page),
    back: Math.max(1, page),
  };
}

function clamp(from: number, total: number, rows: number): number {
  return Math.max(0, Math.min(from, total - rows));
}
