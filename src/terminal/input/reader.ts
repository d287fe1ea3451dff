/** The one owner of stdin: turns raw mode on, reads, and gives the terminal away and takes it back. */
import type { InputEvent } from "./event.ts";
import { createInputParser, type Pending } from "./parse.ts";
import { systemTimers, type Timers } from "./timers.ts";

/** What the reader needs of `process.stdin`. */
export interface InputSource {
  setRawMode?(on: boolean): unknown;
  on(event: "data", listener: (bytes: Uint8Array) => void): unknown;
  on(event: "end" | "close", listener: () => void): unknown;
  on(event: "error", listener: (error: Error) => void): unknown;
  off(event: "data", listener: (bytes: Uint8Array) => void): unknown;
  off(event: "end" | "close", listener: () => void): unknown;
  off(event: "error", listener: (error: Error) => void): unknown;
  resume(): unknown;
  pause(): unknown;
  ref?(): unknown;
  unref?(): unknown;
}

export interface InputOptions {
  readonly stdin: InputSource;
  /** The first listener; others may `subscribe`. */
  readonly onEvent?: (event: InputEvent) => void;
  readonly timers?: Timers;
  readonly waits?: Partial<Waits>;
  /** Whether answers of the terminal are on their way, so that an ESC may well be the start of one. */
  readonly replyDue?: () => boolean;
  /** Reads what was typed before raw mode; see `readTypedAhead`. @default nothing */
  readonly typedAhead?: () => Uint8Array;
}

/** Milliseconds without a further byte after which what is pending is decided. */
export type Waits = {
  /** For a lone ESC to be the key, and an Enter behind an unbracketed paste to be Enter. 20 to 50 is felt by nobody. */
  readonly key: number;
  /** For a lone ESC while answers of the terminal are due. */
  readonly keyWhileReplyDue: number;
  /** For a sequence that was begun to be given up; counted from its start. */
  readonly sequence: number;
  /** For a paste without its end mark to be shown as far as it came. */
  readonly paste: number;
};

const defaultWaits: Waits = { key: 50, keyWhileReplyDue: 250, sequence: 1000, paste: 1000 };

export interface Input {
  /** Raw mode on, reading from now on. Bytes that were typed before are read, too. */
  start(): void;
  /** Raw mode off and no more reading, for good. */
  stop(): void;
  /**
   * Leaves stdin to a child (an editor, a pager) or a shell: raw mode off, nothing is read. What was typed in the same
   * read behind the key that led here waits for `resume`.
   */
  pause(): void;
  /**
   * Every byte goes to `listener` from now on, unread, for a program in a terminal of its own; raw mode stays on. What
   * was typed in the same read behind the key that led here waits for `resume`. Called again it switches raw mode on
   * anew, which a stop may have switched off.
   */
  passOn(listener: (bytes: Uint8Array) => void): void;
  /** Takes stdin back. */
  resume(): void;
  /**
   * Every event from now on, in order; the first subscriber also gets all that came before it.
   *
   * @returns ends the subscription
   */
  subscribe(listener: (event: InputEvent) => void): () => void;
  readonly state: "idle" | "reading" | "paused" | "passing" | "stopped";
}

/** Makes the reader; it touches nothing before `start`. No timer runs while nothing is pending. */
export function createInput(options: InputOptions): Input {
  const { stdin, timers = systemTimers, replyDue = () => false } = options;
  const waits = { ...defaultWaits, ...options.waits };
  const parser = createInputParser();
  const listeners = new Set<(event: InputEvent) => void>();
  if (options.onEvent !== undefined) listeners.add(options.onEvent);
  const queue: InputEvent[] = [];
  let state: Input["state"] = "idle";
  let draining = false;
  let ended = false;
  let passTo: ((bytes: Uint8Array) => void) | undefined;
  let waitingFor: Pending = "none";
  let cancelWait: (() => void) | undefined;

  function onData(bytes: Uint8Array): void {
    if (state === "passing") return passTo?.(bytes);
    const events = parser.feed(bytes);
    wait(events.length > 0);
    deliver(events);
  }

  function onEnd(): void {
    end();
  }

  /** EIO and the like: the terminal was closed under us. */
  function end(error?: Error): void {
    if (ended) return;
    ended = true;
    if (state === "passing") state = "reading";
    deliver([...settle(), error === undefined ? { type: "end" } : { type: "end", error }]);
  }

  /** Arms the one timer for what is pending. `progress`: something was completed, so what is pending now is new. */
  function wait(progress: boolean): void {
    const { pending } = parser;
    // From its first byte on, a sequence has a fixed time: a key held down must not feed it for ever.
    if (pending === "sequence" && waitingFor === "sequence" && !progress) return;
    cancelWait?.();
    cancelWait = undefined;
    waitingFor = pending;
    if (pending === "none") return;
    const ms = pending === "key" && replyDue() ? waits.keyWhileReplyDue : waits[pending];
    cancelWait = timers.after(ms, () => {
      // After a long frame the timer is due before stdin has been looked at: one more round lets waiting bytes in.
      cancelWait = timers.after(0, () => deliver(settle()));
    });
  }

  /** Decides what is pending. */
  function settle(): InputEvent[] {
    cancelWait?.();
    cancelWait = undefined;
    waitingFor = "none";
    return parser.flush();
  }

  function deliver(events: readonly InputEvent[]): void {
    queue.push(...events);
    if (draining) return;
    draining = true;
    try {
      for (let event = nextEvent(); event !== undefined; event = nextEvent()) {
        for (const listener of listeners) listener(event);
      }
    } finally {
      draining = false;
    }
  }

  /** Listeners may pause, so this is asked anew for each event. */
  function nextEvent(): InputEvent | undefined {
    return listeners.size === 0 || state === "paused" || state === "passing" ? undefined : queue.shift();
  }

  function setRawMode(on: boolean): void {
    try {
      stdin.setRawMode?.(on);
    } catch (error) {
      // A terminal that has hung up takes no modes any more; reading says the same, and that ends the program.
      if (on) end(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function read(): void {
    state = "reading";
    setRawMode(true);
    stdin.resume();
    stdin.ref?.();
  }

  function leave(next: "paused" | "stopped"): void {
    stdin.pause();
    stdin.unref?.();
    setRawMode(false);
    const pending = settle();
    // On the way out nobody is there any more to act on a key.
    if (next === "paused") deliver(pending);
    state = next;
  }

  return {
    start() {
      if (state !== "idle") return;
      stdin.on("data", onData);
      stdin.on("end", onEnd);
      stdin.on("close", onEnd);
      stdin.on("error", end);
      const ahead = options.typedAhead?.();
      read();
      if (ahead !== undefined && ahead.length > 0) onData(ahead);
    },
    stop() {
      if (state === "stopped") return;
      if (state !== "idle") {
        stdin.off("data", onData);
        stdin.off("end", onEnd);
        stdin.off("close", onEnd);
        stdin.off("error", end);
      }
      if (state === "reading" || state === "passing") leave("stopped");
      state = "stopped";
    },
    pause() {
      if (state === "reading") leave("paused");
    },
    passOn(listener) {
      if (state !== "reading" && state !== "passing") return;
      passTo = listener;
      if (state === "passing") setRawMode(false);
      setRawMode(true);
      deliver(settle());
      state = "passing";
    },
    resume() {
      if (state === "passing") state = "reading";
      else if (state !== "paused") return;
      read();
      deliver([]);
    },
    subscribe(listener) {
      listeners.add(listener);
      deliver([]);
      return () => listeners.delete(listener);
    },
    get state() {
      return state;
    },
  };
}
