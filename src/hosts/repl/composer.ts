/** What is being written: the text, its history and the completion of commands. Outside React; keys come in order. */
import { composerIndent } from "../../../components/Composer.tsx";
import { createHistory, type History } from "../../terminal/history.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Key } from "../../terminal/input/key.ts";
import type { Command, Context } from "../../terminal/keymap.ts";
import type { Style } from "../../terminal/style.ts";
import { type Content, createTextBuffer, type TextBuffer } from "../../terminal/text-buffer.ts";
import { isEditCommand } from "../../terminal/text-buffer/commands.ts";
import { truncateLine } from "../../terminal/width.ts";
import { type Command as SlashCommand, completions } from "./commands.ts";
import { composerViewOf } from "./composer-view.ts";
import { HistorySearchMode } from "./history-search-mode.ts";
import { keymap } from "./keys.ts";
import type { ViewChange } from "./screen.ts";

/** The text being written. What a key means beyond the text is handed back as a command for the host. */
export class Composer {
  readonly buffer: TextBuffer = createTextBuffer();
  readonly #style: Style;
  #history: History = createHistory({ entries: [] });
  #search: HistorySearchMode | undefined;
  /** Which of the completions is chosen. */
  #chosen = 0;
  /** The version of the text for which the list of completions was closed; the next change opens it again. */
  #closedAt: number | undefined;

  constructor(style: Style) {
    this.#style = style;
  }

  /** Puts earlier prompts, oldest first, behind the up key, before those of this run. */
  loadHistory(prompts: readonly string[]): void {
    // The draft waits at the bottom of the old history: it is taken out of there first.
    while (this.#history.isBrowsing) this.#show(this.#history.next(this.buffer.content));
    this.#history = createHistory({ entries: [...prompts, ...this.#history.entries] });
  }

  get isEmpty(): boolean {
    return this.buffer.isEmpty;
  }

  /** The text was sent, or set aside: it is in the history, and the composer is empty. */
  clear(): void {
    this.#history.append(this.buffer.value());
    this.buffer.reset();
  }

  /** Takes an event. Returns a command for the host, or null when the event was about the text. */
  onInput(event: InputEvent, columns: number): Command | null {
    switch (event.type) {
      case "text":
        this.#type(event.text);
        return null;
      case "paste":
        this.#endSearch("keep");
        this.buffer.insertPaste(event.text, event.continues);
        return null;
      case "key":
        return this.#onKey(event.key, Math.max(1, columns - composerIndent));
      default:
        return null;
    }
  }

  /** What the view shows of it. */
  change(columns: number): Pick<ViewChange, "composer" | "suggestions" | "suggested"> {
    return {
      composer: composerViewOf(this.buffer, Math.max(1, columns - composerIndent)),
      suggestions: this.#suggestions().map((line) => truncateLine(line, columns)),
      suggested: this.#chosen,
    };
  }

  #type(text: string): void {
    this.#chosen = 0;
    if (this.#search === undefined) return this.buffer.insert(text);
    this.#search.onText(text);
    this.buffer.set(this.#search.shown);
  }

  #onKey(key: Key, width: number): Command | null {
    const command = keymap.lookup(key, this.#context());
    if (command === undefined && key.text !== undefined && !key.ctrl && !key.alt) {
      this.#type(key.text);
      return null;
    }
    if (this.#search !== undefined) {
      const step = this.#search.onCommand(command);
      this.#endSearch(step);
      // Other keys go on with what was found, as in every shell.
      if (step !== "keep" || command === "accept") return null;
    }
    if (command === undefined) return null;
    if (!isEditCommand(command)) return this.#run(command, width);
    this.buffer.run(command, width);
    this.#chosen = 0;
    return null;
  }

  #context(): Context {
    if (this.#search !== undefined) return "history-search";
    return this.#completions().length > 0 ? "completion" : "composer";
  }

  #run(command: Command, width: number): Command | null {
    switch (command) {
      case "newline":
        this.buffer.insert("\n");
        return null;
      case "history-previous":
        if (!this.buffer.run("move-up", width)) this.#show(this.#history.previous(this.buffer.content));
        return null;
      case "history-next":
        if (!this.buffer.run("move-down", width)) this.#show(this.#history.next(this.buffer.content));
        return null;
      case "search-history":
        this.#search = new HistorySearchMode(this.#history.entries, this.buffer.content);
        return null;
      case "open-chip":
        this.buffer.openChip(Math.max(0, this.buffer.caret - 1));
        return null;
      case "select-previous":
        this.#choose(-1);
        return null;
      case "select-next":
        this.#choose(1);
        return null;
      case "complete":
        this.#complete();
        return null;
      case "accept":
        return this.#accept();
      case "dismiss":
        if (this.#completions().length === 0) return command;
        this.#closedAt = this.buffer.version;
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

  #show(entry: Content | string | undefined): void {
    if (entry === undefined) return;
    this.buffer.set(entry);
    // A command from the history opens no list: up and down go on through the history.
    this.#closedAt = this.buffer.version;
  }

  #endSearch(step: "stay" | "keep" | "cancel"): void {
    if (this.#search === undefined) return;
    this.buffer.set(step === "cancel" ? this.#search.before : this.#search.shown);
    if (step !== "stay") this.#search = undefined;
  }

  #completions(): readonly SlashCommand[] {
    return this.#closedAt === this.buffer.version ? [] : completions(this.buffer.value());
  }

  #choose(step: number): void {
    const count = this.#completions().length;
    this.#chosen = (this.#chosen + step + count) % count;
  }

  /** Puts the chosen command into the composer, with room for its argument. Returns it. */
  #complete(): SlashCommand | undefined {
    const command = this.#completions()[this.#chosen];
    this.#chosen = 0;
    if (command === undefined) return undefined;
    this.buffer.set(command.argument === undefined ? `/${command.name}` : `/${command.name} `);
    return command;
  }

  /** Sends the chosen command; one that takes an argument is only completed, unless it stands there whole. */
  #accept(): Command | null {
    const written = this.buffer.value();
    const command = this.#complete();
    return command?.argument === undefined || written === `/${command.name}` ? "send" : null;
  }

  #suggestions(): string[] {
    if (this.#search !== undefined) return [this.#style.dim(`  ${this.#search.line}`)];
    return this.#completions().map(({ name, argument, help }, index) => {
      const call = `/${name}${argument === undefined ? "" : ` ${argument}`}`;
      const line = `${index === this.#chosen ? "❯" : " "} ${call.padEnd(24)} ${help}`;
      return index === this.#chosen ? this.#style.bold(line) : this.#style.dim(line);
    });
  }
}
