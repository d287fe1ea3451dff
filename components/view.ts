/** What the inline screen shows now, as data. Hosts make it, components draw it; every text in it is printable. */

/**
 * Finished things, printed once into the scrollback. `text` holds whole lines for the width at which it was made; `mark`
 * is one cell wide and stands for it.
 */
export type Printed = { readonly mark: string; readonly text: string };

/** A running or waiting tool call: its head line and, while it runs, its last output. */
export type PanelView = {
  readonly callId: string;
  /** A blank row stands above it. */
  readonly gap: boolean;
  readonly lines: readonly string[];
};

/** What the engine is doing. `since` is in ms on the clock of `now`. */
export type ActivityView = {
  readonly label: string;
  readonly step: number;
  readonly elapsedMs: number;
  /** What the turn has used so far, as in `↑18.2k ↓1.1k`. @default "" */
  readonly tokens?: string;
  /** Counts up while busy; which frame of the animation is shown. */
  readonly tick: number;
};

export type QuestionView = {
  readonly heading: string;
  /** The folder in which a command will run; null for anything else. */
  readonly place: string | null;
  /** What will run, all of it. */
  readonly preview: readonly string[];
  /** First line of the preview that is shown, when it does not fit. */
  readonly scroll: number;
  readonly why: string;
  readonly remember: string | null;
  readonly selected: QuestionChoice;
  /** The reason that the user is writing for a "no", or null while choosing. */
  readonly words: ComposerView | null;
};

export const questionChoices = ["once", "remember", "decline", "stop"] as const;
export type QuestionChoice = (typeof questionChoices)[number];

export type PickerView = {
  readonly heading: string;
  readonly rows: readonly string[];
  readonly selected: number;
};

/** Text as it is laid out for the window's width: visual lines and the caret's place in them (row, cells). */
export type ComposerView = {
  readonly lines: readonly string[];
  readonly caretRow: number;
  readonly caretColumn: number;
  /** What stands before the text. @default ">" */
  readonly sign?: ">" | "!";
  /** What sending it will do, where that is not plain; in place of the status line. */
  readonly hint?: string;
};

export type ReplView = {
  readonly columns: number;
  readonly rows: number;
  /** Everything printed so far. Only grows; entries never change. */
  readonly printed: readonly Printed[];
  /** How high the live part is at least: blank rows above it make up for what is missing. */
  readonly least: number;
  /** The open block of the answer: not finished, so not printed yet. */
  readonly tail: readonly string[];
  readonly panels: readonly PanelView[];
  readonly activity: ActivityView | null;
  readonly queue: readonly string[];
  readonly question: QuestionView | null;
  readonly picker: PickerView | null;
  readonly suggestions: readonly string[];
  /** Which of the suggestions is chosen. */
  readonly suggested: number;
  readonly composer: ComposerView;
  /** A short-lived word about the last key, such as "once more to exit". */
  readonly hint: string | null;
  readonly status: string;
};

/** A screen with nothing on it, for a window of any size. */
export const emptyView: Omit<ReplView, "columns" | "rows"> = {
  printed: [],
  least: 0,
  tail: [],
  panels: [],
  activity: null,
  queue: [],
  question: null,
  picker: null,
  suggestions: [],
  suggested: 0,
  composer: { lines: [""], caretRow: 0, caretColumn: 0 },
  hint: null,
  status: "",
};
