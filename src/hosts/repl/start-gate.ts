/**
 * A question that has to be answered before the session opens. It appears while somebody may be typing, and while the
 * program is too busy to read: keys count only after a moment without any, and before they stay in the composer.
 */
import type { InputEvent } from "../../terminal/input/event.ts";
import { keysOf } from "../../terminal/input/key.ts";
import type { Command } from "../../terminal/keymap.ts";
import type { Timers } from "./screen/flusher.ts";
import { keymap } from "./keys.ts";
import type { List } from "./lists/open-list.ts";
import { QuestionGuard } from "./questions/question-guard.ts";
import type { Screen, ViewChange } from "./screen/screen.ts";
import { say } from "../../words/say.ts";

/** A question that is shown as a list, and takes named commands. */
export type GateQuestion = Pick<List, "view"> & {
  /** The status line once keys count. */
  readonly status: string;
  /** True when it was answered. */
  onCommand(command: Command): boolean;
  /** The user leaves rein. */
  leave(): void;
};

export type StartGateOptions = {
  readonly screen: () => Screen;
  readonly timers: Timers;
};

/** The status line until then. */
const notYet = say`  one moment…`;

/** At most one question at a time. */
export class StartGate {
  readonly #options: StartGateOptions;
  readonly #guard: QuestionGuard;
  #question: GateQuestion | undefined;
  #hasLeft = false;
  #cancel: () => void = () => undefined;

  constructor(options: StartGateOptions) {
    this.#options = options;
    this.#guard = new QuestionGuard(options.timers.now);
  }

  /** Shows a question until it is answered. */
  ask(question: GateQuestion): void {
    if (this.#hasLeft) return question.leave();
    this.#question = question;
    this.#draw();
    this.#guard.noteQuestion();
    this.#sayWhenKeysCount();
  }

  /** Takes an event that is for the question. False when it is the composer's. */
  onInput(event: InputEvent): boolean {
    const question = this.#question;
    const isKey = event.type === "key" || event.type === "text" || event.type === "paste";
    if (question === undefined || !isKey) return this.#passOn(isKey);
    if (!this.#guard.letsThrough(true)) return this.#passOn(isKey);
    // Pasted text is no answer, nor are several letters in one read: they belong to what is being written.
    const keys = event.type === "key" ? [event.key] : event.type === "text" ? keysOf(event.text) : [];
    const [key, ...others] = keys;
    if (key === undefined || others.length > 0) return this.#passOn(isKey);
    const command = keymap.lookup(key, "dialog");
    if (command === undefined) return key.ctrl || key.alt ? this.#passOn(isKey) : true;
    if (!gateCommands.has(command)) return this.#passOn(isKey);
    if (question.onCommand(command)) {
      this.#question = undefined;
      this.#cancel();
    }
    this.#draw();
    return true;
  }

  /** What the inline view shows of it, for so many columns. */
  change(columns: number): ViewChange {
    return this.#question === undefined ? {} : { picker: this.#question.view(columns) };
  }

  /** The user leaves: an open question is answered by that, and none is asked any more. */
  leave(): void {
    this.#hasLeft = true;
    this.#question?.leave();
    this.#question = undefined;
    this.#cancel();
  }

  #passOn(isKey: boolean): false {
    if (isKey) this.#guard.noteKey();
    if (isKey && this.#question !== undefined) this.#sayWhenKeysCount();
    return false;
  }

  #sayWhenKeysCount(): void {
    const { timers, screen } = this.#options;
    this.#cancel();
    const wait = this.#guard.opensIn(true);
    screen().set({ status: wait > 0 ? notYet : (this.#question?.status ?? notYet) });
    if (wait > 0) this.#cancel = timers.after(wait, () => this.#sayWhenKeysCount());
  }

  #draw(): void {
    const screen = this.#options.screen();
    screen.set({ picker: this.#question?.view(screen.columns) ?? null });
  }
}

const gateCommands: ReadonlySet<Command> = new Set<Command>([
  "choose-1",
  "choose-2",
  "choose-3",
  "dismiss",
  "accept",
  "select-previous",
  "select-next",
  "view-call",
]);
