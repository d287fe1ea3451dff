/** What is marked to be changed of the context, until it is applied all at once. */
import { asItWas } from "../../../app/context-command.ts";
import type { ContextPart } from "../../../app/context-parts.ts";
import { type ContextEdit, partKey } from "../../../context/edits.ts";

/** What is to become of one part: of what stands in its place, and of its pin. */
type Mark = { readonly hold?: readonly ContextEdit[]; readonly pin?: readonly ContextEdit[] };

export class ContextMarks {
  readonly #marks = new Map<string, Mark>();

  get size(): number {
    return this.#marks.size;
  }

  /** All of it, in the order in which it was marked. */
  edits(): ContextEdit[] {
    return [...this.#marks.values()].flatMap(({ hold = [], pin = [] }) => hold.concat(pin));
  }

  clear(): void {
    this.#marks.clear();
  }

  /** What is marked of a part. */
  of(part: ContextPart): Mark | undefined {
    return part.place === null ? undefined : this.#marks.get(partKey(part.place));
  }

  /** Marks a part to be left out, or to be put back; what is marked so is no longer. */
  toggleExcluded(part: ContextPart): void {
    const { place, state, whole } = part;
    if (place === null) return;
    const { hold = [] } = this.of(part) ?? {};
    const isMarked = hold.some(({ action }) => action === "exclude" || action === "restore");
    if (isMarked) return this.#set(part, { hold: [] });
    const back = asItWas({ ...part, isPinned: false });
    this.#set(part, { hold: state === "left_out" ? back : [{ ...place, action: "exclude", tokens: whole }] });
  }

  /** Marks a part to be pinned, or to be so no longer. What is left out comes back with it. */
  togglePinned(part: ContextPart): void {
    const { place, isPinned, state } = part;
    if (place === null) return;
    if (this.of(part)?.pin !== undefined) return this.#set(part, { pin: [] });
    const action = isPinned ? "unpin" : "pin";
    const back = state === "left_out" ? [{ ...place, action: "restore" } as const] : [];
    this.#set(part, { pin: [...back, { ...place, action }] });
  }

  /** Marks a part to have this text in its place. */
  replace(part: ContextPart, action: "shorten" | "summarise", text: string): void {
    const { place, whole } = part;
    if (place !== null) this.#set(part, { hold: [{ ...place, action, text, tokens: whole }] });
  }

  /** Nothing more is to stand in its place. */
  forgetText(part: ContextPart): void {
    this.#set(part, { hold: [] });
  }

  #set(part: ContextPart, change: Mark): void {
    if (part.place === null) return;
    const key = partKey(part.place);
    const { hold = [], pin = [] } = { ...this.#marks.get(key), ...change };
    if (hold.length + pin.length === 0) this.#marks.delete(key);
    else
      this.#marks.set(key, {
        ...(hold.length === 0 ? {} : { hold }),
        ...(pin.length === 0 ? {} : { pin }),
      });
  }
}
