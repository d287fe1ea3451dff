import type { Style } from "../src/terminal/style.ts";
import { truncateLine } from "../src/terminal/width.ts";
import type { Fit } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import type { QuestionChoice, QuestionView } from "./view.ts";

type Props = {
  readonly question: QuestionView;
  readonly fit: Fit;
  readonly columns: number;
  readonly style: Style;
};

/** The question about one call: what will run, why it asks, and the choices, which never leave the screen. */
export function Question({ question, fit, columns, style }: Props) {
  const lines = fit.tallChoices
    ? [
        style.bold(question.heading),
        ...previewWindow(question, fit.preview, style),
        style.dim(`  why: ${question.why}`),
        "",
        ...choiceLines(question, style),
      ]
    : [
        style.bold(question.heading),
        ...previewWindow(question, fit.preview, style),
        shortChoices(question, style),
      ];
  return <Lines lines={lines.map((line) => truncateLine(line, columns))} />;
}

/** The row of the words' caret, counted from the question's first line. */
export function wordsRow(fit: Fit): number {
  return fit.tallChoices ? 1 + fit.preview + 1 + 1 + 2 : 1 + fit.preview;
}

/** Cells in front of the words of a "no". */
export const wordsIndent = 9;

function previewWindow({ preview, scroll }: QuestionView, rows: number, style: Style): string[] {
  if (rows === 0) return [];
  if (preview.length <= rows) return [...preview];
  const shown = preview.slice(scroll, scroll + rows - 1);
  const hidden = preview.length - shown.length;
  return [...shown, style.dim(`  … ${hidden} more lines · v view all · PgUp PgDn`)];
}

function choiceLines(question: QuestionView, style: Style): string[] {
  const { remember, words } = question;
  return [
    choice("once", "1", "yes, once", question, style),
    choice(
      "remember",
      "2",
      remember === null
        ? style.dim("(always ask: no rule is offered for this)")
        : `yes, and don't ask again for ${style.bold(remember)} in this session`,
      question,
      style,
    ),
    words === null
      ? choice("decline", "3", "no, and say why…", question, style)
      : `${style.accent("❯")} ${style.bold("3 no:")} ${words.lines[words.caretRow] ?? ""}`,
    words === null
      ? choice("stop", "esc", "no, and stop", question, style)
      : style.dim("  enter sends it · esc back"),
  ];
}

function choice(
  name: QuestionChoice,
  key: string,
  text: string,
  { selected }: QuestionView,
  style: Style,
): string {
  const mark = name === selected ? style.accent("❯") : " ";
  const label = `${key.padEnd(3)} ${text}`;
  return `${mark} ${name === selected ? style.bold(label) : label}`;
}

function shortChoices({ words, remember }: QuestionView, style: Style): string {
  if (words !== null)
    return `${style.accent("❯")} ${style.bold("3 no:")} ${words.lines[words.caretRow] ?? ""}`;
  return `1 yes${remember === null ? "" : " · 2 always"} · 3 no · esc stop`;
}
