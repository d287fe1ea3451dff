/** A text that is edited inside a question, apart from the composer's draft. */
import type { ComposerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Key } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { createTextBuffer, type EditCommand } from "../../../terminal/text-buffer.ts";
import { isEditCommand } from "../../../terminal/text-buffer/commands.ts";
import { composerViewOf } from "./composer-view.ts";
import { keymap } from "../keys.ts";

/** `none`: the event was about the text. `editor`: the user wants it in their own. */
export type InlineOutcome = "none" | "passed-on" | "send" | "back" | "editor";

/** What holds everywhere, here too. */
const passedOn: ReadonlySet<Command> = new Set([
  "interrupt",
  "suspend",
  "cycle-mode",
  "open-transcript",
  "toggle-todos",
  "redraw",
]);

/** The composer's keys, without its history and its commands. */
export class InlineText {
  readonly #buffer = createTextBuffer();
  #columns = 80;

  /** `caret`: an offset into the text. @default its end */
  constructor(text = "", caret = text.length) {
    this.#buffer.reset(text);
    this.#buffer.moveTo(caret);
  }

  get value(): string {
    return this.#buffer.value();
  }

  /** Takes the text as somebody's editor gives it back. */
  rewrite(text: string): void {
    this.#buffer.set(text);
  }

  /** The text laid out for `columns`. */
  view(columns: number): ComposerView {
    this.#columns = Math.max(1, columns);
    return composerViewOf(this.#buffer, this.#columns);
  }

  /** Takes one input event. `page`: how many rows a page has. */
  onInput(event: InputEvent, page: number): InlineOutcome {
    // What is pasted is to be seen before it runs: it becomes no chip.
    if (event.type === "text" || event.type === "paste") this.#buffer.insert(event.text);
    return event.type === "key" ? this.#onKey(event.key, page) : "none";
  }

  #onKey(key: Key, page: number): InlineOutcome {
    const command = keymap.lookup(key, "composer");
    switch (command) {
      case "send":
        return "send";
      case "dismiss":
        return "back";
      case "open-editor":
        return "editor";
      case "newline":
        this.#buffer.insert("\n");
        return "none";
      case "complete":
        this.#buffer.insert("\t");
        return "none";
      case "history-previous":
        return this.#run("move-up");
      case "history-next":
        return this.#run("move-down");
      case "delete-forward-or-exit":
        return this.#run("delete-forward");
      case undefined:
        return this.#onUnbound(key, page);
      default:
        if (isEditCommand(command)) return this.#run(command);
        return passedOn.has(command) ? "passed-on" : "none";
    }
  }

  #onUnbound(key: Key, page: number): InlineOutcome {
    const paging = keymap.lookup(key, "dialog");
    if (paging === "page-up" || paging === "page-down") {
      const step = paging === "page-up" ? "move-up" : "move-down";
      for (let row = 0; row < page; row += 1) this.#run(step);
    } else if (key.text !== undefined && !key.ctrl && !key.alt) this.#buffer.insert(key.text);
    return "none";
  }

  #run(command: EditCommand): InlineOutcome {
    this.#buffer.run(command, this.#columns);
    return "none";
  }
}

/** A text as an editor gets it: its last line has an end, which is taken off again when it comes back. */
export function forEditor(text: string): string {
  return text === "" ? "" : `${text}\n`;
}
