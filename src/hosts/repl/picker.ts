/** A list to choose from: typing filters, arrows move, Enter chooses. */
import type { PickerView } from "../../../components/view.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { keyId } from "../../terminal/input/key.ts";
import { truncateLine } from "../../terminal/width.ts";

export type PickerOption<T> = { readonly label: string; readonly value: T };

export type PickerOutcome<T> =
  { readonly type: "none" } | { readonly type: "chosen"; readonly value: T } | { readonly type: "closed" };

/** One open list. Labels must be printable. */
export class Picker<T> {
  readonly #heading: string;
  readonly #options: readonly PickerOption<T>[];
  #filter = "";
  #selected = 0;

  constructor(heading: string, options: readonly PickerOption<T>[]) {
    this.#heading = heading;
    this.#options = options;
  }

  view(columns: number): PickerView {
    const rows = this.#shown().map(({ label }) => truncateLine(label, Math.max(1, columns - 2)));
    return {
      heading: this.#heading,
      filter: this.#filter,
      rows: rows.length === 0 ? ["nothing fits"] : rows,
      selected: this.#selected,
    };
  }

  onInput(event: InputEvent): PickerOutcome<T> {
    if (event.type === "text") return this.#refilter(this.#filter + event.text);
    if (event.type !== "key") return { type: "none" };
    switch (keyId(event.key)) {
      case "escape":
      case "ctrl+c":
        return { type: "closed" };
      case "enter": {
        const option = this.#shown()[this.#selected];
        return option === undefined ? { type: "none" } : { type: "chosen", value: option.value };
      }
      case "up":
        return this.#move(-1);
      case "down":
        return this.#move(1);
      case "backspace":
        return this.#refilter(Array.from(this.#filter).slice(0, -1).join(""));
      case "space":
        return this.#refilter(`${this.#filter} `);
      default:
        return { type: "none" };
    }
  }

  /** Every word of the filter must occur, in any case and order. */
  #shown(): readonly PickerOption<T>[] {
    const words = this.#filter
      .toLowerCase()
      .split(" ")
      .filter((word) => word !== "");
    return this.#options.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
  }

  #refilter(filter: string): PickerOutcome<T> {
    this.#filter = filter;
    this.#selected = 0;
    return { type: "none" };
  }

  #move(step: number): PickerOutcome<T> {
    this.#selected = Math.max(0, Math.min(this.#selected + step, this.#shown().length - 1));
    return { type: "none" };
  }
}
