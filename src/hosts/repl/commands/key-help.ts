/** The short key help that `?` on an empty line shows in place. It closes at the next key that does not page it. */
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keyId } from "../../../terminal/input/key.ts";
import type { Style } from "../../../terminal/style.ts";
import { keymap } from "../keys.ts";
import { shortKeys } from "./keys-text.ts";

export class KeyHelp {
  readonly #style: Style;
  #isShown = false;
  /** The first line that is seen: low windows do not show all of them at once. */
  #first = 0;

  constructor(style: Style) {
    this.#style = style;
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  lines(columns: number): readonly string[] {
    return shortKeys(columns, this.#style).slice(this.#first);
  }

  /** Goes on by a page of so many rows, or back. The last row of a page stands in the next one as well. */
  page(way: "page-up" | "page-down", columns: number, rows: number): void {
    const most = Math.max(0, shortKeys(columns, this.#style).length - rows);
    const step = Math.max(1, rows - 1) * (way === "page-down" ? 1 : -1);
    this.#first = Math.max(0, Math.min(this.#first + step, most));
  }

  /** True when the event was meant for the help alone: `?` while nothing is written, and Esc while it is shown. */
  onInput(event: InputEvent, isEmpty: boolean): boolean {
    if (event.type !== "key" && event.type !== "text" && event.type !== "paste") return false;
    const wasShown = this.#isShown;
    if (wasShown && event.type === "key" && isPaging(event.key)) return false;
    this.#first = 0;
    this.#isShown = !wasShown && isEmpty && event.type === "text" && event.text === "?";
    const isToggle = event.type === "text" && event.text === "?" && isEmpty;
    return isToggle || (wasShown && event.type === "key" && keyId(event.key) === "escape");
  }
}

function isPaging(key: Key): boolean {
  const command = keymap.lookup(key, "global");
  return command === "page-up" || command === "page-down";
}
