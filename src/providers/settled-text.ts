/** Text that a server sends in numbered pieces: in deltas, at its end once more whole, or in only one of the two ways. */

export class SettledText {
  readonly #pieces = new Map<number, string>();
  readonly #separator: string;

  /** `separator` stands between two pieces on the screen; it is no part of the text. */
  constructor(separator = "") {
    this.#separator = separator;
  }

  /** The pieces that have something in them, in the order in which they began. */
  get pieces(): string[] {
    return [...this.#pieces.values()].filter((piece) => piece !== "");
  }

  get text(): string {
    return this.pieces.join("");
  }

  /** Goes on with a piece. Returns what is new on the screen. */
  append(key: number, delta: string): string {
    const before = this.#pieces.get(key);
    const separator = before === undefined && this.pieces.length > 0 ? this.#separator : "";
    this.#pieces.set(key, (before ?? "") + delta);
    return delta === "" ? "" : separator + delta;
  }

  /** Takes a piece as it is in the end; an empty one says nothing. Returns what is new on the screen. */
  settle(key: number, whole: string): string {
    const before = this.#pieces.get(key) ?? "";
    if (whole === "" || whole === before) return "";
    if (whole.startsWith(before)) return this.append(key, whole.slice(before.length));
    this.#pieces.set(key, whole);
    return "";
  }

  /** Takes all pieces as they are in the end; no text at all says nothing. Returns what is new on the screen. */
  settleAll(wholes: readonly string[]): string {
    const before = this.text;
    const whole = wholes.join("");
    if (whole === "" || whole === before) return "";
    this.#pieces.clear();
    for (const [key, piece] of wholes.entries()) this.#pieces.set(key, piece);
    if (before === "") return this.pieces.join(this.#separator);
    return whole.startsWith(before) ? whole.slice(before.length) : "";
  }
}
