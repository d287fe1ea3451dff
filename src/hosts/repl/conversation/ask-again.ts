/** What the user does about a turn that failed: have it asked for again, now or at the time that its server named. */
import type { Conversation } from "../../../app/conversation.ts";
import type { Entry } from "../../../protocol/entry.ts";
import type { Timers } from "../screen/flusher.ts";
import { Patience, unfinishedTurn, wayOut } from "./patience.ts";
import { say } from "../../../words/say.ts";

export type AskAgainOptions = {
  readonly timers: Timers;
  readonly conversation: () => Pick<Conversation, "engine" | "session">;
  readonly tell: (text: string) => void;
  /** The status line has something else to say. */
  readonly draw: () => void;
};

/** The conversation on screen asks again when it is told to. */
export class AskAgain {
  readonly #options: AskAgainOptions;
  readonly #patience: Patience;

  constructor(options: AskAgainOptions) {
    this.#options = options;
    this.#patience = new Patience({
      timers: options.timers,
      now: Date.now,
      onOver: () => void options.conversation().engine.retry(),
    });
  }

  /** What goes on by itself later, for the status line; empty for nothing. */
  words(): string {
    return this.#patience.words();
  }

  now(): void {
    const { conversation, tell } = this.#options;
    if (this.#lastTurn() === null)
      return tell(say`The last turn was answered; there is nothing to ask again.`);
    this.#patience.cancel();
    conversation().engine.retry();
  }

  later(): void {
    const until = this.#lastTurn()?.waitUntil;
    if (until === undefined) {
      return this.#options.tell(say`No server has asked to be asked later; /retry asks again right away.`);
    }
    this.#patience.start(until);
    this.#options.draw();
  }

  /** Something else happens now. */
  forget(): void {
    this.#patience.cancel();
  }

  /** The user wants nothing to happen by itself. False when nothing would have. */
  stop(): boolean {
    const wasWaiting = this.#patience.cancel();
    if (wasWaiting) this.#options.tell(say`Nothing will go on by itself; /retry asks again.`);
    return wasWaiting;
  }

  /** Says what can be done, behind the end of a turn that failed. */
  onEntry({ type }: Entry): void {
    const turn = type === "turn_end" ? this.#lastTurn() : null;
    const hint = turn === null ? null : wayOut(turn, Date.now());
    if (hint !== null) this.#options.tell(hint);
  }

  #lastTurn() {
    return unfinishedTurn(this.#options.conversation().session.branch());
  }
}
