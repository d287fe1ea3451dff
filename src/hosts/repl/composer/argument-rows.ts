/** What an argument may be, as lines of a list. */
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import type { ArgumentChoice } from "./argument-choice.ts";

/** A few names that are longer than this do not push what stands behind all of them out of sight; columns. */
const longestName = 36;

/** One line: the argument, and what it stands for in a column that all of the list share. Not cut at the end. */
export function choiceRow(
  choice: ArgumentChoice,
  {
    isChosen,
    all,
    columns,
    style,
  }: {
    readonly isChosen: boolean;
    readonly all: readonly ArgumentChoice[];
    readonly columns: number;
    readonly style: Style;
  },
): string {
  const widest = Math.max(...all.map((one) => widthOf(nameOf(one))).filter(fits), 0);
  const column = Math.min(widest, Math.max(0, columns - 2));
  const name = truncateLine(nameOf(choice), Math.max(1, columns - 2));
  const gap = " ".repeat(Math.max(0, column - widthOf(name)));
  const line = `${isChosen ? "❯" : " "} ${name}${gap}  ${choice.help}`.trimEnd();
  return isChosen ? style.bold(line) : style.dim(line);
}

function fits(width: number): boolean {
  return width <= longestName;
}

function nameOf({ value, further }: ArgumentChoice): string {
  const shown = sanitize(value, "approval_inline");
  return further === undefined ? shown : `${shown} ${further}`;
}
