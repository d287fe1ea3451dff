/** Undo and redo as lists of edits that can be turned round, a word of typing to a step. */
import type { Content } from "./content.ts";

/** One change: at an offset, what was there and what is there now, and the caret before and after. */
export type Edit = {
  readonly at: number;
  readonly removed: Content;
  readonly inserted: Content;
  readonly caretBefore: number;
  readonly caretAfter: number;
};

/** Edits of one kind that follow one another are one step; each `other` is a step of its own, all `together` are one. */
export type EditKind = "typing" | "deleting" | "pasting" | "other" | "together";

type Step = { readonly kind: EditKind; readonly edits: Edit[] };

const mostSteps = 1000;
/** One step undoes at most this many edits: a held-down key is not taken back in one go. */
const mostEdits = 100;

export interface UndoHistory {
  /** Remembers an edit. `continues`: nothing but edits of this kind came between it and the one before. */
  record(edit: Edit, kind: EditKind, continues: boolean): void;
  /** The edits of the last step, last first, to be turned round. */
  undo(): readonly Edit[];
  /** The edits of the step that was undone last, first first. */
  redo(): readonly Edit[];
  clear(): void;
}

export function createUndoHistory(): UndoHistory {
  let done: Step[] = [];
  let undone: Step[] = [];
  return {
    record(edit, kind, continues) {
      undone = [];
      const last = done.at(-1);
      if (continues && last !== undefined && joins(last, edit, kind)) {
        last.edits.push(edit);
        return;
      }
      done.push({ kind, edits: [edit] });
      if (done.length > mostSteps) done.shift();
    },
    undo() {
      const step = done.pop();
      if (step === undefined) return [];
      undone.push(step);
      return step.edits.toReversed();
    },
    redo() {
      const step = undone.pop();
      if (step === undefined) return [];
      done.push(step);
      return step.edits;
    },
    clear() {
      done = [];
      undone = [];
    },
  };
}

function joins(step: Step, edit: Edit, kind: EditKind): boolean {
  if (kind === "together") return step.kind === kind;
  const last = step.edits.at(-1);
  if (step.kind !== kind || kind === "other" || last === undefined || last.caretAfter !== edit.caretBefore) {
    return false;
  }
  if (kind === "pasting") return true;
  // A step of typing ends where a word begins.
  const newWord = /\s$/.test(last.inserted.text) && !/^\s/.test(edit.inserted.text);
  return step.edits.length < mostEdits && !(kind === "typing" && newWord);
}
