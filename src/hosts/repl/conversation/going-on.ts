/** Going on with another session: the one named or chosen, or a copy; and what can be done where it is open in another place. */
import type { Conversation } from "../../../app/conversation.ts";
import type { Ahead } from "../../../app/read-ahead.ts";
import { UserError } from "../../../protocol/error.ts";
import { OpenElsewhereError } from "../../../sessions/elsewhere.ts";
import { requireIdle } from "../commands/require-idle.ts";
import { chooseSession } from "../commands/session-commands.ts";
import { elsewhereList } from "../lists/elsewhere-list.ts";
import type { OpenList } from "../lists/open-list.ts";
import type { ReplOptions } from "../repl-options.ts";
import type { FoundSessions } from "../start.ts";
import { say } from "../../../words/say.ts";

export type GoingOnParts = Pick<ReplOptions, "app" | "env" | "style" | "timers" | "holdKeys" | "watch"> & {
  readonly list: OpenList;
  /** The one on screen. */
  readonly conversation: () => Conversation;
  /** Puts another one in its place, which must be idle. */
  readonly switchTo: (conversation: Conversation) => void;
  readonly tell: (text: string, level?: "error") => void;
  /** How far a session is read has changed. */
  readonly draw: () => void;
};

/** How often the status says how far it is, ms. */
const toldEvery = 100;

export class GoingOn {
  readonly #parts: GoingOnParts;
  /** The long session that is read to go on with it. */
  #reading: { readonly stop: AbortController; percent: number } | undefined;

  constructor(parts: GoingOnParts) {
    this.#parts = parts;
  }

  /** Goes on with the session of this id, or says why that cannot be done. */
  with(id: string, asCopy = false): void {
    const { app, conversation, switchTo } = this.#parts;
    this.succeeds(() => {
      requireIdle(conversation());
      const ahead = app.lookAhead({ type: "id", id, asCopy });
      if (ahead === null) switchTo(app.converse({ type: "id", id, asCopy }));
      else void this.#readFirst(ahead);
    });
  }

  /** A long session is read while keys are taken; until then the one on screen stays, and does nothing. */
  async #readFirst(ahead: Ahead): Promise<void> {
    const { app, timers, conversation, switchTo, draw, tell } = this.#parts;
    this.stop();
    const reading = { stop: new AbortController(), percent: 0 };
    this.#reading = reading;
    let toldAt = timers.now();
    draw();
    try {
      const resume = await ahead.read({
        signal: reading.stop.signal,
        onProgress({ read, size }) {
          if (timers.now() - toldAt < toldEvery) return;
          toldAt = timers.now();
          reading.percent = Math.floor((read / Math.max(1, size)) * 100);
          draw();
        },
      });
      this.#over(reading);
      this.succeeds(() => {
        requireIdle(conversation());
        switchTo(app.converse(resume));
      });
    } catch (thrown) {
      this.#over(reading);
      if (reading.stop.signal.aborted) return;
      if (!(thrown instanceof UserError)) throw thrown;
      tell(thrown.message, "error");
    }
  }

  #over(reading: object): void {
    if (this.#reading === reading) this.#reading = undefined;
    this.#parts.draw();
  }

  /** While a session is read: how far that is; else empty. */
  get words(): string {
    return this.#reading === undefined ? "" : say`reading the session… ${this.#reading.percent}%`;
  }

  /** Stops reading; false where no session is read. */
  stop(): boolean {
    const reading = this.#reading;
    if (reading === undefined) return false;
    reading.stop.abort();
    this.#over(reading);
    return true;
  }

  /** Lets the user choose one. `found`: those to offer first. @default this folder's */
  withChosen(asCopy: boolean, found?: FoundSessions): void {
    const { session, spending } = this.#parts.conversation();
    chooseSession({
      ...this.#parts,
      found,
      current: session.header.sessionId,
      spending,
      resumeId: (id) => this.with(id, asCopy),
    });
  }

  /** False when it failed in a way that the user can do something about, of which they are told. */
  succeeds(action: () => void): boolean {
    try {
      action();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      if (thrown instanceof OpenElsewhereError) this.#offerElsewhere(thrown);
      else this.#parts.tell(thrown.message, "error");
      return false;
    }
  }

  /** The user may watch it, or go on in a copy. */
  #offerElsewhere(elsewhere: OpenElsewhereError): void {
    const { list, watch } = this.#parts;
    const { sessionId } = elsewhere;
    const onWatch = () => watch(sessionId);
    const onCopy = () => this.with(sessionId, true);
    list.open(elsewhereList({ elsewhere, onWatch, onCopy }));
  }
}
