/** A session that another process has open is followed as it goes on. Nothing is written, and its lock is not touched. */
import { statSync } from "node:fs";
import { openWhere } from "../../sessions/elsewhere.ts";
import { followLog } from "../../sessions/follow-log.ts";
import type { LogNode } from "../../sessions/log.ts";
import { readSession } from "../../sessions/session-store.ts";
import type { Entry } from "../../protocol/entry.ts";
import { UserError } from "../../protocol/error.ts";
import type { Command } from "../../terminal/keymap.ts";
import { project } from "../../transcript/project.ts";
import { say } from "../../words/say.ts";
import { NumberedList } from "../repl/lists/numbered-list.ts";
import { watchStatus } from "./replay-words.ts";
import { Schedule } from "./schedule.ts";
import { replayScreen } from "./open-terminal.ts";
import { Stand } from "./stand.ts";
import type { ReplayEnd, WatchStart } from "./start.ts";
import { turnsOf } from "./turns.ts";

/** Nothing is waited for: what is told has happened just now. */
const atOnce = { maxPauseMs: 0, isInstant: () => true };

/** Follows it until the user leaves, or wants to go on with it or with a copy of it. */
export async function runWatch(start: WatchStart): Promise<ReplayEnd> {
  const { paths, isFull } = start;
  const openScreen = await replayScreen(isFull);
  const { file, header } = start.log;
  const known = statSync(file).size;
  const { session: before } = readSession(file);
  let branch = [...before.entries];
  let ids = idsOf(before.nodes);
  let leaf = before.nodes.at(-1)?.id ?? null;
  let schedule = scheduleAfter(branch);
  let turns = turnsOf(branch).length;
  let where = openWhere(paths, header.sessionId);
  const stand = new Stand({
    start,
    openScreen,
    entries: branch,
    restore: { live: true },
    status: (columns) =>
      watchStatus({ where: where ?? say`it has ended`, turns, at: branch.at(-1)?.at }, columns, stand.style),
    onCommand: (command) => onCommand(command),
  });
  const { show } = stand;
  const onCommand = (command: Command) => {
    if (command !== "fork-here") return;
    const read = readNow(file);
    stand.fork([...branch], read?.nodes ?? before.nodes);
  };
  const add = (entry: Entry) => {
    branch.push(entry);
    turns += turnsOf([entry]).length;
    ids.add(entry.id);
    leaf = entry.id;
    for (const { event } of schedule.next(entry)) if (event.type !== "typing") show.tell(event);
  };
  /** The session went to another place of its tree, or holds something that cannot be read here: all of it is read anew. */
  const readAnew = () => {
    const session = readNow(file);
    if (session === null) return lose();
    const shared = session.entries.findIndex(({ id }, at) => branch[at]?.id !== id);
    const common = shared === -1 ? session.entries : session.entries.slice(0, shared);
    const hasLeft = common.length < branch.length;
    branch = [...session.entries];
    ids = idsOf(session.nodes);
    leaf = session.nodes.at(-1)?.id ?? null;
    schedule = scheduleAfter(branch);
    turns = turnsOf(branch).length;
    const printed = Math.min(show.printedItems, project(common, { live: true }).length);
    show.jump(branch, hasLeft ? say`— the session went to another place —` : null, { live: true, printed });
    beginTurn();
  };
  const lose = () => {
    stop();
    show.say(
      say`The session's file is not what it was: it was moved away or written anew. Nothing more is followed.`,
      "warning",
    );
    show.draw();
  };
  /** A turn is under way: the activity line says so. */
  const beginTurn = () => {
    const last = branch.findLast(({ type }) => type === "turn_start" || type === "turn_end");
    if (last?.type !== "turn_start" || where === null) return;
    show.tell({ type: "state", state: "thinking" });
    show.tell({ type: "turn_started", turnId: last.turnId });
  };
  const onEntries = (entries: readonly Entry[]) => {
    const fresh = entries.filter(({ id }) => !ids.has(id));
    for (const [at, entry] of fresh.entries()) {
      if (entry.parentId === leaf && entry.type !== "move") add(entry);
      else if (fresh.slice(at).some(({ id }) => !ids.has(id))) readAnew();
    }
    if (fresh.length > 0) show.draw();
  };
  const end = () => {
    stop();
    // What it wrote last came before it let go.
    show.jump(branch, null);
    show.say(say`The other rein has closed the session.`);
    stand.open(
      new NumberedList({
        heading: say`Session ${header.sessionId} is not open in another place any more.`,
        choices: [
          {
            words: say`go on with it here`,
            run: () => stand.leave({ type: "talk", resume: { type: "id", id: header.sessionId } }),
          },
        ],
        otherwise: say`stay, and look at it`,
      }),
    );
    show.draw();
  };
  let wasEnding = false;
  const onLook = () => {
    where = openWhere(paths, header.sessionId);
    // One more look behind its end: what it wrote last may have come in between.
    if (where === null && wasEnding) return end();
    wasEnding = where === null;
  };

  await stand.begin();
  show.say(
    say`Watching session ${header.sessionId}, read-only. What is written in the other place appears here.`,
  );
  beginTurn();
  show.draw();
  const stop = followLog({
    file,
    known,
    onEntries,
    onLook,
    onReplaced: lose,
  });
  try {
    return await stand.whenEnded();
  } finally {
    stop();
  }
}

/** The session as its file has it now; null where that cannot be read any more. */
function readNow(file: string): ReturnType<typeof readSession>["session"] | null {
  try {
    return readSession(file).session;
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return null;
  }
}

function idsOf(nodes: readonly LogNode[]): Set<string> {
  return new Set(nodes.map(({ id }) => id));
}

function scheduleAfter(entries: readonly Entry[]): Schedule {
  const schedule = new Schedule(entries, atOnce);
  for (const entry of entries) schedule.skip(entry);
  return schedule;
}
