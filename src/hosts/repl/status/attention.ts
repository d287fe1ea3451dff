/** Tells a user who looks elsewhere that rein waits for them: by the window's title, and once by a sound or a notice. */
import type { EngineEvent } from "../../../protocol/event.ts";
import type { Modes } from "../../../terminal/modes.ts";
import { bell, notification } from "../../../terminal/notification.ts";
import type { TerminalOutput } from "../../../terminal/output.ts";
import type { TerminalKind } from "../../../terminal/terminal-kind.ts";
import type { TurnProgress } from "./turn-progress.ts";
import { say } from "../../../words/say.ts";

/** `bell`: a sound; `osc`: a notification of the desktop's; `off`: nothing at all, not even the title. */
export type NotifySetting = "off" | "bell" | "osc";

export type AttentionOptions = {
  readonly modes: Pick<Modes, "reportFocus" | "setTitle">;
  readonly terminal: Pick<TerminalOutput, "write">;
  /** Which terminal this is, as far as it is known by now. */
  readonly kind: () => TerminalKind;
  readonly progress: TurnProgress;
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

  /** The settings are known. `progress`: whether it shows that a turn runs. */
  begin(notify: NotifySetting, progress: boolean): void {
    this.#options.progress.begin(progress);
    this.#notify = notify;
    if (notify !== "off") this.#options.modes.reportFocus(true);
  }

  /** The terminal told that its window has got or lost the focus. */
  onFocus(isFocused: boolean): void {
    this.#isFocused = isFocused;
    if (isFocused) this.#options.progress.seen();
    this.#showTitle();
  }

  /** What the engine tells. */
  onEvent(event: EngineEvent): void {
    this.#options.progress.onEvent(event);
  }

  /** Something waits for the user, in a few words; null for nothing any more. Foreign text is made fit. */
  waitFor(words: string | null): void {
    this.#options.progress.waitFor(words !== null);
    const isNew = words !== null && this.#waitsFor === null;
    this.#waitsFor = words;
    this.#showTitle();
    if (words === null || !isNew || this.#isFocused !== false || this.#notify === "off") return;
    this.#options.terminal.write(
      this.#notify === "bell" ? bell : notification(say`rein waits: ${words}`, this.#options.kind()),
    );
  }

  /** Who looks at the window needs no title. */
  #showTitle(): void {
    const isAway = this.#notify !== "off" && this.#isFocused !== true;
    this.#options.modes.setTitle(
      isAway && this.#waitsFor !== null ? say`rein waits: ${this.#waitsFor}` : null,
    );
  }
}
