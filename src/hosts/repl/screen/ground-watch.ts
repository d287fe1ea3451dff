/**
 * Follows the terminal's background while the program runs: it tells by itself where it can (mode 2031), else it is asked
 * when its window gets the focus, where it tells that (it does for notifications): whoever changed its colours comes back from
 * somewhere.
 */
import { askBackground } from "../../../terminal/ground.ts";
import type { Reply } from "../../../terminal/input/event.ts";
import type { Modes } from "../../../terminal/modes.ts";

export type GroundWatchOptions = {
  readonly modes: Pick<Modes, "ask" | "reportColourScheme" | "tellsColourScheme">;
  /** Whether the terminal may be asked for its background at all. */
  readonly mayAsk: boolean;
  /** Other questions are under way: an answer to ours would be taken for one to them. */
  readonly isAsking: () => boolean;
};

export class GroundWatch {
  readonly #options: GroundWatchOptions;
  #isOn = false;

  constructor(options: GroundWatchOptions) {
    this.#options = options;
  }

  /** Whether the theme goes with the background. */
  follow(isOn: boolean): void {
    const { modes, mayAsk } = this.#options;
    this.#isOn = isOn && mayAsk;
    modes.reportColourScheme(this.#isOn);
  }

  onReply(reply: Reply): void {
    // It says dark or light; which of the two its background is, is asked all the same.
    if (reply.kind === "color-scheme") this.#ask();
  }

  onFocus(isFocused: boolean): void {
    if (isFocused && !this.#options.modes.tellsColourScheme) this.#ask();
  }

  #ask(): void {
    const { modes, isAsking } = this.#options;
    if (this.#isOn && !isAsking()) modes.ask(askBackground);
  }
}
