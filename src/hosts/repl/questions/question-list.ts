/** The open questions: one is shown, each keeps its own state, and each answer goes to the call that was shown. */
import type { QuestionView } from "../../../../components/view.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../protocol/approval.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { keysOf } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import type { Style } from "../../../terminal/style.ts";
import { keyName, keymap } from "../keys.ts";
import { Question, type QuestionOutcome } from "./question.ts";
import { say } from "../../../words/say.ts";

export type QuestionListOptions = {
  readonly style: Style;
  /** The user's folder, which paths are told from. */
  readonly home: string;
  /** Elapsed time, ms. */
  readonly now: () => number;
  /** Something else has the window: nothing of a question can be seen. */
  readonly isCovered: () => boolean;
  /** They were answered long ago: no key does anything with them, so none is named. @default false */
  readonly isOnlyShown?: boolean;
};

export type QuestionListOutcome =
  | Exclude<QuestionOutcome, { type: "answer" | "view" }>
  | { readonly type: "answers"; readonly answers: readonly BoundAnswer[] }
  | { readonly type: "view"; readonly question: Question };

/** An answer with the call that it is for. */
export type BoundAnswer = { readonly callId: string; readonly answer: ApprovalAnswer };

/** What a change of the open questions did to the one that is shown. `replaced`: another came in its place. */
export type ShownChange = "same" | "opened" | "replaced" | "closed";

/** For so long a question has to be on screen to count as shown, ms. */
const readMs = 500;
/** Presses that follow each other faster are a key that is held, ms. */
const repeatMs = 250;

export class QuestionList {
  readonly #options: QuestionListOptions;
  #questions: readonly Question[] = [];
  #at = 0;
  /** Since when the question that is shown can be seen; undefined while it cannot. */
  #shownAt: number | undefined;
  readonly #shown = new WeakSet<Question>();
  #allAskedAt = Number.NEGATIVE_INFINITY;

  constructor(options: QuestionListOptions) {
    this.#options = options;
  }

  /** The question that is shown. */
  get current(): Question | undefined {
    return this.#questions[this.#at];
  }

  get count(): number {
    return this.#questions.length;
  }

  /** Takes over which questions are open now. A question that goes on being open keeps its state. */
  update(open: readonly ApprovalRequest[]): ShownChange {
    const before = this.current;
    const known = new Map(this.#questions.map((question) => [question.approval, question]));
    const { style, home } = this.#options;
    const next = open.map((approval) => known.get(approval) ?? new Question(approval, style, home));
    const stays = before === undefined ? -1 : next.indexOf(before);
    // The next one that is still open comes in the place of one that was answered; behind the last the first.
    const follower = this.#questions.slice(this.#at).find((question) => next.includes(question));
    this.#questions = next;
    this.#at = Math.max(0, stays, follower === undefined ? 0 : next.indexOf(follower));
    if (this.current === before) return "same";
    this.#show();
    if (this.current === undefined) return "closed";
    return before === undefined ? "opened" : "replaced";
  }

  /** What covered the questions is gone; true when the one that is shown was not seen before. */
  uncover(): boolean {
    if (this.#shownAt !== undefined || this.current === undefined) return false;
    this.#show();
    return true;
  }

  view(columns: number, takesKeys: boolean): QuestionView | null {
    const { current, count } = this;
    if (current === undefined) return null;
    const position = count === 1 ? null : { at: this.#at + 1, of: count };
    const view = current.view(columns, { position, takesKeys, keys: this.#keys() });
    return this.#options.isOnlyShown === true ? { ...view, keys: [] } : view;
  }

  /** Takes one input event; `rows` is how many rows of the window the preview has. */
  onInput(event: InputEvent, rows: number): QuestionListOutcome {
    const { current } = this;
    if (current === undefined) return { type: "passed-on" };
    const command = this.count === 1 ? undefined : commandOf(event);
    // A letter is one of the words that are being written, and a mode has the first word about its keys.
    if (command === "answer-all" && !current.isWriting) return this.#answerAll();
    const outcome = current.onInput(event, rows);
    if (outcome.type === "answer") {
      return { type: "answers", answers: [{ callId: current.approval.callId, answer: outcome.answer }] };
    }
    if (outcome.type === "view") return { type: "view", question: current };
    const isUnused = outcome.type === "passed-on" || (outcome.type === "none" && !current.isWriting);
    if (isUnused && command === "next-question") return this.#move(1);
    if (isUnused && command === "previous-question") return this.#move(-1);
    return outcome;
  }

  #move(step: 1 | -1): QuestionListOutcome {
    this.#noteShown();
    this.#at = (this.#at + step + this.count) % this.count;
    this.#show();
    return { type: "none" };
  }

  /**
   * Yes, once, to all: but only when each was on screen long enough to be seen, and none is being declined. Else it goes
   * to one of which that is not so.
   */
  #answerAll(): QuestionListOutcome {
    const isRepeated = this.#options.now() - this.#allAskedAt < repeatMs;
    this.#allAskedAt = this.#options.now();
    if (isRepeated) return { type: "none" };
    this.#noteShown();
    const open = this.#questions.findIndex((question) => !this.#shown.has(question) || question.isBegun);
    if (open < 0) {
      const answers = this.#questions.map(({ approval }): BoundAnswer => ({
        callId: approval.callId,
        answer: { type: "once" },
      }));
      return { type: "answers", answers };
    }
    if (open !== this.#at) {
      this.#at = open;
      this.#show();
    }
    return { type: "none" };
  }

  #show(): void {
    const isSeen = this.current !== undefined && !this.#options.isCovered();
    this.#shownAt = isSeen ? this.#options.now() : undefined;
  }

  #noteShown(): void {
    const { current } = this;
    if (current === undefined || this.#shownAt === undefined) return;
    if (this.#options.now() - this.#shownAt >= readMs) this.#shown.add(current);
  }

  #keys(): string[] {
    if (this.count === 1) return [];
    const others = this.#questions.filter((question) => question !== this.current);
    const unseen = others.filter((question) => !this.#shown.has(question)).length;
    const next = say`${keyName("next-question", "dialog")} next question`;
    const all = keyName("answer-all", "dialog");
    if (unseen > 0) return [next, say`${all} first see the ${unseen} unseen`];
    const isBegun = others.some((question) => question.isBegun);
    return [next, isBegun ? say`${all} next that you began` : say`${all} yes to all ${this.count}`];
  }
}

function commandOf(event: InputEvent): Command | undefined {
  if (event.type === "key") return keymap.lookup(event.key, "dialog");
  const [key, ...others] = event.type === "text" ? keysOf(event.text) : [];
  return key === undefined || others.length > 0 ? undefined : keymap.lookup(key, "dialog");
}
