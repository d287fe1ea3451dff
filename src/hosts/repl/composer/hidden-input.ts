/** A line for something that must not be seen: its signs are shown as dots, and it goes nowhere but to who asked. */
import type { PickerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { typedBy } from "../../../terminal/input/key.ts";
import { graphemesOf, truncateLine } from "../../../terminal/width.ts";
import { keymap } from "../keys.ts";
import type { List } from "../lists/open-list.ts";
import { say } from "../../../words/say.ts";

/** Nothing that is typed by hand or kept as one secret is longer; UTF-16 units. */
const longest = 16 * 1024;

export type HiddenInputParts = {
  readonly question: string;
  readonly onDone: (text: string) => void;
};

export class HiddenInput implements List {
  readonly #parts: HiddenInputParts;
  #text = "";

  constructor(parts: HiddenInputParts) {
    this.#parts = parts;
  }

  view(columns: number): PickerView {
    const { length } = [...graphemesOf(this.#text)];
    const dots = length === 0 ? say`nothing yet` : `${"•".repeat(Math.min(length, 40))} (${length})`;
    return {
      heading: truncateLine(this.#parts.question, columns),
      rows: [truncateLine(dots, columns)],
      selected: 0,
    };
  }

  onInput(event: InputEvent): "stay" | "close" {
    if (event.type === "text") return this.#put(this.#text + event.text);
    // A key that was copied with its line's end is the same key; a private key has several lines.
    if (event.type === "paste") return this.#put(this.#text + event.text.replace(/\n+$/, ""));
    if (event.type !== "key") return "stay";
    switch (keymap.lookup(event.key, "list")) {
      case "accept":
        this.#parts.onDone(this.#text);
        return "close";
      case "dismiss":
      case "interrupt":
      case "close":
        return "close";
      case "delete-backward":
        return this.#put([...graphemesOf(this.#text)].slice(0, -1).join(""));
      case "clear-filter":
        return this.#put("");
      case undefined:
        return this.#put(this.#text + typedBy(event.key));
      default:
        return "stay";
    }
  }

  #put(text: string): "stay" {
    this.#text = text.slice(0, longest);
    return "stay";
  }
}
