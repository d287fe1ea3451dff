/** Going on with another session: the one named or chosen, or a copy; and what can be done where it is open in another place. */
import type { Conversation } from "../../../app/conversation.ts";
import { UserError } from "../../../protocol/error.ts";
import { OpenElsewhereError } from "../../../sessions/elsewhere.ts";
import { requireIdle } from "../commands/require-idle.ts";
import { chooseSession } from "../commands/session-commands.ts";
import { elsewhereList } from "../lists/elsewhere-list.ts";
import type { OpenList } from "../lists/open-list.ts";
import type { ReplOptions } from "../repl-options.ts";
import type { FoundSessions } from "../start.ts";

export type GoingOnParts = Pick<ReplOptions, "app" | "env" | "style" | "holdKeys" | "watch"> & {
  readonly list: OpenList;
  /** The one on screen. */
  readonly conversation: () => Conversation;
  /** Puts another one in its place, which must be idle. */
  readonly switchTo: (conversation: Conversation) => void;
  readonly tell: (text: string, level?: "error") => void;
};

export class GoingOn {
  readonly #parts: GoingOnParts;

  constructor(parts: GoingOnParts) {
    this.#parts = parts;
  }

  /** Goes on with the session of this id, or says why that cannot be done. */
  with(id: string, asCopy = false): void {
    const { app, conversation, switchTo } = this.#parts;
    this.succeeds(() => {
      requireIdle(conversation());
      switchTo(app.converse({ type: "id", id, asCopy }));
    });
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
