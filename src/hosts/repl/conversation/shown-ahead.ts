/** The end of a long session on the screen, while the rest of it is read. */
import type { App } from "../../../app/open-app.ts";
import type { Entry } from "../../../protocol/entry.ts";
import type { QueuedMessage } from "../../../protocol/event.ts";
import type { LogTail } from "../../../sessions/log-tail.ts";
import type { ReadSoFar } from "../../../sessions/read-log.ts";
import { say } from "../../../words/say.ts";
import type { ReplOptions } from "../repl-options.ts";
import type { ViewChange } from "../screen/screen.ts";
import { openTranscript, type TranscriptParts, transcriptOf } from "../transcript/open-transcript.ts";
import { printBanner } from "./banner.ts";
import { ConversationView, type ShownConversation } from "./conversation-view.ts";
import type { RestoreOptions, ShownSoFar } from "./printed-again.ts";

export type ShownAheadOptions = Pick<
  ReplOptions,
  | "version"
  | "home"
  | "screen"
  | "style"
  | "timers"
  | "talk"
  | "env"
  | "page"
  | "drawPicture"
  | "whenPicturesReady"
> & {
  readonly app: Pick<App, "cwd" | "gitBranch" | "isTrusted" | "groupReads" | "thinking" | "paths">;
  /** What was sent and waits for the session. */
  readonly sent: () => readonly QueuedMessage[];
};

/** What the keys and the window need of a session while it is read. */
export type BeingRead = Pick<ShownAhead, "change" | "openTranscript"> & {
  /** The program ends: what was written and sent comes back when the session is opened again. */
  readonly keep: () => void;
};

/** How often the status says how far it is, ms. */
const toldEvery = 100;

export class ShownAhead implements ShownSoFar {
  readonly #options: ShownAheadOptions;
  readonly #entries: readonly Entry[];
  readonly view: ConversationView;
  /** Undefined until the reading begins. */
  #percent: number | undefined;
  #toldAt = Number.NEGATIVE_INFINITY;
  #isOver = false;

  /** Prints it. */
  constructor(
    { tail, model }: { readonly tail: LogTail; readonly model: string },
    options: ShownAheadOptions,
  ) {
    this.#options = options;
    this.#entries = tail.entries;
    const { app, screen, style, drawPicture } = options;
    printBanner(model, options);
    this.view = new ConversationView({
      ...options,
      ...app,
      conversation: conversationOf(tail, model, options.sent),
      restore: { live: true, isEnd: true },
      looks: { groupReads: app.groupReads, thinking: app.thinking, drawPicture },
      waiting: () => this.#words(),
      drawStatus: () => style.dim(`  ${this.#words()}`),
      isLent: () => false,
      isBoardOpen: () => false,
      takesKeys: () => false,
      onQuestions: () => undefined,
      onEntry: () => undefined,
    });
    screen.stage?.show(transcriptOf(this.#transcript()));
    this.view.draw();
  }

  /** The status says how far the session is read. */
  tell({ read, size }: ReadSoFar): void {
    const now = this.#options.timers.now();
    if (now - this.#toldAt < toldEvery) return;
    this.#toldAt = now;
    this.#percent = Math.floor((read / Math.max(1, size)) * 100);
    this.view.draw();
  }

  #words(): string {
    return this.#percent === undefined ? say`starting…` : say`reading the session… ${this.#percent}%`;
  }

  /** What the inline view shows of it. */
  change(): ViewChange {
    return this.view.change();
  }

  /** Shows what is there so far. */
  openTranscript(): void {
    openTranscript(this.#transcript());
  }

  /**
   * All of it is read, and this is its branch: what of it stands on the screen. Null where it ends otherwise than it seemed
   * to, and from the second time on: then nothing of it does.
   */
  end(branch: readonly Entry[]): Pick<RestoreOptions, "ahead"> | null {
    if (this.#isOver) return null;
    this.close();
    const [first, last] = [this.#entries[0], this.#entries.at(-1)];
    // Of its end nothing could be shown: what stands there is the banner.
    if (first === undefined || last === undefined) return {};
    const at = branch.findLastIndex(({ id }) => id === last.id);
    const isEnd = this.#entries.every(
      ({ id }, index) => branch[at - this.#entries.length + 1 + index]?.id === id,
    );
    if (!isEnd) return null;
    const { items, printed } = this.view.count;
    return { ahead: { firstId: first.id, lastId: last.id, unprinted: items - printed } };
  }

  /** Nothing more is drawn. */
  close(): void {
    this.#isOver = true;
    this.view.close();
  }

  #transcript(): TranscriptParts {
    return { ...this.#options, view: this.view, conversation: { spending: { priceOf: () => undefined } } };
  }
}

/** What can be seen of a conversation before there is one. */
function conversationOf(
  { header, entries }: LogTail,
  model: string,
  sent: ShownAheadOptions["sent"],
): ShownConversation {
  return {
    engine: {
      state: "idle",
      mode: "ask",
      model,
      openQuestions: [],
      get queued() {
        return sent();
      },
      subscribe: () => () => undefined,
    },
    session: { header, branch: () => entries },
    jobs: { list: () => [] },
    spending: { cost: () => ({ dollars: null, unpriced: [] }) },
    sandbox: { words: () => "", onChange: () => undefined },
    veil: undefined,
    contextWindow: () => undefined,
    effort: () => undefined,
    onTrouble: () => undefined,
  };
}
