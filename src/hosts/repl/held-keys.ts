/** Keys that come while something is under way that they are meant for: they are taken behind it, in their order. */
import type { InputEvent } from "../../terminal/input/event.ts";
import { keymap } from "./keys.ts";

export type Hold = {
  /** What is done when it is over, before the first key. */
  readonly whenOver?: () => void;
  /**
   * The keys that leave or stop do this at once, in place of waiting. "drop": the keys before them were for what is left,
   * and nobody takes them. @default they wait as all others
   */
  readonly onLeave?: () => "drop" | "keep";
};

/** Makes keys wait until `over`, in whichever way that ends. */
export type HoldKeys = (over: Promise<void>, hold?: Hold) => void;

export class HeldKeys {
  readonly #take: (event: InputEvent) => void;
  readonly #events: InputEvent[] = [];
  /** For each thing that is under way, the last one at the end. */
  readonly #holds: Hold[] = [];

  /** `take` is given each key when nothing is under way any more. */
  constructor(take: (event: InputEvent) => void) {
    this.#take = take;
  }

  get isHolding(): boolean {
    return this.#holds.length > 0;
  }

  /** Keeps an event. */
  keep(event: InputEvent): void {
    const command = event.type === "key" ? keymap.lookup(event.key, "global") : undefined;
    const leave = command === "interrupt" || command === "dismiss" ? this.#holds.at(-1)?.onLeave : undefined;
    if (leave === undefined) this.#events.push(event);
    else if (leave() === "drop") this.#events.length = 0;
  }

  /** Holds all keys until that is over. Rejects as it does. */
  async until(over: Promise<void>, hold: Hold = {}): Promise<void> {
    this.#holds.push(hold);
    try {
      await over;
    } finally {
      this.#holds.splice(this.#holds.indexOf(hold), 1);
      hold.whenOver?.();
      // One of them may begin to wait for something anew: the others come back here then.
      for (const event of this.isHolding ? [] : this.#events.splice(0)) this.#take(event);
    }
  }
}
