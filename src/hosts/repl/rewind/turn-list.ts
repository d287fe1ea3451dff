/** The turns to go back before, the youngest first, with what the chosen one said and changed. */
import type { PickerView } from "../../../../components/view.ts";
import type { RewindPoint, WayBack } from "../../../app/rewind-points.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { keyName } from "../keys.ts";
import type { List } from "../lists/open-list.ts";
import { Picker } from "../lists/picker.ts";
import { turnPreview, turnRow, undoWords } from "./turn-rows.ts";

export type TurnListParts = {
  readonly points: readonly RewindPoint[];
  /** What was done last: undoing it is offered first. Null: something else was. */
  readonly undoes: WayBack["undoes"] | null;
  /** Where the cursor stands at first. @default the first row */
  readonly chosen?: RewindPoint | undefined;
  readonly cwd: string;
  /** ms since 1970. */
  readonly now: number;
  readonly style: Style;
  readonly onChosen: (point: RewindPoint | "undo") => void;
};

export class TurnList implements List {
  readonly #parts: TurnListParts;
  readonly #picker: Picker<RewindPoint | "undo">;

  constructor(parts: TurnListParts) {
    this.#parts = parts;
    const { points, undoes, chosen, now, onChosen } = parts;
    const turns = points.map((point) => ({ label: turnRow(point, now), value: point }));
    const same = points.find(({ message }) => message.id === chosen?.message.id);
    this.#picker = new Picker<RewindPoint | "undo">({
      question: say`Back to before which message?`,
      help: say`Type to filter`,
      options:
        undoes === null ? turns : [{ label: `  ↩  ${undoWords(undoes)}`, value: "undo" as const }, ...turns],
      ...(same === undefined ? {} : { chosen: same }),
      onChosen,
    });
  }

  view(columns: number): PickerView {
    const { style, cwd, undoes } = this.#parts;
    const { chosen } = this.#picker;
    const dim = (lines: readonly string[]) => lines.map((line) => style.dim(truncateLine(line, columns)));
    const about =
      chosen === undefined
        ? []
        : chosen === "undo"
          ? [
              undoes === "summary"
                ? say`  Undoes the last summary: what it stands for is there again, word for word.`
                : say`  Undoes the last rewind: the conversation goes back to where it was, and so do the files that came back with it.`,
            ]
          : turnPreview(chosen, cwd);
    const keys = [say`${keyName("accept", "list")} choose`, say`esc back`].join(" · ");
    return {
      ...this.#picker.view(columns),
      sample: [...dim([`  ${keys}`]), style.rule("─".repeat(columns)), ...dim(about)],
    };
  }

  onInput(event: InputEvent): "stay" | "close" {
    return this.#picker.onInput(event);
  }
}
