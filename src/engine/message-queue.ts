/** Messages that wait for their moment. One leaves only after it has been written to the log. */
import type { QueuedMessage } from "../protocol/event.ts";

export type MessageQueue = {
  readonly messages: readonly QueuedMessage[];
  /** Some message waits for the running turn's next request. */
  readonly hasSteering: boolean;
  add(text: string, via: QueuedMessage["via"]): void;
  /** Takes the youngest message back for editing; undefined when none waits. */
  takeBack(): QueuedMessage | undefined;
  /** Hands each steering message to `write`, oldest first, and removes it once that has returned. */
  deliverSteering(write: (message: QueuedMessage) => void): void;
  /** Hands the oldest message to `write` and removes it once that has returned. False when none waits. */
  deliverNext(write: (message: QueuedMessage) => void): boolean;
};

/** An empty queue; `onChange` is told after every change. */
export function createMessageQueue(onChange: (messages: readonly QueuedMessage[]) => void): MessageQueue {
  let messages: readonly QueuedMessage[] = [];
  let count = 0;
  /** Being written down: writing one may start a turn, which looks at once for what waits. */
  const leaving = new Set<QueuedMessage>();
  const change = (next: readonly QueuedMessage[]) => {
    messages = next;
    onChange(messages);
  };
  const deliver = (message: QueuedMessage, write: (message: QueuedMessage) => void) => {
    leaving.add(message);
    try {
      write(message);
    } finally {
      leaving.delete(message);
    }
    change(messages.filter((other) => other !== message));
  };
  return {
    get messages() {
      return messages;
    },
    get hasSteering() {
      return messages.some((message) => message.via === "steer");
    },
    add(text, via) {
      count += 1;
      change([...messages, { id: `m${count}`, text, via }]);
    },
    takeBack() {
      const last = messages.at(-1);
      if (last !== undefined) change(messages.slice(0, -1));
      return last;
    },
    deliverSteering(write) {
      const steering = messages.filter((message) => message.via === "steer" && !leaving.has(message));
      for (const message of steering) deliver(message, write);
    },
    deliverNext(write) {
      const next = messages[0];
      if (next === undefined) return false;
      deliver(next, write);
      return true;
    },
  };
}
