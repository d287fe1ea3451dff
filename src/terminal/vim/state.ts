/** What vim mode knows between two keys. */
import { type Content, emptyContent } from "../text-buffer/content.ts";
import type { Find } from "./find.ts";
import type { Goal } from "./motions.ts";
import type { Command, VimKey } from "./read-keys.ts";

export type VimModeName = "insert" | "replace" | "normal" | "visual" | "visual-line";

/** What was deleted or yanked. `linewise`: whole lines, without the newline behind the last one. */
export type Register = { readonly content: Content; readonly linewise: boolean };

/** What is being inserted: where it begins, the command that began it, and how often it is to stand there. */
export type Inserting = {
  readonly from: number;
  readonly command: Command;
  readonly times: number;
  /** Each time on a line of its own. */
  readonly opensLine: boolean;
  /** What was typed over, grapheme by grapheme; empty for what was behind the line's end. */
  readonly replaced: readonly Content[];
};

export type VimState = {
  readonly mode: VimModeName;
  /** The keys of a command that is not complete. */
  readonly keys: readonly VimKey[];
  /** The other end of what is selected in visual mode. */
  readonly anchor: number;
  readonly goal: Goal | undefined;
  readonly find: Find | undefined;
  readonly unnamed: Register;
  readonly plus: Register | undefined;
  /** What `.` does again, with what was inserted. */
  readonly change: { readonly command: Command; readonly inserted: Content } | undefined;
  readonly inserting: Inserting | undefined;
};

/** As every text begins: in insert mode. */
export const startingState: VimState = {
  mode: "insert",
  keys: [],
  anchor: 0,
  goal: undefined,
  find: undefined,
  unnamed: { content: emptyContent, linewise: false },
  plus: undefined,
  change: undefined,
  inserting: undefined,
};

export function isVisual({ mode }: VimState): boolean {
  return mode === "visual" || mode === "visual-line";
}

/** Insert mode begins at an offset, by itself or for a command. */
export function insertAt(
  state: VimState,
  from: number,
  command: Command = { type: "act", name: "i" },
  { times = 1, opensLine = false, isReplacing = false } = {},
): VimState {
  return {
    ...state,
    mode: isReplacing ? "replace" : "insert",
    keys: [],
    goal: undefined,
    inserting: { from, command, times, opensLine, replaced: [] },
  };
}

export function normal(state: VimState): VimState {
  return { ...state, mode: "normal", keys: [], inserting: undefined };
}
