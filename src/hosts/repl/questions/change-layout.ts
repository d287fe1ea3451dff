/** How a change to files is laid out in a question: one below the other, or side by side. */
import type { Preview } from "../../../protocol/tool-result.ts";
import { filesOf } from "../../../transcript/diff.ts";
import { roomForSides } from "../../../transcript/render-diff-sides.ts";
import { keyName } from "../keys.ts";
import { say } from "../../../words/say.ts";

/** From so many columns on two sides are easier to read than one, until the user says otherwise. */
const spacious = 140;

export class ChangeLayout {
  readonly #isChange: boolean;
  /** There is something on both sides: a new file has nothing on the left. */
  readonly #hasSides: boolean;
  #wanted: "unified" | "sides" | undefined;

  constructor(preview: Preview) {
    const files = preview.type === "changes" || preview.type === "diff" ? filesOf(preview) : [];
    this.#isChange = files.length > 0;
    this.#hasSides = files.some(({ kind }) => kind === "modified" || kind === "replaced");
  }

  /** For a window of `columns`, of which the change gets `room`. */
  isSideBySide(columns: number, room: number): boolean {
    if (!this.#isChange || !roomForSides(room)) return false;
    return this.#wanted === undefined ? columns >= spacious && this.#hasSides : this.#wanted === "sides";
  }

  /** The other layout from now on; false where there is none. */
  toggle(columns: number, room: number): boolean {
    if (!this.#isChange || !roomForSides(room)) return false;
    this.#wanted = this.isSideBySide(columns, room) ? "unified" : "sides";
    return true;
  }

  /** The key that toggles, where it would. */
  hint(columns: number, room: number): string[] {
    if (!this.#isChange || !roomForSides(room)) return [];
    const key = keyName("toggle-layout", "dialog");
    return [this.isSideBySide(columns, room) ? say`${key} one column` : say`${key} side by side`];
  }
}
