/** The sessions of this folder: which there are, and going on with one that the user chooses. */
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import { renameSaved } from "../../../app/rename-saved.ts";
import type { Spending } from "../../../app/spending.ts";
import { messageOf, UserError } from "../../../protocol/error.ts";
import type { SentImage } from "../../../protocol/message.ts";
import { beginningMessages } from "../../../sessions/fork.ts";
import { hasOtherSession, removedWords, removeSession } from "../../../sessions/list.ts";
import type { Session } from "../../../sessions/session.ts";
import { type UnreadLog, unreadLogsWords } from "../../../sessions/unread-logs.ts";
import type { Environment } from "../../../settings/paths.ts";
import type { Style } from "../../../terminal/style.ts";
import type { OpenList } from "../lists/open-list.ts";
import type { HoldKeys } from "../held-keys.ts";
import { SessionFilling } from "../lists/session-filling.ts";
import { SessionPicker } from "../lists/session-picker.ts";
import { sessionsText } from "../lists/session-rows.ts";
import type { FoundSessions } from "../start.ts";
import { say } from "../../../words/say.ts";
import { type ImportChoiceParts, transcriptSource } from "./import-choice.ts";

/** Tells which saved sessions of the app's folder there are, the last used first. */
export async function tellSessions(
  app: Pick<App, "paths" | "cwd">,
  spending: Pick<Spending, "priceOf" | "loadPrices">,
  tell: (text: string, level?: "error" | "warning") => void,
): Promise<void> {
  const unread: UnreadLog[] = [];
  try {
    const { listIndexed } = await import("../../../sessions/index/indexed-sessions.ts");
    const [sessions] = await Promise.all([
      listIndexed(app.paths, { cwd: app.cwd }, { onUnread: (one) => unread.push(one) }),
      spending.loadPrices(),
    ]);
    tell(sessionsText(sessions, { now: Date.now(), priceOf: spending.priceOf }));
    const words = unreadLogsWords(unread);
    if (words !== null) tell(words, "warning");
  } catch (thrown) {
    const isTold = thrown instanceof UserError;
    tell(isTold ? thrown.message : say`The sessions cannot be listed: ${messageOf(thrown)}.`, "error");
  }
}

export type ChooseSessionParts = {
  readonly app: App;
  readonly env: Environment;
  readonly style: Style;
  /** The session on screen, which is not offered. */
  readonly current: string;
  readonly spending: Pick<Spending, "priceOf" | "loadPrices">;
  readonly list: OpenList;
  readonly tell: (text: string) => void;
  readonly resumeId: ImportChoiceParts["resumeId"];
  readonly whileMade: ImportChoiceParts["whileMade"];
  /** The list is being filled: keys that come until then are for it. */
  readonly holdKeys: HoldKeys;
  /** Sessions to offer first. @default this folder's */
  readonly found?: FoundSessions | undefined;
};

/** Opens the list of the other sessions, or says that there is none. Keys are the list's at once; it fills as soon as it can. */
export function chooseSession(parts: ChooseSessionParts): void {
  const { app, current, spending, list, tell, resumeId, whileMade, style, found, holdKeys, env } = parts;
  const succeeds = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      tell(thrown.message);
      return null;
    }
  };
  const elsewhere = transcriptSource({ app, tell, resumeId, whileMade });
  const hasOthers = succeeds(() => hasOtherSession(app.paths, current));
  if (hasOthers === null) return;
  if (!hasOthers && elsewhere === undefined) return tell(say`There is no other session.`);
  const picker = new SessionPicker({
    cwd: app.cwd,
    now: Date.now(),
    style,
    found,
    elsewhere,
    onChosen: (chosen) => resumeId(chosen.id, false),
    priceOf: spending.priceOf,
    onRemove: (info) =>
      succeeds(() => tell(removedWords(info.id, removeSession(app.paths, info, Date.now())))) !== null,
    onUncounted: (info) => filling.count(info),
    onClosed: () => filling.stop(),
    onRename: (info, name) => succeeds(() => renameSaved(app.paths, info, name, { ...app, env })),
    async findSaid(query, options) {
      const { searchSessions } = await import("../../../sessions/index/indexed-sessions.ts");
      return searchSessions(app.paths, query, { ...options, limit: mostHits });
    },
    draw() {
      if (list.shows(picker)) list.draw();
    },
    holdKeys,
    close: () => list.close(picker),
  });
  const filling = new SessionFilling(picker, parts);
  list.open(picker);
  holdKeys(filling.begin(), { onLeave: () => (list.close(picker), "drop") });
}

/** The most places that a search in all that was said shows. */
const mostHits = 500;

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
