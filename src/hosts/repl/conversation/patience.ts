/** What the user can do about a turn that a model server failed: ask again, or have that done when the server said. */
import type { Entry } from "../../../protocol/entry.ts";
import type { ProviderError } from "../../../protocol/error.ts";
import { longestAskedWait } from "../../../providers/retry.ts";
import type { Timers } from "../screen/flusher.ts";
import { say } from "../../../words/say.ts";

/** The turn at the end of a branch when it did not come to its end. */
export type UnfinishedTurn = {
  readonly error?: ProviderError;
  /** When its server may be asked again, ms since 1970; absent when it did not say, or said soon. */
  readonly waitUntil?: number;
};

/** Null when the last turn of the branch was completed, and when there is none. */
export function unfinishedTurn(branch: readonly Entry[]): UnfinishedTurn | null {
  const end = branch.findLast(({ type }) => type === "turn_end" || type === "user" || type === "turn_start");
  if (end?.type !== "turn_end") return end === undefined ? null : {};
  if (end.outcome === "completed") return null;
  const { error } = end;
  if (error === undefined) return {};
  const wait = error.retryAfterMs ?? 0;
  return wait > longestAskedWait ? { error, waitUntil: Date.parse(end.at) + wait } : { error };
}

/** What can be done about it, in a line; null where nothing but another message helps. `now` is ms since 1970. */
export function wayOut({ error, waitUntil }: UnfinishedTurn, now: number): string | null {
  if (waitUntil !== undefined)
    return say`/wait goes on by itself at ${clockTime(waitUntil, now)}, /model talks to another one, /retry asks right away.`;
  return error?.retryable === true ? say`/retry asks again, /model talks to another one.` : null;
}

/** "14:05", with the day where that is not today; in the user's time zone. */
export function clockTime(at: number, now: number): string {
  const date = new Date(at);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return time;
  return say`${time} on ${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function two(number: number): string {
  return String(number).padStart(2, "0");
}

export type PatienceOptions = {
  readonly timers: Pick<Timers, "after">;
  /** Ms since 1970. */
  readonly now: () => number;
  readonly onOver: () => void;
};

/** A laptop that sleeps stops timers, not the clock: it is looked at this often, ms. */
const lookMs = 60_000;

/** Waits for a time of day, with one timer while it does and none when it does not. */
export class Patience {
  readonly #options: PatienceOptions;
  #cancelTimer: (() => void) | undefined;
  /** Ms since 1970; undefined while nothing is waited for. */
  until: number | undefined;

  constructor(options: PatienceOptions) {
    this.#options = options;
  }

  start(until: number): void {
    this.cancel();
    this.until = until;
    this.#look();
  }

  /** False when nothing was waited for. */
  cancel(): boolean {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    const wasWaiting = this.until !== undefined;
    this.until = undefined;
    return wasWaiting;
  }

  /** "goes on at 14:05 (esc cancels)"; empty while nothing is waited for. */
  words(): string {
    return this.until === undefined
      ? ""
      : say`goes on at ${clockTime(this.until, this.#options.now())} (esc cancels)`;
  }

  #look(): void {
    const { timers, now, onOver } = this.#options;
    const left = (this.until ?? 0) - now();
    if (left <= 0) {
      this.cancel();
      return onOver();
    }
    this.#cancelTimer = timers.after(Math.min(left, lookMs), () => this.#look());
  }
}
