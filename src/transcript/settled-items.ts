/** The items of a branch that comes entry by entry, each as soon as nothing changes it any more: none of them is kept. */
import type { Entry } from "../protocol/entry.ts";
import type { Item } from "./item.ts";
import { Projection, type ProjectOptions } from "./project.ts";

/** An item, and the entry that it came with. */
export type SettledItem = { readonly item: Item; readonly entry: Entry };

/** Gives together what `project` gives of all the entries. */
export class SettledItems {
  readonly #projection: Projection;
  readonly #live: boolean;
  /** The entry of each item that is still in the projection. */
  readonly #entries: Entry[] = [];
  #last: Entry | null = null;

  constructor({ live = false, root }: ProjectOptions = {}) {
    this.#projection = new Projection(root);
    this.#live = live;
  }

  /** Takes the next entry, and returns the items that are settled by it. */
  add(entry: Entry): SettledItem[] {
    this.#projection.add(entry);
    const { length } = this.#projection.items;
    while (this.#entries.length < length) this.#entries.push(entry);
    this.#last = entry;
    return this.#withEntries(this.#projection.takeSettled());
  }

  /** The rest, when no entry comes any more. */
  end(): SettledItem[] {
    if (!this.#live) this.#projection.cutOff();
    return this.#withEntries(this.#projection.items.splice(0));
  }

  #withEntries(items: readonly Item[]): SettledItem[] {
    const entries = this.#entries.splice(0, items.length);
    return items.flatMap((item, at) => {
      // That a turn was cut off is said with no entry: behind the last one.
      const entry = entries[at] ?? this.#last;
      return entry === null ? [] : [{ item, entry }];
    });
  }
}

/** All the items in their order, for who takes one after the other. */
export function* settledItems(entries: Iterable<Entry>, options: ProjectOptions = {}): Generator<Item> {
  const items = new SettledItems(options);
  for (const entry of entries) for (const { item } of items.add(entry)) yield item;
  for (const { item } of items.end()) yield item;
}
