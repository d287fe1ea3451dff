/** What a window of the conversation shows, one below the other. */
import type { Item } from "../../../transcript/item.ts";
import type { OpenAnswer } from "../../../transcript/open-answer.ts";

/** Lines that are no part of the session: what rein printed before it. Drawn for a width. */
export type PrintedLines = {
  readonly type: "printed";
  readonly id: string;
  readonly draw: (columns: number) => readonly string[];
};

export type Shown = Item | OpenAnswer | PrintedLines;

/** What is shown, in order. It may grow, and an item may be replaced by a newer one of the same id; an array is one. */
export type ItemSource = Pick<readonly Shown[], "length" | "at">;
