/** The place for a list to choose from, above the composer: at most one is open. */
import type { PickerView } from "../../../components/view.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Screen } from "./screen.ts";

export type List = {
  /** What it shows, for so many columns. */
  view(columns: number): PickerView;
  /** Takes an event, and whatever follows from it. */
  onInput(event: InputEvent): "stay" | "close";
};

export class OpenList {
  readonly #screen: Screen;
  #list: List | undefined;

  constructor(screen: Screen) {
    this.#screen = screen;
  }

  /** How wide it is. */
  get columns(): number {
    return this.#screen.columns;
  }

  get isOpen(): boolean {
    return this.#list !== undefined;
  }

  open(list: List): void {
    this.#list = list;
    this.draw();
  }

  /** Whether this list is the one that is open. */
  shows(list: List): boolean {
    return this.#list === list;
  }

  /** Closes this list, if it is the one that is open. */
  close(list: List): void {
    if (this.#list === list) this.#list = undefined;
    this.draw();
  }

  onInput(event: InputEvent): void {
    const list = this.#list;
    if (list?.onInput(event) === "close" && this.#list === list) this.#list = undefined;
    this.draw();
  }

  /** What the inline view shows of it. */
  view(columns: number): PickerView | null {
    return this.#list?.view(columns) ?? null;
  }

  draw(): void {
    this.#screen.set({ picker: this.view(this.#screen.columns) });
  }
}
