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
  /** How many events have to happen; those that have no place where they come do not count. */
  readonly wanted: number;
  readonly wayOut: WayOut;
  readonly kittyKeyboard: boolean;
  /** Told of each event that happens, for the one who looks for a fault. */
  readonly log: string[];
};

/** Lets the events happen one after another, and leaves. Returns how many of them happened. */
export async function play({ events, wanted, wayOut, kittyKeyboard, log }: SessionOptions): Promise<number> {
  const talk = new Talk();
  await using story = await begin(talk.answer, { files: { "a.txt": "one\ntwo\n" }, kittyKeyboard });
  const world = new World(story, talk);
  let happened = 0;
  for (const event of events) {
    if (happened >= wanted) break;
    log.push(`${happened}: ${world.turn.state}: ${JSON.stringify(event)}`);
    if (await happen(world, event)) happened += 1;
    else log.pop();
  }
  log.push("the end");
  await windDown(world);
  try { expectAll(world); } catch (e) { require("fs").writeFileSync("/tmp/rnd/scroll."+world.story.project.folder.slice(-14,-8)+".txt", world.terminal.scrollback({joinWrapped:true}).join("\n")); require("fs").writeFileSync("/tmp/rnd/raw", world.terminal.raw()); throw e; }
  await expectCalm(world);
  log.push(wayOut);
  await leaveBy(world, wayOut);
  return happened;
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

/** Brings the turn to its end, and sends what waits. */
async function windDown(world: World): Promise<void> {
  for (let round = 0; world.turn.state !== "idle" || world.queue.length > 0; round += 1) {
    if (round > 60) throw new Error(`the turn does not end: ${world.turn.state}`);
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
