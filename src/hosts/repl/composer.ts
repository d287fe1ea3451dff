/** What is being written: the text, its history and the completion of commands. Outside React; keys come in order. */
import type { ViewChange } from "./screen.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { createTextBuffer, type EditCommand, type TextBuffer } from "../../terminal/text-buffer.ts";
import { isEditCommand } from "../../terminal/text-buffer/commands.ts";
import { composerIndent } from "../../../components/Composer.tsx";
import { truncateLine } from "../../terminal/width.ts";
import { commandOf, type ComposerCommand } from "./bindings.ts";
import { completions } from "./commands.ts";
import { composerViewOf } from "./composer-view.ts";

/** A command of a key that is not about the text. */
export type HostCommand = Exclude<
  ComposerCommand,
  EditCommand | "newline" | "complete" | "history-previous" | "history-next"
>;

export class Composer {
  readonly buffer: TextBuffer = createTextBuffer();
  readonly #history: string[] = [];
  /** Where in the history the user is; at its length stands the draft. */
  #at = 0;
  /** What stood in the composer at each place that was edited or left: the draft and changed entries wait there. */
  readonly #left = new Map<number, ReturnType<TextBuffer["value"]>>();

  /** Puts earlier prompts, oldest first, behind the up key. */
  loadHistory(prompts: readonly string[]): void {
    this.#history.unshift(...prompts);
    this.#at += prompts.length;
  }

  get isEmpty(): boolean {
    return this.buffer.isEmpty;
  }

  /** The text as it would be sent, and an empty composer. It stays in the history. */
  take(): string {
    const text = this.buffer.value();
    if (text.trim() !== "" && this.#history.at(-1) !== text) this.#history.push(text);
    this.#left.clear();
    this.#at = this.#history.length;
    this.buffer.reset();
    return text;
  }

  /** Takes an event. Returns the command for the host, or null when the event was about the text. */
  onInput(event: InputEvent, columns: number): HostCommand | null {
    if (event.type === "text") this.buffer.insert(event.text);
    if (event.type === "paste") this.buffer.insertPaste(event.text, event.continues);
    if (event.type !== "key") return null;
    const command = commandOf(event.key);
    if (command === undefined) {
      if (event.key.text !== undefined && !event.key.ctrl && !event.key.alt)
        this.buffer.insert(event.key.text);
      return null;
    }
    return this.#run(command, columns);
  }

  /** What the view shows of it. */
  change(columns: number): Pick<ViewChange, "composer" | "suggestions"> & object {
    const suggestions = completions(this.buffer.value()).map(({ name, argument, help }) =>
      truncateLine(`  /${name}${argument === undefined ? "" : ` ${argument}`}  ${help}`, columns),
    );
    return { composer: composerViewOf(this.buffer, Math.max(1, columns - composerIndent)), suggestions };
  }

  #run(command: ComposerCommand, columns: number): HostCommand | null {
    const width = Math.max(1, columns - composerIndent);
    if (isEditCommand(command)) {
      this.buffer.run(command, width);
      return null;
    }
    switch (command) {
      case "newline":
        this.buffer.insert("\n");
        return null;
      case "complete":
        this.#complete();
        return null;
      case "history-previous":
        if (!this.buffer.run("move-up", width)) this.#go(-1);
        return null;
      case "history-next":
        if (!this.buffer.run("move-down", width)) this.#go(1);
        return null;
      case "send":
        // A backslash at the end of the line asks for another line, in terminals that send no Shift+Enter.
        if (!this.buffer.lineBeforeCaret().endsWith("\\")) return "send";
        this.buffer.run("delete-backward", width);
        this.buffer.insert("\n");
        return null;
      default:
        return command;
    }
  }

  #complete(): void {
    const [first, ...others] = completions(this.buffer.value());
    if (first === undefined) return;
    if (others.length === 0 || this.buffer.value() !== `/${first.name}`) this.buffer.set(`/${first.name} `);
  }

  #go(step: number): void {
    const to = this.#at + step;
    if (to < 0 || to > this.#history.length) return;
    this.#left.set(this.#at, this.buffer.value());
    this.#at = to;
    this.buffer.set(this.#left.get(to) ?? this.#history[to] ?? "");
  }
}
