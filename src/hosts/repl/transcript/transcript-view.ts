/** The transcript: every item of the session, every panel to open and close, in a window that scrolls. */
import type { FullScreenView } from "../../../../components/FullScreen.tsx";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import type { Style } from "../../../terminal/style.ts";
import { rawTextOf } from "../../../transcript/raw-text.ts";
import { say } from "../../../words/say.ts";
import type { Timers } from "../screen/flusher.ts";
import { isFoldable } from "../conversation/foldable.ts";
import type { FullScreenMode } from "../screen/full-screen.ts";
import { keymap } from "../keys.ts";
import { linesToScroll } from "./scroller.ts";
import { Sections } from "./sections.ts";
import type { ItemSource, PrintedLines, Shown } from "../conversation/shown.ts";
import { footerOf } from "./transcript-footer.ts";
import { type LooksParts, TranscriptLooks } from "./transcript-looks.ts";
import { TranscriptSearch } from "./transcript-search.ts";
import { Selection } from "./transcript-selection.ts";
import { type Added, Viewport, type WindowRow } from "./viewport.ts";

/** What the transcript needs of its host, beside what it shows. */
export type TranscriptActions = LooksParts & {
  /** Puts a text on the clipboard; `tell` takes the words about how that went. */
  readonly copy?: (text: string, tell: (words: string) => void) => void;
  /** Shows a text in the user's pager. */
  readonly page?: (text: string) => void;
  /** For a search that takes longer than a frame; without, it holds everything up until it has ended. */
  readonly timers?: Pick<Timers, "now" | "after">;
  /** Draws the window anew. */
  readonly refresh?: () => void;
};

/** Shows what `items` returns, which may grow while it is open. */
export class TranscriptView implements FullScreenMode {
  readonly items: () => ItemSource;
  readonly #style: Style;
  readonly #actions: TranscriptActions;
  readonly #looks: TranscriptLooks;
  readonly #sections: Sections;
  readonly #viewport: Viewport;
  #preceding: readonly PrintedLines[] = [];
  readonly #selection: Selection;
  /** What is being typed behind "/", or null. */
  #typing: string | null = null;
  readonly #search: TranscriptSearch;
  /** A word about the last key. */
  #told: string | null = null;
  /** How often other keys were asked for in the footer. */
  #turned = 0;
  #columns = 80;
  /** Rows of the window that show items. */
  #height = 1;

  constructor(items: () => ItemSource, style: Style, actions: TranscriptActions = {}) {
    this.items = items;
    this.#style = style;
    this.#actions = actions;
    this.#looks = new TranscriptLooks(actions);
    this.#sections = new Sections(style, this.#looks);
    this.#viewport = new Viewport(this.#sections);
    this.#selection = new Selection(this.#sections, this.#viewport);
    this.#search = new TranscriptSearch(this.#sections, {
      ...actions,
      isOpen: ({ item }) => this.#looks.isOpen(item) || this.#looks.raw.of(item.id),
      lay: () => this.#sections.lay(this.#source(), this.#columns),
      show: ({ place, isHidden }) => {
        if (isHidden) this.#looks.open.toggle(place.id);
        this.#viewport.reveal(place);
      },
    });
  }

  view(columns: number, rows: number): FullScreenView {
    const lines = this.lines(columns, rows - 1, { hasKeys: true });
    return { columns, rows, lines, footer: this.#footer() };
  }

  /** The lines of a window of this size. `hasKeys`: what is selected and what was found is made visible. */
  lines(columns: number, rows: number, { hasKeys }: { readonly hasKeys: boolean }): string[] {
    const isRewrapped = columns !== this.#columns;
    this.#columns = columns;
    this.#height = Math.max(1, rows);
    this.#looks.isWhole = hasKeys;
    this.#sections.lay(this.#source(), columns);
    this.#viewport.fit(this.#height, isRewrapped);
    return this.#viewport.rows().map((row) => this.#lineOf(row, hasKeys));
  }

  get isFollowing(): boolean {
    return this.#viewport.isFollowing;
  }

  /** Whether nothing is below what is shown. */
  get showsEnd(): boolean {
    return this.#viewport.showsEnd;
  }

  /** How many lines have come below since it stands still. */
  added(): Added {
    return this.#viewport.added();
  }

  /** These lines stand above all items. */
  precede(lines: readonly PrintedLines[]): void {
    this.#preceding = [...lines];
  }

  /** Shows the end, and what is added to it. */
  follow(): void {
    this.#viewport.follow();
  }

  scroll(lines: number): void {
    this.#viewport.scroll(lines);
  }

  /** Moves for a scrolling command; any other does nothing. */
  onScroll(command: Command): void {
    const lines = linesToScroll(command, this.#height);
    if (lines !== null) this.#viewport.scroll(lines);
  }

  /** Shows the last answer as the model wrote it, or drawn again; from its start where it is longer than the window. */
  toggleRawAnswer(): void {
    this.#sections.lay(this.#source(), this.#columns);
    let index = this.#sections.length - 1;
    while (index >= 0 && !isAnswer(this.#sections.itemAt(index))) index -= 1;
    const item = this.#sections.itemAt(index);
    if (item === undefined) {
      this.#told = say`There is no answer yet.`;
      return;
    }
    this.#selection.id = item.id;
    this.#looks.raw.toggle(item.id);
    const isAtEnd = index === this.#sections.length - 1 && this.#sections.heightAt(index) <= this.#height;
    if (isAtEnd) this.#viewport.follow();
    else this.#viewport.stand(this.#sections.place(index, 0));
  }

  onInput(event: InputEvent): "stay" | "close" {
    switch (event.type) {
      case "mouse":
        if (event.action === "wheel-up") this.#viewport.scroll(-3);
        if (event.action === "wheel-down") this.#viewport.scroll(3);
        if (event.action === "press" && event.button === "left") this.click(event.row);
        return "stay";
      case "text":
        return keysOf(event.text).some((key) => this.#onKey(key) === "close") ? "close" : "stay";
      case "key":
        return this.#onKey(event.key);
      case "paste":
        if (this.#typing !== null) this.#typing += event.text.split("\n", 1)[0];
        return "stay";
      case "reply":
      case "focus":
      case "end":
        return "stay";
    }
  }

  /** A click on a row of the window: a panel opens or closes. */
  click(row: number): void {
    const { index, section } = this.#viewport.rows()[row] ?? {};
    if (index === undefined || section === undefined || section.item.type === "printed") return;
    this.#selection.id = section.item.id;
    this.#viewport.stand(this.#viewport.top());
    if (isFoldable(section.item)) this.#toggle(index);
  }

  #onKey(key: Key): "stay" | "close" {
    if (this.#typing !== null) return this.#onSearchKey(key, this.#typing);
    this.#told = null;
    const wasSearching = this.#search.stop();
    const command = keymap.lookup(key, "transcript");
    switch (command) {
      case "dismiss":
      case "interrupt":
        return wasSearching ? "stay" : "close";
      case "close":
      case "open-transcript":
      case "show-raw":
        return "close";
      default:
        if (command !== undefined) this.#run(command);
        return "stay";
    }
  }

  #run(command: Command): void {
    switch (command) {
      case "next-panel":
        return this.#selection.next(1);
      case "previous-panel":
        return this.#selection.next(-1);
      case "toggle-panel": {
        const index = this.#selection.index();
        return index === undefined ? undefined : this.#toggle(index);
      }
      case "toggle-all-panels":
        return this.#looks.open.toggleAll();
      case "toggle-raw":
        return this.#withItem(({ id }) => this.#looks.raw.toggle(id));
      case "toggle-all-raw":
        return this.#looks.raw.toggleAll();
      case "show-keys":
        this.#turned += 1;
        return;
      case "toggle-details":
        this.#looks.showsFacts = !this.#looks.showsFacts;
        return;
      case "copy":
        return this.#withItem((item) =>
          this.#actions.copy?.(textOf(item), (words) => {
            this.#told = words;
          }),
        );
      case "open-pager":
        return this.#withItem((item) => this.#actions.page?.(textOf(item)));
      case "previous-prompt":
        return this.#jumpToPrompt(-1);
      case "next-prompt":
        return this.#jumpToPrompt(1);
      case "search":
        this.#typing = "";
        return;
      case "next-match":
        return this.#search.next(1, this.#viewport.top());
      case "previous-match":
        return this.#search.next(-1, this.#viewport.top());
      default:
        return this.onScroll(command);
    }
  }

  #onSearchKey(key: Key, typing: string): "stay" {
    switch (keymap.lookup(key, "composer")) {
      case "dismiss":
      case "interrupt":
        this.#typing = null;
        return "stay";
      case "delete-backward":
        this.#typing = Array.from(typing).slice(0, -1).join("");
        return "stay";
      case "send":
        this.#typing = null;
        this.#search.begin(typing, this.#viewport.top());
        return "stay";
      default:
        if (!key.ctrl && !key.alt) this.#typing += key.text ?? "";
        return "stay";
    }
  }

  /** What is laid out. */
  #source(): ItemSource {
    const [first, items] = [this.#preceding, this.items()];
    if (first.length === 0) return items;
    const at = (index: number) => (index < first.length ? first[index] : items.at(index - first.length));
    return { length: first.length + items.length, at };
  }

  #lineOf({ index, offset, section }: WindowRow, hasKeys: boolean): string {
    const line = section.lines[offset] ?? "";
    if (!hasKeys) return line;
    const isFound = this.#search.found?.index === index && this.#search.found.offset === offset;
    const isSelected = section.item.id === this.#selection.id && offset === section.head;
    return isFound || isSelected ? this.#style.selection(line === "" ? " " : line) : line;
  }

  #toggle(index: number): void {
    const id = this.#sections.itemAt(index)?.id;
    if (id === undefined) return;
    this.#looks.open.toggle(id);
    this.#viewport.reveal(this.#sections.place(index, 0));
  }

  /** Does something with the item that a key is about; from then on that is the selected one. */
  #withItem(action: (item: Shown) => void): void {
    const item = this.#selection.takeCurrent();
    if (item !== undefined) action(item);
  }

  #jumpToPrompt(step: 1 | -1): void {
    const top = this.#viewport.top();
    const first = step === 1 || top.offset === 0 ? top.index + step : top.index;
    for (let index = first; index >= 0 && index < this.#sections.length; index += step) {
      if (this.#sections.itemAt(index)?.type !== "user") continue;
      this.#viewport.stand(this.#sections.place(index, 0));
      return;
    }
  }

  #keyHints(): string {
    const [viewport, sections, columns, turned] = [
      this.#viewport,
      this.#sections,
      this.#columns,
      this.#turned,
    ];
    return footerOf({ viewport, sections, columns, turned });
  }

  #footer(): string {
    if (this.#typing !== null) return `/${this.#typing}`;
    return this.#told ?? this.#search.words ?? this.#keyHints();
  }
}

function isAnswer(item: Shown | undefined): boolean {
  return item?.type === "text" || item?.type === "open_answer";
}

function textOf(item: Shown): string {
  if (item.type === "printed") return "";
  return item.type === "open_answer" ? item.text() : rawTextOf(item);
}
