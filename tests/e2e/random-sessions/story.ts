/** One story: its events one after another, and what must be so behind each of them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "bun:test";
import { processesWith, until } from "../../support/processes.ts";
import { leave as leaveBy } from "../start.ts";
import { Dice, type StoryEvent } from "./events.ts";
import { label, rewind, tree, undo } from "./going-back.ts";
import { chainOf } from "./saved-log.ts";
import {
  clear,
  comeBack,
  compact,
  context,
  fork,
  kill,
  leave,
  outside,
  rename,
  resume,
  second,
} from "./sessions.ts";
import { calm, message } from "./turns.ts";
import { type Mode, World } from "./world.ts";

/** Lets them happen. `happened` gets those that had a place where they came. */
export async function play(mode: Mode, events: readonly StoryEvent[], happened: StoryEvent[]): Promise<void> {
  await using world = await World.begin(mode);
  for (const event of events) {
    happened.push(event);
    if (!(await happen(world, event))) {
      happened.pop();
      continue;
    }
    await calm(world);
    check(world);
    await world.clearComposer();
  }
  expect(await leaveBy(world.terminal)).toBe(0);
  check(world);
  await expectNothingLeft(world);
}

async function happen(world: World, event: StoryEvent): Promise<boolean> {
  const dice = new Dice(event);
  switch (event.kind) {
    case "message":
      if ((await message(world, dice)) === "killed") {
        world.wasKilled = true;
        await comeBack(world);
      }
      return true;
    case "rewind":
      return rewind(world, dice);
    case "undo":
      return undo(world, dice);
    case "tree":
      return tree(world, dice);
    case "label":
      return label(world, dice);
    case "context":
      return context(world, dice);
    case "compact":
      return compact(world);
    case "rename":
      return rename(world);
    case "fork":
      return fork(world, dice);
    case "clear":
      return clear(world);
    case "resume":
      return resume(world, dice);
    case "leave":
      return leave(world);
    case "kill":
      return kill(world, dice);
    case "second":
      return second(world);
    case "outside":
      return outside(world, dice);
    default:
      return event.kind satisfies never;
  }
}

function check(world: World): void {
  world.checkLogs();
  expect(world.talk.refused).toEqual([]);
  expect(Object.fromEntries(world.disk())).toEqual(Object.fromEntries(world.files));
  expect(readFileSync(world.story.project.path("../beside.txt"), "utf8")).toBe("beside\n");
  if (world.current !== null) expect(chainOf(world.log().branch)).toEqual([...world.known.chain]);
  const told = world.told();
  for (const mark of world.sentNow) expect(told, "what was sent").toContain(`> ${mark}`);
}

async function expectNothingLeft(world: World): Promise<void> {
  const { project } = world.story;
  await until(() => processesWith(project.folder).length === 0);
  expect(world.holder()).toBeNull();
  const names = readdirSync(join(project.home, ".."), { recursive: true, encoding: "utf8" });
  const left = names.filter((name) => /\.lock$|\.holder\.json$|\.tmp\b|^tmp\/./.test(name));
  expect(left, "what is left").toEqual([]);
}
