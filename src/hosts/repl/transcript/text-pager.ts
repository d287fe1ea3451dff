/** A long text on the whole window: what a question is about, when it does not fit beside the question. */
import type { FullScreenView } from "../../../../components/FullScreen.tsx";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import { Scroller } from "./scroller.ts";
import type { FullScreenMode } from "../screen/full-screen.ts";
import { keyName, keymap } from "../keys.ts";
import { say } from "../../../words/say.ts";

/** Pages through what `draw` returns for a width. */
export class TextPager implements FullScreenMode {
  readonly #draw: (columns: number) => readonly string[];
  readonly #scroller: Scroller;
  #lines: readonly string[] = [];
  #height = 1;

  /** `start`: from where it is read; at the end it follows what is added. */
  constructor(draw: (columns: number) => readonly string[], start: "top" | "end" = "top") {
    this.#draw = draw;
    this.#scroller = new Scroller(start);
  }

  view(columns: number, rows: number): FullScreenView {
    this.#lines = this.#draw(columns);
    this.#height = Math.max(1, rows - 1);
    const top = this.#scroller.top(this.#lines.length, this.#height);
    const lines = this.#lines.slice(top, top + this.#height);
    return {
      columns,
      rows,
      lines,
      footer: say`${top + lines.length}/${this.#lines.length} · ${keyName("close", "transcript")} back`,
    };
  }

  onInput(event: InputEvent): "stay" | "close" {
    if (event.type === "mouse" && event.action.startsWith("wheel")) {
      this.#scroller.scroll(event.action === "wheel-up" ? -3 : 3, this.#lines.length, this.#height);
    }
    if (event.type === "text") return keysOf(event.text).some((key) => this.#closes(key)) ? "close" : "stay";
    return event.type === "key" && this.#closes(event.key) ? "close" : "stay";
  }

  #closes(key: Key): boolean {
    // The key that opened it closes it, too.
    if (keymap.lookup(key, "dialog") === "view-call") return true;
    const command = keymap.lookup(key, "transcript");
    if (command === "close" || command === "dismiss" || command === "interrupt") return true;
    this.#scroller.onCommand(command, this.#lines.length, this.#height);
    return false;
  }
}
