/** What may happen to a session, and a seeded story of it. */

export const KINDS = [
  "message",
  "rewind",
  "undo",
  "tree",
  "label",
  "context",
  "compact",
  "rename",
  "fork",
  "clear",
  "resume",
  "leave",
  "kill",
  "second",
  "outside",
] as const;

export type StoryKind = (typeof KINDS)[number];

/** `dice` decide what it comes to where it happens, each from 0 to below 1. */
export type StoryEvent = { readonly kind: StoryKind; readonly dice: readonly number[] };

/** How often each of them happens. */
const weights: Readonly<Record<StoryKind, number>> = {
  message: 30,
  rewind: 14,
  undo: 10,
  tree: 6,
  label: 1,
  context: 10,
  compact: 3,
  rename: 1,
  fork: 2,
  clear: 1,
  resume: 3,
  leave: 2,
  kill: 4,
  second: 1,
  outside: 7,
};

const mostDice = 24;

/** The story of this seed: the same one each time. The first event is a message. */
export function storyOf(seed: number, count: number): StoryEvent[] {
  const random = randomOf(seed);
  return Array.from({ length: count }, (_, at) => {
    const kind = pickKind(random());
    return {
      kind: at === 0 ? "message" : kind,
      dice: Array.from({ length: mostDice }, () => Math.round(random() * 9_999) / 10_000),
    };
  });
}

function pickKind(at: number): StoryKind {
  let left = at * Object.values(weights).reduce((sum, weight) => sum + weight, 0);
  return KINDS.find((kind) => (left -= weights[kind]) < 0) ?? "message";
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed * 0x9e_37_79_b1;
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The dice of one event, one after another; beyond the last they are 0. */
export class Dice {
  readonly #dice: readonly number[];
  #next = 0;

  constructor({ dice }: StoryEvent) {
    this.#dice = dice;
  }

  /** From 0 to below `sides`. */
  roll(sides: number): number {
    const at = this.#dice[this.#next] ?? 0;
    this.#next += 1;
    return Math.floor(at * sides);
  }

  pick<T>(from: readonly [T, ...T[]] | readonly T[]): T {
    const picked = from[this.roll(from.length)];
    if (picked === undefined) throw new Error("there is nothing to pick from");
    return picked;
  }
}
