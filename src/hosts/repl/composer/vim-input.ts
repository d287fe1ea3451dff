/** Vim mode of the composer: which keys are its own, and what it asks of the rest of the program. */
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Key } from "../../../terminal/input/key.ts";
import type { Command, Context } from "../../../terminal/keymap.ts";
import type { Selection, TextBuffer } from "../../../terminal/text-buffer.ts";
import { expandContent } from "../../../terminal/text-buffer/content.ts";
import { eachGrapheme } from "../../../terminal/text-buffer/graphemes.ts";
import type { OutsideEffect } from "../../../terminal/vim/apply.ts";
import type { VimEditing } from "../../../terminal/vim/editing.ts";
import type { VimKey } from "../../../terminal/vim/read-keys.ts";
import type { VimModeName } from "../../../terminal/vim/state.ts";
import { say } from "../../../words/say.ts";
import { keymap } from "../keys.ts";

/** What vim mode asks of the composer. */
export type VimComposer = {
  readonly type: (text: string) => void;
  /** Does a command that is not about the text alone. */
  readonly run: (command: Command) => Command | null;
  /** Shows the short help for keys. */
  readonly help: () => void;
  /** The text was changed, or the caret moved. */
  readonly changed: () => void;
  /** What has the keyboard. */
  readonly context: () => Context;
};

/** What it asks of the program. */
export type VimOutside = {
  readonly copy: (text: string) => void;
  readonly hint: (text: string) => void;
  /** The mode is another one now; null: vim mode is off. */
  readonly onMode: (mode: VimModeName | null) => void;
};

const modeWords: Readonly<Record<VimModeName, string>> = {
  insert: say`-- INSERT --`,
  replace: say`-- REPLACE --`,
  normal: say`-- NORMAL --`,
  visual: say`-- VISUAL --`,
  "visual-line": say`-- VISUAL LINE --`,
};

/** Keys without text that mean something in normal mode. */
const namedKeys = new Set(["left", "right", "up", "down", "home", "end"]);

export class VimInput {
  readonly #buffer: TextBuffer;
  readonly #composer: VimComposer;
  #editing: VimEditing | undefined;
  #outside: VimOutside | undefined;
  #told: VimModeName | null = null;

  constructor(buffer: TextBuffer, composer: VimComposer) {
    this.#buffer = buffer;
    this.#composer = composer;
  }

  get isOn(): boolean {
    return this.#editing !== undefined;
  }

  /** Switches it on, in insert mode. `open` makes what is loaded only for those who want it. */
  use(open: (buffer: TextBuffer) => VimEditing, outside: VimOutside): void {
    this.#editing ??= open(this.#buffer);
    this.#outside = outside;
    this.#tell();
  }

  /** Switches it off. */
  leave(): void {
    this.#editing?.end();
    this.#editing = undefined;
    this.#tell();
  }

  /** The mode in words, for the line below the text; undefined while vim mode is off. */
  get words(): string | undefined {
    return this.#editing === undefined ? undefined : modeWords[this.#editing.mode];
  }

  get selection(): Selection | undefined {
    return this.#editing?.selection;
  }

  /** Whether letters are text and no commands. */
  get isInserting(): boolean {
    return this.#editing?.isInserting !== false;
  }

  /** A command waits for its next key. */
  get isWaiting(): boolean {
    return this.#editing?.isWaiting ?? false;
  }

  /** The text was sent or set aside: the next one begins in insert mode. */
  begin(): void {
    this.#editing?.begin();
    this.#tell();
  }

  /** Something is about to be put in at the end of the text. */
  append(): void {
    this.#editing?.append();
    this.#tell();
  }

  /** Text is put in by `action`, as text whatever the mode. */
  paste(continues: boolean, action: () => void): void {
    if (this.#editing === undefined) return action();
    this.#editing.paste(continues, action);
    this.#tell();
  }

  /** Takes an event. Returns a command for the host, null when there is none, undefined when the event is not vim mode's. */
  onInput(event: InputEvent): Command | null | undefined {
    const editing = this.#editing;
    if (editing === undefined || this.#isSearching) return undefined;
    if (event.type === "text") return this.#onText(event.text, editing);
    if (event.type !== "key") return undefined;
    const command = keymap.lookup(event.key, "composer");
    const key = editing.isInserting ? undefined : vimKey(event.key, command);
    if (editing.isInserting) {
      if (command === "dismiss" && this.#composer.context() === "composer")
        return this.#press("<esc>", editing);
      return editing.mode === "replace" ? this.#onReplacing(event.key, command, editing) : undefined;
    }
    if (key !== undefined) return this.#press(key, editing);
    if (editing.isWaiting) this.#press("<esc>", editing);
    if (command === "newline") return this.#press(editing.mode === "normal" ? "o" : "<esc>", editing);
    // What is selected is visual mode's affair.
    return command?.startsWith("extend-") === true ? null : undefined;
  }

  get #isSearching(): boolean {
    return this.#composer.context() === "history-search";
  }

  /** Each grapheme is a key, until one of them leads to where text is typed. */
  #onText(text: string, editing: VimEditing): null | undefined {
    if (editing.mode === "insert") return undefined;
    let behind = 0;
    eachGrapheme(text, 0, text.length, (start, end) => {
      if (editing.isInserting || this.#isSearching) return false;
      this.#press(text.slice(start, end), editing);
      behind = end;
      return true;
    });
    const rest = text.slice(behind);
    if (rest === "") return null;
    if (editing.mode === "replace") this.#typeOver(rest, editing);
    else this.#composer.type(rest);
    return null;
  }

  #onReplacing(key: Key, command: Command | undefined, editing: VimEditing): null | undefined {
    if (command === "delete-backward") {
      editing.takeBack();
      this.#composer.changed();
      return null;
    }
    if (command !== undefined || key.text === undefined || key.ctrl || key.alt) return undefined;
    this.#typeOver(key.text, editing);
    return null;
  }

  #typeOver(text: string, editing: VimEditing): void {
    editing.typeOver(text);
    this.#composer.changed();
  }

  #press(key: VimKey, editing: VimEditing): Command | null {
    const outside = editing.press(key);
    this.#composer.changed();
    const commands = outside.map((effect) => this.#do(effect));
    this.#tell();
    return commands.findLast((command) => command !== null) ?? null;
  }

  #do(effect: OutsideEffect): Command | null {
    switch (effect.type) {
      case "copy":
        this.#outside?.copy(expandContent(effect.content));
        return null;
      case "nothing-copied":
        this.#outside?.hint(
          say`nothing was copied to "+ here; your terminal's own key pastes what is in the clipboard`,
        );
        return null;
      case "help":
        this.#composer.help();
        return null;
      case "type":
        this.#composer.type(effect.text);
        return null;
      case "run":
        if (effect.command === "send" || effect.command === "dismiss") return effect.command;
        return this.#composer.run(effect.command);
      default:
        return effect satisfies never;
    }
  }

  #tell(): void {
    const mode = this.#editing?.mode ?? null;
    if (mode === this.#told) return;
    this.#told = mode;
    this.#outside?.onMode(mode);
  }
}

/** A key as normal mode knows it; undefined for one that is not vim mode's. */
function vimKey(key: Key, command: Command | undefined): VimKey | undefined {
  if (command === "dismiss") return "<esc>";
  if (command === "send") return "<enter>";
  if (key.super === true || key.alt) return undefined;
  if (key.ctrl) return key.name === "r" ? "<c-r>" : undefined;
  if (key.text !== undefined) return key.text;
  if (key.name === "space") return " ";
  if (command === "delete-backward") return "<bs>";
  if (command === "delete-forward") return "<del>";
  return namedKeys.has(key.name) && !key.shift ? `<${key.name}>` : undefined;
}
