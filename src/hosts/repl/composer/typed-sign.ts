/** Whether the sign that begins a text, and makes a command of it, is the user's own: pasted text is never a command. */

/** `!` runs a command in the user's shell, `/` is one of rein's own. */
const signs = new Set(["!", "/"]);

/** So many pastes are remembered, and so much of the text is looked for in them. */
const mostPastes = 20;
const lookedFor = 24;

export class TypedSign {
  readonly #pastes: string[] = [];
  #isTyped = false;

  /** True when the text begins with a sign that was typed, or that comes from the history of what was typed. */
  get isTyped(): boolean {
    return this.#isTyped;
  }

  /** `inserted` was typed at an offset; `text` is what stands there now. */
  typed(text: string, inserted: string, at: number): void {
    if (at === 0 && inserted !== "") this.#isTyped = beginsWithSign(text);
    else this.edited(text);
  }

  /** `pasted` was put in at an offset. `continues`: it is the next part of the paste before it. */
  pasted(text: string, pasted: string, at: number, continues = false): void {
    if ([...signs].some((sign) => pasted.includes(sign))) {
      // A big paste comes in more parts than are remembered pastes.
      this.#pastes.push((continues ? (this.#pastes.pop() ?? "") : "") + pasted);
      if (this.#pastes.length > mostPastes) this.#pastes.shift();
    }
    if (at === 0) this.#isTyped = false;
    else this.edited(text);
  }

  /** Something was deleted, cut, put back or undone. What comes to the beginning by that may have been pasted once. */
  edited(text: string): void {
    const beginning = text.slice(0, lookedFor);
    const isPasted = () => this.#pastes.some((paste) => paste.includes(beginning));
    this.#isTyped = beginsWithSign(text) && (this.#isTyped || !isPasted());
  }

  /** Another text was put in place of all. */
  replaced(text: string, isTyped: boolean): void {
    this.#isTyped = isTyped && beginsWithSign(text);
  }
}

function beginsWithSign(text: string): boolean {
  return signs.has(text.charAt(0));
}
