/** What is done with sessions as a whole, and with what requests hold of them. */
import { composerShows, idle, isBusy, killHard, leave as leaveBy, open, send } from "../start.ts";
import type { Dice } from "./events.ts";
import { NAMES } from "./talk.ts";
import { chainOf, messagesOf } from "./saved-log.ts";
import { draftsOf } from "./turns.ts";
import { nothingKnown, type World } from "./world.ts";

export async function context(world: World, dice: Dice): Promise<boolean> {
  if (world.current === null || world.log().branch.length === 0) return false;
  const action = dice.pick(["exclude", "exclude", "restore", "pin", "shorten"]);
  const number = 2 + dice.roll(24);
  await world.command(
    `/context ${action} ${number}${action === "shorten" ? " to 5" : ""}`,
    /Requests (get|stay)|left out already|There is no part|cannot be changed here|is in a summary|as it was said\.|is pinned already|tokens only|cannot be put back/,
  );
  return true;
}

export async function compact(world: World): Promise<boolean> {
  if (world.current === null) return false;
  const before = world.log();
  await world.command(
    "/compact",
    /Earlier messages are summarised|A summary is not yet needed|The summary would be|nothing was changed/,
  );
  const made = world.log().entries.slice(before.entries.length);
  if (made.some((entry) => entry.type === "compaction" && entry.summary !== ""))
    world.change({ ops: [...world.known.ops, { type: "summary" }] });
  return true;
}

export async function rename(world: World): Promise<boolean> {
  const title = `title ${world.talk.next()}.`;
  if (world.current === null) return false;
  await world.command(`/rename ${title}`, new RegExp(`The session is called “${title}” now`));
  if (!world.log().entries.some((entry) => entry.type === "title" && entry.title === title))
    throw new Error("the log has no title");
  return true;
}

export async function fork(world: World, dice: Dice): Promise<boolean> {
  if (world.current === null) return false;
  const log = world.log();
  const messages = messagesOf(log.branch).toReversed();
  const back = messages.length === 0 ? 0 : dice.roll(messages.length + 1);
  const first = messages[back - 1];
  if (log.branch.length === 0) return false;
  const branch = first === undefined ? log.branch : log.branch.slice(0, log.branch.indexOf(first));
  const ids = new Set(branch.map(({ id }) => id));
  const { changes } = world.known;
  const copy = /This is a copy of session/;
  if (first === undefined) await world.command("/fork", copy);
  else {
    const before = world.count(copy);
    world.terminal.type(`/fork ${back}`);
    await composerShows(world.terminal, `/fork ${back}`);
    world.terminal.press("enter");
    // The message comes back to be changed.
    await composerShows(world.terminal, first.text);
    await world.terminal.waitFor(() => world.count(copy) > before, { what: "the copy" });
  }
  world.current = null;
  world.fresh = {
    chain: chainOf(branch),
    changes: changes.filter(({ entryId }) => ids.has(entryId)),
    ops: [],
    isCopy: true,
  };
  await world.clearComposer();
  return true;
}

export async function clear(world: World): Promise<boolean> {
  if (world.current === null) return false;
  const { current } = world;
  await send(world.terminal, "/clear");
  await world.terminal.waitFor(() => world.holder() !== current, { what: `${current} let go` });
  world.current = null;
  world.fresh = nothingKnown();
  return true;
}

export async function resume(world: World, dice: Dice): Promise<boolean> {
  const others = [...world.sessions.keys()].filter((id) => id !== world.current);
  if (others.length === 0) return false;
  const id = dice.pick(others);
  await send(world.terminal, `/resume ${id}`);
  await world.terminal.waitFor(() => world.holder() === id && !isBusy(world.terminal), {
    what: `${id} open`,
  });
  world.current = id;
  return true;
}

export async function leave(world: World): Promise<boolean> {
  const code = await leaveBy(world.terminal);
  if (code !== 0) throw new Error(`left with exit code ${code}`);
  if (world.holder() !== null) throw new Error("a session is still held");
  await comeBack(world);
  return true;
}

/** Writes something, kills, and has it in the composer again. */
export async function kill(world: World, dice: Dice): Promise<boolean> {
  const { terminal } = world;
  let draft: string | undefined;
  if (dice.roll(3) > 0) {
    const written = `draft ${world.talk.next()}`;
    draft = written;
    terminal.type(written);
    await terminal.waitFor(() => draftsOf(world).includes(written), { what: "the draft on the disk" });
  }
  await killHard(terminal);
  world.wasKilled = true;
  // What was written in a session that has no log belongs to the folder: another one does not have it.
  await comeBack(world, world.current === null ? undefined : draft);
  return true;
}

/** Starts again and goes on with what was on screen. `draft`: what stands in the composer then. */
export async function comeBack(world: World, draft?: string): Promise<void> {
  const id = world.current;
  const latest = [...world.saved()].map(([one, file]) => ({ one, at: Bun.file(file).lastModified }));
  const [last] = latest.toSorted((one, other) => other.at - one.at);
  if (last === undefined) await world.start([]);
  else if (id === null || last.one === id) await world.start(["-c"]);
  else await world.start(["-r", id]);
  if (last !== undefined) {
    const wanted = id ?? last.one;
    await world.terminal.waitFor(() => world.holder() === wanted, { what: `${wanted} open` });
    world.current = wanted;
    if (!world.sessions.has(wanted)) throw new Error(`${wanted} is a session that nobody began`);
    const [newest] = messagesOf(world.log().branch).toReversed();
    if (newest !== undefined)
      await world.terminal.waitFor(() => world.told().includes(newest.text), { what: newest.text });
  }
  world.fresh = nothingKnown();
  if (draft !== undefined) await composerShows(world.terminal, draft);
  await idle(world.terminal);
}

export async function second(world: World, dice: Dice): Promise<boolean> {
  if (world.current === null) return false;
  const other = world.story.launchAgain({ args: ["-r", world.current], cols: 100, rows: 30 });
  await other.waitFor("is open in another place");
  await other.waitFor("waiting for your answer");
  if (dice.roll(2) === 0) other.press("escape");
  else {
    other.press("2");
    await other.waitFor("This is a copy of session");
  }
  await open(other);
  // What was written in the folder before may have come back there.
  other.press("ctrl+u");
  await composerShows(other, "");
  if ((await leaveBy(other)) !== 0) throw new Error("the second one did not end well");
  return true;
}

/** Somebody else changes a file. */
export async function outside(world: World, dice: Dice): Promise<boolean> {
  const { project } = world.story;
  const name = dice.pick(NAMES);
  if (dice.roll(4) === 0 && world.files.has(name)) {
    await Bun.file(project.path(name)).delete();
    world.files.delete(name);
    return true;
  }
  const content = `outside ${world.talk.next()}\n`;
  await project.write(name, content);
  world.files.set(name, content);
  return true;
}
