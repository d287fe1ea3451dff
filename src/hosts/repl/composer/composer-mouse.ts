/** The mouse in the composer: a click puts the caret under it, a drag selects. */
import { composerIndent } from "../../../../components/Composer.tsx";
import type { Mouse } from "../../../terminal/input/event.ts";
import type { Composer } from "./composer.ts";
import type { Screen } from "../screen/screen.ts";

/** Takes a mouse event while the conversation is on the screen. Only where it has the whole window are there any. */
export function onMouse(
  event: Mouse,
  { screen, composer }: { readonly screen: Screen; readonly composer: Composer },
): void {
  const cell = screen.stage?.onMouse(event) ?? null;
  if (cell === null) return;
  const { columns } = screen;
  composer.edit((buffer) => {
    const at = buffer.offsetAt(Math.max(1, columns - composerIndent), cell.row, cell.column);
    if (event.action === "move") buffer.extendTo(at);
    else buffer.moveTo(at);
  });
  screen.set(composer.change(columns));
}
