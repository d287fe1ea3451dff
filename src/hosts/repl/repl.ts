/** What the user can do: send, answer, choose, leave. Loaded after the first frame. */
import { fit } from "../../../components/fit.ts";
import type { App } from "../../app/open-app.ts";
import type { Conversation } from "../../app/conversation.ts";
import type { Resume } from "../../app/options.ts";
import type { Entry } from "../../protocol/entry.ts";
import { UserError } from "../../protocol/error.ts";
import { permissionModes } from "../../protocol/permission-mode.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Style } from "../../terminal/style.ts";
import { AskAgain } from "./ask-again.ts";
import { printBanner } from "./banner.ts";
import { ConversationView } from "./conversation-view.ts";
import { createCommandHost } from "./command-host.ts";
import { type CommandHost, parseInput } from "./commands.ts";
import type { Timers } from "./flusher.ts";
import { jobsEndedWords } from "./job-list.ts";
import { OpenList } from "./open-list.ts";
import { QuestionGuard } from "./question-guard.ts";
import { requireIdle } from "./require-idle.ts";
import type { Screen, ViewChange } from "./screen.ts";
import { runUserCommand } from "./user-command.ts";
import type { UserTerminal } from "./user-terminal.ts";
import { TextPager } from "./text-pager.ts";
import { TranscriptView } from "./transcript-view.ts";

export type ReplOptions = {
  readonly app: App;
  readonly version: string;
  readonly home: string;
  readonly screen: Screen;
  readonly style: Style;
  readonly timers: Timers;
  /** Whether the user is in the middle of writing something. */
  readonly isWriting: () => boolean;
  readonly userTerminal: UserTerminal;
  /** Told when files may have come or gone. */
  readonly onFilesChanged: () => void;
  readonly exit: () => void;
};

/** How a text is sent. `isTyped`: what begins it was typed, so it may be a command. */
export type Submission = { readonly how: "queue" | "steer"; readonly isTyped: boolean };

/** The running program behind the screen: one conversation at a time. */
export class Repl {
  readonly #options: ReplOptions;
  #conversation: Conversation;
  #view: ConversationView;
  readonly #list: OpenList;
  readonly #guard: QuestionGuard;
  readonly #askAgain: AskAgain;
  readonly #commands: CommandHost;
  /** The user's own command that has the terminal. */
  #userCommand: Promise<void> | undefined;

  /** Opens the first conversation. Throws a `UserError` when the session to resume cannot be opened. */
  constructor(options: ReplOptions, resume?: Resume) {
    this.#options = options;
    this.#guard = new QuestionGuard(options.timers.now);
    this.#list = new OpenList(options.screen);
    this.#askAgain = new AskAgain({
      timers: options.timers,
      conversation: () => this.#conversation,
      tell: (text) => this.tell(text),
      draw: () => this.#view.draw(),
    });
    this.#commands = createCommandHost({
      ...options,
      conversation: () => this.#conversation,
      list: this.#list,
      askAgain: this.#askAgain,
      tell: (text, level) => this.tell(text, level),
      switchTo: (conversation) => this.#switchTo(conversation),
      resumeId: (id) => this.#resumeId(id),
    });
    this.#conversation = options.app.converse(resume);
    printBanner(this.#conversation.engine.model, this.#options);
    this.#view = this.#show(this.#conversation);
    for (const warning of options.app.warnings) this.tell(warning, "warning");
    const { choice } = options.app;
    if (choice.family === "demo") this.tell(`Talking to the offline demo ${choice.why}.`);
    this.#view.draw();
  }

  get sessionId(): string | null {
    return this.#conversation.session.branch().length === 0
      ? null
      : this.#conversation.session.header.sessionId;
  }

  get isBusy(): boolean {
    return this.#conversation.engine.state !== "idle";
  }

  /**
   * Takes what was written. False when it was not taken and should stay in the composer: a command that does not exist,
   * or that has to wait.
   */
  submit(text: string, { how, isTyped }: Submission): boolean {
    // The terminal is about to be the command's: what is typed is meant for it.
    if (this.#userCommand !== undefined) return false;
    const input = parseInput(text, isTyped);
    if (input.type === "shell") return this.#runInShell(input.command, input.shared);
    if (input.type === "unknown") {
      const hint = input.nearest === null ? "/help lists them" : `did you mean /${input.nearest}?`;
      this.tell(`There is no command /${input.name}; ${hint}`, "warning");
      return false;
    }
    if (input.type === "message") {
      const { engine } = this.#conversation;
      if (!this.isBusy) this.#guard.noteSent();
      this.#askAgain.forget();
      if (how === "steer") engine.steer(text);
      else engine.submit(text);
      return true;
    }
    if (this.isBusy && !input.command.whileBusy) {
      this.tell(`/${input.command.name} has to wait until the turn is over; Esc stops it.`, "warning");
      return false;
    }
    return this.#succeeds(() => input.command.run(this.#commands, input.argument));
  }

  /** Takes an event that is for an open question or list. False when it is the composer's. */
  onInput(event: InputEvent): boolean {
    if (this.#list.isOpen) {
      this.#list.onInput(event);
      return true;
    }
    const { question } = this.#view;
    if (question === undefined || this.#userCommand !== undefined) return false;
    if (!this.#guard.letsThrough(this.#options.isWriting())) return false;
    // One row of the preview says how much is hidden.
    const outcome = question.onInput(event, Math.max(1, fit(this.#options.screen.view).question.preview - 1));
    switch (outcome.type) {
      case "answer":
        this.#conversation.engine.answer(question.approval.callId, outcome.answer);
        break;
      case "view":
        this.#options.screen.openFull(new TextPager((columns) => question.preview(columns)));
        break;
      case "none":
        this.#view.draw();
        break;
      case "passed-on":
        return false;
    }
    return true;
  }

  /** Told of every key that went to the composer. */
  noteKey(): void {
    this.#guard.noteKey();
  }

  /** Stops the running turn, or the wait for one that begins by itself; false when there is neither. */
  interrupt(): boolean {
    if (!this.isBusy) return this.#askAgain.stop();
    this.#conversation.engine.interrupt();
    return true;
  }

  cycleMode(): void {
    const { engine } = this.#conversation;
    const next = permissionModes[(permissionModes.indexOf(engine.mode) + 1) % permissionModes.length];
    if (next !== undefined) engine.setMode(next);
    this.#view.draw();
  }

  openTranscript(): void {
    this.#options.screen.openFull(new TranscriptView(() => this.#view.items(), this.#options.style));
  }

  /** The youngest waiting message, taken back for editing; undefined when none waits. */
  takeBack(): string | undefined {
    return this.#conversation.engine.takeBack()?.text;
  }

  /** What the inline view shows of the conversation, for the window as it is now. */
  change(): ViewChange {
    const { columns } = this.#options.screen;
    return { ...this.#view.change(), picker: this.#list.view(columns) };
  }

  /** Ends the conversation: a running turn is stopped, its log is whole. Returns what to say of it, if anything. */
  async close(): Promise<string> {
    this.#conversation.engine.interrupt();
    this.#askAgain.forget();
    await Promise.all([this.#conversation.engine.whenIdle(), this.#userCommand]);
    this.#view.close();
    const ended = jobsEndedWords(this.#conversation.close());
    return [ended, ...this.#options.app.close()].filter((words) => words !== "").join("\n");
  }

  tell(text: string, level: "info" | "warning" | "error" = "info"): void {
    this.#view.tell(text, level);
  }

  /** Lets the user choose a session to go on with. */
  chooseSession(): void {
    this.#commands.resume("");
  }

  /** Runs a command of the user's own, with the terminal; a turn that runs goes on meanwhile, unseen. */
  #runInShell(command: string, shared: boolean): boolean {
    if (command === "") {
      this.tell("Write a command behind the sign: !git status runs it here, !!git status keeps it private.");
      return false;
    }
    const { userTerminal, style, onFilesChanged } = this.#options;
    const tell = (message: string) => this.tell(message, "error");
    const parts = { conversation: this.#conversation, userTerminal, style, tell };
    this.#view.makeWay();
    this.#userCommand = runUserCommand(command, shared, parts).finally(() => {
      this.#userCommand = undefined;
      onFilesChanged();
      // A question that came meanwhile is seen only now, and keys were meant for the command.
      this.#guard.noteQuestion();
      this.#guard.noteKey();
      this.#view.draw();
    });
    return true;
  }

  #resumeId(id: string): void {
    this.#succeeds(() => {
      requireIdle(this.#conversation);
      this.#switchTo(this.#options.app.converse({ type: "id", id }));
    });
  }

  /** False when it failed in a way that the user can do something about, of which they are told. */
  #succeeds(action: () => void): boolean {
    try {
      action();
      return true;
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      this.tell(thrown.message, "error");
      return false;
    }
  }

  /** Replaces the conversation, which must be idle. */
  #switchTo(conversation: Conversation): void {
    this.#askAgain.forget();
    const waiting = this.#conversation.engine.queued.length;
    this.#view.close();
    const ended = jobsEndedWords(this.#conversation.close());
    this.#conversation = conversation;
    printBanner(this.#conversation.engine.model, this.#options);
    this.#view = this.#show(conversation);
    if (waiting > 0)
      this.tell("Messages that still waited were not sent; the up key brings them back.", "warning");
    if (ended !== "") this.tell(ended);
    this.#view.draw();
  }

  #show(conversation: Conversation): ConversationView {
    const { app, screen, style, timers } = this.#options;
    const view = new ConversationView({
      conversation,
      gitBranch: app.gitBranch,
      screen,
      style,
      timers,
      waiting: () => this.#askAgain.words(),
      onQuestion: () => this.#guard.noteQuestion(),
      onEntry: (entry) => this.#onEntry(entry),
    });
    for (const note of conversation.notes) view.tell(note, "warning");
    return view;
  }

  #onEntry(entry: Entry): void {
    if (entry.type === "tool_result") this.#options.onFilesChanged();
    this.#askAgain.onEntry(entry);
    // Jobs begin with a call and end with a notice.
    if (this.#list.isOpen) this.#list.draw();
  }
}
