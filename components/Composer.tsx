import type { Style } from "../src/terminal/style.ts";
import { windowAround } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import type { ComposerView } from "./view.ts";

/** Cells in front of each of the composer's lines. */
export const composerIndent = 2;

/** The text being written: a window of `rows` lines around the caret, behind a prompt sign. */
export function Composer({
  composer,
  rows,
  style,
}: {
  readonly composer: ComposerView;
  readonly rows: number;
  readonly style: Style;
}) {
  const first = windowAround(composer.lines.length, composer.caretRow, rows);
  const shown = composer.lines.slice(first, first + rows);
  const sign = composer.sign === "!" ? style.warning("!") : style.accent(">");
  return <Lines lines={shown.map((line, index) => `${index === 0 ? sign : " "} ${line}`)} />;
}

/** The caret's row inside the shown window. */
export function caretRowIn(composer: ComposerView, rows: number): number {
  return composer.caretRow - windowAround(composer.lines.length, composer.caretRow, rows);
}
