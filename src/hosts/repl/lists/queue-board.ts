/** The messages that wait, as a board: change one in the composer, order them, send one sooner, take one away. */
import type { PickerView } from "../../../../components/view.ts";
import type { RemovedMessage } from "../../../engine/message-queue.ts";
import type { QueryEngine } from "../../../engine/query-engine.ts";
import type { QueuedMessage } from "../../../protocol/event.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import { oneLine } from "../../../transcript/panel.ts";
import { keyName, keymap } from "../keys.ts";
import type { List } from "./open-list.ts";
import { say } from "../../../words/say.ts";

export type QueueBoardParts = {
  readonly engine: Pick<QueryEngine, "queued" | "remove" | "move" | "setVia">;
  /** The message is out of the queue until it is put back. */
  readonly onEdit: (removed: RemovedMessage) => void;
  /** The message waits no more, and is not sent. */
  readonly onRemoved: (message: QueuedMessage) => void;
};

/** One message is chosen; it stays chosen wherever it goes. */
export class QueueBoard implements List {
  readonly takesLetters = true;
  readonly #parts: QueueBoardParts;
  #chosen: string | undefined;

  constructor(parts: QueueBoardParts) {
    this.#parts = parts;
  }

  view(columns: number): PickerView {
    const { queued } = this.#parts.engine;
    this.#chosen ??= queued[0]?.id;
    const rows = queued.map((message) => truncateLine(wordsOf(message), Math.max(1, columns - 2)));
    return {
      ...headingOf(queued.length, columns),
      rows: rows.length === 0 ? [say`back`] : rows,
      selected: Math.max(0, this.#index()),
    };
  }

  onInput(event: InputEvent): "stay" | "close" {
    const keys = event.type === "text" ? keysOf(event.text) : event.type === "key" ? [event.key] : [];
    return keys.some((key) => this.#onKey(key) === "close") ? "close" : "stay";
  }

  #onKey(key: Key): "stay" | "close" {
    const { engine, onEdit, onRemoved } = this.#parts;
    const index = this.#index();
    const message = engine.queued[index];
    const command = keymap.lookup(key, "queue");
    if (command === "dismiss" || command === "interrupt" || command === "close") return "close";
    // The composer does not get keys that were meant for a message that has just been sent.
    if (message === undefined) return command === "accept" ? "close" : "stay";
    const { id } = message;
    if (this.#chosen !== undefined && this.#chosen !== id) {
      this.#chosen = id;
      return "stay";
    }
    this.#chosen = id;
    switch (command) {
      case "select-previous":
      case "select-next":
        this.#chosen = engine.queued[index + (command === "select-next" ? 1 : -1)]?.id ?? id;
        return "stay";
      case "accept": {
        const removed = engine.remove(id);
        if (removed !== undefined) onEdit(removed);
        return "close";
      }
      case "remove-queued":
        this.#chosen = (engine.queued[index + 1] ?? engine.queued[index - 1])?.id;
        if (engine.remove(id) !== undefined) onRemoved(message);
        return "stay";
      case "move-earlier":
      case "move-later":
        engine.move(id, command === "move-later" ? 1 : -1);
        return "stay";
      case "steer-queued":
      case "queue-steered":
        engine.setVia(id, command === "steer-queued" ? "steer" : "queue");
        return "stay";
      default:
        return "stay";
    }
  }

  /** The chosen one's, or where it is gone the first one's. */
  #index(): number {
    const index = this.#parts.engine.queued.findIndex(({ id }) => id === this.#chosen);
    return Math.max(0, index);
  }
}

/** So many lines of messages stand above the composer at most. */
const mostLines = 3;

export type QueueLook = {
  readonly columns: number;
  readonly style: Style;
  /** Nothing runs that they wait for: the turn was stopped or has failed. */
  readonly isHeld: boolean;
};

/**
 * The messages that wait, a line each, while the board is closed: those that are sent first, and how many more. Where
 * they are held, what they wait for comes first: of lines that do not fit the last are shown.
 */
export function queueLines(
  queued: readonly QueuedMessage[],
  { columns, style, isHeld }: QueueLook,
): string[] {
  if (queued.length === 0) return [];
  const shown = queued.length > mostLines ? queued.slice(0, mostLines - 1) : queued;
  const held = say`  sent after your next message · ${keyName("open-queue", "composer")} changes that`;
  const lines = [...(isHeld ? [held] : []), ...shown.map((message) => `▸ ${wordsOf(message)}`)];
  const hidden = queued.length - shown.length;
  if (hidden > 0) lines.push(say`▸ … ${hidden} more · ${keyName("open-queue", "composer")} shows all`);
  return lines.map((line) => style.dim(truncateLine(line, columns)));
}

/** No window shows more of a message on one line; UTF-16 units. */
const mostShown = 2_000;

function wordsOf({ text, via }: QueuedMessage): string {
  return `${via === "steer" ? say`next` : say`queued`}: ${oneLine(text.slice(0, mostShown))}`;
}

const nameOf = (command: Parameters<typeof keyName>[0]): string => keyName(command, "queue");

/** How many wait, and the keys; those that do not fit beside that stand below the list. */
function headingOf(count: number, columns: number): { readonly heading: string; readonly sample?: string[] } {
  if (count === 0) return { heading: truncateLine(say`no message waits any more`, columns) };
  const keys = [
    say`${keyName("accept", "list")} edit`,
    say`${nameOf("remove-queued")} remove`,
    say`${nameOf("steer-queued")} next`,
    say`${nameOf("queue-steered")} after the turn`,
    say`esc back`,
    say`${nameOf("move-earlier")}, ${nameOf("move-later")} order`,
  ];
  const parts = [count === 1 ? say`1 message waits` : say`${count} messages wait`];
  while (keys.length > 0 && widthOf([...parts, keys[0]].join(" · ")) <= columns)
    parts.push(keys.shift() ?? "");
  const heading = truncateLine(parts.join(" · "), columns);
  return keys.length === 0
    ? { heading }
    : { heading, sample: [truncateLine(`  ${keys.join(" · ")}`, columns)] };
}
