/** One story: its events one after another, and what must be so behind each of them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, writeFile } from "node:fs/promises";
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

/**
 * Lets them happen. `happened` gets those that had a place where they came. `keptIn`: a folder that gets the logs, the
 * screen and the requests of a story that fails.
 */
export async function play(
  mode: Mode,
  events: readonly StoryEvent[],
  happened: StoryEvent[],
  keptIn?: string,
): Promise<void> {
  await using world = await World.begin(mode);
  try {
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
  } catch (thrown) {
    if (keptIn !== undefined) await keep(world, keptIn);
    throw thrown;
  }
  expect(await leaveBy(world.terminal)).toBe(0);
  check(world);
  await expectNothingLeft(world);
}

/** Copies what rein has written and what the terminal has shown. */
async function keep({ paths, terminal, story }: World, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ["sessions", "drafts", "locks"] as const)
    if (existsSync(paths[name])) await cp(paths[name], join(folder, name), { recursive: true });
  await writeFile(join(folder, "screen.txt"), terminal.scrollback({ joinWrapped: true }).join("\n"));
  const requests = story.server.requests.map(({ bodyText }) => bodyText);
  await writeFile(join(folder, "requests.jsonl"), requests.join("\n"));
}

async function happen(world: World, event: StoryEvent): Promise<boolean> {
  const dice = new Dice(event);
  switch (event.kind) {
    case "message":
      await message(world, dice, comeBack);
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
      return second(world, dice);
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
  const left = names.filter(
    (name) => !name.startsWith("project/") && /\.lock$|\.holder\.json$|\.tmp\b|^tmp\/./.test(name),
  );
  // A draft that nobody came back for waits, with its lock.
  const drafts = names.flatMap((name) => /drafts\/.*\.(\w+)\.jsonl$/.exec(name)?.[1] ?? []);
  const isWaiting = (name: string) => drafts.some((id) => name.includes(`draft-${id}.`));
  expect(
    left.filter((name) => !isWaiting(name)),
    "what is left",
  ).toEqual([]);
}
