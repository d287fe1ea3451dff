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
import type { OnScreen } from "./on-screen.ts";
import type { FoundSessions } from "../start.ts";
import { say } from "../../../words/say.ts";

export type GoingOnParts = Pick<ReplOptions, "app" | "env" | "style" | "holdKeys" | "watch"> & {
  readonly list: OpenList;
  /** The one on screen. */
  readonly conversation: () => Conversation;
  /** Puts another one in its place, which must be idle. `isRead`: the one whose end is shown. */
  readonly switchTo: (conversation: Conversation, isRead: boolean) => void;
  readonly tell: (text: string, level?: "error") => void;
} & Pick<OnScreen, "showAhead" | "tellRead" | "takeBack">;

export class GoingOn {
  readonly #parts: GoingOnParts;
  /** The long session that is read to go on with it. */
  #reading: AbortController | undefined;
  /** A session that is made of another program's, to go on with it. */
  #making: AbortController | undefined;

  constructor(parts: GoingOnParts) {
    this.#parts = parts;
  }

  /** Goes on with the session of this id, or says why that cannot be done. */
  with(id: string, asCopy = false): void {
    const { app, conversation, switchTo } = this.#parts;
    this.succeeds(() => {
      requireIdle(conversation());
      const ahead = app.lookAhead({ type: "id", id, asCopy });
      if (ahead !== null) return void this.#readFirst(ahead);
      const next = app.converse({ type: "id", id, asCopy });
      this.leave();
      switchTo(next, false);
    });
  }

  /** Of a long session the end is shown, and it is read while keys are taken; until then the one on screen stays open. */
  async #readFirst(ahead: Ahead): Promise<void> {
    const { app, conversation, switchTo, showAhead, tellRead, takeBack } = this.#parts;
    this.leave();
    const stop = new AbortController();
    this.#reading = stop;
    showAhead(ahead);
    try {
      const resume = await ahead.read({ signal: stop.signal, onProgress: tellRead });
      requireIdle(conversation());
      const next = app.converse(resume);
      this.leave();
      switchTo(next, true);
    } catch (thrown) {
      // Whoever stopped it has said so.
      if (stop.signal.aborted) return;
      this.leave();
      takeBack(wentOn());
      this.succeeds(() => {
        throw thrown;
      });
    }
  }

  /** Until it is made nothing is sent, and it can be stopped. Null where it was. */
  async #whileMade<T>(make: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
    this.stop();
    const stop = new AbortController();
    this.#making = stop;
    try {
      return await make(stop.signal);
    } catch (thrown) {
      // Whoever stopped it has said so.
      if (stop.signal.aborted) return null;
      throw thrown;
    } finally {
      if (this.#making === stop) this.#making = undefined;
    }
  }

  /** Whether a session is read or made to go on with it. */
  get isReading(): boolean {
    return this.#reading !== undefined || this.#making !== undefined;
  }

  /** Stops reading: the conversation goes on. False where no session is read. */
  stop(): boolean {
    const isShown = this.#reading !== undefined;
    if (!this.leave()) return false;
    if (isShown) this.#parts.takeBack(wentOn());
    else this.#parts.tell(wentOn());
    return true;
  }

  /** Stops reading; something else comes now. False where no session is read. */
  leave(): boolean {
    const under = this.#reading ?? this.#making;
    this.#reading = undefined;
    this.#making = undefined;
    under?.abort();
    return under !== undefined;
  }

  /** Lets the user choose one. `found`: those to offer first. @default this folder's */
  withChosen(asCopy: boolean, found?: FoundSessions): void {
    const { session, spending } = this.#parts.conversation();
    chooseSession({
      ...this.#parts,
      found,
      current: session.header.sessionId,
      spending,
      resumeId: (id, isNew) => this.with(id, asCopy && !isNew),
      whileMade: (make) => this.#whileMade(make),
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

function wentOn(): string {
  return say`That session was not opened: the one from before goes on.`;
}
