/** Text and reasoning of a response in the making, in the order in which they came. */
import type { AssistantPart } from "../protocol/message.ts";

export class PartList {
  readonly #parts: { type: "text" | "reasoning"; pieces: string[] }[] = [];

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Goes on with the last part, or starts a new one where the kind changes. */
  add(type: "text" | "reasoning", text: string): void {
    const last = this.#parts.at(-1);
    if (last?.type === type) last.pieces.push(text);
    else this.#parts.push({ type, pieces: [text] });
  }

  list(): AssistantPart[] {
    return this.#parts.map(({ type, pieces }) => ({ type, text: pieces.join("") }));
  }

  /** The parts with `opaque` on the last reasoning part, or on an empty one in front when there is none. */
  withOpaque(opaque: unknown): AssistantPart[] {
    const parts = this.list();
    if (opaque === undefined) return parts;
    const at = parts.findLastIndex((part) => part.type === "reasoning");
    if (at === -1) return [{ type: "reasoning", text: "", opaque }, ...parts];
    return parts.with(at, { type: "reasoning", text: this.#textAt(at), opaque });
  }

  #textAt(at: number): string {
    return this.#parts[at]?.pieces.join("") ?? "";
  }
}
