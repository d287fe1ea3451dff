/** Turns: a message is sent, what the model does about it, and what may come in between. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "bun:test";
import { processesRunning } from "../../support/processes.ts";
import { composerShows, idle, isBusy, killHard, seen, send } from "../start.ts";
import type { Dice } from "./events.ts";
import type { Change } from "./files.ts";
import { chainOf, markOf } from "./saved-log.ts";
import { type Deed, type Plan, planTurn } from "./talk.ts";
import { isAnswerable, questionIn } from "../random-events/window.ts";
import { nothingKnown, type World } from "./world.ts";

/** How a turn ends before it is over by itself. */
type Way =
  | "whole"
  | "escape"
  | "queue"
  | "kill at once"
  | "kill"
  | "kill with a queue"
  | "kill midway"
  | "hold"
  | "hold and kill";

const ways: readonly Way[] = [
  ...Array.from({ length: 12 }, () => "whole" as const),
  "escape",
  "escape",
  "queue",
  "queue",
  "kill at once",
  "kill",
  "kill with a queue",
  "kill midway",
  "kill midway",
  "hold",
  "hold and kill",
];

/** Sends a message and sees its turn through. `comeBack` starts the program again where it was killed. */
export async function message(
  world: World,
  dice: Dice,
  comeBack: (world: World) => Promise<void>,
): Promise<void> {
  const queued = await turn(world, dice);
  if (queued === null) return;
  world.wasKilled = true;
  await comeBack(world);
  if (queued === "") return;
  // What waited is set aside.
  await world.clearComposer();
  world.terminal.press("ctrl+s");
  await composerShows(world.terminal, queued);
}

/** Null where it went on to its end. Where the program was killed: the message that waited, empty for none. */
async function turn(world: World, dice: Dice): Promise<string | null> {
  const way = dice.pick(ways);
  const { terminal, talk } = world;
  const isHolding = way === "hold" || way === "hold and kill";
  const isHeld = way === "escape" || way === "queue" || way === "kill" || way === "kill with a queue";
  const plan = planTurn(talk, dice, world.files, { held: isHeld, holding: isHolding });
  await send(terminal, `${plan.mark} please`);
  if (way === "kill at once") {
    await killHard(terminal);
    settleKilled(world, plan);
    return "";
  }
  await taken(world, plan.mark);
  if (way === "kill midway") {
    const enough = world.log().entries.length + dice.roll(12);
    await terminal.waitFor(
      () => world.log().entries.length >= enough || isAnswerable(terminal) || hasEnded(world, plan.mark),
      { what: "the middle of the turn" },
    );
    await killHard(terminal);
    settleKilled(world, plan);
    return "";
  }
  const isStopped = await answerQuestions(world, plan, dice);
  if (isHolding && !isStopped) {
    const sleeper = plan.steps.flat().find((deed) => deed.sleeps !== null);
    const path = sleeper?.effects[0];
    const sleeping = () => processesRunning("sleep", sleeper?.sleeps ?? "");
    if (path !== undefined)
      await terminal.waitFor(() => world.disk().get(path.path) === path.after, {
        what: "the holding command",
      });
    await terminal.waitFor(() => sleeper === undefined || sleeping().length > 0, { what: "the sleep" });
    if (way === "hold and kill") {
      await killHard(terminal);
      // What a killed program has started lives on.
      for (const pid of sleeping()) process.kill(pid, "SIGKILL");
      settleKilled(world, plan);
      return "";
    }
    terminal.press("escape");
    await terminal.waitFor(() => sleeping().length === 0, { what: "the end of the command" });
  }
  if (isHeld && !isStopped) {
    await terminal.waitFor(() => seen(terminal).includes(`a${plan.mark.slice(1)}`), {
      what: "the held answer",
    });
    if (way === "kill" || way === "kill with a queue") {
      const waits = way === "kill" ? "" : `m${talk.next()}. waits`;
      if (waits !== "") await send(terminal, waits);
      await killHard(terminal);
      plan.held?.open();
      settleKilled(world, plan);
      if (waits !== "") {
        expect(draftsOf(world), "the message that waits").toContain(waits);
        return waits;
      }
      return "";
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
      return null;
    }
  }
  await over(world, plan);
  plan.held?.open();
  return null;
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

/** Answers what is asked about calls, until all of them have begun. True where the turn was stopped with that. */
async function answerQuestions(world: World, { steps }: Plan, dice: Dice): Promise<boolean> {
  const { terminal } = world;
  const deeds = steps.flat();
  let last = "";
  for (;;) {
    const next = await terminal.waitFor(() => nextQuestion(world, deeds), {
      what: "a question, or the calls to run",
    });
    if (next === "none") return false;
    // Keys of the one before do not count for the next.
    await terminal.waitFor(() => questionIn(terminal) !== last && isAnswerable(terminal), {
      what: `the question about ${next.callId}`,
    });
    last = questionIn(terminal);
    const answer = next.sleeps !== null ? 0 : dice.roll(10);
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
    await terminal.waitFor(() => says(world, next, "approval", "tool_result"), {
      what: `the answer to ${next.callId}`,
    });
  }
}

/** The call that is asked about; "none" where all have begun, false where that is to be waited for. */
function nextQuestion(world: World, deeds: readonly Deed[]): Deed | "none" | false {
  if (deeds.every((deed) => says(world, deed, "tool_start", "tool_result"))) return "none";
  const questions = world.log().entries.flatMap((entry) => (entry.type === "question" ? [entry.callId] : []));
  const open = questions.flatMap((id) => deeds.filter(({ callId }) => callId === id));
  return open.find((deed) => !says(world, deed, "approval", "tool_start", "tool_result")) ?? false;
}

function says(world: World, { callId }: Deed, ...types: readonly string[]): boolean {
  return world
    .log()
    .entries.some((entry) => types.includes(entry.type) && "callId" in entry && entry.callId === callId);
}

/** Waits for the end of the turn, and takes over what it did to files. */
async function over(world: World, plan: Plan): Promise<void> {
  const { terminal } = world;
  await terminal.waitFor(() => hasEnded(world, plan.mark), { what: `the end of the turn of ${plan.mark}` });
  await idle(terminal);
  // What the last command has changed is looked at behind a turn that was stopped.
  for (const deed of plan.steps.flat())
    for (const { path, after } of deed.effects)
      if (after !== (world.files.get(path) ?? null) && after === (world.disk().get(path) ?? null))
        await terminal.waitFor(() => keptBy(deed, path, world) !== undefined, {
          what: `a checkpoint of ${path} by ${deed.callId}`,
        });
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
    const mayBe = isKilled || deed.sleeps !== null;
    for (const { path, after } of deed.effects) {
      const before = world.files.get(path) ?? null;
      const holds = disk.get(path) ?? null;
      const kept = keptBy(deed, path, world);
      const isChanged = before !== after && (isDone || (mayBe && holds === after));
      if (isChanged && kept === undefined && !isKilled)
        throw new Error(`the log does not keep what ${path} held before ${deed.callId}`);
      if (kept !== undefined && (isChanged || !isDone)) {
        const left = leavesIn(deed, path, world) ? after : undefined;
        changes.push({ entryId: kept, path, before, after: left, by: "call" });
      }
      if (!isChanged) continue;
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

/** The log says what the call has left in the file. */
function leavesIn({ callId }: Deed, path: string, world: World): boolean {
  const whole = world.story.project.path(path);
  return world.log().entries.some((entry) => {
    if (entry.type !== "checkpoint" && entry.type !== "tool_result") return false;
    const files = entry.callId === callId ? (entry.files ?? []) : [];
    return files.some((file) => file.path === whole && file.after !== undefined);
  });
}

export async function calm(world: World): Promise<void> {
  await world.terminal.waitFor(() => !isBusy(world.terminal), { what: "rest" });
}
