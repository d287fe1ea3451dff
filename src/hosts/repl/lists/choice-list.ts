/** A few numbered things to do: a digit does one at once, or arrows and Enter. What cannot be done says why. */
import type { PickerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, wrapText } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { keymap } from "../keys.ts";
import type { List } from "./open-list.ts";

/** Texts must be printable. */
export type Choice<T> = {
  readonly label: string;
  readonly value: T;
  /** Why it cannot be done. */
  readonly whyNot?: string | undefined;
  /** More about it, for below the list, a line each. */
  readonly details?: readonly string[];
};

export type ChoiceListParts<T> = {
  readonly question: string;
  readonly style: Style;
  readonly onChosen: (value: T) => void;
  /** It is left without a choice. */
  readonly onBack?: () => void;
};

export class ChoiceList<T> implements List {
  readonly takesLetters = true;
  readonly #parts: ChoiceListParts<T>;
  /** Null until they are here. */
  #choices: readonly Choice<T>[] | null = null;
  #selected = 0;

  constructor(parts: ChoiceListParts<T>) {
    this.#parts = parts;
  }

  /** The choices are here; the first that can be done is chosen. */
  offer(choices: readonly Choice<T>[]): void {
    this.#choices = choices;
    this.#selected = Math.max(
      0,
      choices.findIndex(({ whyNot }) => whyNot === undefined),
    );
  }

  view(columns: number): PickerView {
    const { question, style } = this.#parts;
    const heading = truncateLine(say`${question} · esc back`, columns);
    if (this.#choices === null) return { heading, rows: ["…"], selected: 0 };
    const rows = this.#choices.map(({ label, whyNot }, at) => {
      const row = truncateLine(
        `${at + 1}  ${label}${whyNot === undefined ? "" : say` · not possible`}`,
        Math.max(1, columns - 2),
      );
      return whyNot === undefined ? row : style.dim(row);
    });
    const { whyNot, details = [] } = this.#choices[this.#selected] ?? {};
    const told = whyNot === undefined ? details : [say`Not possible: ${whyNot}`, ...details];
    const lines = told.flatMap((line) => wrapText(line, Math.max(1, columns - 2)));
    return { heading, rows, selected: this.#selected, sample: lines.map((line) => style.dim(`  ${line}`)) };
  }

  onInput(event: InputEvent): "stay" | "close" {
    const keys = event.type === "text" ? keysOf(event.text) : event.type === "key" ? [event.key] : [];
    return keys.some((key) => this.#onKey(key) === "close") ? "close" : "stay";
  }

  #onKey(key: Key): "stay" | "close" {
    const command = keymap.lookup(key, "list");
    if (command === "dismiss" || command === "interrupt" || command === "close") {
      this.#parts.onBack?.();
      return "close";
    }
    if (command === "select-previous") return this.#select(this.#selected - 1);
    if (command === "select-next") return this.#select(this.#selected + 1);
    if (command === "accept") return this.#take(this.#selected);
    if (command !== undefined || !/^[1-9]$/.test(key.name) || key.ctrl || key.alt) return "stay";
    const at = Number(key.name) - 1;
    if (this.#choices?.[at] === undefined) return "stay";
    this.#selected = at;
    return this.#take(at);
  }

  #take(at: number): "stay" | "close" {
    const choice = this.#choices?.[at];
    if (choice === undefined || choice.whyNot !== undefined) return "stay";
    this.#parts.onChosen(choice.value);
    return "close";
  }

  #select(at: number): "stay" {
    this.#selected = Math.max(0, Math.min(at, (this.#choices?.length ?? 0) - 1));
    return "stay";
  }
}
