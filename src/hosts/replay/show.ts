/** What a replay has on the screen: the session's own views, driven by events that a log gave. */
import type { Entry, Header } from "../../protocol/entry.ts";
import type { Style } from "../../terminal/style.ts";
import { ConversationView, type ConversationViewOptions } from "../repl/conversation/conversation-view.ts";
import type { SeenItems } from "../repl/conversation/seen-items.ts";
import type { RestoreOptions } from "../repl/conversation/turn-view.ts";
import type { Timers } from "../repl/screen/flusher.ts";
import type { Screen, ViewChange } from "../repl/screen/screen.ts";
import { PlayedConversation } from "./played-conversation.ts";
import type { ReplayEvent } from "./schedule.ts";

export type ShowOptions = {
  readonly header: Header;
  readonly screen: Screen;
  readonly style: Style;
  /** Stopped while the replay is. */
  readonly timers: Timers;
  readonly home: string;
  readonly looks: ConversationViewOptions["looks"];
  /** The status line, for so many columns. */
  readonly status: (columns: number) => string;
};

export class Show {
  readonly #options: ShowOptions;
  #conversation: PlayedConversation;
  #view: ConversationView;

  /** `entries` are shown at once. */
  constructor(options: ShowOptions, entries: readonly Entry[], restore?: RestoreOptions) {
    this.#options = options;
    this.#conversation = new PlayedConversation(options.header, entries);
    this.#view = this.#open(restore);
  }

  tell(event: Exclude<ReplayEvent, { type: "typing" }>): void {
    this.#conversation.tell(event);
  }

  /**
   * Shows the session with these entries in place of the ones before. What of it stands in the scrollback is not printed
   * again, as far as `printed` items go; all of it where the session is only taken back.
   */
  jump(entries: readonly Entry[], words: string | null, restore?: RestoreOptions): void {
    const printed = this.#view.printedItems;
    this.#view.close();
    this.#conversation = new PlayedConversation(this.#options.header, entries);
    this.#view = this.#open({ printed, ...restore });
    if (words !== null) this.say(words);
    this.#view.draw();
  }

  /** Words of rein's own. */
  say(words: string, level: "info" | "warning" = "info"): void {
    this.#view.tell(words, level);
  }

  /** How many of the session's items are on the screen for good. */
  get printedItems(): number {
    return this.#view.printedItems;
  }

  items(): SeenItems {
    return this.#view.items();
  }

  change(): ViewChange {
    return this.#view.change();
  }

  draw(): void {
    this.#view.draw();
  }

  close(): void {
    this.#view.breakOff();
    this.#view.close();
  }

  #open(restore: RestoreOptions | undefined): ConversationView {
    const { screen, style, timers, home, looks, status } = this.#options;
    return new ConversationView({
      conversation: this.#conversation,
      ...(restore === undefined ? {} : { restore }),
      gitBranch: null,
      isTrusted: true,
      screen,
      style,
      timers,
      home,
      looks: { ...looks, isOnlyShown: true },
      drawStatus: (_, columns) => status(columns),
      waiting: () => "",
      isLent: () => false,
      isBoardOpen: () => false,
      takesKeys: () => false,
      whenPicturesReady: () => null,
      onQuestions: () => undefined,
      onEntry: () => undefined,
    });
  }
}
