/** The transcript: every item of the session, every panel to open and close, in a window that scrolls. */
import type { FullScreenView } from "../../../components/FullScreen.tsx";
import type { InputEvent } from "../../terminal/input/event.ts";
import { type Key, keysOf } from "../../terminal/input/key.ts";
import type { Command } from "../../terminal/keymap.ts";
import type { Style } from "../../terminal/style.ts";
import type { Item } from "../../transcript/item.ts";
import type { FullScreenMode } from "./full-screen.ts";
import { keyName, keymap } from "./keys.ts";
import { Scroller } from "./scroller.ts";
import { type Place, type Section, Sections } from "./sections.ts";

/** Shows what `items` returns, which may grow while it is open. */
export class TranscriptView implements FullScreenMode {
  readonly #items: () => readonly Item[];
  readonly #style: Style;
  readonly #sections: Sections;
  readonly #scroller = new Scroller("end");
  /** The panels that are not as all of them are. */
  readonly #differing = new Set<string>();
  #areOpen = false;
  #selected: string | null = null;
  /** What is being typed behind "/", or null. */
  #typing: string | null = null;
  #wanted = "";
  /** The line that was found last. */
  #found: Place | undefined;
  #isMissing = false;
  #columns = 80;
  #rows = 24;

  constructor(items: () => readonly Item[], style: Style) {
    this.#items = items;
    this.#style = style;
    this.#sections = new Sections(style);
  }

  view(columns: number, rows: number): FullScreenView {
    // What is at the top stays there, whatever opens, closes or is wrapped anew above it.
    const place = this.#scroller.isFollowing ? undefined : this.#sections.placeOf(this.#top());
    const isRewrapped = columns !== this.#columns;
    [this.#columns, this.#rows] = [columns, rows];
    this.#lay();
    const line = place && this.#sections.lineOf(place, isRewrapped);
    if (line !== undefined) this.#scroller.stand(line);
    const top = this.#top();
    const end = Math.min(this.#sections.total, top + this.#height());
    const lines = this.#sections.all
      .filter(({ start, lines }) => start < end && start + lines.length > top)
      .flatMap((section) =>
        this.#marked(section).slice(Math.max(0, top - section.start), end - section.start),
      );
    return { columns, rows, lines, footer: this.#footer(end) };
  }

  onInput(event: InputEvent): "stay" | "close" {
    switch (event.type) {
      case "mouse":
        if (event.action === "wheel-up") this.#scroll(-3);
        if (event.action === "wheel-down") this.#scroll(3);
        if (event.action === "press" && event.button === "left") this.#click(event.row);
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

  #onKey(key: Key): "stay" | "close" {
    if (this.#typing !== null) return this.#onSearchKey(key, this.#typing);
    this.#isMissing = false;
    const command = keymap.lookup(key, "transcript");
    switch (command) {
      case "close":
      case "dismiss":
      case "open-transcript":
      case "interrupt":
        return "close";
      case "next-panel":
        this.#selectPanel(1);
        return "stay";
      case "previous-panel":
        this.#selectPanel(-1);
        return "stay";
      case "toggle-panel":
        if (this.#selected !== null) this.#toggle(this.#selected);
        return "stay";
      case "toggle-all-panels":
        this.#areOpen = !this.#areOpen;
        this.#differing.clear();
        return "stay";
      case "previous-prompt":
        this.#jumpToPrompt(-1);
        return "stay";
      case "next-prompt":
        this.#jumpToPrompt(1);
        return "stay";
      case "search":
        this.#typing = "";
        return "stay";
      case "next-match":
        this.#search(1);
        return "stay";
      case "previous-match":
        this.#search(-1);
        return "stay";
      default:
        this.#scroller.onCommand(command, this.#sections.total, this.#height());
        return "stay";
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
        this.#wanted = typing.toLowerCase();
        this.#found = undefined;
        this.#search(1);
        return "stay";
      default:
        if (!key.ctrl && !key.alt) this.#typing += key.text ?? "";
        return "stay";
    }
  }

  #lay(): void {
    this.#sections.lay(this.#items(), this.#columns, (item) => this.#isOpen(item));
  }

  #isOpen(item: Item): boolean {
    return this.#areOpen !== this.#differing.has(item.id);
  }

  /** A section's lines, with what is selected and what was found made visible. */
  #marked({ item, gap, lines }: Section): readonly string[] {
    const marks = [
      ...(item.id === this.#selected ? [gap] : []),
      ...(item.id === this.#found?.id ? [this.#found.offset] : []),
    ];
    if (marks.length === 0) return lines;
    return lines.map((line, index) => (marks.includes(index) ? this.#style.selection(line) : line));
  }

  #click(row: number): void {
    const line = this.#top() + row;
    const section = row < this.#height() ? this.#sections.at(line) : undefined;
    if (section === undefined || !isFoldable(section.item)) return;
    this.#selected = section.item.id;
    this.#scroller.stand(this.#top());
    this.#toggle(section.item.id);
  }

  #toggle(id: string): void {
    if (!this.#differing.delete(id)) this.#differing.add(id);
    const section = this.#sections.find(id);
    if (section !== undefined) this.#reveal(section.start);
  }

  /** Selects the next panel in a direction; the first time, the last one that can be seen. */
  #selectPanel(step: 1 | -1): void {
    const panels = this.#sections.all.filter(({ item }) => isFoldable(item));
    const at = panels.findIndex(({ item }) => item.id === this.#selected);
    const bottom = this.#top() + this.#height();
    const shown = Math.max(
      0,
      panels.findLastIndex(({ start, gap }) => start + gap < bottom),
    );
    const panel = panels[at === -1 ? shown : (at + step + panels.length) % panels.length];
    if (panel === undefined) return;
    this.#selected = panel.item.id;
    this.#reveal(panel.start + panel.gap);
  }

  #jumpToPrompt(step: 1 | -1): void {
    const top = this.#top();
    const prompts = this.#sections.all.filter(({ item }) => item.type === "user");
    const target =
      step === 1 ? prompts.find(({ start }) => start > top) : prompts.findLast(({ start }) => start < top);
    if (target !== undefined) this.#scroll(target.start - top);
  }

  /** Goes to the next line in a direction that holds the wanted words, in any case. A panel that hides them is opened. */
  #search(step: 1 | -1): void {
    if (this.#wanted === "") return;
    const { all } = this.#sections;
    const from = this.#found ?? this.#sections.placeOf(this.#top());
    const first = all.findIndex(({ item }) => item.id === from?.id);
    // The first section is looked at twice: behind the place where the search begins, and at last before it.
    for (let count = 0; count <= all.length; count += 1) {
      const section = all[(first + step * count + all.length * 2) % all.length];
      if (section === undefined) break;
      const offsets = this.#offsetsIn(section);
      const ahead =
        count > 0 || from === undefined
          ? offsets
          : offsets.filter((offset) => (offset - from.offset) * step > (this.#found === undefined ? -1 : 0));
      const offset = step === 1 ? ahead[0] : ahead.at(-1);
      if (offset === undefined) continue;
      this.#found = { id: section.item.id, offset, of: section.lines.length };
      this.#reveal(this.#sections.lineOf(this.#found) ?? section.start);
      return;
    }
    this.#found = undefined;
    this.#isMissing = true;
  }

  /** The lines of a section that hold the wanted words; opens the section when only hidden ones do. */
  #offsetsIn({ item, gap, lines }: Section): number[] {
    const matching = (all: readonly string[]) =>
      all.flatMap((line, index) => (Bun.stripANSI(line).toLowerCase().includes(this.#wanted) ? [index] : []));
    const shown = matching(lines);
    if (shown.length > 0 || this.#isOpen(item) || !isFoldable(item)) return shown;
    const hidden = matching(this.#sections.linesOf(item, true)).map((index) => index + gap);
    if (hidden.length === 0) return shown;
    this.#toggle(item.id);
    this.#lay();
    return hidden;
  }

  #footer(end: number): string {
    if (this.#typing !== null) return `/${this.#typing}`;
    if (this.#isMissing) return `“${this.#wanted}” is not in here`;
    // The way back comes first: a narrow window cuts the end off.
    const [open, prompts] = [
      `${key("next-panel")}, ${key("toggle-panel")}`,
      `${key("previous-prompt")}${key("next-prompt")}`,
    ];
    return `transcript · ${end}/${this.#sections.total} · ${key("close")} back · ${open} open · ${key("toggle-all-panels")} all · ${key("search")} search · ${prompts} prompts`;
  }

  #scroll(lines: number): void {
    this.#scroller.scroll(lines, this.#sections.total, this.#height());
  }

  #reveal(line: number): void {
    this.#scroller.reveal(line, this.#sections.total, this.#height());
  }

  #top(): number {
    return this.#scroller.top(this.#sections.total, this.#height());
  }

  #height(): number {
    return Math.max(1, this.#rows - 1);
  }
}

function isFoldable(item: Item): boolean {
  switch (item.type) {
    case "call":
    case "reasoning":
    case "user":
    case "user_command":
      return true;
    case "notice":
      return (item.details ?? "") !== "";
    case "text":
      return false;
    default:
      return item satisfies never;
  }
}

function key(command: Command): string {
  return keyName(command, "transcript");
}
