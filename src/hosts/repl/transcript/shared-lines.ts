/** Which calls share a line in a conversation that is drawn near the window only: found where it is looked at. */
import type { CallItem } from "../../../transcript/item.ts";
import { isQuiet } from "../../../transcript/read-group.ts";
import type { ItemSource, Shown } from "../conversation/shown.ts";

/** Calls that only looked, one behind the other. `first`: the index of the first, in whose place the line stands. */
export type SharedLine = { readonly first: number; readonly calls: readonly CallItem[] };

const none: SharedLine = { first: 0, calls: [] };

export class SharedLines {
  #items: ItemSource = [];
  /** By each of their calls: those to which nothing can come any more. An item keeps its place. */
  readonly #closed = new WeakMap<Shown, SharedLine>();
  /** Of calls that are over: whether they only looked. */
  readonly #quiet = new WeakMap<CallItem, boolean>();
  /** The one at the end, as it is now. */
  #open: SharedLine = none;

  /** From now on it is about these items. Costs nothing. */
  lay(items: ItemSource): void {
    this.#items = items;
    this.#open = none;
  }

  /** The line that the item at an index shares with others; null where it has its own. */
  at(index: number): SharedLine | null {
    const item = this.#items.at(index);
    if (item === undefined || !this.#isQuiet(item)) return null;
    const line = this.#closed.get(item) ?? this.#find(index);
    return line.calls.length > 1 ? line : null;
  }

  #find(index: number): SharedLine {
    const { first, calls } = this.#open;
    if (index >= first && index < first + calls.length) return this.#open;
    const line = this.#look(index);
    if (line.isOpen) this.#open = line;
    else for (const call of line.calls) this.#closed.set(call, line);
    return line;
  }

  #look(index: number): SharedLine & { readonly isOpen: boolean } {
    let first = index;
    while (first > 0 && this.#isQuiet(this.#items.at(first - 1))) first -= 1;
    const calls: CallItem[] = [];
    let next = this.#items.at(first);
    for (; this.#isQuiet(next); next = this.#items.at(first + calls.length)) calls.push(next);
    const before = first === 0 ? undefined : this.#items.at(first - 1);
    return { first, calls, isOpen: next === undefined || mayChange(next) || mayChange(before) };
  }

  #isQuiet(item: Shown | undefined): item is CallItem {
    if (item?.type !== "call" || item.result === undefined) return false;
    const known = this.#quiet.get(item);
    if (known !== undefined) return known;
    const found = isQuiet(item);
    this.#quiet.set(item, found);
    return found;
  }
}

/** Whether a quiet call may stand in its place some day. What is being thought or said goes when its request fails. */
function mayChange(item: Shown | undefined): boolean {
  if (item?.type === "call") return item.result === undefined;
  return item?.type === "reasoning" || item?.type === "open_answer";
}
