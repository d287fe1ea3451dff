/** Text and reasoning of a response in the making, in the order in which they came. */
import type { AssistantPart } from "../protocol/message.ts";

type Growing = { readonly type: "text" | "reasoning"; readonly whole: string[]; pieces: string[] };

/** A piece can keep the whole event that it was cut from in memory: so many are copied into one string. */
const mostPieces = 512;

export class PartList {
  readonly #parts: Growing[] = [];

  get isEmpty(): boolean {
    return this.#parts.length === 0;
  }

  /** Goes on with the last part, or starts a new one where the kind changes. */
  add(type: "text" | "reasoning", text: string): void {
    const last = this.#parts.at(-1);
    if (last?.type !== type) {
      this.#parts.push({ type, whole: [], pieces: [text] });
      return;
    }
    last.pieces.push(text);
    if (last.pieces.length < mostPieces) return;
    last.whole.push(last.pieces.join(""));
    last.pieces = [];
  }

  list(): AssistantPart[] {
    return this.#parts.map((part) => ({ type: part.type, text: textOf(part) }));
  }

  /** The parts with `opaque` on the last reasoning part, or on an empty one in front when there is none. */
  withOpaque(opaque: unknown): AssistantPart[] {
    const parts = this.list();
    if (opaque === undefined) return parts;
    const at = parts.findLastIndex((part) => part.type === "reasoning");
    const part = this.#parts[at];
    if (part === undefined) return [{ type: "reasoning", text: "", opaque }, ...parts];
    return parts.with(at, { type: "reasoning", text: textOf(part), opaque });
  }
}

function textOf({ whole, pieces }: Growing): string {
  return whole.join("") + pieces.join("");
}
