/** A list to choose from: typing filters, arrows move, Enter chooses. */
import type { PickerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { typedBy } from "../../../terminal/input/key.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { graphemesOf, truncateLine, widthOf } from "../../../terminal/width.ts";
import { keymap } from "../keys.ts";
import type { List } from "./open-list.ts";
import { say } from "../../../words/say.ts";

export type PickerOption<T> = { readonly label: string; readonly value: T };

export type PickerParts<T> = {
  readonly question: string;
  /** How it is used, said behind the question until something is typed. */
  readonly help: string;
  /** Labels must be printable. */
  readonly options: readonly PickerOption<T>[];
  /** Where the cursor stands at first. @default on the first */
  readonly chosen?: T;
  readonly onChosen: (value: T) => void;
  /** Whether two values stand for the same thing. @default when they are one */
  readonly isSame?: (one: T, other: T) => boolean;
  /** The options that fit a filter, the best first. @default those that hold each of its words, in their order */
  readonly rank?: (filter: string, options: readonly PickerOption<T>[]) => readonly PickerOption<T>[];
};

/** How far a page is. */
const pageRows = 10;
/** What is looked for is a name, not a text; UTF-16 units. */
const longestFilter = 100;

/** One list. It is closed by choosing, too. */
export class Picker<T> implements List {
  #parts: PickerParts<T>;
  #filter = "";
  #selected = 0;

  constructor(parts: PickerParts<T>) {
    this.#parts = parts;
    const { options, chosen } = parts;
    if (chosen !== undefined)
      this.#selected = Math.max(
        0,
        options.findIndex(({ value }) => value === chosen),
      );
  }

  /** What the cursor stands on; undefined when nothing fits the filter. */
  get chosen(): T | undefined {
    return this.#shown()[this.#selected]?.value;
  }

  /** What was typed. */
  get filter(): string {
    return this.#filter;
  }

  clearFilter(): void {
    this.#refilter("");
  }

  /** Other options in place of the ones it has; the chosen one stays chosen where it is still there. */
  replace(options: readonly PickerOption<T>[], help: string): void {
    const chosen = this.#shown()[this.#selected]?.value;
    this.#parts = { ...this.#parts, options, help };
    const isSame = this.#parts.isSame ?? ((one: T, other: T) => one === other);
    const at = this.#shown().findIndex(({ value }) => chosen !== undefined && isSame(value, chosen));
    this.#selected = Math.max(0, at);
  }

  view(columns: number): PickerView {
    const rows = this.#shown().map(({ label }) => truncateLine(label, Math.max(1, columns - 2)));
    return {
      heading: this.#heading(columns),
      rows: rows.length === 0 ? [say`nothing fits`] : rows,
      selected: this.#selected,
    };
  }

  onInput(event: InputEvent): "stay" | "close" {
    if (event.type === "text") return this.#refilter(this.#filter + event.text);
    if (event.type === "paste") return this.#refilter(this.#filter + (event.text.split("\n", 1)[0] ?? ""));
    if (event.type !== "key") return "stay";
    switch (keymap.lookup(event.key, "list")) {
      case "dismiss":
      case "interrupt":
      case "close":
        return "close";
      case "accept": {
        const option = this.#shown()[this.#selected];
        if (option === undefined) return "stay";
        this.#parts.onChosen(option.value);
        return "close";
      }
      case "select-previous":
        return this.#move(-1);
      case "select-next":
        return this.#move(1);
      case "page-up":
        return this.#move(-pageRows);
      case "page-down":
        return this.#move(pageRows);
      case "delete-backward":
        return this.#refilter(Array.from(this.#filter).slice(0, -1).join(""));
      case "clear-filter":
        return this.#refilter("");
      case undefined:
        return this.#refilter(this.#filter + typedBy(event.key));
      default:
        return "stay";
    }
  }

  /** The end of a filter is where it is written on. */
  #heading(columns: number): string {
    const { question, help } = this.#parts;
    if (this.#filter === "") return truncateLine(`${question} ${help}`, columns);
    const room = Math.max(1, columns - widthOf(`${question} `));
    return truncateLine(`${question} ${endOf(this.#filter, room)}`, columns);
  }

  #shown(): readonly PickerOption<T>[] {
    const { rank, options } = this.#parts;
    if (this.#filter.trim() === "") return options;
    return rank === undefined ? this.#holding() : rank(this.#filter.trim(), options);
  }

  /** Every word of the filter must occur, in any case and order. */
  #holding(): readonly PickerOption<T>[] {
    const words = this.#filter
      .toLowerCase()
      .split(" ")
      .filter((word) => word !== "");
    return this.#parts.options.filter(({ label }) =>
      words.every((word) => label.toLowerCase().includes(word)),
    );
  }

  #refilter(filter: string): "stay" {
    this.#filter = sanitize(filter.slice(0, longestFilter), "approval_inline");
    this.#selected = 0;
    return "stay";
  }

  #move(step: number): "stay" {
    this.#selected = Math.max(0, Math.min(this.#selected + step, this.#shown().length - 1));
    return "stay";
  }
}

/** The end of `text`, at most `columns` wide. */
export function endOf(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  const graphemes = [...graphemesOf(text)];
  while (graphemes.length > 0 && widthOf(graphemes.join("")) > columns - 1) graphemes.shift();
  return `…${graphemes.join("")}`;
}
