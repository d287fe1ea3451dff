/** The questions of a conversation, one after the other. */
import type { QueryEngine } from "../../engine/query-engine.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../protocol/approval.ts";
import type { EngineEvent } from "../../protocol/event.ts";
import type { Timers } from "../repl/screen/flusher.ts";
import type { Dialogs } from "./dialogs.ts";
import { QuestionDialog } from "./question-dialog.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

export type OpenQuestionsOptions = {
  readonly engine: Pick<QueryEngine, "answer" | "openQuestions">;
  readonly voice: Voice;
  readonly dialogs: Dialogs;
  readonly timers: Pick<Timers, "after">;
  /** The user's folder, which paths are told from. */
  readonly home: string;
};

/** Calls of one response ask one shortly after the other; so long is waited to know how many they are, ms. */
const gatherMs = 50;

export class OpenQuestions {
  readonly #options: OpenQuestionsOptions;
  #shown: { readonly approval: ApprovalRequest; readonly dialog: QuestionDialog } | undefined;
  /** How many of those that came together have been answered. */
  #answered = 0;
  #cancel: (() => void) | undefined;

  constructor(options: OpenQuestionsOptions) {
    this.#options = options;
  }

  onEvent(event: EngineEvent): void {
    switch (event.type) {
      case "approval_answered":
        this.#answered += 1;
        this.#options.voice.speak(wordsOf(event.answer));
        return this.#update();
      case "approval_withdrawn":
        if (event.callId === this.#shown?.approval.callId)
          this.#options.voice.speak(say`This question needs no answer any more.`);
        return this.#update();
      case "approval_requested":
        this.#cancel ??= this.#options.timers.after(gatherMs, () => this.#update());
        return;
      case "turn_ended":
        return this.#update();
      default:
        return;
    }
  }

  /** No question is asked any more. */
  close(): void {
    this.#cancel?.();
  }

  #update(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const { engine, voice, dialogs, home } = this.#options;
    const open = engine.openQuestions;
    if (this.#shown !== undefined && !open.includes(this.#shown.approval)) {
      const { dialog } = this.#shown;
      this.#shown = undefined;
      dialogs.close(dialog);
    }
    const [approval] = open;
    if (approval === undefined) this.#answered = 0;
    if (this.#shown !== undefined || approval === undefined) return;
    const dialog = new QuestionDialog({
      approval,
      voice,
      home,
      position: () => this.#position(),
      answer: (answer) => engine.answer(approval.callId, answer),
    });
    this.#shown = { approval, dialog };
    dialogs.open(dialog);
  }

  /** `Question`; `Question 2 of 3` where there are several. */
  #position(): string {
    const count = this.#answered + this.#options.engine.openQuestions.length;
    return count === 1 ? say`Question` : say`Question ${this.#answered + 1} of ${count}`;
  }
}

function wordsOf(answer: ApprovalAnswer): string {
  switch (answer.type) {
    case "once":
      return say`Allowed, once.`;
    case "remember":
      return say`Allowed, and not asked again in this project.`;
    case "decline":
      return say`Declined.`;
    case "stop":
      return say`Declined; stopping.`;
    case "edit":
      return say`Changed; it is decided again.`;
    case "hunks":
      return say`Applying what you took.`;
    default:
      return answer satisfies never;
  }
}
