/** The keys of an open question: which count, which are somebody else's, and what an answer does. */
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Timers } from "../screen/flusher.ts";
import { keymap } from "../keys.ts";
import { QuestionGuard } from "./question-guard.ts";
import type { BoundAnswer, QuestionList, QuestionListOutcome, ShownChange } from "./question-list.ts";
import type { Question } from "./question.ts";

export type QuestionKeyboardOptions = {
  readonly timers: Timers;
  readonly questions: () => QuestionList;
  /** Rows of the window that the preview has. */
  readonly previewRows: () => number;
  /** Whether something stands in the composer. */
  readonly isWriting: () => boolean;
  readonly answer: (answer: BoundAnswer) => void;
  /** Shows all of a question on the whole window. */
  readonly read: (question: Question) => void;
  /** Lets the user edit a text; calls `onText` with what was saved. */
  readonly edit: (text: string, onText: (text: string) => void) => void;
  readonly draw: () => void;
};

/** So long after a question was drawn it is looked whether more is typed behind a key that lets a call run, ms. */
const lookMs = 250;

export class QuestionKeyboard {
  readonly #options: QuestionKeyboardOptions;
  readonly #guard: QuestionGuard;
  /** A key that lets a call run, until it is plain that it was not the beginning of a text. */
  #held: { readonly event: InputEvent; readonly cancel: () => void } | undefined;
  #cancelOpening: (() => void) | undefined;

  constructor(options: QuestionKeyboardOptions) {
    this.#options = options;
    this.#guard = new QuestionGuard(options.timers.now);
  }

  /** Whether every key would count now. */
  get takesKeys(): boolean {
    return this.#guard.opensIn(this.#options.isWriting()) === 0;
  }

  /** Takes an event; returns those that are the composer's, in their order. */
  onInput(event: InputEvent): readonly InputEvent[] {
    const isTyped = event.type === "key" || event.type === "text" || event.type === "paste";
    const held = isTyped ? this.#release() : undefined;
    // Several keys in one read, or a text that was begun just when the question came: none of them is an answer.
    if (held !== undefined && !isWayOut(event)) return [held, event];
    const questions = this.#options.questions();
    if (questions.current === undefined) return [event];
    if (!this.#guard.letsThrough(this.#options.isWriting())) return [event];
    return this.#onOutcome(questions.onInput(event, this.#options.previewRows()), event) ? [] : [event];
  }

  /** The composer takes a key. */
  noteKey(): void {
    this.#guard.noteKey();
    if (this.#options.questions().current === undefined) return;
    this.#options.draw();
    this.#watchOpening();
  }

  /** What was written was sent and begins a turn. */
  noteSent(): void {
    this.#guard.noteSent();
  }

  /** The open questions have changed. */
  onChange(change: ShownChange): void {
    if (change === "opened") this.#guard.noteQuestion();
    if (change === "replaced") this.#guard.noteChange();
    if (change !== "same") this.#release();
    this.#watchOpening();
  }

  /** Something that had the window or the terminal gave it back: a question may be seen only now. */
  uncover(): void {
    if (!this.#options.questions().uncover()) return;
    this.#guard.noteQuestion();
    this.#guard.noteChange();
    this.#options.draw();
    this.#watchOpening();
  }

  /** Nothing is waited for any more. */
  close(): void {
    this.#release();
    this.#cancelOpening?.();
  }

  /** False when the event is not the questions'. */
  #onOutcome(outcome: QuestionListOutcome, event: InputEvent): boolean {
    const { read, edit, draw } = this.#options;
    switch (outcome.type) {
      case "answers":
        this.#give(outcome.answers, event);
        return true;
      case "view":
        read(outcome.question);
        return true;
      case "editor":
        edit(outcome.text, outcome.onText);
        return true;
      case "none":
        draw();
        return true;
      case "passed-on":
        return false;
      default:
        return outcome satisfies never;
    }
  }

  /** An answer that lets calls run by a single key waits for what comes behind that key. */
  #give(answers: readonly BoundAnswer[], event: InputEvent): void {
    const answer = () => {
      this.#held = undefined;
      this.#guard.noteChange();
      for (const one of answers) this.#options.answer(one);
      this.#watchOpening();
    };
    if (!answers.some(({ answer: { type } }) => type === "once" || type === "remember")) return answer();
    if (!this.#guard.letsAllow) {
      this.#guard.noteIgnored();
      return this.#watchOpening();
    }
    this.#held = { event, cancel: this.#options.timers.after(this.#guard.isFresh ? lookMs : 0, answer) };
  }

  #release(): InputEvent | undefined {
    const held = this.#held;
    held?.cancel();
    this.#held = undefined;
    return held?.event;
  }

  /** Draws once more when keys count: until then no choice is marked. */
  #watchOpening(): void {
    const { timers, isWriting, questions, draw } = this.#options;
    this.#cancelOpening?.();
    this.#cancelOpening = undefined;
    const ms = this.#guard.opensIn(isWriting());
    if (ms === 0 || questions().current === undefined) return;
    this.#cancelOpening = timers.after(ms, () => {
      draw();
      this.#watchOpening();
    });
  }
}

/** Esc and Ctrl+C behind a key mean that it was a mistake. */
function isWayOut(event: InputEvent): boolean {
  if (event.type !== "key") return false;
  const command = keymap.lookup(event.key, "dialog");
  return command === "dismiss" || command === "interrupt";
}
