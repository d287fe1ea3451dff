/** The sessions of this folder: which there are, and going on with one that the user chooses. */
import type { Conversation } from "../../app/conversation.ts";
import type { App } from "../../app/open-app.ts";
import type { SentImage } from "../../protocol/message.ts";
import { beginningMessages } from "../../sessions/fork.ts";
import type { SessionInfo } from "../../sessions/glance.ts";
import { listSessions } from "../../sessions/list.ts";
import type { Session } from "../../sessions/session.ts";
import type { OpenList } from "./open-list.ts";
import { sessionPicker } from "./session-rows.ts";
import { say } from "../../words/say.ts";

/** The saved sessions of the app's folder, the youngest first. */
export function sessionsHere(app: App): SessionInfo[] {
  return listSessions(app.paths, { cwd: app.cwd });
}

export type ChooseSessionParts = {
  readonly app: App;
  /** The session on screen, which is not offered. */
  readonly current: string;
  readonly list: OpenList;
  readonly tell: (text: string) => void;
  readonly resumeId: (id: string) => void;
};

/** Opens the list of the other sessions, or says that there is none. */
export function chooseSession({ app, current, list, tell, resumeId }: ChooseSessionParts): void {
  const sessions = sessionsHere(app).filter(({ id }) => id !== current);
  if (sessions.length === 0) return tell(say`There is no other session of this folder.`);
  list.open(sessionPicker(sessions, Date.now(), (chosen) => resumeId(chosen.id)));
}

export type ForkParts = {
  readonly app: App;
  readonly session: Session;
  readonly switchTo: (conversation: Conversation) => void;
  /** Puts a message that was sent back into the composer. */
  readonly giveBack: (text: string, images?: readonly SentImage[]) => void;
  readonly tell: (text: string, level?: "info" | "warning") => void;
};

/**
 * Goes on in a copy of the session: a whole one, or one that ends before the message of the user that stands `back` messages
 * back, which is given back to be sent again, changed or not.
 */
export function forkHere(back: string, { app, session, switchTo, giveBack, tell }: ForkParts): void {
  const { sessionId } = session.header;
  const entries = session.branch();
  const nodes = session.nodes();
  if (entries.length === 0) return tell(say`Nothing was said yet: there is nothing to copy.`, "warning");
  if (back === "") return switchTo(app.converse({ type: "copy", sessionId, entries, nodes }));
  const messages = beginningMessages(entries);
  const from = /^[1-9]\d{0,8}$/.test(back) ? messages[Number(back) - 1] : undefined;
  if (from === undefined) {
    const most = messages.length;
    return tell(
      say`/fork N: N is from 1 to ${most}, how many of your messages back the copy ends.`,
      "warning",
    );
  }
  switchTo(app.converse({ type: "copy", sessionId, entries: entries.slice(0, from.at), nodes }));
  giveBack(from.message.text, from.message.images);
}
