/** One line that is written in the place of a list's heading, or at the bottom of a view. */
import type { InputEvent } from "../../../terminal/input/event.ts";
import { typedBy } from "../../../terminal/input/key.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { graphemesOf } from "../../../terminal/width.ts";
import { keymap } from "../keys.ts";

/** The longest text, UTF-16 units. */
const longest = 200;

export class LineInput {
  #text: string;

  constructor(text: string) {
    this.#text = clean(text);
  }

  get text(): string {
    return this.#text;
  }

  onInput(event: InputEvent): "stay" | "done" | "leave" {
    if (event.type === "text") return this.#write(this.#text + event.text);
    if (event.type === "paste") return this.#write(this.#text + event.text);
    if (event.type !== "key") return "stay";
    switch (keymap.lookup(event.key, "list")) {
      case "dismiss":
      case "interrupt":
      case "close":
        return "leave";
      case "accept":
        return "done";
      case "delete-backward":
        return this.#write(graphemesOf(this.#text).slice(0, -1).join(""));
      case "clear-filter":
        return this.#write("");
      case undefined:
        return this.#write(this.#text + typedBy(event.key));
      default:
        return "stay";
    }
  }

  #write(text: string): "stay" {
    this.#text = clean(text);
    return "stay";
  }
}

function clean(text: string): string {
  return sanitize(text.slice(0, longest), "title");
}
