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
  const hidden = { above: first > 0, below: first + shown.length < composer.lines.length };
  return (
    <Lines
      lines={shown.map((line, index) => {
        const sign = signOf({ isFirst: index === 0, isLast: index === shown.length - 1 }, hidden);
        return `${sign === ">" ? promptSign(composer, style) : style.accent(sign)} ${line}`;
      })}
    />
  );
}

function promptSign({ sign }: ComposerView, style: Style): string {
  return sign === "!" ? style.warning("!") : style.accent(">");
}

/** What stands before a line: the prompt, or an arrow where more of the text is than the window shows. */
function signOf(
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
  { above, below }: { readonly above: boolean; readonly below: boolean },
): string {
  if (isFirst && isLast && (above || below)) return "↕";
  if (isFirst) return above ? "↑" : ">";
  return isLast && below ? "↓" : " ";
}

/** The caret's row inside the shown window. */
export function caretRowIn(composer: ComposerView, rows: number): number {
  return composer.caretRow - windowAround(composer.lines.length, composer.caretRow, rows);
}
