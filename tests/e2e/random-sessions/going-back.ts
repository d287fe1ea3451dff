/** Going back, undoing that, and going about the tree. */
import { composerShows, idle, isBusy, send } from "../start.ts";
import type { Dice } from "./events.ts";
import { type Change, changedOutside, type Content, differing, heldAt } from "./files.ts";
import { chainOf, markOf, messagesOf, pathTo, type SavedLog } from "./saved-log.ts";
import { cutShort } from "./cut-short.ts";
import type { Op, World } from "./world.ts";

type Wanted = { readonly held: ReadonlyMap<string, Content>; readonly paths: readonly string[] };
type Answer = "all" | "others" | "no";

/** The files that would be changed to be as they were when this entry was the last one of the log. */
function wantedAt(world: World, entryId: string | null, only?: readonly string[]): Wanted {
  const held = heldAt(world.known.changes, world.log(), entryId);
  return { held, paths: differing(held, world.files).filter((path) => only?.includes(path) !== false) };
}

/** Answers the question about what was changed outside, where it has to come; it must not where it has not. */
async function answerOutside(world: World, paths: readonly string[], dice: Dice): Promise<Answer> {
  const { terminal } = world;
  const outside = changedOutside(paths, world.known.changes, world.files);
  if (outside.length === 0) return "all";
  await terminal.waitFor(/Overwrite what was changed outside rein/);
  await terminal.waitFor(/❯ 1/);
  const hasOthers = outside.length < paths.length;
  const answer = dice.pick<Answer>(hasOthers ? ["all", "others", "no"] : ["all", "no"]);
  terminal.press(answer === "no" ? "1" : answer === "all" ? "2" : "3");
  return answer;
}

/** The files are what they were, as the log has to say in a new entry. */
function broughtBack(
  world: World,
  { held, paths }: Wanted,
  chosen: readonly string[],
  before: SavedLog,
): string {
  const entry = world
    .log()
    .entries.slice(before.entries.length)
    .find(({ type }) => type === "restore");
  if (entry?.type !== "restore") throw new Error("the log does not say that files came back");
  const changes = paths.flatMap((path): Change[] => {
    if (!chosen.includes(path)) return [];
    const was = world.files.get(path) ?? null;
    const after = held.get(path) ?? null;
    if (after === null) world.files.delete(path);
    else world.files.set(path, after);
    return [{ entryId: entry.id, path, before: was, after, by: "restore" }];
  });
  world.change({ changes: [...world.known.changes, ...changes] });
  return entry.id;
}

const grown = (world: World, before: SavedLog, type: string) =>
  world
    .log()
    .entries.slice(before.entries.length)
    .some((entry) => entry.type === type);

/** Waits until the log has one, and what is noted of it behind what it announces. */
async function newEntry(world: World, before: SavedLog, type: "move" | "restore"): Promise<void> {
  if (type === "restore")
    await world.terminal.waitFor(() => grown(world, before, "notice"), { what: "what is noted of files" });
  await world.terminal.waitFor(() => grown(world, before, type), { what: `a ${type} in the log` });
  await idle(world.terminal);
}

const noteOp = (world: World, op: Op): void => world.change({ ops: [...world.known.ops, op] });

export async function rewind(world: World, dice: Dice): Promise<boolean> {
  if (world.current === null) return false;
  const before = world.log();
  const messages = messagesOf(before.branch).toReversed();
  if (messages.length === 0) return false;
  const back = 1 + dice.roll(Math.min(messages.length, 5));
  const message = messages[back - 1];
  if (message === undefined) return false;
  const { terminal } = world;
  const wanted = wantedAt(world, message.parentId);
  if (dice.roll(4) === 0) {
    terminal.press("escape");
    await terminal.waitFor("esc once more goes back to before a message");
    terminal.press("escape");
    await terminal.waitFor("Back to before which message?");
    const words = markOf(message.text);
    terminal.type(words);
    await terminal.waitFor(new RegExp(`❯ .*${words.replace(".", String.raw`\.`)}`));
    terminal.press("enter");
  } else await send(terminal, `/rewind ${back}`);
  await terminal.waitFor(/1 {2}conversation and files/, { what: "the choice" });
  const files = wanted.paths.length > 0;
  const isPossible = !/conversation and files · not possible/.test(terminal.screen().join("\n"));
  if (files !== isPossible)
    throw new Error(
      `files ${files ? "differ" : "do not differ"} (${wanted.paths.join(", ")}), and the choice says otherwise:\n${terminal.screen().join("\n")}`,
    );
  const action = dice.pick(files ? [1, 1, 1, 2, 3, 3, 4, 5, 6] : [2, 2, 2, 5, 6]);
  const from = world.known.chain;
  const to = chainOf(pathTo(message.parentId, before.byId));
  switch (action) {
    case 1: {
      terminal.press("1");
      const answer = await answerOutside(world, wanted.paths, dice);
      if (answer === "no") return nothingChanged(world);
      if (dice.roll(5) === 0) {
        await cutShort(world, dice, { before, held: wanted.held, to: to, text: message.text });
        return true;
      }
      await newEntry(world, before, "move");
      const restore = broughtBack(world, wanted, chosenOf(answer, wanted, world), before);
      await composerShows(terminal, message.text);
      world.change({ chain: to });
      noteOp(world, { type: "move", from, restore });
      return true;
    }
    case 3: {
      terminal.press("3");
      const answer = await answerOutside(world, wanted.paths, dice);
      if (answer === "no") return nothingChanged(world);
      if (dice.roll(5) === 0) {
        await cutShort(world, dice, { before, held: wanted.held, to: null, text: "" });
        return true;
      }
      await newEntry(world, before, "restore");
      const paths = chosenOf(answer, wanted, world);
      const restore = broughtBack(world, wanted, paths, before);
      noteOp(world, { type: "restore", restore, paths });
      return true;
    }
    case 4: {
      terminal.press("4");
      await terminal.waitFor("Which file?");
      const path = dice.pick(wanted.paths);
      terminal.type(path);
      await terminal.waitFor(() =>
        terminal.screen().some((line) => line.startsWith("❯") && line.includes(path)),
      );
      terminal.press("enter");
      const answer = await answerOutside(world, [path], dice);
      if (answer === "no") return nothingChanged(world);
      await newEntry(world, before, "restore");
      const restore = broughtBack(world, wanted, [path], before);
      noteOp(world, { type: "restore", restore, paths: [path] });
      return true;
    }
    case 5:
    case 6:
      return summarise(world, action, { isFirst: back === messages.length, to, from, before });
    default:
      terminal.press("2");
      if (dice.roll(5) === 0) {
        await cutShort(world, dice, { before, held: new Map(), to, text: message.text });
        return true;
      }
      await newEntry(world, before, "move");
      await composerShows(terminal, message.text);
      world.change({ chain: to });
      noteOp(world, { type: "move", from, restore: null });
      return true;
  }
}

function chosenOf(answer: Answer, { paths }: Wanted, world: World): readonly string[] {
  if (answer !== "others") return paths;
  const outside = changedOutside(paths, world.known.changes, world.files);
  return paths.filter((path) => !outside.includes(path));
}

async function nothingChanged(world: World): Promise<true> {
  await world.terminal.waitFor(() => world.told().includes("Nothing was changed."));
  return true;
}

type Summary = {
  readonly isFirst: boolean;
  readonly to: readonly string[];
  readonly from: readonly string[];
  readonly before: SavedLog;
};

async function summarise(world: World, action: 5 | 6, { isFirst, to, from, before }: Summary): Promise<true> {
  const { terminal } = world;
  if (action === 6 && isFirst) {
    terminal.press("escape");
    await terminal.waitFor(() => !/summarise up to here/.test(terminal.screen().join("\n")));
    terminal.press("escape");
    await terminal.waitFor(() => !/Back to before which message/.test(terminal.screen().join("\n")));
    return true;
  }
  const end =
    /is replaced by its summary|Earlier messages are summarised|The summary would be|nothing stands before|nothing was changed|nothing to summarise/;
  const told = world.count(end);
  terminal.press(String(action));
  await terminal.waitFor(() => world.count(end) > told && !isBusy(terminal), {
    what: "the end of the summary",
  });
  if (grown(world, before, "move")) {
    world.change({ chain: to });
    noteOp(world, { type: "move", from, restore: null });
  } else if (hasSummary(world, before)) noteOp(world, { type: "summary" });
  return true;
}

const hasSummary = (world: World, before: SavedLog) =>
  world
    .log()
    .entries.slice(before.entries.length)
    .some((entry) => entry.type === "compaction" && entry.summary !== "");

export async function undo(world: World, dice: Dice): Promise<boolean> {
  if (world.current === null) return false;
  const before = world.log();
  const spoken = before.entries.findLastIndex(({ type }) =>
    ["user", "turn_start", "assistant", "turn_end"].includes(type),
  );
  const summed = before.entries.findLastIndex(({ type }) => type === "compaction");
  const op = world.known.ops.findLast(({ type }) => type !== "summary" || summed > spoken);
  const { isCopy, chain } = world.known;
  if (op === undefined) {
    if (isCopy) return false;
    await world.command("/rewind undo", /Nothing was rewound yet: there is nothing to undo\./);
    return true;
  }
  const { terminal } = world;
  if (op.type === "summary") {
    await world.command("/rewind undo", /The conversation is where it was before\./);
    noteOp(world, { type: "move", from: chain, restore: null });
    return true;
  }
  const restored = op.restore === null ? undefined : before.byId.get(op.restore);
  const wanted =
    restored === undefined
      ? { held: new Map<string, Content>(), paths: [] }
      : wantedAt(world, restored.parentId, op.type === "restore" ? op.paths : undefined);
  const { paths } = wanted;
  if (op.type === "restore" && paths.length === 0) {
    await world.command("/rewind undo", /There is nothing to undo: the files are as they were\./);
    return true;
  }
  await send(terminal, "/rewind undo");
  const answer = await answerOutside(world, paths, dice);
  if (answer === "no") return nothingChanged(world);
  if (dice.roll(6) === 0) {
    const to = op.type === "move" ? op.from : null;
    await cutShort(world, dice, { before, held: wanted.held, to, text: "" });
    return true;
  }
  await newEntry(world, before, op.type);
  const chosen = chosenOf(answer, wanted, world);
  const restore = paths.length === 0 ? null : broughtBack(world, wanted, chosen, before);
  if (op.type === "restore") {
    if (restore !== null) noteOp(world, { type: "restore", restore, paths: chosen });
    return true;
  }
  world.change({ chain: op.from });
  noteOp(world, { type: "move", from: chain, restore });
  return true;
}

export async function tree(world: World, dice: Dice): Promise<boolean> {
  if (world.current === null) return false;
  const before = world.log();
  const turns = messagesOf(before.entries);
  if (turns.length === 0) return false;
  const at = dice.roll(turns.length);
  const turn = turns[at];
  await world.command(`/tree ${at + 1}`, /goes on behind “|The conversation is there already/);
  if (grown(world, before, "move")) {
    const from = world.known.chain;
    world.change({ chain: chainOf(pathTo(turn?.id, before.byId)) });
    noteOp(world, { type: "move", from, restore: null });
  }
  return true;
}

export async function label(world: World, dice: Dice): Promise<boolean> {
  if (world.current === null) return false;
  const turns = messagesOf(world.log().entries);
  if (turns.length === 0) return false;
  await world.command(
    `/tree label ${1 + dice.roll(turns.length)} place${world.talk.next()}`,
    /” is called “place/,
  );
  return true;
}
