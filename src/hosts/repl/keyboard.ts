/** Where each key goes: to what fills the window, to an open question or list, or to the composer and its commands. */
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Command } from "../../terminal/keymap.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { truncateLine } from "../../terminal/width.ts";
import type { Composer } from "./composer.ts";
import type { Timers } from "./flusher.ts";
import type { Repl, Submission } from "./repl.ts";
import type { Screen } from "./screen.ts";
import type { StartGate } from "./start-gate.ts";

export type KeyboardOptions = {
  readonly composer: Composer;
  readonly screen: Screen;
  readonly timers: Timers;
  /** What has to be answered before the session opens. */
  readonly gate: Pick<StartGate, "onInput">;
  readonly exit: () => void;
  readonly suspend: () => void;
  /** Lets the user edit the composer's text in their editor. */
  readonly openEditor: () => void;
  /** Keeps a text that was sent or set aside for the history of all sessions. */
  readonly remember: (text: string) => void;
};

/** How long "once more" counts, ms. */
const againMs = 2000;

/** Takes every event. Until the session is open, what is sent waits for it. */
export class Keyboard {
  readonly #options: KeyboardOptions;
  readonly #waiting: { readonly text: string; readonly as: Submission }[] = [];
  #repl: Repl | undefined;
  #again: { readonly command: Command; readonly cancel: () => void } | undefined;

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  /** The session is open: what was sent before goes to it now. */
  attach(repl: Repl): void {
    this.#repl = repl;
    for (const { text, as } of this.#waiting.splice(0)) repl.submit(text, as);
  }

  onInput(event: InputEvent): void {
    const { screen, gate } = this.#options;
    if (screen.isFull) {
      screen.onFullInput(event);
      if (!screen.isFull) this.#repl?.uncover();
      return;
    }
    if (this.#repl === undefined && gate.onInput(event)) return;
    for (const own of this.#repl?.onInput(event) ?? [event]) this.#compose(own);
  }

  #compose(event: InputEvent): void {
    const { composer, screen } = this.#options;
    if (event.type === "key" || event.type === "text" || event.type === "paste") this.#repl?.noteKey();
    const command = composer.onInput(event, screen.columns);
    if (command !== this.#again?.command) this.#forget();
    if (command !== null) this.#run(command);
    screen.set(composer.change(screen.columns));
  }

  #run(command: Command): void {
    const { composer, screen, exit, suspend, openEditor } = this.#options;
    switch (command) {
      case "send":
        return this.#send("queue");
      case "steer":
        return this.#send("steer");
      case "dismiss":
        this.#repl?.interrupt();
        return;
      case "interrupt":
        if (this.#repl?.interrupt() === true) return;
        if (!composer.isEmpty) return this.setAside();
        return this.#twice(command, "ctrl+c once more to exit", exit);
      case "delete-forward-or-exit":
        if (composer.isEmpty) this.#twice(command, "ctrl+d once more to exit", exit);
        else composer.deleteForward();
        return;
      case "suspend":
        return suspend();
      case "cycle-mode":
        this.#repl?.cycleMode();
        return;
      case "open-transcript":
        this.#repl?.openTranscript();
        return;
      case "open-editor":
        return openEditor();
      case "redraw":
        return screen.repaint();
      case "take-back-queued": {
        const text = this.#repl?.takeBack();
        if (text !== undefined) composer.insert(composer.isEmpty ? text : `\n${text}`);
        return;
      }
      default:
        return;
    }
  }

  #send(how: "queue" | "steer"): void {
    const { composer } = this.#options;
    const text = composer.buffer.value();
    if (text.trim() === "") return;
    const as: Submission = { how, isTyped: composer.isTyped };
    if (this.#repl === undefined) this.#wait({ text, as });
    else if (!this.#repl.submit(text, as)) return;
    this.setAside();
  }

  /** Keeps what was sent until the session is open; it is seen to wait. */
  #wait(sent: { readonly text: string; readonly as: Submission }): void {
    const { screen } = this.#options;
    this.#waiting.push(sent);
    const line = (text: string) =>
      truncateLine(`▸ queued: ${sanitize(text, "approval_inline")}`, screen.columns);
    screen.set({ queue: this.#waiting.map(({ text }) => line(text)) });
  }

  /** Empties the composer; what stood there is in the history, of this run and of those to come. */
  setAside(): void {
    const { composer, remember } = this.#options;
    const text = composer.clear();
    if (text.trim() !== "") remember(text);
  }

  /** The same command twice within a short time does it; the first time says so. */
  #twice(command: Command, hint: string, action: () => void): void {
    const { screen, timers } = this.#options;
    if (this.#again?.command === command) {
      this.#forget();
      return action();
    }
    this.#again = { command, cancel: timers.after(againMs, () => this.#forget()) };
    screen.set({ hint });
  }

  #forget(): void {
    if (this.#again === undefined) return;
    this.#again.cancel();
    this.#again = undefined;
    this.#options.screen.set({ hint: null });
  }
}
