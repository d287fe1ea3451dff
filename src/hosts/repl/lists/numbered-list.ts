/** A few things to do, each with its number: the number, or Enter, does it; Esc does nothing. */
import type { PickerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { keysOf } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { truncateLine, wrapText } from "../../../terminal/width.ts";
import { keymap } from "../keys.ts";
import type { List } from "./open-list.ts";

export type NumberedParts = {
  readonly heading: string;
  /** What else there is to know, below the list. */
  readonly details?: string;
  /** Three at most, in the words of the user. */
  readonly choices: readonly { readonly words: string; readonly run: () => void }[];
  /** What Esc is told to do. */
  readonly otherwise: string;
};

const numbers = ["choose-1", "choose-2", "choose-3"] as const;

export class NumberedList implements List {
  readonly takesLetters = true;
  readonly #parts: NumberedParts;
  #selected = 0;

  constructor(parts: NumberedParts) {
    this.#parts = parts;
  }

  view(columns: number): PickerView {
    const { heading, details = "", choices, otherwise } = this.#parts;
    const rows = [...choices.map(({ words }, index) => `${index + 1}    ${words}`), `esc  ${otherwise}`];
    return {
      heading: truncateLine(sanitize(heading, "approval_inline"), columns),
      rows: rows.map((row) => truncateLine(row, Math.max(1, columns - 2))),
      selected: this.#selected,
      sample: details === "" ? [] : wrapText(sanitize(details, "approval_inline"), Math.max(1, columns)),
    };
  }

  onInput(event: InputEvent): "stay" | "close" {
    const keys = event.type === "key" ? [event.key] : event.type === "text" ? keysOf(event.text) : [];
    return keys.some((key) => this.onCommand(keymap.lookup(key, "dialog"))) ? "close" : "stay";
  }

  /** True when that was the choice, or Esc: nothing is left to choose. */
  onCommand(command: Command | undefined): boolean {
    const { choices } = this.#parts;
    const number = numbers.findIndex((name) => name === command);
    if (number !== -1) return number < choices.length && this.#choose(number);
    switch (command) {
      case "accept":
        return this.#choose(this.#selected);
      case "select-previous":
        this.#selected = Math.max(0, this.#selected - 1);
        return false;
      case "select-next":
        this.#selected = Math.min(choices.length, this.#selected + 1);
        return false;
      case "dismiss":
      case "interrupt":
        return true;
      default:
        return false;
    }
  }

  #choose(index: number): true {
    this.#parts.choices[index]?.run();
    return true;
  }
}
