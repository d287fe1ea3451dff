/** What is being written: the text, its history and what completes it. Outside React; keys come in order. */
import { composerIndent } from "../../../../components/Composer.tsx";
import type { ComposerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Key } from "../../../terminal/input/key.ts";
import type { Command, Context } from "../../../terminal/keymap.ts";
import type { Style } from "../../../terminal/style.ts";
import { type Content, createTextBuffer, type TextBuffer } from "../../../terminal/text-buffer.ts";
import { contentWithImages } from "../../../terminal/text-buffer/image-chips.ts";
import { isEditCommand } from "../../../terminal/text-buffer/commands.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { withArgumentHint } from "./argument-hint.ts";
import { parseInput } from "../commands/commands.ts";
import { Completion } from "./completion.ts";
import { ComposerDrafts } from "./composer-drafts.ts";
import { ComposerSearch } from "./composer-search.ts";
import { composerViewOf, type Marked } from "./composer-view.ts";
import { KeyHelp } from "../commands/key-help.ts";
import { keymap } from "../keys.ts";
import type { ViewChange } from "../screen/screen.ts";
import { type PromptSource, SentBefore } from "./sent-before.ts";
import type { SentPrompt } from "./sent-index.ts";
import { shellMode } from "./shell-mode.ts";
import { TypedSign } from "./typed-sign.ts";
import { VimInput } from "./vim-input.ts";

/** The text being written. What a key means beyond the text is handed back as a command for the host. */
export class Composer {
  readonly buffer: TextBuffer = createTextBuffer();
  readonly vim = new VimInput(this.buffer, {
    type: (text) => this.#type(text),
    run: (command) => this.#run(command, Number.MAX_SAFE_INTEGER),
    help: () => this.help.onInput({ type: "text", text: "?" }, true),
    changed: () => (this.#sign.edited(this.#text()), this.completion.close()),
    context: () => this.#context(),
  });
  readonly #style: Style;
  /** The list of what completes the text. */
  readonly completion: Completion;
  /** The keys that `?` shows. */
  readonly help: KeyHelp;
  readonly #sign = new TypedSign();
  readonly #sent = new SentBefore(({ text }) => text.startsWith("!") && this.#sign.isTyped);
  readonly #search: ComposerSearch;
  /** What is written and not sent. */
  readonly drafts: ComposerDrafts;
  /** What sending the text will do, where that is not plain. */
  note: string | undefined;

  constructor(style: Style) {
    this.#style = style;
    this.completion = new Completion(this.buffer, style);
    this.help = new KeyHelp(style);
    const replace = (content: Content | string) => this.#replace(content);
    this.drafts = new ComposerDrafts({
      buffer: this.buffer,
      sign: this.#sign,
      history: () => this.#sent.history,
      beforeSearch: () => this.#search.before,
      onPut: () => this.completion.close(),
    });
    this.#search = new ComposerSearch({ buffer: this.buffer, sent: this.#sent, style, replace });
  }

  /** Puts earlier prompts, oldest first, before those of this run; `onMore`: others have come from the source. */
  loadHistory(prompts: readonly SentPrompt[], source?: PromptSource, onMore = (): void => {}): void {
    this.#search.load(prompts, source, onMore);
  }

  get isEmpty(): boolean {
    return this.buffer.isEmpty;
  }

  /** Whether the text may be a command: its first character was typed, not pasted. */
  get isTyped(): boolean {
    return this.#sign.isTyped;
  }

  /** Whether what is typed is written at the caret. */
  get takesText(): boolean {
    return !this.#search.isOn && this.vim.isInserting;
  }

  /**
   * The text was sent, or set aside: it is in the history, and the composer is empty. Returns it as the history has it:
   * behind a blank when it looks like a command and was none, so that it is none when it comes back.
   */
  clear(): string {
    const text = this.buffer.value();
    const looksLike = !this.#sign.isTyped && parseInput(text, true).type !== "message";
    const remembered = looksLike ? ` ${text}` : text;
    this.#sent.append(remembered, this.buffer.content);
    this.buffer.reset();
    this.vim.begin();
    this.#sign.edited("");
    this.completion.close();
    return remembered;
  }

  /** Puts in pasted text, as if it came from the terminal. */
  paste(text: string, continues = false): void {
    const at = this.buffer.caret;
    this.vim.paste(continues, () => this.buffer.insertPaste(text, continues));
    this.#sign.pasted(this.#text(), text, at, continues);
    this.completion.close();
  }

  /** The next character, or what is selected. */
  deleteForward(): void {
    this.edit(() => this.buffer.run("delete-forward", Number.MAX_SAFE_INTEGER));
  }

  /** Takes the text as somebody's editor gives it back; labels of these images stand for them. */
  rewrite(text: string, images = this.buffer.images()): void {
    this.buffer.set(images.length === 0 ? text : contentWithImages(text, images));
    this.#sign.replaced(this.#text(), this.#sign.isTyped);
    this.completion.close();
  }

  /** Takes an event. Returns a command for the host, or null when the event was about the text. */
  onInput(event: InputEvent, columns: number): Command | null {
    const isFree = this.isEmpty && !this.#search.isOn && !this.vim.isWaiting;
    if (this.help.onInput(event, isFree)) return null;
    const taken = this.vim.onInput(event);
    if (taken !== undefined) return taken;
    switch (event.type) {
      case "text":
        this.#type(event.text);
        return null;
      case "paste":
        this.#search.end();
        this.paste(event.text, event.continues);
        return null;
      case "key":
        return this.#onKey(event.key, Math.max(1, columns - composerIndent));
      default:
        return null;
    }
  }

  /** What the view shows of it. */
  change(
    columns: number,
  ): Pick<ViewChange, "composer" | "suggestions" | "suggested" | "moreSuggestions" | "chosenFile"> {
    const { lines, chosen } = this.#suggestions(columns);
    return {
      composer: {
        ...this.#drawn(Math.max(1, columns - composerIndent)),
        ...this.#mode(),
        mode: this.vim.words,
      },
      suggestions: lines.map((line) => truncateLine(line, columns)),
      suggested: chosen,
      moreSuggestions: this.help.isShown ? this.#style.dim(" ▼ PgDn") : "",
      chosenFile: this.help.isShown ? [] : this.completion.preview(columns),
    };
  }

  #text(): string {
    return this.buffer.content.text;
  }

  #drawn(columns: number): ComposerView {
    const view = composerViewOf(this.buffer, columns, this.#marked());
    const isCommand = this.#sign.isTyped && !this.#search.isOn && !this.#sent.history.isBrowsing;
    return isCommand ? withArgumentHint(view, { text: this.#text(), columns, style: this.#style }) : view;
  }

  #marked(): Marked {
    const selection = this.vim.selection ?? this.buffer.selection;
    const parts = this.#search.ranges ?? (selection === undefined ? [] : [selection]);
    return { parts, paint: this.#style.selection };
  }

  #mode(): Pick<ComposerView, "sign" | "hint"> {
    if (this.note !== undefined) return { hint: this.note };
    return shellMode(this.#text(), this.#sign.isTyped && !this.#search.isOn);
  }

  #type(text: string): void {
    if (this.#search.isOn) return this.#search.type(text);
    const at = this.buffer.caret;
    this.buffer.insert(text);
    this.#sign.typed(this.#text(), text, at);
    this.completion.edited(this.#sign.isTyped);
  }

  #onKey(key: Key, width: number): Command | null {
    const command = keymap.lookup(key, this.#context());
    if (command === undefined && key.text !== undefined && !key.ctrl && !key.alt) {
      this.#type(key.text);
      return null;
    }
    // Other keys go on with what was found, as in every shell.
    if (this.#search.isOn && this.#search.run(command) !== "keep") return null;
    if (command === undefined) return null;
    if (!isEditCommand(command)) return this.#run(command, width);
    this.edit(() => this.buffer.run(command, width));
    return null;
  }

  /** Does something to the text or the caret, as a key would. */
  edit(action: (buffer: TextBuffer) => void): void {
    const before = this.#text();
    action(this.buffer);
    this.#sign.edited(this.#text());
    // A list that helps with what is written does not open for a caret that passes by.
    if (this.#text() === before) this.completion.moved(this.#sign.isTyped);
    else this.completion.edited(this.#sign.isTyped);
  }

  #context(): Context {
    if (this.#search.isOn) return "history-search";
    return this.completion.isOpen ? "completion" : "composer";
  }

  #run(command: Command, width: number): Command | null {
    switch (command) {
      case "newline":
        this.#type("\n");
        return null;
      case "history-previous":
        if (this.buffer.run("move-up", width)) this.completion.moved(this.#sign.isTyped);
        else {
          this.#show(this.#sent.history.previous(this.drafts.leaving()));
          this.#search.readOlder();
        }
        return null;
      case "history-next":
        if (!this.buffer.run("move-down", width)) this.#show(this.#sent.history.next(this.drafts.leaving()));
        else this.completion.moved(this.#sign.isTyped);
        return null;
      case "search-history":
        this.#search.begin(this.drafts.leaving(), this.#text().startsWith("!") && this.#sign.isTyped);
        this.completion.close();
        return null;
      case "open-chip":
        this.edit(() => this.buffer.openChip(Math.max(0, this.buffer.caret - 1)));
        return null;
      case "select-previous":
        this.completion.choose(-1);
        return null;
      case "select-next":
        this.completion.choose(1);
        return null;
      case "complete":
        this.completion.complete(this.#sign.isTyped);
        return null;
      case "accept":
        return this.completion.accept() ? "send" : null;
      case "dismiss":
        if (!this.completion.isShown) return command;
        this.completion.close();
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

  #show(entry: Content | string | undefined): void {
    if (entry === undefined) return;
    this.#replace(entry);
    // What comes from the history opens no list: up and down go on through the history.
    this.completion.close();
  }

  /** Another text comes in place of all: from the history, which holds what was typed, or a draft that waited. */
  #replace(content: Content | string): void {
    this.buffer.set(typeof content === "string" ? this.#sent.written(content) : content);
    this.#sign.replaced(this.#text(), typeof content === "string" || this.drafts.wasTyped(content));
  }

  #suggestions(columns: number): { readonly lines: readonly string[]; readonly chosen: number } {
    if (this.help.isShown) return { lines: this.help.lines(columns), chosen: 0 };
    if (!this.#search.isOn) return this.completion.view(columns);
    return { lines: this.#search.lines(columns), chosen: 0 };
  }
}
