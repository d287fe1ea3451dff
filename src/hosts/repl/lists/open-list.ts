/** The place for a list to choose from, above the composer: at most one is open. */
import type { PickerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Screen } from "../screen/screen.ts";

export type List = {
  /** What it shows, for so many columns. */
  view(columns: number): PickerView;
  /** Takes an event, and whatever follows from it. `pass`: it closes, and the event is the composer's. */
  onInput(event: InputEvent): "stay" | "close" | "pass";
  /** Letters are keys here, and no text: each comes as an event of its own. @default false */
  readonly takesLetters?: boolean;
  /** It is no longer open, whatever closed it. */
  onClosed?(): void;
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

  /** Whether letters are keys of the list that is open. */
  get takesLetters(): boolean {
    return this.#list?.takesLetters === true;
  }

  open(list: List): void {
    this.#leave();
    this.#list = list;
    this.draw();
  }

  /** Whether this list is the one that is open. */
  shows(list: List): boolean {
    return this.#list === list;
  }

  /** Closes this list, if it is the one that is open. */
  close(list: List): void {
    if (this.#list === list) this.#leave();
    this.draw();
  }

  /** False when the event is the composer's. */
  onInput(event: InputEvent): boolean {
    const list = this.#list;
    const outcome = list?.onInput(event);
    if (outcome !== "stay" && this.#list === list) this.#leave();
    this.draw();
    return outcome !== "pass";
  }

  /** What the inline view shows of it. */
  view(columns: number): PickerView | null {
    return this.#list?.view(columns) ?? null;
  }

  #leave(): void {
    const list = this.#list;
    this.#list = undefined;
    list?.onClosed?.();
  }

  draw(): void {
    this.#screen.set({ picker: this.view(this.#screen.columns) });
  }
}
