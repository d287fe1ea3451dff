/** Messages that wait for their moment. One leaves only after it has been written to the log. */
import type { QueuedMessage } from "../protocol/event.ts";
import type { SentImage } from "../protocol/message.ts";

export type MessageQueue = {
  readonly messages: readonly QueuedMessage[];
  /** Some message waits for the running turn's next request. */
  readonly hasSteering: boolean;
  add(text: string, via: QueuedMessage["via"], images?: readonly SentImage[]): void;
  /** Takes the youngest message back for editing; undefined when none waits. */
  takeBack(): QueuedMessage | undefined;
  /** Takes a message out; undefined when it waits no more. */
  remove(id: string): RemovedMessage | undefined;
  /** Puts a message that was taken out back in its place, with the text it has now. */
  putBack(removed: RemovedMessage): void;
  /** Moves a message so many places towards the end, or with a negative number towards the front. */
  move(id: string, by: number): void;
  /** Changes when a message is sent. */
  setVia(id: string, via: QueuedMessage["via"]): void;
  /** Hands each steering message to `write`, oldest first, and removes it once that has returned. */
  deliverSteering(write: (message: QueuedMessage) => void): void;
  /** Hands the oldest message to `write` and removes it once that has returned. False when none waits. */
  deliverNext(write: (message: QueuedMessage) => void): boolean;
  /** The same with one message. */
  deliver(id: string, write: (message: QueuedMessage) => void): boolean;
};

/** A message that was taken out; `before` is the one that stood behind it, null for none. */
export type RemovedMessage = { readonly message: QueuedMessage; readonly before: string | null };

/** An empty queue; `onChange` is told after every change. */
export function createMessageQueue(onChange: (messages: readonly QueuedMessage[]) => void): MessageQueue {
  let messages: readonly QueuedMessage[] = [];
  let count = 0;
  /** Being written down: writing one may start a turn, which looks at once for what waits. */
  const leaving = new Set<string>();
  const change = (next: readonly QueuedMessage[]) => {
    messages = next;
    onChange(messages);
  };
  const deliver = (message: QueuedMessage, write: (message: QueuedMessage) => void) => {
    leaving.add(message.id);
    try {
      write(message);
    } finally {
      leaving.delete(message.id);
    }
    change(messages.filter(({ id }) => id !== message.id));
  };
  /** What is being written down is as good as gone. */
  const waiting = (id: string) => messages.find((message) => message.id === id && !leaving.has(id));
  const deliverOne = (message: QueuedMessage | undefined, write: (message: QueuedMessage) => void) => {
    if (message !== undefined) deliver(message, write);
    return message !== undefined;
  };
  const remove = (message: QueuedMessage): RemovedMessage => {
    const before = messages[messages.indexOf(message) + 1]?.id ?? null;
    change(messages.filter((other) => other !== message));
    return { message, before };
  };
  return {
    get messages() {
      return messages;
    },
    get hasSteering() {
      return messages.some((message) => message.via === "steer");
    },
    add(text, via, images = []) {
      count += 1;
      const pictures = images.length === 0 ? {} : { images };
      change([...messages, { id: `m${count}`, text, via, ...pictures }]);
    },
    takeBack() {
      const last = messages.findLast(({ id }) => !leaving.has(id));
      if (last !== undefined) remove(last);
      return last;
    },
    remove(id) {
      const message = waiting(id);
      return message === undefined ? undefined : remove(message);
    },
    putBack({ message, before }) {
      const at = messages.findIndex(({ id }) => id === before);
      change(messages.toSpliced(at < 0 ? messages.length : at, 0, message));
    },
    move(id, by) {
      const message = waiting(id);
      if (message === undefined) return;
      const at = messages.indexOf(message);
      const to = Math.max(0, Math.min(at + by, messages.length - 1));
      if (to !== at) change(messages.toSpliced(at, 1).toSpliced(to, 0, message));
    },
    setVia(id, via) {
      const message = waiting(id);
      if (message === undefined || message.via === via) return;
      change(messages.map((other) => (other === message ? { ...message, via } : other)));
    },
    deliverSteering(write) {
      const steering = messages.filter((message) => message.via === "steer" && !leaving.has(message.id));
      for (const message of steering) deliver(message, write);
    },
    deliverNext: (write) => deliverOne(messages[0], write),
    deliver: (id, write) => deliverOne(waiting(id), write),
  };
}
