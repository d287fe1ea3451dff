/** The transcript: every item of the session, every panel to open and close, in a window that scrolls. */
import type { FullScreenView } from "../../../components/FullScreen.tsx";
import type { InputEvent } from "../../terminal/input/event.ts";
import { type Key, keyId, keysOf } from "../../terminal/input/key.ts";
import type { Style } from "../../terminal/style.ts";
import type { Item } from "../../transcript/item.ts";
import { needsGap, renderItem } from "../../transcript/render.ts";
import type { FullScreenMode } from "./screen.ts";
import { Scroller } from "./scroller.ts";

/** One item's lines in the transcript. */
type Section = { readonly item: Item; readonly start: number; readonly lines: readonly string[] };
type Drawn = { readonly columns: number; readonly expanded: boolean; readonly lines: readonly string[] };

/** Shows what `items` returns, which may grow while it is open. */
export class TranscriptView implements FullScreenMode {
  readonly #items: () => readonly Item[];
  readonly #style: Style;
  readonly #open = new Set<string>();
  readonly #scroller = new Scroller("end");
  // Finished items never change, so neither do their lines.
  readonly #drawn = new WeakMap<Item, Drawn>();
  #all = false;
  #selected: string | null = null;
  /** What is being typed behind "/", or null. */
  #typing: string | null = null;
  #search = "";
  #columns = 80;
  #rows = 24;
  #sections: Section[] = [];

  constructor(items: () => readonly Item[], style: Style) {
    this.#items = items;
    this.#style = style;
  }

  view(columns: number, rows: number): FullScreenView {
    [this.#columns, this.#rows] = [columns, rows];
    this.#sections = this.#draw();
    const height = this.#height();
    const total = this.#total();
    const top = this.#scroller.top(total, height);
    const lines: string[] = [];
    for (const section of this.#sections) {
      const from = Math.max(0, top - section.start);
      if (from >= section.lines.length) continue;
      lines.push(...section.lines.slice(from, from + height - lines.length));
      if (lines.length >= height) break;
    }
    return { columns, rows, lines, footer: this.#footer(Math.min(total, top + height), total) };
  }

  onInput(event: InputEvent): "stay" | "close" {
    switch (event.type) {
      case "mouse":
        if (event.action === "wheel-up") this.#scroller.scroll(-3, this.#total(), this.#height());
        if (event.action === "wheel-down") this.#scroller.scroll(3, this.#total(), this.#height());
        if (event.action === "press" && event.button === "left") this.#click(event.row);
        return "stay";
      case "text":
        if (this.#typing !== null) {
          this.#typing += event.text;
          return "stay";
        }
        return keysOf(event.text).some((key) => this.#onKey(key) === "close") ? "close" : "stay";
      case "key":
        return this.#onKey(event.key);
      case "paste":
      case "reply":
      case "focus":
      case "end":
        return "stay";
    }
  }

  #onKey(key: Key): "stay" | "close" {
    const id = keyId(key);
    if (this.#typing !== null) return this.#onSearchKey(id, this.#typing);
    switch (id) {
      case "q":
      case "escape":
      case "ctrl+o":
      case "ctrl+c":
        return "close";
      case "tab":
        this.#selectPanel(1);
        return "stay";
      case "shift+tab":
        this.#selectPanel(-1);
        return "stay";
      case "enter":
        if (this.#selected !== null) this.#toggle(this.#selected);
        return "stay";
      case "ctrl+e":
        this.#all = !this.#all;
        this.#open.clear();
        return "stay";
      case "{":
        this.#jump(-1, ({ item }) => item.type === "user");
        return "stay";
      case "}":
        this.#jump(1, ({ item }) => item.type === "user");
        return "stay";
      case "/":
        this.#typing = "";
        return "stay";
      case "n":
        this.#find(1);
        return "stay";
      case "shift+n":
        this.#find(-1);
        return "stay";
      default:
        this.#scroller.onKey(key, this.#total(), this.#height());
        return "stay";
    }
  }

  #onSearchKey(id: string, typing: string): "stay" {
    if (id === "escape") this.#typing = null;
    if (id === "backspace") this.#typing = Array.from(typing).slice(0, -1).join("");
    if (id === "enter") {
      this.#search = typing;
      this.#typing = null;
      this.#find(1);
    }
    return "stay";
  }

  #draw(): Section[] {
    const sections: Section[] = [];
    let start = 0;
    let previous: Item | undefined;
    for (const item of this.#items()) {
      const body = this.#linesOf(item);
      const marked =
        item.id === this.#selected ? [this.#style.inverse(body[0] ?? ""), ...body.slice(1)] : body;
      const lines = needsGap(previous, item) ? ["", ...marked] : marked;
      sections.push({ item, start, lines });
      start += lines.length;
      previous = item;
    }
    return sections;
  }

  #linesOf(item: Item): readonly string[] {
    const expanded = this.#all !== this.#open.has(item.id);
    const drawn = this.#drawn.get(item);
    if (drawn?.columns === this.#columns && drawn.expanded === expanded) return drawn.lines;
    const lines = renderItem(item, { width: this.#columns, style: this.#style, expanded });
    this.#drawn.set(item, { columns: this.#columns, expanded, lines });
    return lines;
  }

  #click(row: number): void {
    const line = this.#scroller.top(this.#total(), this.#height()) + row;
    const section = this.#sections.findLast(({ start }) => start <= line);
    if (section === undefined || !isFoldable(section.item)) return;
    this.#selected = section.item.id;
    this.#scroller.reveal(line, this.#total(), this.#height());
    this.#toggle(section.item.id);
  }

  #toggle(id: string): void {
    if (!this.#open.delete(id)) this.#open.add(id);
    const section = this.#sections.find(({ item }) => item.id === id);
    if (section !== undefined) this.#scroller.reveal(section.start, this.#total(), this.#height());
  }

  /** Selects the next panel in a direction; the first time, the last one that is shown. */
  #selectPanel(step: 1 | -1): void {
    const panels = this.#sections.filter(({ item }) => isFoldable(item));
    const at = panels.findIndex(({ item }) => item.id === this.#selected);
    const next = at === -1 ? panels.length - 1 : (at + step + panels.length) % panels.length;
    const panel = panels[next];
    if (panel === undefined) return;
    this.#selected = panel.item.id;
    this.#scroller.reveal(panel.start, this.#total(), this.#height());
  }

  /** Goes to the next section in a direction that fits. */
  #jump(step: 1 | -1, fits: (section: Section) => boolean): boolean {
    const top = this.#scroller.top(this.#total(), this.#height());
    const fitting = this.#sections.filter(fits);
    const target =
      step === 1 ? fitting.find(({ start }) => start > top) : fitting.findLast(({ start }) => start < top);
    if (target === undefined) return false;
    this.#scroller.scroll(target.start - top, this.#total(), this.#height());
    return true;
  }

  /** Goes to the next line in a direction that holds the searched words, in any case. */
  #find(step: 1 | -1): void {
    if (this.#search === "") return;
    const wanted = this.#search.toLowerCase();
    const lines = this.#sections.flatMap((section) => section.lines);
    const from = this.#scroller.top(this.#total(), this.#height());
    for (let offset = 1; offset <= lines.length; offset += 1) {
      const at = (from + step * offset + lines.length * 2) % lines.length;
      if (
        !Bun.stripANSI(lines[at] ?? "")
          .toLowerCase()
          .includes(wanted)
      )
        continue;
      this.#scroller.scroll(at - from, this.#total(), this.#height());
      return;
    }
  }

  #footer(line: number, total: number): string {
    if (this.#typing !== null) return `/${this.#typing}`;
    // The way back comes first: a narrow window cuts the end off.
    return `transcript · ${line}/${total} · q back · tab panel · enter open/close · ctrl+e all · / search · {} prompts`;
  }

  #height(): number {
    return Math.max(1, this.#rows - 1);
  }

  #total(): number {
    const last = this.#sections.at(-1);
    return last === undefined ? 0 : last.start + last.lines.length;
  }
}

function isFoldable(item: Item): boolean {
  return item.type === "call" || item.type === "reasoning" || item.type === "user";
}
