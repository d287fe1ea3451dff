/** The short key help that `?` on an empty line shows in place. It closes at the next key. */
import type { InputEvent } from "../../terminal/input/event.ts";
import { keyId } from "../../terminal/input/key.ts";
import type { Style } from "../../terminal/style.ts";
import { shortKeys } from "./keys-text.ts";

export class KeyHelp {
  readonly #style: Style;
  #isShown = false;

  constructor(style: Style) {
    this.#style = style;
  }

  get isShown(): boolean {
    return this.#isShown;
  }

  lines(columns: number): readonly string[] {
    return shortKeys(columns, this.#style);
  }

  /** True when the event was meant for the help alone: `?` while nothing is written, and Esc while it is shown. */
  onInput(event: InputEvent, isEmpty: boolean): boolean {
    if (event.type !== "key" && event.type !== "text" && event.type !== "paste") return false;
    const wasShown = this.#isShown;
    this.#isShown = !wasShown && isEmpty && event.type === "text" && event.text === "?";
    const isToggle = event.type === "text" && event.text === "?" && isEmpty;
    return isToggle || (wasShown && event.type === "key" && keyId(event.key) === "escape");
  }
}
