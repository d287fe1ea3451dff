/** Tells a user who looks elsewhere that rein waits for them: by the window's title, and once by a sound or a notice. */
import type { Modes } from "../../terminal/modes.ts";
import { bell, notification } from "../../terminal/notification.ts";
import type { TerminalOutput } from "../../terminal/output.ts";

/** `bell`: a sound; `osc`: a notification of the desktop's; `off`: nothing at all, not even the title. */
export type NotifySetting = "off" | "bell" | "osc";

export type AttentionOptions = {
  readonly modes: Pick<Modes, "reportFocus" | "setTitle">;
  readonly terminal: Pick<TerminalOutput, "write">;
};

/** Nothing is told before `begin`. */
export class Attention {
  readonly #options: AttentionOptions;
  #notify: NotifySetting = "off";
  /** Undefined as long as the terminal has not told. */
  #isFocused: boolean | undefined;
  #waitsFor: string | null = null;

  constructor(options: AttentionOptions) {
    this.#options = options;
  }

  /** The setting is known. */
  begin(notify: NotifySetting): void {
    this.#notify = notify;
    if (notify !== "off") this.#options.modes.reportFocus(true);
  }

  /** The terminal told that its window has got or lost the focus. */
  onFocus(isFocused: boolean): void {
    this.#isFocused = isFocused;
    this.#showTitle();
  }

  /** Something waits for the user, in a few words; null for nothing any more. Foreign text is made fit. */
  waitFor(words: string | null): void {
    const isNew = words !== null && this.#waitsFor === null;
    this.#waitsFor = words;
    this.#showTitle();
    if (words === null || !isNew || this.#isFocused !== false || this.#notify === "off") return;
    this.#options.terminal.write(this.#notify === "bell" ? bell : notification(`rein waits: ${words}`));
  }

  /** Who looks at the window needs no title. */
  #showTitle(): void {
    const isAway = this.#notify !== "off" && this.#isFocused !== true;
    this.#options.modes.setTitle(isAway && this.#waitsFor !== null ? `rein waits: ${this.#waitsFor}` : null);
  }
}
