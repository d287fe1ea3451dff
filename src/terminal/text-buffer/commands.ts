/** The editing commands by name, so that a key only ever points at a name. */
import { nextBoundary, previousBoundary } from "./graphemes.ts";
import { shellWordStartBefore, wordEndAfter, wordStartBefore } from "./words.ts";

/** Offsets into the text, of which one is the caret's; never the same. */
export type Selection = { readonly start: number; readonly end: number };

/** What commands may do with the buffer. Each function says whether it changed anything. */
export interface EditContext {
  readonly text: string;
  readonly caret: number;
  readonly selection: Selection | undefined;
  /** What lies between here and where the caret goes next is selected, together with what is selected already. */
  extend(): void;
  deselect(): void;
  moveTo(offset: number): boolean;
  /** Up (negative) or down over rows of the layout, keeping to the column where the way began. */
  moveRows(rows: number, width: number): boolean;
  remove(start: number, end: number): boolean;
  /** Removes and remembers for `yank`. */
  kill(start: number, end: number, direction: "forward" | "backward"): boolean;
  /** Puts in the newest cut, in place of what is selected. */
  yank(selection?: Selection): boolean;
  /** Replaces what `yank` has just put in by the cut before it. */
  yankPop(): boolean;
  undo(): boolean;
  redo(): boolean;
}

const commands = {
  "move-left": (edit) => edit.moveTo(previousBoundary(edit.text, edit.caret)),
  "move-right": (edit) => edit.moveTo(nextBoundary(edit.text, edit.caret)),
  "move-word-left": (edit) => edit.moveTo(wordStartBefore(edit.text, edit.caret)),
  "move-word-right": (edit) => edit.moveTo(wordEndAfter(edit.text, edit.caret)),
  "move-line-start": (edit) => edit.moveTo(lineStart(edit)),
  "move-line-end": (edit) => edit.moveTo(lineEnd(edit)),
  "move-text-start": (edit) => edit.moveTo(0),
  "move-text-end": (edit) => edit.moveTo(edit.text.length),
  "move-up": (edit, width) => edit.moveRows(-1, width),
  "move-down": (edit, width) => edit.moveRows(1, width),
  "delete-backward": (edit) => edit.remove(previousBoundary(edit.text, edit.caret), edit.caret),
  "delete-forward": (edit) => edit.remove(edit.caret, nextBoundary(edit.text, edit.caret)),
  "kill-word-backward": (edit) => edit.kill(wordStartBefore(edit.text, edit.caret), edit.caret, "backward"),
  "kill-word-forward": (edit) => edit.kill(edit.caret, wordEndAfter(edit.text, edit.caret), "forward"),
  "kill-shell-word-backward": (edit) =>
    edit.kill(shellWordStartBefore(edit.text, edit.caret), edit.caret, "backward"),
  // At the start or end of a line these two take the newline, so that pressing on goes on.
  "kill-to-line-start": (edit) => {
    const start = lineStart(edit);
    return edit.kill(start === edit.caret ? Math.max(0, start - 1) : start, edit.caret, "backward");
  },
  "kill-to-line-end": (edit) => {
    const end = lineEnd(edit);
    return edit.kill(edit.caret, end === edit.caret ? Math.min(edit.text.length, end + 1) : end, "forward");
  },
  yank: (edit) => edit.yank(),
  "yank-pop": (edit) => edit.yankPop(),
  undo: (edit) => edit.undo(),
  redo: (edit) => edit.redo(),
} satisfies Record<string, (edit: EditContext, width: number) => boolean>;

type PlainCommand = keyof typeof commands;
type MoveCommand = Extract<PlainCommand, `move-${string}`>;

/** Moves that take the text on their way into the selection. */
const extending = {
  "extend-left": "move-left",
  "extend-right": "move-right",
  "extend-word-left": "move-word-left",
  "extend-word-right": "move-word-right",
  "extend-line-start": "move-line-start",
  "extend-line-end": "move-line-end",
  "extend-text-start": "move-text-start",
  "extend-text-end": "move-text-end",
  "extend-up": "move-up",
  "extend-down": "move-down",
} as const satisfies Record<string, MoveCommand>;

export type EditCommand = PlainCommand | keyof typeof extending;

/** Whether a command is one of the buffer's, for hosts that have others besides. */
export function isEditCommand(name: string): name is EditCommand {
  return Object.hasOwn(commands, name) || Object.hasOwn(extending, name);
}

/**
 * Runs a command. With a selection a deletion takes that instead, a move to one side goes to its end there, and every
 * other move leaves it.
 */
export function runEditCommand(name: EditCommand, edit: EditContext, width: number): boolean {
  if (isExtending(name)) {
    edit.extend();
    return commands[extending[name]](edit, width);
  }
  const { selection } = edit;
  // Also where nothing is selected yet: a later move would select what it passes.
  edit.deselect();
  if (selection === undefined) return commands[name](edit, width);
  switch (name) {
    case "move-left":
      edit.moveTo(selection.start);
      return true;
    case "move-right":
      edit.moveTo(selection.end);
      return true;
    case "delete-backward":
    case "delete-forward":
      return edit.remove(selection.start, selection.end);
    case "kill-word-backward":
    case "kill-word-forward":
    case "kill-shell-word-backward":
    case "kill-to-line-start":
    case "kill-to-line-end":
      return edit.kill(selection.start, selection.end, "forward");
    case "yank":
      return edit.yank(selection);
    default:
      return commands[name](edit, width);
  }
}

function isExtending(name: EditCommand): name is keyof typeof extending {
  return Object.hasOwn(extending, name);
}

function lineStart(edit: EditContext): number {
  return edit.caret === 0 ? 0 : edit.text.lastIndexOf("\n", edit.caret - 1) + 1;
}

function lineEnd(edit: EditContext): number {
  const end = edit.text.indexOf("\n", edit.caret);
  return end < 0 ? edit.text.length : end;
}
