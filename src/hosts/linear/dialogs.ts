/** What asks for an answer: the newest stands in front, and a line that was typed before it could be heard is none. */
import type { Typed } from "./typed-lines.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

export type Dialog = {
  /** Says what is asked, and how it is answered. */
  ask(): void;
  /** Whatever is typed is meant for it, several lines too: it waits for words. */
  readonly takesText: boolean;
  /** `no answer`: it has no such choice, and nothing has happened. */
  onLine(text: string): "stays" | "is over" | "no answer";
  /** Says the choices in a line. */
  readonly choices: string;
  /** Whether a text is one of the choices. */
  hasChoice(text: string): boolean;
  /** Another one comes in front of it. True when what is half typed for it must not be told. */
  cover?(): boolean;
  /** The user wants none of it. Absent where that is a matter of the turn. */
  leave?(): void;
};

export type DialogsOptions = {
  readonly voice: Voice;
  /** Elapsed time, ms. */
  readonly now: () => number;
  /** Takes a line that is no answer: a command, or a message that waits. */
  readonly keep: (text: string) => void;
  /** Takes away what is half typed, so that it cannot become an answer to what is asked now; empty for nothing. */
  readonly takeBegun?: () => string;
  /** Told what was taken away. */
  readonly onBegun?: (text: string) => void;
};

/** For so long a question must have been there before a line can be an answer to it, ms. */
const heardMs = 500;

export class Dialogs {
  readonly #options: DialogsOptions;
  readonly #open: Dialog[] = [];
  #saidAt = Number.NEGATIVE_INFINITY;

  constructor(options: DialogsOptions) {
    this.#options = options;
  }

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** What is typed is seen again. True when what is half typed now must not be told. */
  cover(): boolean {
    return this.#open.at(-1)?.cover?.() === true;
  }

  /** Puts a dialog in front of those that are open. */
  open(dialog: Dialog): void {
    const isSecret = this.cover();
    this.#open.push(dialog);
    this.#ask(dialog, isSecret);
  }

  /** Takes a dialog away, wherever it stands; one that was behind it is asked again. */
  close(dialog: Dialog): void {
    const at = this.#open.indexOf(dialog);
    if (at === -1) return;
    this.#open.splice(at, 1);
    const front = this.#open.at(-1);
    if (front !== undefined && at === this.#open.length) this.#ask(front);
  }

  /** Leaves the one in front; false where there is none that can be left. */
  leave(): boolean {
    const front = this.#open.at(-1);
    if (front?.leave === undefined) return false;
    front.leave();
    this.close(front);
    return true;
  }

  /** Takes what was typed. False when nothing asks. */
  onTyped({ text, at, isTogether }: Typed): boolean {
    const front = this.#open.at(-1);
    if (front === undefined) return false;
    const { speak } = this.#options.voice;
    if (front.takesText) this.#give(front, text);
    else if (text.trim() === "") {
      if (at - this.#saidAt >= heardMs) this.#ask(front);
    } else if (isTogether) {
      speak(say`Several lines came at once: that is no answer.`);
      this.#options.keep(text);
    } else if (at - this.#saidAt >= heardMs) {
      this.#give(front, text);
    } else if (front.hasChoice(text.trim())) {
      speak(
        say`“${text.trim()}” came before the question could be heard, so it does not count. ${front.choices}`,
      );
    } else {
      speak(say`That came before the question could be heard, so it is no answer.`);
      this.#options.keep(text);
    }
    return true;
  }

  #give(front: Dialog, text: string): void {
    const outcome = front.onLine(front.takesText ? text : text.trim());
    if (outcome === "is over") return this.close(front);
    if (outcome === "stays") {
      this.#saidAt = this.#options.now();
      return;
    }
    if (isWord(text)) return this.#options.voice.speak(say`That is none of the choices. ${front.choices}`);
    this.#options.keep(text);
    if (this.#open.at(-1) === front)
      this.#options.voice.speak(say`The question is still open. ${front.choices}`);
  }

  #ask(dialog: Dialog, isSecret = false): void {
    const { takeBegun, onBegun, voice } = this.#options;
    const begun = takeBegun?.() ?? "";
    if (isSecret) voice.speak("", say`What you had begun to type is dropped, as a question comes up.`);
    else if (begun.trim() !== "") {
      // It stands at the end of the screen's last line.
      voice.speak(
        "",
        say`You had begun to type “${begun}”: it is set aside, as a question comes up. /history has it.`,
      );
      onBegun?.(begun);
    }
    dialog.ask();
    this.#saidAt = this.#options.now();
  }
}

/** A word or a letter is a slip at a question; more than that is a message. */
function isWord(text: string): boolean {
  return /^[^\s/]{1,12}$/u.test(text.trim());
}
