/**
 * The rows of a session's tree. What goes on in a straight line is not indented: of several turns that follow one the
 * youngest goes on below it, and the older ones stand before it, each with all that follows it one step further in. So
 * rows keep their order whatever is added, and only branches that were left cost room. Pure.
 */
import type { SessionTree, TreeTurn } from "./tree.ts";

export type TreeRow = {
  /** The turn's place in the tree. */
  readonly turn: number;
  /** Which of its calls; null for the turn itself. */
  readonly call: number | null;
  /** Steps of indentation; a rail goes on in each. */
  readonly depth: number;
  /** It begins a branch that stands beside a younger one: it hangs on the last rail. */
  readonly isSide: boolean;
  /** So many turns of the branch are folded away below it. */
  readonly hidden: number;
};

export type RowWishes = {
  /** Turns that begin a branch of which only the active path is shown. */
  readonly folded?: ReadonlySet<number>;
  /** Each call has a row below its turn. @default false */
  readonly withCalls?: boolean;
  /** Only these turns, whatever is folded. @default all */
  readonly only?: ReadonlySet<number> | null;
};

type Step = {
  readonly turn: TreeTurn;
  readonly depth: number;
  readonly isSide: boolean;
  /** The row of the folded branch that it is in, or null. */
  readonly fold: number | null;
};

/** Every turn has one row, or is counted in the row of one folded branch. The active path always has its rows. */
export function rowsOfTree(
  tree: SessionTree,
  { folded = new Set(), withCalls = false, only = null }: RowWishes = {},
): TreeRow[] {
  const rows: { -readonly [Key in keyof TreeRow]: TreeRow[Key] }[] = [];
  const steps: Step[] = [];
  const follow = (children: readonly number[], depth: number, fold: number | null) => {
    // The last one is pushed first: it is shown below all others.
    for (let at = children.length - 1; at >= 0; at -= 1) {
      const turn = tree.turns[children[at] ?? -1];
      const isSide = at < children.length - 1;
      if (turn !== undefined) steps.push({ turn, depth: isSide ? depth + 1 : depth, isSide, fold });
    }
  };
  follow(tree.roots, 0, null);
  for (let step = steps.pop(); step !== undefined; step = steps.pop()) {
    const { turn, depth, isSide, fold } = step;
    let below = fold;
    const folds = only === null ? fold : null;
    const above = folds === null || turn.isActive ? undefined : rows[folds];
    if (above !== undefined) above.hidden += 1;
    else if (only === null || only.has(turn.index)) {
      if (folded.has(turn.index)) below ??= rows.length;
      rows.push({ turn: turn.index, call: null, depth, isSide, hidden: 0 });
      if (withCalls)
        for (const call of turn.calls.keys())
          rows.push({ turn: turn.index, call, depth, isSide: false, hidden: 0 });
    }
    follow(turn.children, depth, below);
  }
  return rows;
}

/** The turns in which all words stand, in any case and order: in the message, in labels, or in titles of calls. */
export function turnsWith(tree: SessionTree, filter: string): ReadonlySet<number> | null {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  const isThere = (turn: TreeTurn) => {
    const text = textOf(turn).toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return new Set(tree.turns.filter(isThere).map(({ index }) => index));
}

/** So much of a message is searched, UTF-16 units: a long paste would make every key slow. */
const mostSearched = 2_000;

function textOf({ message, labels, calls }: TreeTurn): string {
  return [
    message?.text.slice(0, mostSearched) ?? "",
    ...labels.map(({ label }) => label),
    ...calls.map(({ name, title }) => `${name} ${title}`),
  ].join("\n");
}
