/** Going back that a kill cuts short: what was done by then is whole, is in the log, and can be taken back. */
import { expect } from "bun:test";
import { composerShows, killHard } from "../start.ts";
import type { Dice } from "./events.ts";
import type { Content } from "./files.ts";
import type { SavedLog } from "./saved-log.ts";
import { comeBack } from "./sessions.ts";
import type { World } from "./world.ts";

export type CutShort = {
  /** The log as it was before. */
  readonly before: SavedLog;
  /** What the files that may come back are to hold. */
  readonly held: ReadonlyMap<string, Content>;
  /** The messages of the branch that is gone to; null where the conversation stays. */
  readonly to: readonly string[] | null;
  /** What is given back to be changed. */
  readonly text: string;
};

/** Kills the program some time after going back was asked for, goes on with the session, and takes over what was done. */
export async function cutShort(
  world: World,
  dice: Dice,
  { before, held, to, text }: CutShort,
): Promise<void> {
  const { terminal, known } = world;
  const grown = () => world.log().entries.slice(before.entries.length);
  if (dice.roll(3) > 0)
    await terminal.waitFor(() => grown().length > 0, { what: "the log to say something" });
  await killHard(terminal);
  world.wasKilled = true;
  const done = grown();
  const restore = done.find((entry) => entry.type === "restore");
  const hasMoved = done.some(({ type }) => type === "move");
  const disk = world.disk();
  const named = restore?.type === "restore" ? restore.files : [];
  const changes = named.map(({ path: whole }) => {
    const path = whole.slice(world.story.project.folder.length + 1);
    const was = world.files.get(path) ?? null;
    const after = held.get(path) ?? null;
    const holds = disk.get(path) ?? null;
    expect([was, after], `${path} whole, as it was or as it is to be`).toContain(holds);
    if (hasMoved) expect(holds, `${path} before the conversation moved`).toBe(after);
    if (holds === null) world.files.delete(path);
    else world.files.set(path, holds);
    return { entryId: restore?.id ?? "", path, before: was, after, by: "restore" as const };
  });
  const paths = changes.map(({ path }) => path);
  const restored = restore?.id ?? null;
  if (hasMoved) {
    world.change({ ops: [...known.ops, { type: "move", from: known.chain, restore: restored }] });
    if (to !== null) world.change({ chain: to });
  } else if (restored !== null)
    world.change({ ops: [...known.ops, { type: "restore", restore: restored, paths }] });
  world.change({ changes: [...world.known.changes, ...changes] });
  await comeBack(world);
  if (hasMoved) await composerShows(world.terminal, text);
}
