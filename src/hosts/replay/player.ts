/** Plays a branch: tells its events when they are due, and goes where it is told to. */
import type { Entry } from "../../protocol/entry.ts";
import type { PausableTimers } from "./pausable.ts";
import { type ReplayEvent, Schedule, type TimedEvent } from "./schedule.ts";
import { isStop } from "./turns.ts";

export type PlayerOptions = {
  readonly entries: readonly Entry[];
  /** So many of them are played. */
  readonly end: number;
  readonly maxPauseMs: number;
  /** How many times as fast as it was; 0 waits for nothing. */
  readonly speed: number;
  readonly timers: PausableTimers;
  readonly onEvent: (event: ReplayEvent) => void;
  /** It stands still now: it was paused, a step was shown, or its end is reached. */
  readonly onStill: () => void;
};

/** The speeds that the keys go through. */
const speeds = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64] as const;
/** For so long events are told without letting keys in, ms. */
const longestRun = 12;
/** Who is later than this does not make up for it, ms. */
const longestDelay = 500;

export class Player {
  readonly #options: PlayerOptions;
  #schedule: Schedule;
  #speed: number;
  /** How many entries have been told. */
  #at = 0;
  /** What is left of the entry that is being told. */
  #rest: TimedEvent[] = [];
  /** When the last event was due, on the clock of the timers. */
  #due = 0;
  #cancel: () => void = () => undefined;
  #isPaused = true;

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#speed = options.speed;
    this.#schedule = this.#newSchedule();
  }

  /** How many entries have been told. */
  get at(): number {
    return this.#at;
  }

  get speed(): number {
    return this.#speed;
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#options.end && this.#rest.length === 0;
  }

  play(): void {
    if (!this.#isPaused || this.isAtEnd) return;
    const { timers } = this.#options;
    this.#isPaused = false;
    timers.resume();
    this.#due = timers.now();
    this.#go();
  }

  pause(): void {
    if (this.#isPaused) return;
    this.#stop();
    this.#options.onStill();
  }

  /** Tells the rest of this step and pauses: a question with its answer is a step of its own. */
  step(): void {
    this.#stop();
    let isFirst = true;
    let last: Entry | undefined;
    while (this.#rest.length > 0 || this.#takeNext()) {
      if (!isFirst && this.#rest[0]?.event.type === "approval_answered") break;
      const event = this.#tell();
      isFirst = false;
      if (event?.type === "entry") last = event.entry;
      if (this.#rest.length === 0 && last !== undefined && isStop(last)) break;
    }
    this.#options.onStill();
  }

  /** Tells the rest of the entry that is being told: nothing is left half said. */
  finishEntry(): void {
    while (this.#rest.length > 0) this.#tell();
  }

  /** From now on it goes on there; what stands before has been shown in another way. */
  goTo(index: number): void {
    this.#cancel();
    this.#rest = [];
    this.#schedule = this.#newSchedule();
    for (const entry of this.#options.entries.slice(0, index)) this.#schedule.skip(entry);
    this.#at = index;
    this.#due = this.#options.timers.now();
    if (this.isAtEnd) this.#stop();
    else if (!this.#isPaused) this.#go();
  }

  faster(): void {
    this.#setSpeed(speeds.find((one) => one > this.#speed) ?? this.#speed);
  }

  slower(): void {
    this.#setSpeed(speeds.findLast((one) => one < this.#speed) ?? this.#speed);
  }

  close(): void {
    this.#cancel();
    this.#isPaused = true;
  }

  /** Nothing is faster than 0, which waits for nothing, and all else is slower. */
  #setSpeed(speed: number): void {
    this.#speed = speed;
    if (this.#isPaused) return;
    this.#cancel();
    this.#due = this.#options.timers.now();
    this.#go();
  }

  #go(): void {
    const { timers, onStill } = this.#options;
    const begun = timers.now();
    while (this.#rest.length > 0 || this.#takeNext()) {
      const now = timers.now();
      const wait = this.#speed === 0 ? 0 : (this.#rest[0]?.afterMs ?? 0) / this.#speed;
      const due = Math.max(this.#due + wait, now - longestDelay);
      if (due > now) {
        this.#cancel = timers.after(due - now, () => this.#go());
        return;
      }
      if (now - begun > longestRun) {
        this.#cancel = timers.after(0, () => this.#go());
        return;
      }
      this.#due = due;
      this.#tell();
      if (this.#isPaused) return;
    }
    this.#stop();
    onStill();
  }

  #tell(): ReplayEvent | undefined {
    const event = this.#rest.shift()?.event;
    if (event?.type === "entry") this.#at += 1;
    if (event !== undefined) this.#options.onEvent(event);
    return event;
  }

  #takeNext(): boolean {
    const { entries, end } = this.#options;
    const next = this.#at < end ? entries[this.#at] : undefined;
    if (next === undefined) return false;
    this.#rest = this.#schedule.next(next);
    return true;
  }

  #stop(): void {
    this.#cancel();
    this.#isPaused = true;
    this.#options.timers.pause();
  }

  #newSchedule(): Schedule {
    const { entries, maxPauseMs } = this.#options;
    return new Schedule(entries, { maxPauseMs, isInstant: () => this.#speed === 0 });
  }
}
