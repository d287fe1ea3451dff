/** How the composer's text is edited: as in the shell, or as in vim. */
import type { Modes } from "../../../terminal/modes.ts";
import { mostForClipboard, pasteable } from "../../../terminal/clipboard.ts";
import type { VimModeName } from "../../../terminal/vim/state.ts";
import { widthOf } from "../../../terminal/width.ts";
import type { EditingName } from "../../../settings/schema.ts";
import { say } from "../../../words/say.ts";
import type { Composer } from "./composer.ts";

export type EditingOptions = {
  readonly composer: Pick<Composer, "vim">;
  readonly modes: Pick<Modes, "setCursorShape">;
  /** The terminal's name, as in `TERM`. */
  readonly term: string | undefined;
  /** Puts a text into the clipboard. */
  readonly setClipboard: (text: string) => void;
  readonly hint: (text: string) => void;
  /** Draws the live part anew. */
  readonly redraw: () => void;
};

const shapes = {
  insert: "bar",
  replace: "underline",
  normal: "block",
  visual: "block",
  "visual-line": "block",
} as const satisfies Record<VimModeName, string>;

/** Terminals that show what they do not know of the sequence for a cursor's shape. */
const withoutShapes = new Set(["linux", "dumb"]);

export class Editing {
  readonly #options: EditingOptions;
  readonly #hasShapes: boolean;

  constructor(options: EditingOptions) {
    this.#options = options;
    this.#hasShapes = !withoutShapes.has(options.term ?? "dumb");
  }

  get name(): EditingName {
    return this.#options.composer.vim.isOn ? "vim" : "readline";
  }

  /** The columns that the mode takes from the status line. */
  get columns(): number {
    const { words } = this.#options.composer.vim;
    return words === undefined ? 0 : widthOf(words) + 2;
  }

  /** From now on text is edited so. What vim mode is made of is loaded here. */
  async use(name: EditingName): Promise<void> {
    const { vim } = this.#options.composer;
    if (name === "readline") return vim.leave();
    const { VimEditing } = await import("../../../terminal/vim/editing.ts");
    vim.use((buffer) => new VimEditing(buffer), {
      copy: (text) => this.#copy(text),
      hint: this.#options.hint,
      onMode: (mode) => this.#onMode(mode),
    });
  }

  #onMode(mode: VimModeName | null): void {
    const { modes, redraw } = this.#options;
    if (this.#hasShapes) modes.setCursorShape(mode === null ? null : shapes[mode]);
    redraw();
  }

  #copy(text: string): void {
    const { setClipboard, hint } = this.#options;
    const plain = pasteable(text);
    if (Buffer.byteLength(plain) <= mostForClipboard) setClipboard(plain);
    else hint(say`too large for the clipboard; p puts it in here`);
  }
}
