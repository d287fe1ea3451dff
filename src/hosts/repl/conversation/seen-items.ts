/**
 * What the transcript shows of a session while it grows: the items of its entries, rein's own words where they were said,
 * and at the end what is being thought and said now. To look at one costs the same however many there are.
 */
import type { Entry } from "../../../protocol/entry.ts";
import type { Block } from "../../../transcript/block.ts";
import type { BlockStream } from "../../../transcript/block-stream.ts";
import type { Item } from "../../../transcript/item.ts";
import type { OpenAnswer } from "../../../transcript/open-answer.ts";
import { Projection } from "../../../transcript/project.ts";
import type { Shown } from "./shown.ts";

/** Whether a thought of this id goes on. */
export function isOpenThought(id: string): boolean {
  return id.startsWith("thinking/");
}

export class SeenItems {
  readonly #items: readonly Item[];
  readonly #withLife: (item: Item) => Item;
  /** A number stands for the item of a projection with that index. */
  readonly #order: (number | Item)[] = [];
  readonly #entries = new Map<string, Entry>();
  #ordered = 0;
  #told = 0;
  /** What no entry holds yet. */
  #live: Shown[] = [];
  #lives = 0;
  #isThinking = false;
  /** What stands before them all, once somebody looks. */
  #head: SeenItems | (() => SeenItems) | undefined;

  /** `items`: those of a projection, which is added to. `withLife` adds to one what is known of it beside its entries. */
  constructor(items: readonly Item[], withLife: (item: Item) => Item) {
    this.#items = items;
    this.#withLife = withLife;
  }

  /**
   * What is seen of these entries stands before all items; the projection goes on behind them. They are only projected when
   * somebody looks: of a long session that takes a while.
   */
  precede(entries: readonly Entry[], projection: Projection, root: string): void {
    projection.goOnBehind(entries);
    this.#head = () => seenOf(entries, root, projection.ids);
  }

  get length(): number {
    this.#takeUp();
    return (this.#lookedAtHead()?.length ?? 0) + this.#order.length + this.#live.length;
  }

  at(place: number): Shown | undefined {
    this.#takeUp();
    const head = this.#lookedAtHead();
    if (head !== undefined && place < head.length) return head.at(place);
    const index = place - (head?.length ?? 0);
    if (index < 0) return undefined;
    if (index >= this.#order.length) return this.#live[index - this.#order.length];
    const at = this.#order[index];
    if (typeof at !== "number") return at;
    const item = this.#items[at];
    return item === undefined ? undefined : this.#withLife(item);
  }

  /** All of them. */
  all(): Shown[] {
    return Array.from({ length: this.length }, (_, index) => this.at(index)).filter(
      (item) => item !== undefined,
    );
  }

  /** Words of rein's own, which belong to no entry: they stand where they were said. */
  tell(item: Item): void {
    this.#takeUp();
    this.#told += 1;
    this.#order.push({ ...item, id: `told/${this.#told}` });
  }

  /** The first item from `from` on came from this entry; it may have none. */
  cameFrom(entry: Entry, from: number): void {
    const first = this.#items[from];
    if (first !== undefined) this.#entries.set(first.id, entry);
  }

  /** The entry that an item came from; undefined for one that came from none, or is not written down yet. */
  entryOf(id: string): Entry | undefined {
    return this.#entries.get(id) ?? this.#lookedAtHead()?.entryOf(id);
  }

  #lookedAtHead(): SeenItems | undefined {
    if (typeof this.#head === "function") this.#head = this.#head();
    return this.#head;
  }

  /** All that is thought so far. */
  think(text: string): void {
    if (this.#isThinking) this.#live.pop();
    else this.#lives += 1;
    this.#isThinking = true;
    this.#live.push({ type: "reasoning", id: `thinking/${this.#lives}`, text });
  }

  /** An answer begins; it grows by itself. */
  say(stream: Pick<BlockStream, "open">): GrowingAnswer {
    this.#endThought();
    this.#lives += 1;
    const answer = new GrowingAnswer(`live/${this.#lives}`, stream);
    this.#live.push(answer);
    return answer;
  }

  /** What was being said is written down now, or will never be. */
  endLive(): void {
    this.#live = [];
    this.#isThinking = false;
  }

  #endThought(): void {
    const thought = this.#isThinking ? this.#live.pop() : undefined;
    if (thought !== undefined) this.#live.push({ ...thought, id: `live/${this.#lives}` });
    this.#isThinking = false;
  }

  #takeUp(): void {
    for (; this.#ordered < this.#items.length; this.#ordered += 1) this.#order.push(this.#ordered);
  }
}

/** What is seen of entries that others follow, whose items have these ids already. */
function seenOf(entries: readonly Entry[], root: string, taken: Iterable<string>): SeenItems {
  const projection = new Projection(root, taken);
  const seen = new SeenItems(projection.items, (item) => item);
  for (const entry of entries) {
    const { length } = projection.items;
    projection.add(entry);
    seen.cameFrom(entry, length);
  }
  projection.cutOff();
  return seen;
}

/** An answer that is being written. */
export class GrowingAnswer implements OpenAnswer {
  readonly type = "open_answer";
  readonly id: string;
  readonly blocks: Block[] = [];
  readonly #said: string[] = [];
  #stream: Pick<BlockStream, "open"> | null;

  constructor(id: string, stream: Pick<BlockStream, "open">) {
    this.id = id;
    this.#stream = stream;
  }

  /** A part of it came, and these blocks are complete now. */
  add(text: string, blocks: readonly Block[]): void {
    this.#said.push(text);
    this.blocks.push(...blocks);
  }

  /** Nothing more will come. */
  end(blocks: readonly Block[]): void {
    this.blocks.push(...blocks);
    this.#stream = null;
  }

  open(): readonly Block[] {
    return this.#stream?.open() ?? [];
  }

  text(): string {
    return this.#said.join("").trim();
  }
}
