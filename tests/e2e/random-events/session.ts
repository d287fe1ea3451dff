/** One session of the program under a list of events. */
import { expect } from "bun:test";
import { begin } from "../start.ts";
import type { RandomEvent } from "./events.ts";
import { expectAll } from "./expectations.ts";
import { Talk } from "./talk.ts";
import { turnOn } from "./turns.ts";
import { leaveBy, type WayOut } from "./ways-out.ts";
import { change } from "./windows.ts";
import { World } from "./world.ts";
import { write } from "./writing.ts";

export type SessionOptions = {
  readonly events: readonly RandomEvent[];
  /** How many events happen at most. */
  readonly wanted: number;
  readonly wayOut: WayOut;
  /** The program is left as it is behind the last event, not when all is said and done. */
  readonly isSudden: boolean;
  readonly kittyKeyboard: boolean;
};

/** Lets the events happen one after another, and leaves. `happened` gets those that had a place where they came. */
export async function play(
  { events, wanted, wayOut, isSudden, kittyKeyboard }: SessionOptions,
  happened: RandomEvent[],
): Promise<void> {
  const talk = new Talk();
  await using story = await begin(talk.answer, { files: { "a.txt": "one\ntwo\n" }, kittyKeyboard });
  const world = new World(story, talk);
  for (const event of events) {
    if (happened.length >= wanted) break;
    happened.push(event);
    if (!(await happen(world, event))) happened.pop();
  }
  if (!isSudden || world.turn.state === "idle") {
    await windDown(world);
    expectAll(world);
    await expectCalm(world);
  }
  await leaveBy(world, wayOut);
}

async function happen(world: World, event: RandomEvent): Promise<boolean> {
  switch (event.type) {
    case "say":
    case "think":
    case "finish":
    case "answer":
    case "let go":
    case "stop":
      return turnOn(world, event);
    case "resize":
    case "transcript":
    case "mode":
    case "redraw":
    case "suspend":
      return change(world, event);
    default:
      return write(world, event);
  }
}

/** More turns than this cannot be waiting. */
const mostTurns = 1_000;

/** Brings the turn to its end, and sends what waits. */
async function windDown(world: World): Promise<void> {
  for (let round = 0; world.turn.state !== "idle" || world.queue.length > 0; round += 1) {
    if (round > mostTurns) throw new Error(`the turn does not end: it is ${world.turn.state}`);
    if (world.turn.state === "thinking") await turnOn(world, { type: "finish", ending: "stop" });
    else if (world.turn.state === "idle") await write(world, { type: "send" });
    else await turnOn(world, { type: "stop", key: "escape" });
  }
}

/** Nothing is written while nothing happens. */
async function expectCalm({ terminal }: World): Promise<void> {
  await terminal.idle(400);
  const { outputs } = terminal;
  // Not a wait for something: the time of other programs' lives.
  for (let round = 0; round < 3; round += 1) await Bun.spawn(["sleep", "0.1"]).exited;
  expect(terminal.outputs, "output while nothing happens").toBe(outputs);
}
