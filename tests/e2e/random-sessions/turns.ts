/** Turns: a message is sent, what the model does about it, and what may come in between. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "bun:test";
import { processesWith } from "../../support/processes.ts";
import { asked, idle, isBusy, killHard, seen, send } from "../start.ts";
import type { Dice } from "./events.ts";
import type { Change } from "./files.ts";
import { chainOf, markOf } from "./saved-log.ts";
import { type Deed, type Plan, planTurn } from "./talk.ts";
import { nothingKnown, type World } from "./world.ts";

/** How a turn ends before it is over by itself. */
type Way = "whole" | "escape" | "queue" | "kill at once" | "kill" | "hold" | "hold and kill";

const ways: readonly Way[] = [
  ...Array.from({ length: 12 }, () => "whole" as const),
  "escape",
  "escape",
  "queue",
  "queue",
  "kill at once",
  "kill",
  "hold",
  "hold and kill",
];

/** Sends a message and sees its turn through. False where the program was killed. */
export async function message(world: World, dice: Dice): Promise<"open" | "killed"> {
  const way = dice.pick(ways);
  const { terminal, talk } = world;
  const isHolding = way === "hold" || way === "hold and kill";
  const isHeld = way === "escape" || way === "queue" || way === "kill";
  const plan = planTurn(talk, dice, world.files, { held: isHeld, holding: isHolding });
  await send(terminal, `${plan.mark} please`);
  if (way === "kill at once") {
    await killHard(terminal);
    settleKilled(world, plan);
    return "killed";
  }
  await taken(world, plan.mark);
  const isStopped = await answerQuestions(world, plan, dice);
  if (isHolding && !isStopped) {
    const path = plan.steps.flat().find((deed) => deed.isHolding)?.effects[0];
    if (path !== undefined)
      await terminal.waitFor(() => world.disk().get(path.path) === path.after, {
        what: "the holding command",
      });
    if (way === "hold and kill") {
      await killHard(terminal);
      for (const pid of processesWith(world.story.project.folder)) process.kill(pid, "SIGKILL");
      settleKilled(world, plan);
      return "killed";
    }
    terminal.press("escape");
  }
  if (isHeld && !isStopped) {
    await terminal.waitFor(() => seen(terminal).includes(`a${plan.mark.slice(1)}`), {
      what: "the held answer",
    });
    if (way === "kill") {
      await killHard(terminal);
      plan.held?.open();
      settleKilled(world, plan);
      return "killed";
    }
    if (way === "escape") terminal.press("escape");
    if (way === "queue") {
      const next = planTurn(talk, dice, world.files, { held: false, holding: false });
      // What changes files comes in turns of its own.
      talk.plans.set(next.mark, { ...next, steps: [] });
      await send(terminal, `${next.mark} too`);
      plan.held?.open();
      await over(world, plan);
      await taken(world, next.mark);
      await over(world, next);
      return "open";
    }
  }
  await over(world, plan);
  plan.held?.open();
  return "open";
}

/** Waits until the message is in the log, and notes in which. */
async function taken(world: World, mark: string): Promise<void> {
  await world.terminal.waitFor(() => (findCurrent(world, mark), isIn(world, mark)), {
    what: `${mark} in the log`,
  });
  world.change({ chain: [...world.known.chain, mark] });
  world.sentNow.push(mark);
}

function isIn(world: World, mark: string): boolean {
  return world.current !== null && chainOf(world.log().entries).includes(mark);
}

/** The first message of a session makes its log. */
function findCurrent(world: World, mark: string): void {
  if (world.current !== null) return;
  const found = [...world.saved().keys()].find(
    (id) => !world.sessions.has(id) && chainOf(world.log(id).entries).includes(mark),
  );
  if (found === undefined) return;
  world.current = found;
  world.sessions.set(found, world.fresh);
  world.fresh = nothingKnown();
}

/** Answers what is asked about calls. True where the turn was stopped with that. */
async function answerQuestions(world: World, { steps }: Plan, dice: Dice): Promise<boolean> {
  const { terminal } = world;
  for (const { callId, effects, isHolding } of steps.flat()) {
    if (effects.length === 0) continue;
    const says = (...types: readonly string[]) =>
      world
        .log()
        .entries.some((entry) => types.includes(entry.type) && "callId" in entry && entry.callId === callId);
    await terminal.waitFor(() => says("question", "tool_start", "tool_result"), { what: `call ${callId}` });
    if (says("tool_start", "tool_result")) continue;
    await asked(terminal);
    const answer = isHolding ? 0 : dice.roll(10);
    if (answer === 9) {
      terminal.press("escape");
      return true;
    }
    if (answer === 8) {
      terminal.press("3");
      await terminal.waitFor(/no:/, { what: "room for why not" });
      terminal.type("not now");
      await terminal.waitFor(/no: not now/);
      terminal.press("enter");
    } else terminal.press("1");
    await terminal.waitFor(() => says("approval", "tool_result"), { what: `the answer to ${callId}` });
  }
  return false;
}

/** Waits for the end of the turn, and takes over what it did to files. */
async function over(world: World, plan: Plan): Promise<void> {
  const { terminal } = world;
  await terminal.waitFor(() => hasEnded(world, plan.mark), { what: `the end of the turn of ${plan.mark}` });
  await idle(terminal);
  settle(world, plan, false);
}

function hasEnded(world: World, mark: string): boolean {
  const { entries } = world.log();
  const at = entries.findIndex((entry) => entry.type === "user" && markOf(entry.text) === mark);
  return entries.slice(at).some(({ type }) => type === "turn_end");
}

/** What a killed program had done by then. */
function settleKilled(world: World, plan: Plan): void {
  findCurrent(world, plan.mark);
  const isSaved = isIn(world, plan.mark);
  if (isSaved && !world.known.chain.includes(plan.mark))
    world.change({ chain: [...world.known.chain, plan.mark] });
  if (!isSaved) expect(draftsOf(world), "the message that was sent").toContain(plan.mark);
  settle(world, plan, true);
}

export function draftsOf(world: World): string {
  const { drafts } = world.paths;
  if (!existsSync(drafts)) return "";
  return readdirSync(drafts)
    .map((name) => readFileSync(join(drafts, name), "utf8"))
    .join("\n");
}

function settle(world: World, plan: Plan, isKilled: boolean): void {
  const disk = world.disk();
  const log = world.current === null ? null : world.log();
  const changes: Change[] = [];
  for (const deed of plan.steps.flat()) {
    if (deed.effects.length === 0) continue;
    const result = log?.entries.find((entry) => entry.type === "tool_result" && entry.callId === deed.callId);
    const isDone = result?.type === "tool_result" && result.result.ok;
    const mayBe = isKilled || deed.isHolding;
    for (const { path, after } of deed.effects) {
      const before = world.files.get(path) ?? null;
      const holds = disk.get(path) ?? null;
      if (!isDone && !(mayBe && holds === after)) continue;
      if (before === after) continue;
      const kept = keptBy(deed, path, world);
      if (kept === undefined && !isKilled)
        throw new Error(`the log does not keep what ${path} held before ${deed.callId}`);
      if (kept !== undefined) changes.push({ entryId: kept, path, before, after, by: "call" });
      if (after === null) world.files.delete(path);
      else world.files.set(path, after);
    }
  }
  world.change({ changes: [...world.known.changes, ...changes] });
}

function keptBy({ callId }: Deed, path: string, world: World): string | undefined {
  if (world.current === null) return undefined;
  const whole = world.story.project.path(path);
  return world
    .log()
    .entries.find(
      (entry) =>
        entry.type === "checkpoint" &&
        entry.callId === callId &&
        entry.files.some((file) => file.path === whole && file.notKept === undefined),
    )?.id;
}

export async function calm(world: World): Promise<void> {
  await world.terminal.waitFor(() => !isBusy(world.terminal), { what: "rest" });
}
