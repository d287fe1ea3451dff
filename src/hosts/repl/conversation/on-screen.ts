/** The conversation on the screen: another one takes its place, or another branch of it. */
import type { Conversation } from "../../../app/conversation.ts";
import { say } from "../../../words/say.ts";
import { jobsEndedWords } from "../lists/job-list.ts";
import type { ReplOptions } from "../repl-options.ts";
import { printBanner } from "./banner.ts";
import type { Ahead } from "../../../app/read-ahead.ts";
import type { ReadSoFar } from "../../../sessions/read-log.ts";
import type { ConversationView, TakenUp } from "./conversation-view.ts";
import { ShownAhead } from "./shown-ahead.ts";
import type { ShownSoFar } from "./printed-again.ts";
import { showConversation, type ShowParts } from "./show-conversation.ts";
import { ViewKeeper } from "./view-keeper.ts";

export type OnScreenParts = Omit<ShowParts, "taken" | "restore" | "kept"> & {
  /** Told when the queue of the one on screen has changed. */
  readonly onQueue: () => void;
};

export class OnScreen {
  readonly #options: ReplOptions;
  readonly #parts: OnScreenParts;
  #conversation: Conversation;
  #view: ConversationView;
  /** How the one on screen is looked at. */
  #kept: ViewKeeper | undefined;
  /** The end of a session that is read to take its place, and how it was left for that. */
  #ahead: { readonly shown: ShownAhead; readonly left: Omit<TakenUp, "words"> } | undefined;

  /** Shows the first one below its banner. */
  constructor(options: ReplOptions, parts: OnScreenParts, conversation: Conversation) {
    this.#options = options;
    this.#parts = parts;
    this.#conversation = conversation;
    this.#view = this.#show(options.ahead);
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get view(): ConversationView {
    return this.#view;
  }

  /** Shows the end of a long session that is to take the place of the conversation, which must be idle. */
  showAhead({ tail, model = this.#options.app.choice.model }: Ahead): void {
    const left = this.#ahead?.left ?? {
      showsTodos: this.#view.showsTodos,
      there: this.#conversation.session.branch().length,
    };
    this.#view.close();
    const shown = new ShownAhead({ tail, model }, { ...this.#options, sent: () => [] });
    this.#view = shown.view;
    this.#ahead = { shown, left };
    shown.tell({ read: 0, size: tail.size });
    this.#conversation.onTrouble((message, level) => this.#view.tell(message, level));
    this.#conversation.sandbox.onChange(() => undefined);
  }

  /** So far it is read. */
  tellRead(soFar: ReadSoFar): void {
    this.#ahead?.shown.tell(soFar);
  }

  /** It does not take the place of the conversation: that goes on, and says so in these words. */
  takeBack(words: string): void {
    const left = this.#ahead?.left;
    this.#ahead = undefined;
    if (left !== undefined) this.#takeUp({ ...left, words });
  }

  /** Closes the conversation, which must be idle, and shows another one. `isRead`: it is the one whose end is shown. */
  switchTo(conversation: Conversation, isRead: boolean): void {
    const waiting = this.#conversation.engine.queued.length;
    const ahead = this.#ahead?.shown;
    this.#ahead = undefined;
    this.#view.close();
    const ended = jobsEndedWords(this.#conversation.close());
    this.#conversation = conversation;
    this.#view = this.#show(isRead ? ahead : undefined);
    if (waiting > 0)
      this.#view.tell(say`Messages that still waited were not sent; the up key brings them back.`, "warning");
    if (ended !== "") this.#view.tell(ended);
    this.#view.draw();
    // The composer is only empty once the command that led here has been taken.
    queueMicrotask(this.#options.onSwitched);
  }

  /**
   * Shows the branch that the conversation, which must be idle, went to, and says so in these words. What stands in the
   * scrollback stays, and is not printed again.
   */
  showAnew(words: string): void {
    this.#takeUp({ words, showsTodos: this.#view.showsTodos });
  }

  #takeUp(taken: TakenUp): void {
    this.#view.close();
    // In full mode it stands above the conversation; else it stands above already.
    if (this.#options.screen.stage !== undefined) this.#printBanner();
    this.#view = showConversation(this.#conversation, this.#options, {
      ...this.#parts,
      kept: this.#kept,
      taken,
    });
    this.#view.draw();
  }

  #show(ahead: ShownSoFar | undefined): ConversationView {
    const { screen } = this.#options;
    const restore = ahead?.end(this.#conversation.session.branch()) ?? null;
    // In full mode it stands above the conversation; else it stands above already.
    if (restore === null || screen.stage !== undefined) this.#printBanner();
    const kept = this.#keeperOf(this.#conversation);
    this.#kept = kept;
    const shown = { ...this.#parts, kept, ...(restore === null ? {} : { restore }) };
    const view = showConversation(this.#conversation, this.#options, shown);
    this.#conversation.engine.subscribe((event) => {
      if (event.type === "queue") this.#parts.onQueue();
      this.#options.attention.onEvent(event);
    });
    return view;
  }

  #keeperOf({ session }: Conversation): ViewKeeper {
    const { app, timers } = this.#options;
    return new ViewKeeper({
      folder: app.paths.views,
      session,
      timers,
      onTrouble: (message) => queueMicrotask(() => this.#view.tell(message, "warning")),
    });
  }

  #printBanner(): void {
    printBanner(this.#conversation.engine.model, this.#options);
  }
}
