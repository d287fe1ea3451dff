import type { Style } from "../src/terminal/style.ts";
import { padLine, truncateLine, widthOf } from "../src/terminal/width.ts";
import type { QuestionFit } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import { previewIndent, questionLines } from "./question-lines.ts";
import type { QuestionView } from "./view.ts";

type Props = {
  readonly question: QuestionView;
  readonly fit: QuestionFit;
  readonly columns: number;
  readonly style: Style;
};

/** The question about one call: what will run, why it asks, and the choices, which never leave the screen. */
export function Question({ question, fit, columns, style }: Props) {
  const { head, foot } = questionLines(question, columns, fit.form, style);
  const lines = [...head, ...previewWindow(question, fit.preview, columns, style), ...foot];
  // Where not even this fits, the choices stay.
  return <Lines lines={lines.slice(lines.length - fit.rows)} />;
}

function previewWindow(
  { preview, scroll }: QuestionView,
  rows: number,
  columns: number,
  style: Style,
): readonly string[] {
  if (preview.length <= rows) return preview;
  if (rows === 0) return [];
  if (rows === 1) {
    const note = ` … +${preview.length - 1} · v`;
    const room = Math.max(0, columns - widthOf(note));
    return [
      truncateLine(padLine(truncateLine(preview[scroll] ?? "", room), room) + style.dim(note), columns),
    ];
  }
  const first = Math.min(scroll, preview.length - rows + 1);
  const shown = preview.slice(first, first + rows - 1);
  const note = `… ${preview.length - shown.length} more lines · v view all · PgUp PgDn`;
  return [...shown, style.dim(truncateLine(" ".repeat(previewIndent(columns)) + note, columns))];
}
