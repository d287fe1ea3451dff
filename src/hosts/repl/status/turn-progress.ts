/** Shows beside the window's title that a turn runs, waits for somebody, or has failed: for who looks at another window. */
import type { EngineEvent } from "../../../protocol/event.ts";
import type { Modes, Progress } from "../../../terminal/modes.ts";
import { takesProgress, type TerminalKind } from "../../../terminal/terminal-kind.ts";
import type { Timers } from "../screen/flusher.ts";

export type TurnProgressOptions = {
  readonly modes: Pick<Modes, "setProgress">;
  readonly timers: Pick<Timers, "after">;
  /** Which terminal this is, as far as it is known by now. */
  readonly kind: () => TerminalKind;
};

/**
 * Ghostty takes progress back that was not told again for 15 s, as its program may be gone; ms.
 * https://ghostty.org/docs/vt/osc/conemu
 */
const againMs = 10_000;

/** Nothing is shown before `begin`. */
export class TurnProgress {
  readonly #options: TurnProgressOptions;
  #isOn = false;
  #turn: "none" | "running" | "failed" = "none";
  #isWaiting = false;
  #shown: Progress | null = null;
  #cancel: (() => void) | undefined;

  constructor(options: TurnProgressOptions) {
    this.#options = options;
  }

  /** The setting is known. */
  begin(isOn: boolean): void {
    this.#isOn = isOn;
    this.show();
  }

  onEvent(event: EngineEvent): void {
    if (event.type === "turn_started") this.#turn = "running";
    else if (event.type === "turn_ended") this.#turn = event.outcome === "failed" ? "failed" : "none";
    else return;
    this.show();
  }

  /** Whether the turn waits for the user. */
  waitFor(isWaiting: boolean): void {
    this.#isWaiting = isWaiting;
    this.show();
  }

  /** The user is here: what has failed need not be told any more. */
  seen(): void {
    if (this.#turn !== "failed") return;
    this.#turn = "none";
    this.show();
  }

  /** Shows what holds, also when the terminal has only now told which it is. */
  show(): void {
    const next = this.#isOn && takesProgress(this.#options.kind()) ? this.#state() : null;
    if (next === this.#shown) return;
    this.#shown = next;
    this.#options.modes.setProgress(next);
    this.#cancel?.();
    this.#cancel = undefined;
    if (next === "busy") this.#again();
  }

  #state(): Progress | null {
    if (this.#turn === "failed") return "failed";
    if (this.#turn === "none") return null;
    return this.#isWaiting ? "waiting" : "busy";
  }

  #again(): void {
    this.#cancel = this.#options.timers.after(againMs, () => {
      this.#options.modes.setProgress("busy");
      this.#again();
    });
  }
}
