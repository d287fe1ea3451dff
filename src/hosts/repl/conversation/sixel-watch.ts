/** Learns whether the terminal draws sixel, and how large its cells are now. */
import type { Reply } from "../../../terminal/input/event.ts";
import type { Modes } from "../../../terminal/modes.ts";
import {
  offersSixel,
  sixelQuestions,
  type SixelSupport,
  sixelSupportOf,
} from "../../../terminal/sixel-support.ts";
import type { TerminalKind } from "../../../terminal/terminal-kind.ts";

export type SixelWatchOptions = {
  readonly modes: Pick<Modes, "ask" | "replyDue">;
  readonly kind: () => TerminalKind;
  /** The window now, in cells. */
  readonly window: () => { readonly columns: number; readonly rows: number };
  /** Other questions are under way: an answer to ours would be taken for one to them. */
  readonly isAsking: () => boolean;
};

export class SixelWatch {
  readonly #options: SixelWatchOptions;
  #isOffered = false;
  /** It is to be asked as soon as it has answered everything else. */
  #isDue = true;
  /** Answers to the last question, as they come. */
  #replies: Reply[] = [];
  #support: SixelSupport | null = null;
  #waiting: (() => void)[] = [];

  constructor(options: SixelWatchOptions) {
    this.#options = options;
  }

  /** Null as long as the terminal has not said that it knows sixel, and how large a cell is. */
  get support(): SixelSupport | null {
    return this.#isOffered ? this.#support : null;
  }

  /** Resolves when it is known or the terminal owes no answer any more; null where that is so now. */
  whenKnown(): Promise<void> | null {
    return this.#isUnknown ? new Promise((resolve) => this.#waiting.push(resolve)) : null;
  }

  /** Takes every answer of the terminal; what kind it is must be known of it before. */
  onReply(reply: Reply): void {
    if (reply.kind === "device-attributes") {
      this.#isOffered ||= offersSixel(reply, this.#options.kind());
      if (this.#isOffered && this.#isDue) this.#ask();
    } else if (reply.kind === "pixels" || reply.kind === "sixel-colours") {
      this.#replies.push(reply);
      this.#support = sixelSupportOf(this.#replies, this.#options.window());
    }
    if (!this.#isUnknown) for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** The window has another size: with the font, its cells may have one, too. */
  onResize(): void {
    this.#isDue = true;
    if (this.#isOffered && !this.#options.modes.replyDue) this.#ask();
  }

  get #isUnknown(): boolean {
    return this.support === null && this.#options.modes.replyDue;
  }

  #ask(): void {
    const { modes, isAsking } = this.#options;
    if (isAsking()) return;
    this.#isDue = false;
    this.#replies = [];
    modes.ask(sixelQuestions);
  }
}
