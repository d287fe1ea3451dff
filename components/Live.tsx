import { Box } from "ink";
import type { Style } from "../src/terminal/style.ts";
import { Activity } from "./Activity.tsx";
import { caretRowIn, Composer, composerIndent } from "./Composer.tsx";
import { type Fit, fit, shortQuestion, tallQuestion, windowAround } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import { Picker } from "./Picker.tsx";
import { Question, wordsIndent, wordsRow } from "./Question.tsx";
import type { PanelView, ReplView } from "./view.ts";

/** The live part below the scrollback: always less high than the window, whatever it has to show. */
export function Live({ view, style }: { readonly view: ReplView; readonly style: Style }) {
  const fits = fit(view);
  const rule = style.dim("─".repeat(view.columns));
  return (
    <Box flexDirection="column">
      <Lines lines={last(view.tail, fits.tail)} />
      <Lines lines={panelLines(view.panels, fits.panels)} />
      {view.activity !== null && fits.activity > 0 && <Activity activity={view.activity} style={style} />}
      <Lines lines={last(view.queue, fits.queue)} />
      {view.question !== null && (
        <Question question={view.question} fit={fits} columns={view.columns} style={style} />
      )}
      {view.picker !== null && fits.picker > 0 && (
        <Picker picker={view.picker} rows={fits.picker} style={style} />
      )}
      <Lines lines={around(view.suggestions, view.suggested, fits.suggestions)} />
      {view.hint !== null && fits.hint > 0 && <Lines lines={[style.warning(view.hint)]} />}
      {fits.rules && <Lines lines={[rule]} />}
      <Composer composer={view.composer} rows={fits.composer} style={style} />
      {fits.rules && <Lines lines={[rule]} />}
      <Lines lines={[view.status]} />
    </Box>
  );
}

function last(lines: readonly string[], count: number): readonly string[] {
  return count === 0 ? [] : lines.slice(-count);
}

function around(lines: readonly string[], index: number, count: number): readonly string[] {
  const first = windowAround(lines.length, index, count);
  return lines.slice(first, first + count);
}

/** Heads first: when there are more panel lines than rows, live output is dropped before a panel is. */
function panelLines(panels: readonly PanelView[], rows: number): string[] {
  const wanted = panels.reduce((sum, panel) => sum + panel.lines.length, 0);
  if (wanted <= rows) return panels.flatMap((panel) => panel.lines);
  const heads = panels.flatMap((panel) => panel.lines.slice(0, 1)).slice(-rows);
  let spare = rows - heads.length;
  return panels.slice(-rows).flatMap((panel) => {
    const output = panel.lines.slice(1);
    const shown = spare === 0 ? [] : output.slice(-spare);
    spare -= shown.length;
    return panel.lines.slice(0, 1).concat(shown);
  });
}

/** Where the terminal's cursor stands, counted from the live part's first cell: on the caret, wherever that is. */
export function caretOf(view: ReplView): { readonly x: number; readonly y: number } {
  const fits = fit(view);
  const above = fits.tail + fits.panels + fits.activity + fits.queue;
  const words = view.question?.words ?? null;
  if (words !== null)
    return { x: Math.min(wordsIndent + words.caretColumn, view.columns - 1), y: above + wordsRow(fits) };
  const below = questionRows(view, fits) + fits.picker + fits.suggestions + fits.hint + (fits.rules ? 1 : 0);
  const x = Math.min(composerIndent + view.composer.caretColumn, view.columns - 1);
  return { x, y: above + below + caretRowIn(view.composer, fits.composer) };
}

function questionRows(view: ReplView, fits: Fit): number {
  if (view.question === null) return 0;
  return fits.preview + (fits.tallChoices ? tallQuestion : shortQuestion);
}
