/** What of a session that is opened again is printed: a terminal keeps only so much, and the transcript has it all. */
import type { Entry } from "../../../protocol/entry.ts";
import { say } from "../../../words/say.ts";
import type { Item } from "../../../transcript/item.ts";
import { longestMessage } from "../../../transcript/render.ts";
import { keyName } from "../keys.ts";

/** About so many rows are printed: tmux keeps 2,000 if nobody says, xterm 1,024. */
const mostRows = 2_000;
/** About the rows of a panel that is closed, its distance included. */
const panelRows = 4;
/** It begins with a message of the user's where one is so near, in items. */
const nearby = 40;
/** About the columns that a text has. */
const usualColumns = 100;

/** Of a session that is not read yet so many: that is a few windows, and it is to be there at once. */
const mostRowsAhead = 300;

/** How a session that was opened is shown. */
export type RestoreOptions = {
  /** So many of its first items stand on the screen already. @default 0 */
  readonly printed?: number;
  /** It goes on: a turn that has no end, and a call without a result, are under way. @default false */
  readonly live?: boolean;
  /** It is the end of a longer one, of which nothing else is there yet. @default false */
  readonly isEnd?: boolean;
  /**
   * What came from the entries from `firstId` up to `lastId` stands on the screen already, but for so many items. What
   * stands before them is looked at when the transcript is.
   */
  readonly ahead?: { readonly firstId: string; readonly lastId: string; readonly unprinted: number };
};

/** A session of which the end stands on the screen already, when all of it is read. */
export type ShownSoFar = {
  /** This is its branch. Null where what stands there is not of it. */
  readonly end: (branch: readonly Entry[]) => Pick<RestoreOptions, "ahead"> | null;
};

/** The index of the first item that is printed; 0 when all are. The last one always is. `isAhead`: of a session's end. */
export function firstPrinted(items: readonly Item[], isAhead = false): number {
  let rows = 0;
  for (let at = items.length - 1; at > 0; at -= 1) {
    rows += rowsOf(items[at]);
    if (rows > (isAhead ? mostRowsAhead : mostRows))
      return beginningAt(items, Math.min(at + 1, items.length - 1));
  }
  return 0;
}

function beginningAt(items: readonly Item[], first: number): number {
  const message = items.slice(first, first + nearby).findIndex(({ type }) => type === "user");
  return message === -1 ? first : first + message;
}

/** The words that stand in the place of what is not printed. */
export function leftOutItem(items: readonly Item[], first: number): Item {
  const count = items.slice(0, first).filter(({ type }) => type === "user").length;
  const key = keyName("open-transcript", "global");
  const text =
    count === 1
      ? say`The session is long: its first message and what followed are not printed again. ${key} shows all of it.`
      : say`The session is long: its first ${count} messages and what followed are not printed again. ${key} shows all of it.`;
  return { type: "notice", id: "rein", level: "info", text };
}

/** The same, where nobody has counted them yet. */
export function leftOutBefore(): Item {
  const key = keyName("open-transcript", "global");
  const text = say`The session is long: its first messages and what followed are not printed again. ${key} shows all of it.`;
  return { type: "notice", id: "rein", level: "info", text };
}

/** About how many rows an item takes. */
function rowsOf(item: Item | undefined): number {
  if (item?.type !== "text" && item?.type !== "user") return panelRows;
  const most = item.type === "user" ? longestMessage + 3 : Number.POSITIVE_INFINITY;
  let rows = 2;
  for (let from = 0; from < item.text.length && rows < most; rows += 1) {
    const end = item.text.indexOf("\n", from);
    const next = end === -1 ? item.text.length : end + 1;
    rows += Math.floor((next - from) / usualColumns);
    from = next;
  }
  return Math.min(rows, most);
}
