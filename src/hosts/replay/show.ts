/** What a replay has on the screen: the session's own views, driven by events that a log gave. */
import type { Entry, Header } from "../../protocol/entry.ts";
import type { Style } from "../../terminal/style.ts";
import { factsOf } from "../../transcript/item-facts.ts";
import type { PriceOf } from "../../transcript/usage.ts";
import { ConversationView, type ConversationViewOptions } from "../repl/conversation/conversation-view.ts";
import type { RestoreOptions } from "../repl/conversation/turn-view.ts";
import type { Timers } from "../repl/screen/flusher.ts";
import type { Screen, ViewChange } from "../repl/screen/screen.ts";
import { TranscriptView } from "../repl/transcript/transcript-view.ts";
import { PlayedConversation } from "./played-conversation.ts";
import type { ReplayEvent } from "./schedule.ts";

const noPrices: PriceOf = () => undefined;

export type ShowOptions = {
  readonly header: Header;
  readonly screen: Screen;
  readonly style: Style;
  /** Stopped while the replay is. */
  readonly timers: Timers;
  /** Never stopped. */
  readonly wallTimers: Timers;
  readonly home: string;
  readonly looks: Pick<ConversationViewOptions["looks"], "groupReads" | "thinking">;
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
    const printed = this.#view.count.printed;
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
    return this.#view.count.printed;
  }

  change(): ViewChange {
    return this.#view.change();
  }

  draw(): void {
    this.#view.draw();
  }

  /** Gives the transcript the whole window, and the keys. */
  openTranscript(): void {
    const { screen } = this.#options;
    screen.openFull(screen.stage?.transcript ?? this.#transcriptOf(() => this.#view));
  }

  close(): void {
    this.#view.breakOff();
    this.#view.close();
  }

  #open(restore: RestoreOptions | undefined): ConversationView {
    const { screen, style, timers, home, looks, status } = this.#options;
    const view = new ConversationView({
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
    screen.stage?.show(this.#transcriptOf(() => view));
    return view;
  }

  #transcriptOf(view: () => ConversationView): TranscriptView {
    const { screen, style, wallTimers, looks } = this.#options;
    return new TranscriptView(() => view().items(), style, {
      ...looks,
      factsOf(id) {
        const entry = view().items().entryOf(id);
        return entry === undefined ? null : factsOf(entry, noPrices);
      },
      timers: wallTimers,
      refresh: () => screen.refreshFull(),
    });
  }
}
