/** Does things in the order in which they come; what shows pictures waits a moment until these can be drawn. */
import type { EncodedImage } from "../../../protocol/message.ts";
import type { Timers } from "../screen/flusher.ts";

export type InOrderOptions = {
  /** Resolves when the images can be drawn, and never rejects; null where there is nothing to wait for. */
  readonly whenReady: (images: readonly EncodedImage[]) => Promise<void> | null;
  readonly timers: Pick<Timers, "after">;
  /** Called when what had to wait has been done. */
  readonly onDone: () => void;
};

type Step = { readonly images: readonly EncodedImage[]; readonly action: () => void };

/** A picture that takes longer is not shown, ms: what comes behind it would be late. */
const longestWait = 500;

export class InOrder {
  readonly #options: InOrderOptions;
  #steps: Step[] = [];
  /** Ends the wait for the first step's pictures. */
  #goOn: (() => void) | undefined;

  constructor(options: InOrderOptions) {
    this.#options = options;
  }

  /** Does it now where nothing has to be waited for. */
  do(images: readonly EncodedImage[], action: () => void): void {
    this.#steps.push({ images, action });
    if (this.#goOn === undefined) this.#work();
  }

  /** Does at once what waits, with or without pictures. */
  finish(): void {
    // What comes next may have to wait, too.
    while (this.#goOn !== undefined) this.#goOn();
  }

  #work(): void {
    for (let step = this.#steps[0]; step !== undefined; step = this.#steps[0]) {
      const ready = this.#options.whenReady(step.images);
      if (ready !== null) return this.#wait(ready);
      this.#steps.shift();
      step.action();
    }
  }

  #wait(ready: Promise<void>): void {
    const goOn = () => {
      if (this.#goOn !== goOn) return;
      cancel();
      this.#goOn = undefined;
      this.#steps.shift()?.action();
      this.#work();
      if (this.#goOn === undefined) this.#options.onDone();
    };
    this.#goOn = goOn;
    const cancel = this.#options.timers.after(longestWait, goOn);
    void ready.then(goOn);
  }
}
