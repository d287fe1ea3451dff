/** The messages that wait in a conversation, and their board while it is open. */
import type { QueryEngine } from "../../../engine/query-engine.ts";
import type { RemovedMessage } from "../../../engine/message-queue.ts";
import type { Content } from "../../../terminal/text-buffer/content.ts";
import type { OpenList } from "../lists/open-list.ts";
import { QueueBoard } from "../lists/queue-board.ts";
import { writtenMessage } from "../composer/written-message.ts";
import { say } from "../../../words/say.ts";

export type WaitingMessagesOptions = {
  readonly list: OpenList;
  readonly engine: () => QueryEngine;
  /** Has the user change a message that waited; it is put back, or sent, when they are done. */
  readonly editQueued: (removed: RemovedMessage) => void;
  /** Keeps a message that is not sent after all. */
  readonly keepApart: (message: Content) => void;
  /** Told when messages wait or do not wait any more. */
  readonly onQueue: () => void;
  readonly tell: (text: string) => void;
  /** Draws what else is on the screen: the board stands in the place of the lines above the composer. */
  readonly draw: () => void;
};

export class WaitingMessages {
  readonly #options: WaitingMessagesOptions;
  #board: QueueBoard | undefined;

  constructor(options: WaitingMessagesOptions) {
    this.#options = options;
  }

  /** The messages as they were written, those that are sent first in front. */
  get contents(): readonly Content[] {
    return this.#options.engine().queued.map(writtenMessage);
  }

  get isBoardOpen(): boolean {
    return this.#board !== undefined && this.#options.list.shows(this.#board);
  }

  /** Opens the board. Says so when nothing waits. */
  openBoard(): void {
    const { engine, editQueued, keepApart, list, tell, draw } = this.#options;
    if (engine().queued.length === 0) return tell(say`No message waits.`);
    this.#board = new QueueBoard({
      engine: engine(),
      onEdit: editQueued,
      onRemoved: (message) => keepApart(writtenMessage(message)),
    });
    list.open(this.#board);
    draw();
  }

  /** Puts a message back in its place that was taken out. */
  putBack(removed: RemovedMessage): void {
    this.#options.engine().putBack(removed);
  }

  /** The youngest one, taken back for editing; undefined when none waits. */
  takeBack(): Content | undefined {
    const message = this.#options.engine().takeBack();
    return message === undefined ? undefined : writtenMessage(message);
  }

  /** The board may have been closed by a key: its lines stand above the composer again. */
  afterKey(): void {
    if (this.#board === undefined || this.isBoardOpen) return;
    this.#board = undefined;
    this.#options.draw();
  }

  /** The engine's queue has changed. */
  changed(): void {
    const { list, onQueue } = this.#options;
    onQueue();
    if (this.isBoardOpen) list.draw();
  }
}
