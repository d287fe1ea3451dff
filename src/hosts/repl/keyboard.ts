/** Where each key goes: to what fills the window, to an open question or list, or to the composer and its commands. */
import { fit } from "../../../components/fit.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Command } from "../../terminal/keymap.ts";
import type { Content } from "../../terminal/text-buffer.ts";
import { truncateLine } from "../../terminal/width.ts";
import type { RemovedMessage } from "../../engine/message-queue.ts";
import type { SentMessage } from "../../engine/user-entry.ts";
import { oneLine } from "../../transcript/panel.ts";
import type { Composer } from "./composer/composer.ts";
import { onMouse } from "./composer/composer-mouse.ts";
import type { Timers } from "./screen/flusher.ts";
import type { ImageIntake } from "./composer/image-intake.ts";
import { HeldKeys, type HoldKeys } from "./held-keys.ts";
import { isSuspension, keyName, onEscapeTwice } from "./keys.ts";
import type { QueuedMessage } from "../../protocol/event.ts";
import type { BeingRead } from "./conversation/shown-ahead.ts";
import type { Repl } from "./repl.ts";
import type { Screen, ViewChange } from "./screen/screen.ts";
import type { Submission } from "./composer/submission.ts";
import type { StartGate } from "./start-gate.ts";
import { say } from "../../words/say.ts";
import { commandPieces, joined, piecesOf } from "./composer/typed-pieces.ts";
import { writtenMessage } from "./composer/written-message.ts";

export type KeyboardOptions = {
  readonly composer: Composer;
  readonly screen: Screen;
  readonly timers: Timers;
  /** What has to be answered before the session opens. */
  readonly gate: Pick<StartGate, "onInput">;
  /** The long session that is being read before it opens; undefined for none. */
  readonly reading: () => Pick<BeingRead, "openTranscript"> | undefined;
  /** Makes images of what is pasted. */
  readonly images: Pick<ImageIntake, "pasted" | "fromClipboard" | "isBusy" | "done" | "cancel">;
  readonly exit: () => void;
  readonly suspend: () => void;
  /** Lets the user edit the composer's text in their editor. */
  readonly openEditor: () => void;
  /** Keeps a text that was sent or set aside for the history of all sessions. */
  readonly remember: (text: string) => void;
  /** A text was sent: it is no draft any more. */
  readonly onSent: () => void;
};

/** How long a word about what has just happened is shown, ms, when no key comes. */
const hintMs = 4000;

/** How long "once more" counts, ms. */
const againMs = 2000;

/** Takes every event. Until the session is open, what is sent waits for it. */
export class Keyboard {
  readonly #options: KeyboardOptions;
  readonly #waiting: { readonly text: string; readonly as: Submission }[] = [];
  #repl: Repl | undefined;
  #again: { readonly command: Command; readonly cancel: () => void } | undefined;
  #cancelHint: (() => void) | undefined;
  /** A waiting message that stands in the composer. `isApart`: a draft had to make way for it. */
  #edited: { readonly removed: RemovedMessage; readonly isApart: boolean } | undefined;

  readonly #held = new HeldKeys((event) => this.onInput(event));

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  /** A session is open: what was sent before goes to it now, where it takes that. */
  attach(repl: Repl, takesSent: boolean): void {
    this.#repl = repl;
    for (const { text, as } of this.#waiting.splice(0)) {
      const isTaken = !takesSent || repl.submit(text, as);
      // Words come back with the up key; images would be lost with what cannot be sent.
      if (!isTaken && as.images !== undefined && this.#options.composer.isEmpty)
        this.#insert(writtenMessage({ text, ...as }));
    }
  }

  /** What was sent and waits for the session to open. */
  get sent(): readonly QueuedMessage[] {
    return this.#waiting.map(({ text, as }, index) => ({
      id: `sent-${index}`,
      text,
      via: as.how,
      ...(as.images === undefined ? {} : { images: as.images }),
    }));
  }

  onInput(event: InputEvent): void {
    if (this.#held.isHolding) return this.#held.keep(event);
    const takes = this.#takes();
    const [first, ...others] =
      takes === undefined
        ? commandPieces(event, this.#options.composer)
        : piecesOf(event, takes === "letters");
    if (first === undefined || others.length === 0) return this.#take(event);
    this.#take(first);
    // That may have closed what takes keys, or opened something: what came behind it is for what is there now.
    for (const rest of joined(others)) this.onInput(rest);
  }

  /** How keys are taken now; undefined where they are the composer's, or shown as they come. */
  #takes(): "text" | "letters" | undefined {
    const { screen } = this.#options;
    if (!screen.isFull) return this.#repl?.listTakes;
    return screen.takesEveryKey ? undefined : "letters";
  }

  #take(event: InputEvent): void {
    const { screen, gate } = this.#options;
    if (event.type === "mouse" && !screen.isFull) return onMouse(event, this.#options);
    if (screen.isFull) {
      if (!screen.takesEveryKey && isSuspension(event, "transcript")) return this.#options.suspend();
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
    this.#cancelHint?.();
    const command = composer.onInput(event, screen.columns);
    if (command !== this.#again?.command) this.#forget();
    if (command !== null) this.#run(command);
    else if (event.type === "paste") this.#options.images.pasted(event);
    screen.set(composerChange(this.#options));
  }

  #run(command: Command): void {
    const { composer, screen, exit, suspend, openEditor } = this.#options;
    switch (command) {
      case "send":
        return this.#send("queue");
      case "steer":
        return this.#send("steer");
      case "dismiss":
        if (this.#edited !== undefined) return this.#putBack(this.#edited.removed);
        // An Esc that has stopped something is not the first of two.
        if (this.#repl?.interrupt() !== true) this.#maybeRewind(command);
        return;
      case "rewind":
        this.#repl?.rewind();
        return;
      case "interrupt":
        if (this.#repl?.interrupt() === true) return;
        if (this.#edited !== undefined) return this.#putBack(this.#edited.removed);
        if (!composer.isEmpty) return this.setAside();
        return this.#twice(command, say`${keyName("interrupt", "global")} once more to exit`, exit);
      case "delete-forward-or-exit":
        if (composer.isEmpty)
          this.#twice(command, say`${keyName("delete-forward-or-exit", "composer")} once more to exit`, exit);
        else composer.deleteForward();
        return;
      case "suspend":
        return suspend();
      case "cycle-mode":
        this.#repl?.cycleMode();
        return;
      case "open-transcript":
        (this.#repl ?? this.#options.reading())?.openTranscript();
        return;
      case "show-raw":
        this.#repl?.showRaw();
        return;
      case "page-up":
      case "page-down":
        if (composer.help.isShown) return composer.help.page(command, screen.columns, this.#rowsOfHelp());
        return screen.stage?.scroll(command);
      case "toggle-todos":
        this.#repl?.toggleTodos();
        return;
      case "open-editor":
        return openEditor();
      case "redraw":
        return screen.repaint();
      case "paste-image":
        return this.#options.images.fromClipboard();
      case "stash-draft":
        return this.#stash();
      case "open-queue":
        return this.#repl?.waiting.openBoard();
      case "take-back-queued": {
        const message = this.#repl?.waiting.takeBack();
        if (message === undefined) return;
        // On a line of its own, in one piece: one undo takes all of it away.
        const begin = composer.isEmpty ? "" : "\n";
        this.#insert({ ...message, text: begin + message.text });
        return;
      }
      default:
        return;
    }
  }

  /** How many rows of the key help are seen. */
  #rowsOfHelp(): number {
    const { screen } = this.#options;
    return fit({ ...screen.view, columns: screen.columns, rows: screen.rows }).suggestions;
  }

  #send(how: "queue" | "steer"): void {
    const { composer, images: reading } = this.#options;
    if (reading.isBusy) return this.#sendWhenRead(how);
    const text = composer.buffer.value();
    if (text.trim() === "") return;
    const images = composer.buffer.images();
    const pictures = images.length === 0 ? {} : { images };
    if (this.#edited !== undefined) return this.#sendEdited({ text, ...pictures }, this.#edited.removed);
    const as: Submission = { how, isTyped: composer.isTyped, ...pictures };
    if (this.#repl === undefined) this.#wait({ text, as });
    else if (!this.#repl.submit(text, as)) return;
    this.setAside();
    this.#options.onSent();
    this.#options.screen.stage?.follow();
  }

  /** Keys that come until the images are read are for what comes after the message. */
  #sendWhenRead(how: "queue" | "steer"): void {
    const { images, screen } = this.#options;
    let isCancelled = false;
    this.hint(say`reading the image; then it is sent`);
    void this.#held.until(images.done(), {
      onLeave: () => {
        isCancelled = true;
        images.cancel();
        return "keep";
      },
      whenOver: () => {
        this.#cancelHint?.();
        if (!isCancelled) this.#send(how);
        screen.set(composerChange(this.#options));
      },
    });
  }

  /** Something is about to open that the keys which come until then are for. */
  readonly holdKeys: HoldKeys = (opened, hold) => void this.#held.until(opened, hold);

  #insert(message: Content): void {
    this.#options.composer.vim.append();
    this.#options.composer.edit((buffer) => buffer.insertContent(message));
  }

  /** Sets the text aside, or brings back what was. */
  #stash(): void {
    const { composer } = this.#options;
    if (this.#edited !== undefined) return;
    if (composer.drafts.setApart())
      this.hint(say`set aside · ${keyName("stash-draft", "composer")} on an empty line brings it back`);
    else if (!composer.drafts.bringBack()) this.hint(say`nothing is set aside`);
  }

  /** A message that waited is changed in the composer. A draft makes way for it until it is back in its place. */
  editQueued(removed: RemovedMessage): void {
    const { composer } = this.#options;
    this.#cancelHint?.();
    this.#edited = { removed, isApart: composer.drafts.setApart() };
    const enter = this.#repl?.isBusy === true ? say`puts it back` : say`sends it`;
    composer.note = say`a message that waited · ${keyName("send", "composer")} ${enter} · ${keyName("dismiss", "global")} leaves it as it was`;
    this.#insert(writtenMessage(removed.message));
    this.#options.screen.set(composerChange(this.#options));
  }

  /** While a turn runs it goes back to its place; else there is nothing left to wait for. */
  #sendEdited({ text, images }: SentMessage, { message, before }: RemovedMessage): void {
    const pictures = images === undefined ? {} : { images };
    if (this.#repl?.isBusy === true) {
      const { id, via } = message;
      return this.#putBack({ message: { id, text, via, ...pictures }, before });
    }
    const as: Submission = { how: "queue", isTyped: false, ...pictures };
    if (this.#repl?.submit(text, as) === true) this.#endEdited();
  }

  #putBack(removed: RemovedMessage): void {
    this.#endEdited();
    this.#repl?.waiting.putBack(removed);
  }

  #endEdited(): void {
    const { composer } = this.#options;
    composer.note = undefined;
    composer.drafts.discard();
    if (this.#edited?.isApart === true) composer.drafts.bringBack();
    this.#edited = undefined;
    this.#options.onSent();
  }

  /** Says something about the composer, until the next key or for a moment. */
  hint(text: string): void {
    const { screen, timers } = this.#options;
    this.#cancelHint?.();
    const cancel = timers.after(hintMs, () => this.#cancelHint?.());
    this.#cancelHint = () => {
      this.#cancelHint = undefined;
      cancel();
      screen.set({ hint: null });
    };
    screen.set({ ...composerChange(this.#options), hint: text });
  }

  /** Keeps what was sent until the session is open; it is seen to wait. */
  #wait(sent: { readonly text: string; readonly as: Submission }): void {
    const { screen } = this.#options;
    this.#waiting.push(sent);
    const line = (text: string) => truncateLine(say`▸ queued: ${oneLine(text)}`, screen.columns);
    screen.set({ queue: this.#waiting.map(({ text }) => line(text)) });
  }

  /** Empties the composer; what stood there is in the history, of this run and of those to come. */
  setAside(): void {
    const { composer, remember } = this.#options;
    const text = composer.clear();
    if (text.trim() !== "") remember(text);
  }

  /** Esc on an empty line while nothing runs: the second one goes back, where something was said. */
  #maybeRewind(command: Command): void {
    const wasSaid = (this.#repl?.conversation.session.branch().length ?? 0) > 0;
    if (!wasSaid || !this.#options.composer.isEmpty || onEscapeTwice() !== "rewind") return;
    this.#twice(command, say`esc once more goes back to before a message`, () => this.#repl?.rewind());
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

function composerChange({ composer, screen }: Pick<KeyboardOptions, "composer" | "screen">): ViewChange {
  return composer.change(screen.columns);
}
