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
  /** Whether a key stops it. @default true */
  readonly canStop?: boolean;
};

export type QuestionView = {
  readonly heading: string;
  /** Which of several open questions this is, counted from 1; null for the only one. */
  readonly position: { readonly at: number; readonly of: number } | null;
  /** Whether a key would count now. While it would not, no choice is marked as chosen. */
  readonly takesKeys: boolean;
  /** The folder in which a command will run; null for anything else. */
  readonly place: string | null;
  /** How a command will be confined, in a few words; null for anything else. */
  readonly sandbox: string | null;
  /** Says which secrets are put back into the call; null for none. */
  readonly secrets: string | null;
  /** What will run, all of it; or all the reasons, where these are asked for. */
  readonly preview: readonly string[];
  /** Which lines of the preview ask, in their order. */
  readonly marked: readonly number[];
  /** The last line of the preview that is part of the call; what stands below is said about it. */
  readonly lastLine: number;
  /** The line of the preview in which a change begins; absent for calls that change no text. */
  readonly firstChange?: number;
  /** First line of the preview that is shown, when it does not fit; null before anybody has scrolled. */
  readonly scroll: number | null;
  /** Why it asks, as far as the preview does not say so. */
  readonly why: string;
  readonly remember: string | null;
  readonly selected: QuestionChoice;
  /** The reason that the user is writing for a "no", or null while choosing. */
  readonly words: ComposerView | null;
  /** Keys beside the choices and what they do, the more important ones first. */
  readonly keys: readonly string[];
  /** What has the keyboard and stands in the place of the preview and the choices; null while choosing. */
  readonly mode: QuestionModeView | null;
};

/** What a mode of a question shows in place of the preview and the choices: changing the call, or its hunks. */
export type QuestionModeView = {
  /** In place of the preview. What does not fit scrolls, so that the line `focus` is seen. */
  readonly body: readonly string[];
  readonly focus: number;
  /** In place of the choices: never leaves the screen. The first line comes first where not all of it fits. */
  readonly foot: readonly string[];
  /** Where the terminal's cursor stands: a line of the body or of the foot, and the cells before it. */
  readonly caret: { readonly in: "body" | "foot"; readonly row: number; readonly column: number } | null;
};

export const questionChoices = ["once", "remember", "decline", "stop"] as const;
export type QuestionChoice = (typeof questionChoices)[number];

export type PickerView = {
  readonly heading: string;
  readonly rows: readonly string[];
  readonly selected: number;
  /** What stands below the list where there is room: what the chosen entry looks like. */
  readonly sample?: readonly string[];
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
  /** The mode of editing, before the status line; undefined where there is only one. */
  readonly mode?: string | undefined;
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
  /** The todo list, its head first; empty while it is not shown. */
  readonly todos: readonly string[];
  readonly queue: readonly string[];
  readonly question: QuestionView | null;
  readonly picker: PickerView | null;
  readonly suggestions: readonly string[];
  /** Stands at the end of the last suggestion that is seen, where more come below. @default nothing */
  readonly moreSuggestions?: string;
  /** Which of the suggestions is chosen. */
  readonly suggested: number;
  /** What stands below the suggestions where there is room: the beginning of the chosen file. */
  readonly chosenFile: readonly string[];
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
  todos: [],
  queue: [],
  question: null,
  picker: null,
  suggestions: [],
  suggested: 0,
  chosenFile: [],
  composer: { lines: [""], caretRow: 0, caretColumn: 0 },
  hint: null,
  status: "",
};
