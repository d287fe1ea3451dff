/** How many rows each part of the live frame gets. */
import { plainStyle } from "../src/terminal/style.ts";
import { type QuestionForm, questionLines } from "./question-lines.ts";
import type { PanelView, QuestionView, ReplView } from "./view.ts";

/** Rows a part may use; all of them together are at most `rows - 1`. */
export type Fit = {
  /** Blank rows that keep the end of the live part where it is. */
  readonly slack: number;
  readonly tail: number;
  readonly panels: number;
  /** A blank row between what was said and what is asked for. */
  readonly gap: number;
  readonly activity: number;
  readonly todos: number;
  readonly queue: number;
  readonly question: QuestionFit;
  readonly picker: number;
  readonly sample: number;
  readonly suggestions: number;
  readonly chosenFile: number;
  readonly rules: boolean;
  readonly composer: number;
  readonly status: number;
};

export type QuestionFit = {
  readonly form: QuestionForm;
  readonly preview: number;
  /** All of the question, with its preview. */
  readonly rows: number;
};

/** Lower windows have no rows to give away. */
const spacious = 12;
/** Lower windows have none for the beginning of a file. */
const roomy = 16;
/** A question takes a higher form when it can still show this much of its preview. */
const leastPreview = { tall: 4, short: 2 };

/**
 * Divides the window. What must stay comes first (one composer line, the choices of a question, the status line, the
 * activity), then what was asked for, and the streamed text gets what is left.
 */
export function fit(view: ReplView): Fit {
  const rules = view.rows >= spacious;
  let left = Math.max(1, view.rows - 1);
  const take = (wanted: number): number => {
    const got = Math.max(0, Math.min(wanted, left));
    left -= got;
    return got;
  };
  const composerFirst = take(1);
  take(rules ? 2 : 0);
  const gap = take(rules ? 1 : 0);
  const wanted = view.question === null ? null : wantedRows(view.question, view.columns, left - 1);
  const around = take(wanted?.around ?? 0);
  const firstOfPreview = take(Math.min(1, wanted?.preview ?? 0));
  const status = take(view.status.includes("\n") ? 2 : 1);
  const activity = take(view.activity === null || view.question !== null ? 0 : 1);
  const picker = take(view.picker === null ? 0 : Math.min(view.picker.rows.length + 1, 12));
  const composerMore = take(Math.min(view.composer.lines.length - 1, Math.floor(view.rows / 3)));
  const preview = firstOfPreview + take((wanted?.preview ?? 0) - firstOfPreview);
  const sample = take(view.picker?.sample?.length ?? 0);
  const suggestions = take(Math.min(view.suggestions.length, 8));
  const queue = take(Math.min(view.queue.length, 4));
  const chosenFile = view.rows >= roomy ? take(view.chosenFile.length) : 0;
  const todos = take(Math.min(view.todos.length, Math.floor(view.rows / 3)));
  const allPanels = rowsOfPanels(view.panels);
  const panels = take(allPanels <= left ? allPanels : rowsOfPanels(view.panels, "tight"));
  // Half a window at most: what stands there when the window gets narrower is wrapped, and what then goes over the
  // top of the window nobody can take back.
  const tail = take(Math.min(view.tail.length, Math.floor(view.rows / 2)));
  const taken = Math.max(1, view.rows - 1) - left;
  const slack = take(view.least - taken);
  return {
    slack,
    tail,
    panels,
    gap,
    activity,
    todos,
    queue,
    question: { form: wanted?.form ?? "short", preview, rows: around + preview },
    picker,
    sample,
    suggestions,
    chosenFile,
    rules,
    composer: composerFirst + composerMore,
    status,
  };
}

/** The rows that panels would like to have; `tight`: without the blank ones between them. */
export function rowsOfPanels(panels: readonly PanelView[], gaps: "spaced" | "tight" = "spaced"): number {
  return panels.reduce((sum, { gap, lines }) => sum + (gap && gaps === "spaced" ? 1 : 0) + lines.length, 0);
}

/** How many rows a view of this window leaves for panels at most. */
export function roomForPanels(view: ReplView): number {
  const lines = Array.from({ length: view.rows }, () => "");
  return fit({ ...view, panels: [{ callId: "", gap: false, lines }] }).panels;
}

/** The form in which a question fits into `room` rows, and the rows of its preview and of all else. */
function wantedRows(
  question: QuestionView,
  columns: number,
  room: number,
): { readonly form: QuestionForm; readonly around: number; readonly preview: number } {
  const preview = question.mode?.body.length ?? question.preview.length;
  const around = (form: QuestionForm): number => {
    const { head, foot } = questionLines(question, columns, form, plainStyle);
    return head.length + foot.length;
  };
  const fits = (form: "tall" | "short") => around(form) + Math.min(preview, leastPreview[form]) <= room;
  const form = fits("tall") ? "tall" : fits("short") ? "short" : "least";
  return { form, around: around(form), preview };
}

/** The part of `lines` around `index` that fits into `count` rows. Returns its first index. */
export function windowAround(length: number, index: number, count: number): number {
  return Math.max(0, Math.min(index - Math.floor(count / 2), length - count));
}
