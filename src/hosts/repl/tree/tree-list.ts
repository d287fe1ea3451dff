/** The rows of a tree in a window: which is chosen, what is folded away, and what a filter leaves. */
import { type TreeRow, rowsOfTree, turnsWith } from "../../../sessions/tree-rows.ts";
import type { SessionTree, TreeTurn } from "../../../sessions/tree.ts";

/** Rows between the chosen one and the edge of the window, where there is room. */
const margin = 2;

export class TreeList {
  #tree: SessionTree;
  #rows: readonly TreeRow[] = [];
  readonly #folded = new Set<number>();
  #withCalls = false;
  #filter = "";
  #matches: ReadonlySet<number> | null = null;
  #chosen = 0;
  #top = 0;
  #branches = 0;

  /** Stands where the conversation is. */
  constructor(tree: SessionTree) {
    this.#tree = tree;
    this.#refilter();
    this.goHere();
  }

  get tree(): SessionTree {
    return this.#tree;
  }

  get rows(): readonly TreeRow[] {
    return this.#rows;
  }

  get filter(): string {
    return this.#filter;
  }

  get withCalls(): boolean {
    return this.#withCalls;
  }

  /** The chosen row; undefined when there is none. */
  get row(): TreeRow | undefined {
    return this.#rows[this.#chosen];
  }

  /** The turn of the chosen row. */
  get turn(): TreeTurn | undefined {
    return this.#tree.turns[this.row?.turn ?? -1];
  }

  /** How many turns nothing follows. */
  get branches(): number {
    return this.#branches;
  }

  /** How many turns the filter has left. */
  get found(): number {
    return this.#matches?.size ?? this.#tree.turns.length;
  }

  /** The place of the chosen row, from 0. */
  get chosen(): number {
    return this.#chosen;
  }

  /** The first row of a window of so many, which shows the chosen one. */
  top(height: number): number {
    const room = Math.min(margin, Math.floor((height - 1) / 2));
    const lowest = Math.max(0, this.#rows.length - height);
    const low = Math.max(0, this.#chosen - height + 1 + room);
    const high = Math.max(0, this.#chosen - room);
    this.#top = Math.min(lowest, Math.max(low, Math.min(high, this.#top)));
    return this.#top;
  }

  /** Chooses the row so many further down, or up. */
  move(by: number): void {
    this.choose(this.#chosen + by);
  }

  /** Chooses a row; the nearest where there is none. */
  choose(at: number): void {
    this.#chosen = Math.max(0, Math.min(at, this.#rows.length - 1));
  }

  /** Chooses the row of where the conversation is. */
  goHere(): void {
    this.#chooseTurn(this.#tree.here ?? this.#tree.turns.length - 1);
  }

  /** The same view of a tree that has changed since. */
  replace(tree: SessionTree): void {
    this.#tree = tree;
    this.#refilter();
  }

  toggleCalls(): void {
    this.#withCalls = !this.#withCalls;
    this.#lay();
  }

  /** Only turns with all these words are shown; none: all. */
  filterBy(words: string): void {
    this.#filter = words;
    this.#refilter();
  }

  /** Folds the branch of the chosen row. False when nothing of it can be folded away: it is folded, or the active path. */
  fold(): boolean {
    const head = this.turn?.head;
    if (head === undefined || this.#filter !== "" || this.#folded.has(head)) return false;
    const before = this.#rows.length;
    this.#folded.add(head);
    this.#lay();
    if (this.#rows.length < before) return true;
    this.#folded.delete(head);
    this.#lay();
    return false;
  }

  /** Unfolds the branch of the chosen row. False when it is not folded. */
  unfold(): boolean {
    const head = this.turn?.head;
    if (head === undefined || this.#filter !== "" || !this.#folded.delete(head)) return false;
    this.#lay();
    return true;
  }

  /** Chooses the turn that the branch of the chosen row left from. */
  goOut(): void {
    const head = this.#tree.turns[this.turn?.head ?? -1];
    this.#chooseTurn(head?.parent ?? head?.index ?? 0);
  }

  #refilter(): void {
    this.#matches = turnsWith(this.#tree, this.#filter);
    this.#branches = this.#tree.turns.filter(({ children }) => children.length === 0).length;
    this.#lay();
  }

  /** The chosen row stays chosen; where it is gone, its turn, else the next one above that is there. */
  #lay(): void {
    const before = this.row;
    this.#rows = rowsOfTree(this.#tree, {
      folded: this.#folded,
      withCalls: this.#withCalls,
      only: this.#matches,
    });
    if (before === undefined) return this.choose(this.#chosen);
    const same = this.#rows.findIndex(({ turn, call }) => turn === before.turn && call === before.call);
    if (same === -1) this.#chooseTurn(before.turn);
    else this.#chosen = same;
  }

  #chooseTurn(turn: number): void {
    const places = new Map<number, number>();
    for (const [at, row] of this.#rows.entries()) if (!places.has(row.turn)) places.set(row.turn, at);
    let above: number | null = turn;
    while (above !== null && !places.has(above)) above = this.#tree.turns[above]?.parent ?? null;
    this.choose((above === null ? undefined : places.get(above)) ?? this.#chosen);
  }
}
