/** Lists that the user chooses from: sessions and models. */
import { listModels, withDemo } from "../../app/model-list.ts";
import { messageOf, UserError } from "../../protocol/error.ts";
import { talkTo } from "../repl/commands/model-commands.ts";
import { modelRow } from "../repl/commands/model-words.ts";
import { hasOtherSession } from "../../sessions/list.ts";
import { type UnreadLog, unreadLogsWords } from "../../sessions/unread-logs.ts";
import { hasPlaces } from "../../sessions/import/places.ts";
import type { FoundSessions } from "../repl/start.ts";
import { sessionRow } from "../repl/lists/session-rows.ts";
import type { ActionParts } from "./action-parts.ts";
import { ChoiceDialog } from "./choice-dialog.ts";
import { say } from "../../words/say.ts";

type Parts = Pick<ActionParts, "app" | "voice" | "dialogs" | "conversation">;

/** Lets the user choose a session other than the one that is open: of this folder, or of those that were found. */
export function chooseSession(
  { app, voice, dialogs, conversation }: Parts,
  onChosen: (id: string) => void,
  found?: FoundSessions,
): void {
  const { session, spending } = conversation();
  const current = session.header.sessionId;
  const open = async () => {
    const { listIndexed } = await import("../../sessions/index/indexed-sessions.ts");
    const where = found === undefined ? { cwd: app.cwd } : {};
    const unread: UnreadLog[] = [];
    const [all] = await Promise.all([
      listIndexed(app.paths, where, { onUnread: (one) => unread.push(one) }),
      spending.loadPrices(),
    ]);
    const words = unreadLogsWords(unread);
    if (words !== null) voice.tell(words, "warning");
    const sessions = all.filter(
      ({ id }) => id !== current && (found === undefined || found.ids.includes(id)),
    );
    if (app.importing !== undefined && found === undefined && hasPlaces(app.importing.env))
      voice.tell(say`Other programs have sessions on this disk, too: rein sessions import lists them.`);
    if (sessions.length === 0)
      return voice.tell(
        hasOtherSession(app.paths, current)
          ? say`There is no other session of this folder. Those of others: rein sessions list --all, and rein -r ID goes on with one.`
          : say`There is no other session of this folder.`,
      );
    const row = { now: Date.now(), priceOf: spending.priceOf };
    const choices = sessions.map((info) => ({ label: sessionRow(info, row), value: info.id }));
    dialogs.open(new ChoiceDialog({ voice, question: say`Which session?`, choices, onChosen }));
  };
  open().catch((thrown: unknown) => {
    const isTold = thrown instanceof UserError;
    voice.tell(isTold ? thrown.message : say`The sessions cannot be listed: ${messageOf(thrown)}.`, "error");
  });
}

/** Lets the user choose one of the models that can be reached. */
export function chooseModel(parts: Parts & Pick<ActionParts, "askAgain">): void {
  const { app, voice, dialogs, conversation, askAgain } = parts;
  const choose = (name: string) => {
    try {
      talkTo(name, { conversation: conversation(), tell: voice.tell, onSwitched: () => askAgain.forget() });
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      voice.tell(thrown.message, "error");
    }
  };
  const open = async () => {
    voice.speak(say`Asking the providers for their models…`);
    const { rows, notes } = await listModels(app.modelListOptions);
    for (const note of notes) voice.tell(note, "warning");
    if (rows.length === 0)
      voice.tell(
        say`No provider has a key, and no server on this machine answers: rein auth login keeps a key.`,
      );
    const current = conversation().engine.model;
    const choices = withDemo(rows).map((row) => ({
      label: modelRow(row, 0, row.name === current),
      value: row.name,
    }));
    dialogs.open(new ChoiceDialog({ voice, question: say`Which model?`, choices, onChosen: choose }));
  };
  open().catch((thrown: unknown) =>
    voice.tell(say`The models cannot be listed: ${messageOf(thrown)}.`, "error"),
  );
}
