/**
 * Random events of every kind, 10,000 of them, against the real program in the emulated terminal. Whatever happens: one
 * composer, with its text and the cursor as a model of the editor has them; nothing printed twice or missing; every
 * message with the model once and in order; the scrollback left alone; and the terminal as it was behind every way out.
 *
 * The seeds are fixed. To look at others, or to see one again that has failed:
 *
 *     REIN_EVENTS_SEED=7 node bin/bun.mjs test tests/e2e/random-events.test.ts
 *
 *     REIN_EVENTS_SEED      the first session's seed; each further session has the next one   @default 1
 *     REIN_EVENTS_SESSIONS  how many sessions there are                                        @default 20, 1 with a seed
 *     REIN_EVENTS_COUNT     how many events happen in each                                     @default 500
 *     REIN_EVENTS_SHRINK    with any value, what a failure does not need is left out of its events: takes minutes
 */
import { expect, test } from "bun:test";
import { eventsOf, type RandomEvent } from "./random-events/events.ts";
import { play, type SessionOptions } from "./random-events/session.ts";
import { failureOf, shrink } from "./random-events/shrink.ts";
import { turnstile } from "./random-events/turnstile.ts";
import { WAYS_OUT } from "./random-events/ways-out.ts";

const { REIN_EVENTS_SEED, REIN_EVENTS_SESSIONS, REIN_EVENTS_COUNT, REIN_EVENTS_SHRINK } = process.env;
const first = Number(REIN_EVENTS_SEED ?? 1);
const sessions = Number(REIN_EVENTS_SESSIONS ?? (REIN_EVENTS_SEED === undefined ? 20 : 1));
const wanted = Number(REIN_EVENTS_COUNT ?? 500);

/** Some events have no place where they come. */
const spare = 4;
/** How many sessions go on at the same time: most of their time they wait for the program's own delays. */
const together = 5;
/** All sessions begin at the same time, and most of them wait for the others first. */
const deadline = 1_800_000;

const pass = turnstile(together);

test.concurrent.each(Array.from({ length: sessions }, (_, index) => first + index))(
  `${wanted} random events, seed %d`,
  async (seed) => {
    await pass(() => session(seed));
  },
  deadline,
);

async function session(seed: number): Promise<void> {
  const options: Omit<SessionOptions, "events"> = {
    wanted,
    wayOut: WAYS_OUT[seed % WAYS_OUT.length] ?? "ctrl+d",
    // In the middle of whatever the last event has begun.
    isSudden: Math.floor(seed / WAYS_OUT.length) % 2 === 1,
    kittyKeyboard: seed % 3 === 0,
  };
  const happened: RandomEvent[] = [];
  try {
    await play({ ...options, events: eventsOf(seed, wanted * spare) }, happened);
  } catch (thrown) {
    throw new Error(await storyOf(thrown, seed, options, happened), { cause: thrown });
  }
  expect(happened).toHaveLength(wanted);
}

/** What has happened up to the failure, its end or what is left of it. */
async function storyOf(
  thrown: unknown,
  seed: number,
  options: Omit<SessionOptions, "events">,
  happened: readonly RandomEvent[],
): Promise<string> {
  const isSame = async (events: readonly RandomEvent[]) =>
    (await failureOf(() => play({ ...options, events }, []))) ===
    (await failureOf(() => Promise.reject(thrown)));
  const told = REIN_EVENTS_SHRINK === undefined ? happened.slice(-25) : await shrink(happened, isSame, 80);
  return [
    `REIN_EVENTS_SEED=${seed} REIN_EVENTS_COUNT=${wanted}: failed at event ${happened.length}, the way out ${options.wayOut}${options.isSudden ? " at once" : ""}`,
    ...told.map((event) => JSON.stringify(event)),
    thrown instanceof Error ? thrown.message : String(thrown),
  ].join("\n");
}
