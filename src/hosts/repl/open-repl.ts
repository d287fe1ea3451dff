/** The heavy half of the REPL, loaded while the first frame is already on screen. */
import { type App, openApp } from "../../app/open-app.ts";
import { openFolder, type OpenFolder } from "../../app/open-folder.ts";
import { openVeil } from "../../app/secret-veil.ts";
import type { Conversation } from "../../app/conversation.ts";
import type { AppOptions, Resume } from "../../app/options.ts";
import { homeFolder } from "../../private-files/home-folder.ts";
import { UserError } from "../../protocol/error.ts";
import { killAllCommands } from "../../process/run-command.ts";
import { createDraftFile, draftKeyOfFolder, draftKeyOfSession } from "../../sessions/draft-file.ts";
import { OpenElsewhereError } from "../../sessions/elsewhere.ts";
import { isFirstStart, openState } from "../../settings/state.ts";
import type { Composer } from "./composer/composer.ts";
import { openCompletion } from "./composer/open-completion.ts";
import { openHistory } from "./composer/open-history.ts";
import { keyName, loadKeybindings } from "./keys.ts";
import { askAboutElsewhere } from "./lists/elsewhere-list.ts";
import { DraftKeeper } from "./composer/draft-keeper.ts";
import { DraftWords } from "./composer/draft-words.ts";
import { beginTheming } from "./screen/open-themes.ts";
import type { Pictures } from "./conversation/pictures.ts";
import { keepWritten, readAhead, type ReadAheadHost } from "./read-ahead.ts";
import { Repl } from "./repl.ts";
import type { ReplOptions } from "./repl-options.ts";
import type { StartGate } from "./start-gate.ts";
import type { ReplStart } from "./start.ts";
import type { TailFirst } from "./tail-first.ts";
import { askAboutTrust } from "./questions/trust-question.ts";
import { beginEditing } from "./composer/vim-command.ts";
import { say } from "../../words/say.ts";

export type OpenedRepl = {
  readonly repl: Repl;
  /** Keeps a sent message for the history of all sessions. */
  readonly remember: (text: string) => void;
  readonly drafts: DraftKeeper;
  /** False where the session that the first messages were for is not open, or not chosen yet: they stand in the composer. */
  readonly takesSent: boolean;
  /** Ends the commands that run; for ways out on which nothing can be waited for. */
  readonly killCommands: () => void;
};

/** What the program behind the screen is opened with. */
export type OpenReplHost = Omit<
  ReplOptions,
  | "app"
  | "env"
  | "version"
  | "home"
  | "onFilesChanged"
  | "giveBack"
  | "onSwitched"
  | "onQueue"
  | "keepApart"
  | "ahead"
> &
  Pick<ReadAheadHost, "leaving" | "onReading" | "sent"> & {
    readonly composer: Composer;
    readonly pictures: Pick<Pictures, "begin">;
    readonly gate: StartGate;
    /** Says something about the composer, for a moment. */
    readonly hint: (text: string) => void;
  };

/**
 * Opens the app and its first conversation; null when the user leaves before that. `early`: what of that is done already.
 * Throws a `UserError` for what cannot be started with.
 */
export async function openRepl(
  { options, resume, prompt }: ReplStart,
  host: OpenReplHost,
  early: TailFirst | null,
): Promise<OpenedRepl | null> {
  const keys = early?.keys ?? (await loadKeybindings(options.env, () => host.talk.whenKeyboardKnown()));
  const folder = early?.folder ?? openFolder(options);
  const answer = await askAboutTrust({ ...host, folder });
  if (answer === "leave") return null;
  const app = await openApp(options, { ...folder, isTrusted: folder.isTrusted || answer === "trust" });
  host.attention.begin(app.notify, app.progress);
  const themeFaults = early?.themeFaults ?? (await beginTheming(options.env, app.theme, host.theming));
  host.pictures.begin(app.images);
  await beginEditing({ editing: host.editing, env: options.env, setting: app.editing });
  const home = homeFolder(options.env);
  const reading = { ...host, app, home, env: options.env, version: options.version };
  const toOpen = await readAhead(resume, reading, early);
  if (toOpen === "leave") return null;
  const files = openCompletion({
    ...host,
    app,
    conversation: () => repl.conversation,
    warn: (message) => repl.tell(message, "warning"),
  });
  const onFilesChanged = () => files.invalidate();
  const giveBack: ReplOptions["giveBack"] = (text, images) => {
    // What was begun meanwhile is not lost.
    if (host.composer.drafts.setApart()) tellSetApart();
    host.composer.rewrite(text, images);
    host.screen.set(host.composer.change(host.screen.columns));
    // What it was sent with is left behind next: it is nowhere else then.
    drafts.sent();
  };
  const tellSetApart = () =>
    host.hint(say`set aside · ${keyName("stash-draft", "composer")} on an empty line brings it back`);
  const onSwitched = () => drafts.bringBack();
  const onQueue = () => drafts.note();
  const keepApart: ReplOptions["keepApart"] = (message) => {
    host.composer.drafts.stash.addMessage(message);
    tellSetApart();
    drafts.note();
  };
  const parts = {
    ...host,
    app,
    env: options.env,
    version: options.version,
    home,
    onFilesChanged,
    giveBack,
    onSwitched,
    onQueue,
    keepApart,
    ahead: toOpen.shown,
  };
  const first = await openFirst(app, toOpen.resume, { ...reading, ...host });
  if (first === null) {
    toOpen.shown?.close();
    return null;
  }
  const repl = new Repl(parts, first.conversation);
  const { paths } = app;
  const noSession = { entries: () => [] };
  const drafts = new DraftKeeper({
    ...host,
    file: createDraftFile(paths.drafts, paths.locks, Date.now),
    words: repl.hidesSecrets ? new DraftWords(openVeil(noSession, app.cwd, options.env)) : undefined,
    key: () => (repl.sessionId === null ? draftKeyOfFolder(app.cwd) : draftKeyOfSession(repl.sessionId)),
    waiting: () => repl.waiting.contents,
    onTrouble: (message) => repl.tell(message, "warning"),
  });
  // Nothing is sent to another session than the one that it was written for.
  const takesSent = first.isMeant && resume?.type !== "pick";
  if (!takesSent) {
    const texts = [...(prompt === undefined ? [] : [prompt]), ...host.sent().map(({ text }) => text)];
    const images = host.sent().flatMap((sent) => sent.images ?? []);
    if (texts.length > 0) giveBack(texts.join("\n"), images);
  }
  if (resume?.type === "pick") repl.chooseSession(resume.asCopy === true, resume.found);
  if (answer === "trust") keepTrust(folder, repl);
  for (const fault of [...keys.faults, ...themeFaults]) repl.tell(fault, "warning");
  void keys.later.then((fault) => {
    if (fault !== null) repl.tell(fault, "warning");
  });
  // Remembering that takes some 50 ms of loading, which the first message should not wait for.
  // Whoever has begun to write, or knows what they want, is not held up.
  const isBusy =
    host.isWriting() || host.screen.view.queue.length > 0 || resume !== undefined || prompt !== undefined;
  if (isFirstStart(options.env)) void welcome(repl, options.env, app.choice.hasNoKey === true && !isBusy);
  const remember = openHistory({
    ...host,
    app,
    home,
    withoutSecrets: (text) => repl.withoutSecrets(text),
    warn: (message) => repl.tell(message, "warning"),
    onChanged: () => host.screen.set(host.composer.change(host.screen.columns)),
  });
  // Which session it will be is only known once it is chosen.
  if (resume?.type !== "pick") drafts.bringBack();
  return {
    repl,
    drafts,
    remember,
    takesSent,
    killCommands: killAllCommands,
  };
}

/** The first conversation. `isMeant`: it is the one that the user has asked for. */
type First = { readonly conversation: Conversation; readonly isMeant: boolean };

/** Opens it, or where it is open in another place, what the user wants instead; null when they leave for that. */
async function openFirst(
  app: App,
  resume: Resume | undefined,
  host: ReadAheadHost & Pick<ReplOptions, "watch"> & { readonly gate: StartGate },
): Promise<First | null> {
  try {
    return { conversation: app.converse(resume), isMeant: true };
  } catch (thrown) {
    if (!(thrown instanceof OpenElsewhereError)) throw thrown;
    const { sessionId } = thrown;
    const keep = () => keepWritten(sessionId, host);
    host.onReading({ change: () => ({}), openTranscript: () => undefined, keep });
    const answer = await askAboutElsewhere(thrown, host);
    host.onReading(undefined);
    if (answer === "copy")
      return { conversation: app.converse({ type: "id", id: sessionId, asCopy: true }), isMeant: false };
    if (answer === "none") return { conversation: app.converse(), isMeant: false };
    keep();
    if (answer === "watch") host.watch(sessionId);
    return null;
  }
}

/** What the user has decided holds for this run, also when it cannot be written down. */
function keepTrust(folder: OpenFolder, repl: Repl): void {
  try {
    folder.remember();
    repl.tell(say`You trust this folder; “rein trust forget .” takes that back.`);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    repl.tell(say`${thrown.message} rein asks again at the next start.`, "warning");
  }
}

/** Greets a newcomer, once. */
async function welcome(repl: Repl, env: AppOptions["env"], withChoices: boolean): Promise<void> {
  repl.tell(say`Welcome. Ask about this folder, or “what can you do”; /help lists the commands, ? the keys.`);
  if (withChoices) void repl.welcome();
  const state = await openState({
    env,
    now: Date.now,
    onWarning: (message) => repl.tell(message, "warning"),
  });
  state.set({ welcomeShown: true });
}
