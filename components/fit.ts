/** How many rows each part of the live frame gets. */
import type { ReplView } from "./view.ts";

/** Rows a part may use; all of them together are at most `rows - 1`. */
export type Fit = {
  readonly tail: number;
  readonly panels: number;
  readonly activity: number;
  readonly queue: number;
  readonly preview: number;
  /** True: the choices stand on a line each; false: on one line together. */
  readonly tallChoices: boolean;
  readonly picker: number;
  readonly suggestions: number;
  readonly rules: boolean;
  readonly composer: number;
  readonly hint: number;
};

/** Rows that a question needs besides its preview: heading, reason, a blank, and the choices (one a line, or all on one). */
export const tallQuestion = 7;
export const shortQuestion = 2;

/**
 * Divides the window. What must stay comes first (status line, one composer line, the choices of a question, the
 * activity), then what was asked for, and the streamed text gets what is left.
 */
export function fit(view: ReplView): Fit {
  const rules = view.rows >= 12;
  let left = Math.max(1, view.rows - 1) - 1 - (rules ? 2 : 0);
  const take = (wanted: number): number => {
    const got = Math.max(0, Math.min(wanted, left));
    left -= got;
    return got;
  };
  take(1);
  const tallChoices = view.question !== null && left >= tallQuestion + 1;
  if (view.question !== null) take(tallChoices ? tallQuestion : shortQuestion);
  const activity = take(view.activity === null || view.question !== null ? 0 : 1);
  const hint = take(view.hint === null ? 0 : 1);
  const picker = take(view.picker === null ? 0 : Math.min(view.picker.rows.length + 1, 12));
  const composerMore = take(Math.min(view.composer.lines.length - 1, Math.floor(view.rows / 3)));
  const preview = take(view.question?.preview.length ?? 0);
  const suggestions = take(Math.min(view.suggestions.length, 8));
  const queue = take(Math.min(view.queue.length, 3));
  const panels = take(view.panels.reduce((sum, panel) => sum + panel.lines.length, 0));
  const tail = take(view.tail.length);
  return {
    tail,
    panels,
    activity,
    queue,
    preview,
    tallChoices,
    picker,
    suggestions,
    rules,
    composer: 1 + composerMore,
    hint,
  };
}

/** The part of `lines` around `index` that fits into `count` rows. Returns its first index. */
export function windowAround(length: number, index: number, count: number): number {
  return Math.max(0, Math.min(index - Math.floor(count / 2), length - count));
}
