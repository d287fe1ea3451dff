/** Hunk by hunk: each is told, and taken, left out or written anew; then all of it is applied at once. */
import type { HunkAnswer } from "../../protocol/approval.ts";
import type { FileChange } from "../../protocol/tool-result.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { HunkChoices } from "../repl/questions/hunk-choices.ts";
import { editedAnswer, type HunkText, hunkTextOf } from "../repl/questions/hunk-text.ts";
import { changeHead, hunkLines } from "./change-lines.ts";
import type { Dialog } from "./dialogs.ts";
import { Pages } from "./pages.ts";
import type { Voice } from "./voice.ts";
import { say, sayCount } from "../../words/say.ts";

export type HunkDialogParts = {
  readonly voice: Voice;
  readonly files: readonly FileChange[];
  readonly onAnswer: (hunks: readonly HunkAnswer[]) => void;
};

type Writing = { readonly from: Extract<HunkText, { type: "text" }>; readonly lines: string[] };

/** A line with only this ends a text that is typed. */
const endSign = ".";

/** `is over` when the user goes back, with nothing decided, or when the answer was given. */
export class HunkDialog implements Dialog {
  readonly #parts: HunkDialogParts;
  #hunks: HunkChoices;
  #pages = new Pages([]);
  /** The new text of a hunk, as far as it was typed. */
  #writing: Writing | null = null;

  constructor(parts: HunkDialogParts) {
    this.#parts = parts;
    this.#hunks = new HunkChoices(parts.files);
    this.#turnTo();
  }

  get takesText(): boolean {
    return this.#writing !== null;
  }

  get choices(): string {
    return this.#isDecided
      ? say`Type a to apply this, r to decide anew, or b to go back.`
      : say`Type y to take it, n to leave it out, e to write it anew, or b to go back.`;
  }

  hasChoice(text: string): boolean {
    return /^[ynebmar]$/.test(text);
  }

  ask(): void {
    const { speak } = this.#parts.voice;
    if (this.#isDecided) return speak(this.#summary(), this.choices);
    this.#pages.restart();
    speak(this.#head(), ...this.#pages.next(), this.choices);
  }

  onLine(text: string): "stays" | "is over" | "no answer" {
    if (this.#writing !== null) return this.#onText(this.#writing, text);
    if (text === "b") return "is over";
    if (this.#isDecided) return this.#onEnd(text);
    switch (text) {
      case "y":
        return this.#decide({ type: "take" });
      case "n":
        return this.#decide({ type: "leave", words: "" });
      case "e":
        return this.#edit();
      case "m":
        if (this.#pages.left === 0) return "no answer";
        this.#parts.voice.speak(...this.#pages.next());
        return "stays";
      default:
        return "no answer";
    }
  }

  get #isDecided(): boolean {
    return this.#hunks.counts().undecided === 0;
  }

  #onEnd(text: string): "stays" | "is over" | "no answer" {
    if (text === "a") {
      this.#parts.onAnswer(this.#hunks.answers());
      return "is over";
    }
    if (text !== "r") return "no answer";
    this.#hunks = new HunkChoices(this.#parts.files);
    this.#turnTo();
    this.ask();
    return "stays";
  }

  #decide(answer: HunkAnswer): "stays" {
    this.#hunks.decide(answer);
    this.#turnTo();
    this.ask();
    return "stays";
  }

  #edit(): "stays" {
    const place = this.#hunks.places[this.#hunks.selected];
    const from: HunkText =
      place === undefined ? { type: "fault", why: say`there is no hunk` } : hunkTextOf(place);
    const { speak } = this.#parts.voice;
    if (from.type === "fault") speak(say`This cannot be written anew: ${from.why}. ${this.choices}`);
    else {
      this.#writing = { from, lines: [] };
      speak(
        say`What is to stand there, all lines of it; as it was asked for it is:`,
        ...from.text.split("\n"),
        say`Type the lines. A line with only a full stop ends them; at once, it leaves the hunk as it was asked for.`,
      );
    }
    return "stays";
  }

  #onText({ from, lines }: Writing, text: string): "stays" {
    for (const line of text.split("\n")) {
      if (line !== endSign) {
        lines.push(line);
        continue;
      }
      this.#writing = null;
      if (lines.length > 0) return this.#decide(editedAnswer(from, lines.join("\n")));
      this.ask();
      return "stays";
    }
    return "stays";
  }

  #turnTo(): void {
    const place = this.#hunks.places[this.#hunks.selected];
    const lines =
      place?.hunk == null ? [say`No lines: this is about the file itself.`] : hunkLines(place.hunk);
    this.#pages = new Pages(lines);
  }

  #head(): string {
    const { places, selected } = this.#hunks;
    const place = places[selected];
    if (place === undefined) return "";
    const { file, hunk } = place;
    const where =
      hunk === null
        ? changeHead(file)
        : say`${sanitize(file.path, "approval_inline")}, from line ${hunk.newStart}.`;
    return say`Hunk ${selected + 1} of ${places.length}: ${where}`;
  }

  #summary(): string {
    const { taken, edited } = this.#hunks.counts();
    const hunks = sayCount(this.#hunks.places.length, "hunk");
    if (edited === 0) return say`You take ${taken} of ${hunks}.`;
    return edited === 1
      ? say`You take ${taken} of ${hunks}, 1 of them as you wrote it.`
      : say`You take ${taken} of ${hunks}, ${edited} of them as you wrote them.`;
  }
}
