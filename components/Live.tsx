import { Box } from "ink";
import { plainStyle, type Style } from "../src/terminal/style.ts";
import { truncateLine, widthOf } from "../src/terminal/width.ts";
import { sayCount } from "../src/words/say.ts";
import { Activity } from "./Activity.tsx";
import { caretRowIn, Composer, composerIndent } from "./Composer.tsx";
import { fit, type QuestionFit, rowsOfPanels, windowAround } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import { Picker } from "./Picker.tsx";
import { Question } from "./Question.tsx";
import { bodyWindow } from "./question-body.ts";
import { questionLines, wordsIndent } from "./question-lines.ts";
import type { PanelView, QuestionView, ReplView } from "./view.ts";

/** The live part below the scrollback: always less high than the window, whatever it has to show. */
export function Live({ view, style }: { readonly view: ReplView; readonly style: Style }) {
  const fits = fit(view);
  const { columns, activity, question, picker } = view;
  const hint = view.hint ?? view.composer.hint ?? null;
  const rule = fits.rules ? [style.rule("─".repeat(columns))] : [];
  return (
    <Box flexDirection="column">
      <Lines lines={Array.from({ length: fits.slack }, () => "")} />
      <Lines lines={last(view.tail, fits.tail)} />
      <Lines lines={panelLines(view.panels, fits.panels, style)} />
      <Lines lines={fits.gap === 0 ? [] : [""]} />
      {activity !== null && fits.activity > 0 && (
        <Activity activity={activity} columns={columns} style={style} />
      )}
      {question !== null && (
        <Question question={question} fit={fits.question} columns={columns} style={style} />
      )}
      {picker !== null && fits.picker > 0 && <Picker picker={picker} rows={fits.picker} style={style} />}
      <Lines lines={(picker?.sample ?? []).slice(0, fits.sample)} />
      <Lines lines={suggestionLines(view, fits.suggestions)} />
      <Lines lines={view.chosenFile.slice(0, fits.chosenFile)} />
      <Lines lines={view.todos.slice(0, fits.todos)} />
      <Lines lines={last(view.queue, fits.queue)} />
      <Lines lines={rule} />
      <Composer composer={view.composer} rows={fits.composer} style={style} />
      <Lines lines={rule} />
      <Lines lines={statusLines(view, hint, fits.status, style)} />
    </Box>
  );
}

/** A hint stands in the place of the first line, the mode of editing before whatever stands there. */
function statusLines(
  { status, composer: { mode }, columns }: ReplView,
  hint: string | null,
  rows: number,
  style: Style,
): readonly string[] {
  const [first = "", ...others] = status.split("\n");
  const said = hint === null ? first : style.warning(`  ${hint}`);
  const line = mode === undefined ? said : truncateLine(`  ${style.accent(mode)}${said}`, columns);
  return [line, ...others].slice(0, rows);
}

function last(lines: readonly string[], count: number): readonly string[] {
  return count === 0 ? [] : lines.slice(-count);
}

function suggestionLines(view: ReplView, rows: number): readonly string[] {
  const { suggestions, suggested, moreSuggestions: more = "", columns } = view;
  const shown = around(suggestions, suggested, rows);
  if (more === "" || shown.length === suggestions.length) return shown;
  const room = Math.max(0, columns - widthOf(more));
  return shown.map((line, at) => (at === shown.length - 1 ? truncateLine(line, room) + more : line));
}

function around(lines: readonly string[], index: number, count: number): readonly string[] {
  const first = windowAround(lines.length, index, count);
  return lines.slice(first, first + count);
}

/**
 * Heads first: when there are more panel lines than rows, live output is dropped before a panel is, and the panels that
 * come last before those that are at work.
 */
function panelLines(panels: readonly PanelView[], rows: number, style: Style): readonly string[] {
  if (rowsOfPanels(panels) <= rows) return panels.flatMap(({ gap, lines }) => (gap ? ["", ...lines] : lines));
  if (rows === 0) return [];
  const heads = panels.length <= rows ? panels : panels.slice(0, rows - 1);
  const hidden = panels.length - heads.length;
  let spare = rows - heads.length - (hidden > 0 ? 1 : 0);
  const lines = heads.flatMap(({ lines: [head = "", ...output] }) => {
    const shown = output.slice(Math.max(0, output.length - spare));
    spare -= shown.length;
    return [head].concat(shown);
  });
  return hidden === 0 ? lines : [...lines, style.dim(`… ${sayCount(hidden, "more call")}`)];
}

/** How many rows the live part takes. */
export function heightOf(view: ReplView): number {
  const { question, rules, ...parts } = fit(view);
  return Object.values(parts).reduce((sum, rows) => sum + rows, question.rows + (rules ? 2 : 0));
}

/** Where the composer's text stands: its first row in the live part, how many rows of it, from which line on. */
export function composerAt(view: ReplView): {
  readonly top: number;
  readonly rows: number;
  readonly first: number;
  readonly indent: number;
} {
  const { status, composer: rows, rules } = fit(view);
  const first = windowAround(view.composer.lines.length, view.composer.caretRow, rows);
  return { top: heightOf(view) - status - (rules ? 1 : 0) - rows, rows, first, indent: composerIndent };
}

/** Where the terminal's cursor stands, counted from the live part's first cell: on the caret, wherever that is. */
export function caretOf(view: ReplView): { readonly x: number; readonly y: number } {
  const fits = fit(view);
  const { columns, composer, question } = view;
  const above = fits.slack + fits.tail + fits.panels + fits.gap + fits.activity;
  const asked = question === null ? null : caretInQuestion(question, fits.question, columns);
  if (asked !== null) return { x: asked.x, y: above + asked.y };
  const below =
    fits.question.rows +
    fits.picker +
    fits.sample +
    fits.suggestions +
    fits.chosenFile +
    fits.todos +
    fits.queue +
    (fits.rules ? 1 : 0);
  const x = Math.min(composerIndent + composer.caretColumn, columns - 1);
  return { x, y: above + below + caretRowIn(composer, fits.composer) };
}

/** Where the cursor stands in a question that is written in; null while its choices have the keyboard. */
function caretInQuestion(
  question: QuestionView,
  { form, rows, preview }: QuestionFit,
  columns: number,
): { readonly x: number; readonly y: number } | null {
  const { words, mode } = question;
  const { head, foot, wordsRow } = questionLines(question, columns, form, plainStyle);
  if (mode === null) {
    if (words === null) return null;
    const x = Math.min(wordsIndent(columns) + words.caretColumn, columns - 1);
    return { x, y: Math.max(0, rows - foot.length + wordsRow) };
  }
  if (mode.caret === null) return null;
  const { window } = bodyWindow(question, preview);
  const { in: where, row, column } = mode.caret;
  const shown = window.rows.findIndex((one) => one.type === "line" && one.index === row);
  const line = head.length + (where === "body" ? Math.max(0, shown) : window.rows.length + row);
  const cut = Math.max(0, head.length + window.rows.length + Math.min(foot.length, rows) - rows);
  return { x: Math.min(column, columns - 1), y: Math.max(0, Math.min(line - cut, rows - 1)) };
}
