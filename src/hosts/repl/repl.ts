/** What the user can do: send, answer, choose, leave. Loaded after the first frame. */
import { basename } from "node:path";
import { fit } from "../../../components/fit.ts";
import type { Conversation } from "../../app/conversation.ts";
import type { Entry } from "../../protocol/entry.ts";
import { permissionModes } from "../../protocol/permission-mode.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { AskAgain } from "./conversation/ask-again.ts";
import { OnScreen, type OnScreenParts } from "./conversation/on-screen.ts";
import { createCommandHost } from "./commands/command-host.ts";
import { type Command, type CommandHost, parseInput } from "./commands/commands.ts";
import { LongWork } from "./commands/long-work.ts";
import { isSuspension } from "./keys.ts";
import { jobsEndedWords } from "./lists/job-list.ts";
import { OpenList } from "./lists/open-list.ts";
import { QuestionKeyboard } from "./questions/question-keyboard.ts";
import type { ShownChange } from "./questions/question-list.ts";
import { headingOf } from "./questions/question-text.ts";
import type { ReplOptions } from "./repl-options.ts";
import type { ViewChange } from "./screen/screen.ts";
import { GoingOn } from "./conversation/going-on.ts";
import type { FoundSessions } from "./start.ts";
import { type Submission, unknownCommandWords, whyImagesStay } from "./composer/submission.ts";
import { UserCommands } from "./user/user-command.ts";
import { WaitingMessages } from "./conversation/waiting-messages.ts";
import { createStatusDrawing, type StatusDrawing } from "./status/status-drawing.ts";
import { TextPager } from "./transcript/text-pager.ts";
import { openTranscript, showRawAnswer, type TranscriptParts } from "./transcript/open-transcript.ts";
import { say } from "../../words/say.ts";

/** The running program behind the screen: one conversation at a time. */
export class Repl {
  readonly #options: ReplOptions;
  readonly #onScreen: OnScreen;
  readonly #list: OpenList;
  readonly waiting: WaitingMessages;
  readonly #questionKeys: QuestionKeyboard;
  readonly #askAgain: AskAgain;
  readonly #longWork: LongWork;
  readonly #commands: CommandHost;
  readonly #goingOn: GoingOn;
  readonly #status: StatusDrawing;
  readonly #userCommands: UserCommands;

  /** Shows the first conversation. */
  constructor(options: ReplOptions, conversation: Conversation) {
    this.#options = options;
    const draw = () => this.#onScreen.view.draw();
    this.#questionKeys = new QuestionKeyboard({
      ...options,
      draw,
      questions: () => this.#onScreen.view.questions,
      previewRows: () => fit(options.screen.view).question.preview,
      answer: ({ callId, answer }) => {
        const outcome = this.conversation.engine.answer(callId, answer);
        if (outcome.type === "refused") this.tell(outcome.why, "warning");
      },
      read: (question) => options.screen.openFull(new TextPager((columns) => question.read(columns))),
    });
    this.#list = new OpenList(options.screen);
    const tell = (text: string, level?: "info" | "warning" | "error") => this.tell(text, level);
    this.#status = createStatusDrawing({ ...options, ...options.app, onChange: draw, tell });
    this.waiting = new WaitingMessages({
      ...options,
      list: this.#list,
      engine: () => this.conversation.engine,
      tell: (text) => this.tell(text),
      draw,
    });
    this.#askAgain = new AskAgain({
      timers: options.timers,
      conversation: () => this.conversation,
      tell: (text) => this.tell(text),
      draw,
    });
    this.#userCommands = new UserCommands({
      ...options,
      conversation: () => this.conversation,
      tell: (message) => this.tell(message, "error"),
      onEnd: () => this.#onCommandEnd(),
    });
    this.#goingOn = new GoingOn({
      ...options,
      list: this.#list,
      conversation: () => this.conversation,
      switchTo: (next, isRead) => this.#switchTo(next, isRead),
      showAhead: (ahead) => {
        this.#askAgain.forget();
        this.#onScreen.showAhead(ahead);
      },
      tellRead: (soFar) => this.#onScreen.tellRead(soFar),
      takeBack: (words) => this.#onScreen.takeBack(words),
      tell,
    });
    this.#longWork = new LongWork({
      timers: options.timers,
      tellLong: () => this.tell(say`All of the session is looked through for secrets. Esc stops that.`),
    });
    this.#commands = createCommandHost({
      ...options,
      conversation: () => this.conversation,
      list: this.#list,
      askAgain: this.#askAgain,
      longWork: this.#longWork,
      tell: (text, level) => this.tell(text, level),
      switchTo: (next) => this.#switchTo(next),
      showAnew: (words) => {
        this.#askAgain.forget();
        this.#onScreen.showAnew(words);
      },
      resumeId: (id) => this.#goingOn.with(id),
      chooseSession: () => this.#goingOn.withChosen(false),
      // The composer is only empty once the command that gives it back has been taken.
      giveBack(text, images) {
        const given = Promise.resolve().then(() => options.giveBack(text, images));
        options.holdKeys(given);
        return given;
      },
    });
    const parts: OnScreenParts = {
      waiting: () => this.#askAgain.words(),
      isLent: () => this.#userCommands.isRunning,
      isBoardOpen: () => this.waiting.isBoardOpen,
      takesKeys: () => this.#questionKeys.takesKeys,
      drawStatus: (status, width) => this.#status.draw(status, width - options.editing.columns),
      onQuestions: (change) => this.#onQuestions(change),
      onEntry: (entry) => this.#onEntry(entry),
      onQueue: () => this.waiting.changed(),
    };
    this.#onScreen = new OnScreen(options, parts, conversation);
    for (const warning of options.app.warnings) this.tell(warning, "warning");
    const { choice } = options.app;
    if (choice.family === "demo") this.tell(say`Talking to the offline demo ${choice.why}.`);
    this.#onScreen.view.draw();
  }

  /** The one on screen. */
  get conversation(): Conversation {
    return this.#onScreen.conversation;
  }

  get sessionId(): string | null {
    const { session } = this.conversation;
    return session.file === null || session.branch().length === 0 ? null : session.header.sessionId;
  }

  /** Whether secrets are kept from what is written down. */
  get hidesSecrets(): boolean {
    return this.conversation.veil !== undefined;
  }

  get isBusy(): boolean {
    return this.conversation.engine.state !== "idle";
  }

  /**
   * Takes what was written. False when it was not taken and should stay in the composer: a command that does not exist,
   * or that has to wait.
   */
  submit(text: string, { how, isTyped, images = [] }: Submission): boolean {
    // The terminal is about to be the command's: what is typed is meant for it.
    if (this.#userCommands.isRunning) return false;
    const input = parseInput(text, isTyped);
    const why = whyImagesStay(images, input.type === "message", this.conversation);
    if (why !== null) return this.#refuse(why);
    // What is said now is meant for the session that comes.
    if (this.#goingOn.isReading && !(input.type === "command" && isForReading(input.command)))
      return this.#refuse(
        say`A session is being read: that has to wait until it is open. Esc stops the reading.`,
      );
    if (input.type === "shell") return this.#runInShell(input.command, input.shared);
    if (input.type === "unknown") return this.#refuse(unknownCommandWords(input));
    if (input.type === "message") {
      const { engine } = this.conversation;
      if (!this.isBusy) this.#questionKeys.noteSent();
      this.#askAgain.forget();
      engine[how === "steer" ? "steer" : "submit"](text, images);
      return true;
    }
    if (this.isBusy && !input.command.whileBusy)
      return this.#refuse(say`/${input.command.name} has to wait until the turn is over; Esc stops it.`);
    return this.#goingOn.succeeds(() => input.command.run(this.#commands, input.argument));
  }

  #refuse(why: string, level: "info" | "warning" = "warning"): false {
    this.tell(why, level);
    return false;
  }

  /** What an open list takes letters as; undefined while none is open. */
  get listTakes(): "text" | "letters" | undefined {
    if (!this.#list.isOpen) return undefined;
    return this.#list.takesLetters ? "letters" : "text";
  }

  /** Takes an event that is for an open question or list; returns those that are the composer's. */
  onInput(event: InputEvent): readonly InputEvent[] {
    if (this.#list.isOpen) {
      if (isSuspension(event, "list")) return [event];
      const isTaken = this.#list.onInput(event);
      this.waiting.afterKey();
      return isTaken ? [] : [event];
    }
    return this.#userCommands.isRunning ? [event] : this.#questionKeys.onInput(event);
  }

  /** Told of every key that went to the composer. */
  noteKey(): void {
    this.#questionKeys.noteKey();
  }

  /** What had the whole window has closed. */
  uncover(): void {
    this.#questionKeys.uncover();
  }

  /** Stops reading a session, the turn, an export, or the wait for a turn that begins by itself; false for none of these. */
  interrupt(): boolean {
    if (this.#goingOn.stop()) return true;
    if (!this.isBusy) return this.#longWork.stop() || this.#askAgain.stop();
    this.conversation.engine.interrupt();
    return true;
  }

  cycleMode(): void {
    const { engine } = this.conversation;
    const next = permissionModes[(permissionModes.indexOf(engine.mode) + 1) % permissionModes.length];
    if (next !== undefined) engine.setMode(next);
    this.#onScreen.view.draw();
  }

  toggleTodos(): void {
    this.#onScreen.view.toggleTodos();
  }

  /** Lets the user choose a message to go back to before. */
  rewind(): void {
    if (!this.#userCommands.isRunning && !this.#goingOn.isReading)
      this.#goingOn.succeeds(() => this.#commands.rewind(""));
  }

  openTranscript(): void {
    openTranscript(this.#shown());
  }

  /** Shows the last answer as the model wrote it: in its place where it is on the screen, else in the transcript. */
  showRaw(): void {
    showRawAnswer(this.#shown());
  }

  /** What the inline view shows of the conversation, for the window as it is now. */
  change(): ViewChange {
    const { columns } = this.#options.screen;
    return { ...this.#onScreen.view.change(), picker: this.#list.view(columns) };
  }

  /** The program ends at once, by a signal: what was being said stays on the screen and in the log. */
  breakOff(): void {
    this.conversation.engine.breakOff();
    this.#onScreen.view.breakOff();
  }

  /** Ends the conversation: a running turn is stopped, its log is whole. Returns what to say of it, if anything. */
  async close(): Promise<string> {
    this.#goingOn.leave();
    this.conversation.engine.interrupt();
    this.#askAgain.forget();
    this.#questionKeys.close();
    await Promise.all([this.conversation.engine.whenIdle(), this.#userCommands.whenEnded()]);
    this.#onScreen.view.close();
    this.#status.close();
    const ended = jobsEndedWords(this.conversation.close());
    return [ended, ...this.#options.app.close()].filter((words) => words !== "").join("\n");
  }

  /** The text as it may be written down. */
  withoutSecrets(text: string): string {
    return this.conversation.veil?.concealText(text, say`your message`).text ?? text;
  }

  tell(text: string, level: "info" | "warning" | "error" = "info"): void {
    this.#onScreen.view.tell(text, level);
  }

  /** Greets a newcomer who has no key: what can be done, until something is chosen or written. */
  async welcome(): Promise<void> {
    const { openWelcome } = await import("./commands/welcome.ts");
    const talkTo = (name: string) => this.#goingOn.succeeds(() => this.#commands.model(name));
    await openWelcome({ ...this.#options, list: this.#list, tell: (text) => this.tell(text), talkTo });
  }

  /** Lets the user choose a session to go on with, or to go on in a copy of. */
  chooseSession(asCopy: boolean, found?: FoundSessions): void {
    this.#goingOn.withChosen(asCopy, found);
  }

  #runInShell(command: string, shared: boolean): boolean {
    if (command === "")
      return this.#refuse(
        say`Write a command behind the sign: !git status runs it here, !!git status keeps it private.`,
        "info",
      );
    this.#onScreen.view.makeWay();
    this.#userCommands.run(command, shared);
    return true;
  }

  #onCommandEnd(): void {
    this.#options.onFilesChanged();
    // Keys were meant for the command, and a question that came meanwhile is seen only now.
    this.#questionKeys.noteKey();
    this.#questionKeys.uncover();
    this.#onScreen.view.draw();
  }

  /** Replaces the conversation, which must be idle. */
  #switchTo(conversation: Conversation, isRead = false): void {
    this.#askAgain.forget();
    this.#onScreen.switchTo(conversation, isRead);
  }

  #shown(): TranscriptParts {
    return { ...this.#options, view: this.#onScreen.view, conversation: this.conversation };
  }

  #onQuestions(change: ShownChange): void {
    const { current } = this.#onScreen.view.questions;
    this.#questionKeys.onChange(change);
    const { cwd } = this.#options.app;
    this.#options.attention.waitFor(
      current === undefined ? null : `${headingOf(current.approval)} · ${basename(cwd)}`,
    );
  }

  #onEntry(entry: Entry): void {
    if (entry.type === "tool_result") this.#options.onFilesChanged();
    this.#askAgain.onEntry(entry);
    // Jobs begin with a call and end with a notice.
    if (this.#list.isOpen) this.#list.draw();
  }
}

/** A command that can be given while a session is read: another one may be wanted in its place. */
function isForReading({ name, whileBusy }: Command): boolean {
  return whileBusy || name === "resume";
}
