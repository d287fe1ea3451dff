/** The sessions of this folder: which there are, and going on with one that the user chooses. */
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import { UserError } from "../../../protocol/error.ts";
import type { SentImage } from "../../../protocol/message.ts";
import { beginningMessages } from "../../../sessions/fork.ts";
import type { SessionInfo } from "../../../sessions/glance.ts";
import { hasOtherSession, listSessions, removeSession } from "../../../sessions/list.ts";
import type { Session } from "../../../sessions/session.ts";
import type { Style } from "../../../terminal/style.ts";
import type { OpenList } from "../lists/open-list.ts";
import { SessionPicker } from "../lists/session-picker.ts";
import type { FoundSessions } from "../start.ts";
import { say } from "../../../words/say.ts";

/** The saved sessions of the app's folder, the youngest first. */
export function sessionsHere(app: App): SessionInfo[] {
  return listSessions(app.paths, { cwd: app.cwd });
}

export type ChooseSessionParts = {
  readonly app: App;
  readonly style: Style;
  /** The session on screen, which is not offered. */
  readonly current: string;
  readonly list: OpenList;
  readonly tell: (text: string) => void;
  readonly resumeId: (id: string) => void;
  /** Sessions to offer first. @default this folder's */
  readonly found?: FoundSessions | undefined;
};

/** Opens the list of the other sessions, or says that there is none. Keys are the list's at once; it fills as soon as it can. */
export function chooseSession(parts: ChooseSessionParts): void {
  const { app, current, list, tell, resumeId, style, found } = parts;
  if (!hasOtherSession(app.paths, current)) return tell(say`There is no other session.`);
  const picker = new SessionPicker({
    cwd: app.cwd,
    now: Date.now(),
    style,
    found,
    onChosen: (chosen) => resumeId(chosen.id),
    onRemove: (info) => {
      try {
        const target = removeSession(app.paths, info, Date.now());
        tell(say`Session ${info.id} is in the trash: ${target}`);
        return true;
      } catch (thrown) {
        if (!(thrown instanceof UserError)) throw thrown;
        tell(thrown.message);
        return false;
      }
    },
  });
  list.open(picker);
  void fillPicker(picker, parts);
}

async function fillPicker(
  picker: SessionPicker,
  { app, current, list }: Pick<ChooseSessionParts, "app" | "current" | "list">,
): Promise<void> {
  const [{ listIndexed }, { go }] = await Promise.all([
    import("../../../sessions/index/indexed-sessions.ts"),
    import("fuzzysort"),
  ]);
  const sessions = (await listIndexed(app.paths)).filter(({ id }) => id !== current);
  if (!list.shows(picker)) return;
  const end = picker.fill(sessions, (filter, options) =>
    go(filter, [...options], {
      keys: [({ label }) => label, ({ value }) => value.lastWords],
      threshold: lowestScore,
    }).map(({ obj }) => obj),
  );
  if (end === "close") list.close(picker);
  else if (list.shows(picker)) list.draw();
}

/** A worse match than this is letters strewn over a long line. 1 is the same text. */
const lowestScore = 0.3;

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
