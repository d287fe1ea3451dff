/** What a command that is written can be given, dim behind the caret until something is. */
import type { ComposerView } from "../../../../components/view.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import { findCommand, splitCommand } from "../commands/commands.ts";

/** How the argument is named that may come next; empty when none may, or the text is not a command with a blank behind it. */
function argumentHint(text: string): string {
  const written = splitCommand(text);
  const command = written === null ? undefined : findCommand(written.name);
  if (written === null || command?.argument === undefined) return "";
  if (written.argument === "") return command.argument;
  return command.words?.find((one) => `${one.word} ` === written.argument)?.argument ?? "";
}

/** The composer with that behind its text, as far as the row has room. `columns`: how wide its text may be. */
export function withArgumentHint(
  view: ComposerView,
  { text, columns, style }: { readonly text: string; readonly columns: number; readonly style: Style },
): ComposerView {
  const line = view.lines.at(-1) ?? "";
  const room = columns - widthOf(line);
  const hint = argumentHint(text);
  if (hint === "" || room < 2) return view;
  return { ...view, lines: [...view.lines.slice(0, -1), line + style.dim(truncateLine(hint, room))] };
}
