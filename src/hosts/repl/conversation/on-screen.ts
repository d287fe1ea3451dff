/** The conversation on the screen: another one takes its place, or another branch of it. */
import type { Conversation } from "../../../app/conversation.ts";
import { say } from "../../../words/say.ts";
import { jobsEndedWords } from "../lists/job-list.ts";
import type { ReplOptions } from "../repl-options.ts";
import { printBanner } from "./banner.ts";
import type { ConversationView } from "./conversation-view.ts";
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

  /** Shows the first one below its banner. */
  constructor(options: ReplOptions, parts: OnScreenParts, conversation: Conversation) {
    this.#options = options;
    this.#parts = parts;
    this.#conversation = conversation;
    this.#view = this.#show();
  }

  get conversation(): Conversation {
    return this.#conversation;
  }

  get view(): ConversationView {
    return this.#view;
  }

  /** Closes the conversation, which must be idle, and shows another one. */
  switchTo(conversation: Conversation): void {
    const waiting = this.#conversation.engine.queued.length;
    this.#view.close();
    const ended = jobsEndedWords(this.#conversation.close());
    this.#conversation = conversation;
    this.#view = this.#show();
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
    const { showsTodos } = this.#view;
    this.#view.close();
    // In full mode it stands above the conversation; else it stands above already.
    if (this.#options.screen.stage !== undefined) this.#printBanner();
    this.#view = showConversation(this.#conversation, this.#options, {
      ...this.#parts,
      kept: this.#kept,
      taken: { words, showsTodos },
    });
    this.#view.draw();
  }

  #show(): ConversationView {
    const { ahead, screen } = this.#options;
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
