/** What is being written: the text, its history and what completes it. Outside React; keys come in order. */
import { composerIndent } from "../../../components/Composer.tsx";
import type { ComposerView } from "../../../components/view.ts";
import { createHistory, type History } from "../../terminal/history.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Key } from "../../terminal/input/key.ts";
import type { Command, Context } from "../../terminal/keymap.ts";
import type { Style } from "../../terminal/style.ts";
import { type Content, createTextBuffer, type TextBuffer } from "../../terminal/text-buffer.ts";
import { isEditCommand } from "../../terminal/text-buffer/commands.ts";
import { truncateLine } from "../../terminal/width.ts";
import { parseInput } from "./commands.ts";
import { Completion } from "./completion.ts";
import { composerViewOf } from "./composer-view.ts";
import type { FileCompletion } from "./file-completion.ts";
import { HistorySearchMode } from "./history-search-mode.ts";
import { keymap } from "./keys.ts";
import type { ViewChange } from "./screen.ts";
import { TypedSign } from "./typed-sign.ts";

/** The text being written. What a key means beyond the text is handed back as a command for the host. */
export class Composer {
  readonly buffer: TextBuffer = createTextBuffer();
  readonly #style: Style;
  readonly #completion: Completion;
  readonly #sign = new TypedSign();
  /** Drafts in the history that begin with a sign that was typed. */
  readonly #typedDrafts = new WeakSet<Content>();
  #history: History = createHistory({ entries: [] });
  #search: HistorySearchMode | undefined;

  constructor(style: Style) {
    this.#style = style;
    this.#completion = new Completion(this.buffer, style);
  }

  /** Puts earlier prompts, oldest first, behind the up key, before those of this run. */
  loadHistory(prompts: readonly string[]): void {
    // The draft waits at the bottom of the old history: it is taken out of there first.
    while (this.#history.isBrowsing) this.#show(this.#history.next(this.buffer.content));
    this.#history = createHistory({ entries: [...prompts, ...this.#history.entries] });
  }

  /** Files are completed from now on. */
  useFiles(files: FileCompletion): void {
    this.#completion.useFiles(files);
  }

  get isEmpty(): boolean {
    return this.buffer.isEmpty;
  }

  /** Whether the text may be a command: its first character was typed, not pasted. */
  get isTyped(): boolean {
    return this.#sign.isTyped;
  }

  /**
   * The text was sent, or set aside: it is in the history, and the composer is empty. Returns it as the history has it:
   * behind a blank when it looks like a command and was none, so that it is none when it comes back.
   */
  clear(): string {
    const text = this.buffer.value();
    const looksLike = !this.#sign.isTyped && parseInput(text, true).type !== "message";
    const remembered = looksLike ? ` ${text}` : text;
    this.#history.append(remembered);
    this.buffer.reset();
    this.#sign.edited("");
    this.#completion.close();
    return remembered;
  }

  /** Puts in pasted text, as if it came from the terminal. */
  paste(text: string, continues = false): void {
    const at = this.buffer.caret;
    this.buffer.insertPaste(text, continues);
    this.#sign.pasted(this.#text(), text, at);
    this.#completion.close();
  }

  /** Puts in a message that was sent, to be written anew. */
  insert(text: string): void {
    this.#edit(() => this.buffer.insert(text));
  }

  deleteForward(): void {
    this.#edit(() => this.buffer.run("delete-forward", Number.MAX_SAFE_INTEGER));
  }

  /** Takes the text as somebody's editor gives it back. */
  rewrite(text: string): void {
    this.buffer.set(text);
    this.#sign.replaced(this.#text(), this.#sign.isTyped);
    this.#completion.close();
  }

  /** Takes an event. Returns a command for the host, or null when the event was about the text. */
  onInput(event: InputEvent, columns: number): Command | null {
    switch (event.type) {
      case "text":
        this.#type(event.text);
        return null;
      case "paste":
        this.#endSearch("keep");
        this.paste(event.text, event.continues);
        return null;
      case "key":
        return this.#onKey(event.key, Math.max(1, columns - composerIndent));
      default:
        return null;
    }
  }

  /** What the view shows of it. */
  change(columns: number): Pick<ViewChange, "composer" | "suggestions" | "suggested"> {
    const { lines, chosen } = this.#suggestions(columns);
    return {
      composer: { ...composerViewOf(this.buffer, Math.max(1, columns - composerIndent)), ...this.#mode() },
      suggestions: lines.map((line) => truncateLine(line, columns)),
      suggested: chosen,
    };
  }

  #text(): string {
    return this.buffer.content.text;
  }

  #mode(): Pick<ComposerView, "sign" | "hint"> {
    const input = parseInput(this.#text(), this.#sign.isTyped && this.#search === undefined);
    if (input.type !== "shell") return {};
    const hint = input.shared
      ? "runs in your shell, shared with the model; !! keeps it private"
      : "runs in your shell, not shared with the model";
    return { sign: "!", hint };
  }

  #type(text: string): void {
    if (this.#search === undefined) {
      const at = this.buffer.caret;
      this.buffer.insert(text);
      this.#sign.typed(this.#text(), text, at);
      this.#completion.edited(this.#sign.isTyped);
      return;
    }
    this.#search.onText(text);
    this.#replace(this.#search.shown);
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
    this.#edit(() => this.buffer.run(command, width));
    return null;
  }

  /** Does something to the text or the caret. */
  #edit(action: () => void): void {
    const before = this.#text();
    action();
    this.#sign.edited(this.#text());
    // A list that helps with what is written does not open for a caret that passes by.
    if (this.#text() === before) this.#completion.moved(this.#sign.isTyped);
    else this.#completion.edited(this.#sign.isTyped);
  }

  #context(): Context {
    if (this.#search !== undefined) return "history-search";
    return this.#completion.isOpen ? "completion" : "composer";
  }

  #run(command: Command, width: number): Command | null {
    switch (command) {
      case "newline":
        this.#type("\n");
        return null;
      case "history-previous":
        if (!this.buffer.run("move-up", width)) this.#show(this.#history.previous(this.#leaving()));
        else this.#completion.moved(this.#sign.isTyped);
        return null;
      case "history-next":
        if (!this.buffer.run("move-down", width)) this.#show(this.#history.next(this.#leaving()));
        else this.#completion.moved(this.#sign.isTyped);
        return null;
      case "search-history":
        this.#search = new HistorySearchMode(this.#history.entries, this.#leaving());
        this.#completion.close();
        return null;
      case "open-chip":
        this.#edit(() => this.buffer.openChip(Math.max(0, this.buffer.caret - 1)));
        return null;
      case "select-previous":
        this.#completion.choose(-1);
        return null;
      case "select-next":
        this.#completion.choose(1);
        return null;
      case "complete":
        this.#completion.complete();
        return null;
      case "accept":
        return this.#completion.accept() ? "send" : null;
      case "dismiss":
        if (!this.#completion.isShown) return command;
        this.#completion.close();
        return null;
      case "send":
        // A backslash at the end of the line asks for another line, in terminals that send no Shift+Enter.
        if (!this.buffer.lineBeforeCaret().endsWith("\\")) return "send";
        this.buffer.run("delete-backward", width);
        this.#type("\n");
        return null;
      default:
        return command;
    }
  }

  /** The text that another one takes the place of for a while. */
  #leaving(): Content {
    const { content } = this.buffer;
    if (this.#sign.isTyped) this.#typedDrafts.add(content);
    return content;
  }

  #show(entry: Content | string | undefined): void {
    if (entry === undefined) return;
    this.#replace(entry);
    // What comes from the history opens no list: up and down go on through the history.
    this.#completion.close();
  }

  /** Another text comes in place of all: from the history, which holds what was typed, or a draft that waited. */
  #replace(content: Content | string): void {
    this.buffer.set(content);
    this.#sign.replaced(this.#text(), typeof content === "string" || this.#typedDrafts.has(content));
  }

  #endSearch(step: "stay" | "keep" | "cancel"): void {
    if (this.#search === undefined) return;
    this.#replace(step === "cancel" ? this.#search.before : this.#search.shown);
    if (step !== "stay") this.#search = undefined;
  }

  #suggestions(columns: number): { readonly lines: readonly string[]; readonly chosen: number } {
    if (this.#search === undefined) return this.#completion.view(columns);
    return { lines: [this.#style.dim(`  ${this.#search.line}`)], chosen: 0 };
  }
}
