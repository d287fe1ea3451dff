import type { Style } from "../src/terminal/style.ts";
import { padLine, truncateLine, widthOf } from "../src/terminal/width.ts";
import type { QuestionFit } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import { bodyWindow } from "./question-body.ts";
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
  const body = bodyLines(question, fit.preview, columns, style);
  // Where not even this fits, the choices stay; of a mode's foot the first lines.
  const shown = question.mode === null ? foot : foot.slice(0, fit.rows);
  const lines = [...head, ...body, ...shown];
  return <Lines lines={lines.slice(Math.max(0, lines.length - fit.rows))} />;
}

function bodyLines(question: QuestionView, rows: number, columns: number, style: Style): readonly string[] {
  const { lines, window } = bodyWindow(question, rows);
  return window.rows.map((row) => {
    if (row.type === "note")
      return style.dim(truncateLine(" ".repeat(previewIndent(columns)) + row.text, columns));
    const line = lines[row.index] ?? "";
    if (row.note === undefined) return line;
    const room = Math.max(0, columns - widthOf(row.note));
    return truncateLine(padLine(truncateLine(line, room), room) + style.dim(row.note), columns);
  });
}
