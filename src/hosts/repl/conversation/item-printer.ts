/** Prints items into the scrollback, one below the other, with the distance that each has to what stands above it. */
import type { Style } from "../../../terminal/style.ts";
import type { Item } from "../../../transcript/item.ts";
import type { DrawPicture } from "../../../transcript/picture.ts";
import { needsGap, renderItem } from "../../../transcript/render.ts";
import { remembered } from "../composer/remembered.ts";
import type { Draw } from "../screen/screen.ts";
import { endedThought, type ThinkingSetting } from "./thought.ts";

export type ItemPrinterOptions = {
  readonly style: Style;
  /** The window's width now, columns. */
  readonly columns: () => number;
  /** Puts lines into the scrollback, for good, drawn for the width that it has then. */
  readonly print: (draw: Draw) => void;
  /** How much is shown of what the model thinks. @default "line" */
  readonly thinking?: ThinkingSetting;
  /** Draws images where they are printed; without it, they are named. */
  readonly drawPicture?: DrawPicture | undefined;
};

export class ItemPrinter {
  readonly #options: ItemPrinterOptions;
  #last: Item | undefined;
  #isBelowCommand = false;

  constructor(options: ItemPrinterOptions) {
    this.#options = options;
  }

  /** The item that was printed last. */
  get last(): Item | undefined {
    return this.#last;
  }

  /** Whether what a command of the user's has printed stands below the last item. */
  get isBelowCommand(): boolean {
    return this.#isBelowCommand;
  }

  /** A command of the user's takes the terminal: what is printed from here on comes below what it prints. */
  makeWay(): void {
    this.#isBelowCommand = true;
  }

  /** Prints an item; nothing, when it has no lines. */
  print(item: Item, draw = this.#drawingOf(item)): void {
    if (draw(this.#options.columns()).length === 0) return;
    // The first item keeps its distance too: the banner or a shell's lines stand above it.
    this.#print(draw, this.#isBelowCommand || this.#last === undefined || needsGap(this.#last, item));
    this.#last = item;
  }

  /** Prints more of the last item. */
  goOn(draw: Draw): void {
    this.#print(draw, this.#isBelowCommand);
  }

  /** An item stands there already, drawn while it came. */
  skip(item: Item): void {
    this.#last = item;
  }

  /** A thought that is over, drawn as the settings say. `elapsedMs`: absent where nobody knows. */
  thought(text: string, elapsedMs?: number): Draw {
    const { style, thinking = "line" } = this.#options;
    return remembered((width) => endedThought(text, elapsedMs, thinking, { width, style }));
  }

  #print(draw: Draw, isApart: boolean): void {
    this.#isBelowCommand = false;
    this.#options.print((columns) => (isApart ? apart(draw(columns)) : draw(columns)));
  }

  #drawingOf(item: Item): Draw {
    if (item.type === "reasoning") return this.thought(item.text);
    const { style, drawPicture } = this.#options;
    return remembered((width) => renderItem(item, { width, style, expanded: false, drawPicture }));
  }
}

/** Lines with a blank one above them. */
export function apart(lines: readonly string[]): string[] {
  return lines.length === 0 || lines[0] === "" ? [...lines] : ["", ...lines];
}
