/** Which item of a transcript the keys are about. */
import { isFoldable } from "../conversation/foldable.ts";
import type { Sections } from "./sections.ts";
import type { Shown } from "../conversation/shown.ts";
import type { Viewport, WindowRow } from "./viewport.ts";

export class Selection {
  readonly #sections: Sections;
  readonly #viewport: Viewport;
  /** The selected item's id; null before one is. */
  id: string | null = null;

  constructor(sections: Sections, viewport: Viewport) {
    this.#sections = sections;
    this.#viewport = viewport;
  }

  /** Where the selected item is. It may be far from what is shown. */
  index(): number | undefined {
    if (this.id === null) return undefined;
    const shown = this.#viewport.rows().find(({ section }) => section.item.id === this.id);
    if (shown !== undefined) return shown.index;
    for (let index = this.#sections.length - 1; index >= 0; index -= 1)
      if (this.#sections.itemAt(index)?.id === this.id) return index;
    return undefined;
  }

  /**
   * The item that a key is about, which is selected from then on: the selected one where it is seen; else the last one
   * at the end, and elsewhere the first that begins in the window. What is at the top stays there.
   */
  takeCurrent(): Shown | undefined {
    const rows = this.#viewport.rows().filter(({ section }) => section.item.type !== "printed");
    const isSelected = ({ section }: WindowRow) => section.item.id === this.id;
    const first = () => rows.find(({ section, offset }) => offset === section.head) ?? rows[0];
    const row = rows.find(isSelected) ?? (this.#viewport.isFollowing ? rows.at(-1) : first());
    if (row === undefined) return undefined;
    this.id = row.section.item.id;
    if (!this.#viewport.isFollowing) this.#viewport.stand(this.#viewport.top());
    return row.section.item;
  }

  /** Selects the next panel in a direction; the first time, the last one that can be seen. */
  next(step: 1 | -1): void {
    const { length } = this.#sections;
    const from = this.index();
    const rows = this.#viewport.rows();
    const isPanel = (index: number) => {
      const item = this.#sections.itemAt(index);
      return item !== undefined && isFoldable(item);
    };
    const shown = rows.findLast(({ index, offset, section }) => offset === section.head && isPanel(index));
    if (from === undefined && shown !== undefined) return this.#select(shown.index);
    const start = from ?? (rows.at(-1)?.index ?? 0) + 1;
    const direction = from === undefined ? -1 : step;
    for (let count = 1; count <= length; count += 1) {
      const index = (start + direction * count + length * 2) % length;
      if (isPanel(index)) return this.#select(index);
    }
  }

  #select(index: number): void {
    const section = this.#sections.at(index);
    if (section === undefined) return;
    this.id = section.item.id;
    this.#viewport.reveal(this.#sections.place(index, section.head));
  }
}
