/** The running program without a screen: one conversation at a time, told in lines and answered in lines. */
import type { Conversation } from "../../app/conversation.ts";
import type { App } from "../../app/open-app.ts";
import type { Resume } from "../../app/options.ts";
import { UserError } from "../../protocol/error.ts";
import type { EngineEvent } from "../../protocol/event.ts";
import { AskAgain } from "../repl/conversation/ask-again.ts";
import { LongWork } from "../repl/commands/long-work.ts";
import { parseInput } from "../repl/commands/commands.ts";
import type { Timers } from "../repl/screen/flusher.ts";
import { jobsEndedWords } from "../repl/lists/job-list.ts";
import { requireIdle } from "../repl/commands/require-idle.ts";
import { type Action, createActions } from "./actions.ts";
import { wholeOutput } from "./call-words.ts";
import type { FoundSessions } from "../repl/start.ts";
import { chooseSession } from "./choosing.ts";
import type { Dialogs } from "./dialogs.ts";
import { ownCommands } from "./help.ts";
import { Narrator } from "./narrator.ts";
import { OpenQuestions } from "./open-questions.ts";
import { openSentLines, type SentLines } from "./sent-lines.ts";
import { runInUserShell } from "./user-shell.ts";
import type { Voice } from "./voice.ts";
import { say, sayCount } from "../../words/say.ts";

export type LinearOptions = {
  readonly app: App;
  readonly voice: Voice;
  readonly dialogs: Dialogs;
  readonly timers: Timers;
  readonly version: string;
  readonly home: string;
  /** Rein's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether what is typed is seen; false when the terminal cannot do that. */
  readonly showTyping: (isShown: boolean) => boolean;
  readonly exit: () => void;
};

export class Linear {
  readonly #options: LinearOptions;
  readonly #askAgain: AskAgain;
  readonly #longWork: LongWork;
  readonly #actions: Readonly<Record<string, Action>>;
  readonly #sent: SentLines;
  /** The user's own command that runs. */
  #command: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined;
  #conversation: Conversation;
  #narrator: Narrator;
  #questions: OpenQuestions;
  #unsubscribe: () => void = () => undefined;
  /** Ctrl+C was pressed while nothing ran, and nothing was typed since. */
  #isLeaving = false;

  /** Opens the first conversation. Throws a `UserError` when the session to resume cannot be opened. */
  constructor(options: LinearOptions, resume?: Resume) {
    this.#options = options;
    const { app, voice, dialogs, timers, exit } = options;
    this.#askAgain = new AskAgain({
      timers,
      conversation: () => this.#conversation,
      tell: (text) => voice.tell(text),
      draw: () => undefined,
    });
    this.#longWork = new LongWork({
      timers,
      tellLong: () => voice.tell(say`All of the session is looked through for secrets. Ctrl+C stops that.`),
    });
    this.#actions = createActions({
      app,
      voice,
      dialogs,
      env: options.env,
      exit,
      askAgain: this.#askAgain,
      longWork: this.#longWork,
      conversation: () => this.#conversation,
      switchTo: (conversation) => this.#switchTo(conversation),
      showAnew: (words) => {
        this.#askAgain.forget();
        this.#narrator.takeUp(this.#conversation.session.branch());
        voice.tell(words);
      },
      resumeId: (id) => this.#resumeId(id),
      showTyping: options.showTyping,
      recall: (argument) => this.#sent.recall(argument),
      submit: (text) => this.submit(text),
      lastOutput: () => {
        const call = this.#narrator.lastCall;
        return call === undefined ? null : wholeOutput(call);
      },
    });
    this.#sent = openSentLines(app, voice);
    this.#conversation = app.converse(resume);
    this.#narrator = this.#narratorOf(this.#conversation);
    this.#questions = this.#questionsOf(this.#conversation);
    this.#show();
    for (const warning of app.warnings) voice.tell(warning, "warning");
    if (app.choice.family === "demo") voice.tell(say`Talking to the offline demo ${app.choice.why}.`);
  }

  get sessionId(): string | null {
    const { session } = this.#conversation;
    return session.file === null || session.branch().length === 0 ? null : session.header.sessionId;
  }

  /** Takes a line that answers nothing: a command, a message, or only Enter. */
  submit(text: string): void {
    this.#isLeaving = false;
    if (text.trim() === "") return this.#sayState();
    if (!/^\s*\/history\b/.test(text)) this.keepLine(text);
    const own = /^\/([a-z-]+)(?:\s+(.*))?$/s.exec(text.trim());
    const ownCommand = ownCommands.find(({ name }) => name === own?.[1]);
    if (ownCommand !== undefined) return this.#run(ownCommand, own?.[2]?.trim() ?? "");
    const input = parseInput(text, true);
    const { tell } = this.#options.voice;
    switch (input.type) {
      case "message":
        return this.#send(text);
      case "command":
        return this.#run(input.command, input.argument);
      case "unknown": {
        const hint = input.nearest === null ? say`/help lists them` : say`did you mean /${input.nearest}?`;
        return tell(say`There is no command /${input.name}; ${hint}`, "warning");
      }
      case "shell":
        return this.#runInShell(input.command, input.shared);
      default:
        return input satisfies never;
    }
  }

  /** Keeps a line for /history. */
  keepLine(text: string): void {
    this.#sent.add(this.#conversation.veil?.concealText(text, say`your message`).text ?? text);
  }

  /** Ctrl+C: stops what runs, or leaves when nothing does. */
  interrupt(): void {
    const { voice, dialogs, exit } = this.#options;
    if (this.#command !== undefined) return this.#command.stop.abort();
    if (this.#isBusy) {
      voice.speak(say`Stopping…`);
      return this.#conversation.engine.interrupt();
    }
    if (dialogs.leave() || this.#longWork.stop() || this.#askAgain.stop()) return;
    if (this.#isLeaving) return exit();
    this.#isLeaving = true;
    voice.speak(say`Ctrl+C once more leaves rein.`);
  }

  /** Lets the user choose a session to go on with, or to go on in a copy of. */
  chooseSession(asCopy: boolean, found?: FoundSessions): void {
    const { app, voice, dialogs } = this.#options;
    const parts = { app, voice, dialogs, conversation: () => this.#conversation };
    chooseSession(parts, (id) => this.#resumeId(id, asCopy), found);
  }

  #runInShell(command: string, shared: boolean): void {
    const { voice, env } = this.#options;
    if (command === "")
      return voice.tell(
        say`Write a command behind the sign: !git status runs it here, !!git status keeps it private.`,
      );
    if (this.#command !== undefined)
      return voice.tell(say`A command of yours runs already; Ctrl+C ends it.`, "warning");
    const stop = new AbortController();
    const parts = { conversation: this.#conversation, voice, env, signal: stop.signal };
    const ended = runInUserShell(command, shared, parts).finally(() => {
      this.#command = undefined;
    });
    this.#command = { stop, ended };
  }

  /** Says how things stand. */
  #sayState(): void {
    const { voice } = this.#options;
    const { engine } = this.#conversation;
    const waiting =
      engine.queued.length === 0 ? "" : say` ${sayCount(engine.queued.length, "message")} waiting.`;
    if (this.#isBusy)
      voice.speak(
        say`${this.#narrator.doing} (${this.#narrator.turnTime()} so far).${waiting} Ctrl+C stops it.`,
      );
    else
      voice.speak(
        say`Ready. Mode ${engine.mode}, model ${engine.model}.${waiting} Type a message, or /help.`,
      );
  }

  /** Ends the conversation: a running turn is stopped, its log is whole. */
  async close(): Promise<void> {
    const { engine } = this.#conversation;
    // What waits stays unsent: nobody would be there to answer its questions.
    const waiting = engine.queued.length;
    while (engine.takeBack() !== undefined);
    engine.interrupt();
    this.#askAgain.forget();
    this.#command?.stop.abort();
    await Promise.all([engine.whenIdle(), this.#command?.ended]);
    this.#unsubscribe();
    this.#questions.close();
    const { voice, app } = this.#options;
    const ended = jobsEndedWords(this.#conversation.close());
    if (waiting > 0) voice.tell(say`${sayCount(waiting, "message")} that waited: not sent.`, "warning");
    for (const words of [ended, ...app.close()]) if (words !== "") voice.speak(words);
  }

  get #isBusy(): boolean {
    return this.#conversation.engine.state !== "idle";
  }

  #send(text: string): void {
    const { engine } = this.#conversation;
    this.#askAgain.forget();
    if (this.#isBusy) this.#options.voice.speak(say`Queued for after this turn; /take-back takes it back.`);
    engine.submit(text);
  }

  #run({ name, whileBusy }: (typeof ownCommands)[number], argument: string): void {
    const { tell } = this.#options.voice;
    const action = this.#actions[name];
    if (action === undefined) return tell(say`/${name} needs a screen; accessible mode has none.`, "warning");
    if (this.#isBusy && !whileBusy)
      return tell(say`/${name} has to wait until the turn is over; Ctrl+C stops it.`, "warning");
    if (this.#command !== undefined && !whileBusy)
      return tell(say`/${name} has to wait until your command has ended; Ctrl+C ends it.`, "warning");
    this.#attempt(() => action(argument));
  }

  #resumeId(id: string, asCopy = false): void {
    this.#attempt(() => {
      requireIdle(this.#conversation);
      this.#switchTo(this.#options.app.converse({ type: "id", id, asCopy }));
    });
  }

  #attempt(action: () => void): void {
    try {
      action();
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      this.#options.voice.tell(thrown.message, "error");
    }
  }

  /** Replaces the conversation, which must be idle. */
  #switchTo(conversation: Conversation): void {
    const { voice } = this.#options;
    this.#askAgain.forget();
    const unsent = this.#conversation.engine.queued.map(({ text }) => text);
    this.#unsubscribe();
    const ended = jobsEndedWords(this.#conversation.close());
    this.#conversation = conversation;
    this.#narrator = this.#narratorOf(conversation);
    this.#questions = this.#questionsOf(conversation);
    if (unsent.length > 0) voice.speak(say`Messages that still waited were not sent:`, ...unsent);
    if (ended !== "") voice.speak(ended);
    this.#show();
  }

  #narratorOf(conversation: Conversation): Narrator {
    const { voice, timers } = this.#options;
    return new Narrator({ voice, root: conversation.session.header.cwd, now: timers.now });
  }

  #questionsOf({ engine }: Conversation): OpenQuestions {
    const { voice, dialogs, timers, home } = this.#options;
    return new OpenQuestions({ engine, voice, dialogs, timers, home });
  }

  /** Says where the user is, and what was said before; then listens. */
  #show(): void {
    const { app, voice, version, home } = this.#options;
    const { engine, session, notes } = this.#conversation;
    const folder =
      app.cwd === home || app.cwd.startsWith(`${home}/`) ? `~${app.cwd.slice(home.length)}` : app.cwd;
    const branch = app.gitBranch === null ? "" : say`, branch ${app.gitBranch}`;
    voice.speak(say`rein ${version}, model ${engine.model}, mode ${engine.mode}, folder ${folder}${branch}.`);
    this.#narrator.restore(session.branch(), session.header.sessionId);
    for (const note of notes) voice.tell(note, "warning");
    this.#conversation.onTrouble((message, level) => voice.tell(message, level));
    this.#unsubscribe = engine.subscribe((event) => this.#onEvent(event));
  }

  #onEvent(event: EngineEvent): void {
    this.#narrator.onEvent(event);
    this.#questions.onEvent(event);
    const { voice } = this.#options;
    if (event.type === "entry") this.#askAgain.onEntry(event.entry);
    if (event.type === "mode") voice.speak(say`Mode: ${event.mode}.`);
    if (event.type !== "turn_ended") return;
    const { queued } = this.#conversation.engine;
    // What waits begins the next turn at once.
    if (event.outcome === "completed" && queued.length > 0) return;
    const waiting =
      queued.length === 0
        ? ""
        : say` ${sayCount(queued.length, "message")} waiting: sent after your next one; /take-back takes the last one back.`;
    voice.speak(say`Ready, after ${this.#narrator.turnTime()}.${waiting}`);
  }
}
