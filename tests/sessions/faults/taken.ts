/** Files and folders that others take away, put back, cut or write to while a session is open. */
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { parseLog } from "../../../src/sessions/log.ts";
import { createSession, openSession, readSession } from "../../../src/sessions/session-store.ts";
import type { Session } from "../../../src/sessions/session.ts";
import type { Random } from "../../fuzz/random.ts";
import { checkSession } from "./check.ts";
import { historyOf } from "./history.ts";
import { makePlace, type Place, start } from "./place.ts";
import type { Tally } from "./tally.ts";

type Deed = (file: string, place: Place, random: Random) => void;

const deeds: Readonly<Record<string, Deed>> = {
  "file removed": (file) => rmSync(file),
  "folder removed": (_file, { context }) => rmSync(context.paths.data, { recursive: true }),
  "file moved away": (file) => renameSync(file, `${file}.moved`),
  "folder moved away": (_file, { context }) => renameSync(context.paths.data, `${context.paths.data}.moved`),
  "folder is a file for a while"(file, { context }) {
    rmSync(context.paths.data, { recursive: true });
    writeFileSync(context.paths.data, "in the way");
    later.push(() => {
      if (!existsSync(file)) rmSync(context.paths.data, { force: true, recursive: true });
    });
  },
  "replaced by a copy"(file) {
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
  },
  "replaced by another text"(file) {
    writeFileSync(`${file}.other`, "not a log\n");
    renameSync(`${file}.other`, file);
  },
  "cut in its place": (file, _place, random) => truncateSync(file, random.below(statSync(file).size)),
  emptied: (file) => truncateSync(file, 0),
  "added to by another program": (file) => appendFileSync(file, "a line without an end"),
  "locks removed": (_file, { context }) => rmSync(context.paths.locks, { recursive: true }),
  "made unreadable as a whole": (file) => {
    const text = readFileSync(file);
    writeFileSync(`${file}.zip`, Bun.gzipSync(text));
    renameSync(`${file}.zip`, file);
  },
};
/** What takes bytes out of the file itself. */
const cuts: ReadonlySet<string> = new Set(["cut in its place", "emptied"]);
/** What undoes a deed two entries later. */
const later: (() => void)[] = [];

/** Does each deed so many times to sessions that are open, new ones and ones that were opened again. */
export function takeAway(random: Random, times: number, tally: Tally): void {
  for (const [kind, deed] of Object.entries(deeds)) {
    for (let done = 0; done < times; done += 1) {
      using place = makePlace();
      const history = historyOf(random, 60);
      const acknowledged: string[] = [];
      const says = new Map<string, string>();
      const say = (session: Session, count: number) => {
        for (let said = 0; said < count; said += 1) {
          const entry = session.append(history.next().value);
          acknowledged.push(entry.id);
          says.set(entry.id, JSON.stringify(entry));
        }
      };
      let session = createSession(start, place.context);
      say(session, 1 + random.below(6));
      if (random.chance(50)) {
        session.close();
        session = openSession(session.file ?? "", place.context).session;
        acknowledged.splice(0, acknowledged.length, ...session.nodes().map(({ id }) => id));
        if (random.chance(50)) say(session, 1);
      }
      const file = session.file ?? "";
      deed(file, place, random);
      say(session, 1 + random.below(2));
      for (const undo of later.splice(0)) undo();
      say(session, 1);
      const wrong = existsSync(file) ? [] : ["there is no file"];
      // It is still ours alone.
      if (kind !== "locks removed" && opens(file, place)) wrong.push("a second one could open it");
      session.close();
      const gone = readSession(file, place.context).session.entries.filter(
        (entry) => says.has(entry.id) && says.get(entry.id) !== JSON.stringify(entry),
      );
      // Of a long session texts may have been where somebody cut the file, and nowhere else: that is told.
      const isTold = place.troubles.some(({ message }) => message.includes("gone; "));
      const mayBeGone = place.context.longFrom !== undefined && cuts.has(kind);
      if (gone.length > 0 && !(mayBeGone && isTold)) wrong.push("entries say something else");
      if (gone.length === 0 && isTold) wrong.push("told of lost texts, and there are none");
      const verdict = checkSession(file, place.context, { acknowledged });
      if (place.troubles.some(({ type }) => type === "lost")) wrong.push("told that something was lost");
      tally.add(kind, { ...verdict, wrong: [...wrong, ...verdict.wrong] }, `time ${done}`);
    }
  }
}

function opens(file: string, { context }: Place): boolean {
  try {
    openSession(file, context).session.close();
    return true;
  } catch {
    return false;
  }
}

/** Two writers where nothing can be locked: what both wrote is in the file, each line whole. */
export function writeTogether(random: Random, times: number, tally: Tally): void {
  for (let done = 0; done < times; done += 1) {
    using place = makePlace();
    mkdirSync(place.context.paths.data, { recursive: true, mode: 0o700 });
    writeFileSync(place.context.paths.locks, "no folder");
    const first = createSession(start, place.context);
    first.append({ type: "user", text: "begin", via: "submit" });
    const file = first.file ?? "";
    const second = openSession(file, place.context).session;
    const histories = [first, second].map((session) => ({ session, history: historyOf(random, 60) }));
    const ids = second.nodes().map(({ id }) => id);
    for (let said = 0; said < 12; said += 1) {
      const { session, history } = random.pick(histories);
      ids.push(session.append(history.next().value).id);
    }
    first.close();
    second.close();
    const there = new Set(parseLog(readFileSync(file)).nodes.map(({ id }) => id));
    const lost = ids.filter((id) => !there.has(id));
    const told = place.troubles.filter(({ type }) => type === "shared").length;
    const verdict = checkSession(file, place.context, { acknowledged: [] });
    const wrong = told > 2 ? ["told more than once"] : [];
    tally.add("two writers without locks", { lost, wrong: [...wrong, ...verdict.wrong] }, `time ${done}`);
  }
}

/** A clock that jumps, backwards too: the order is that of the log. */
export function jumpClock(random: Random, times: number, tally: Tally): void {
  for (let done = 0; done < times; done += 1) {
    const now = () => Date.UTC(2000 + random.below(60), random.below(12), 1 + random.below(28));
    using place = makePlace({ now });
    const session = createSession(start, place.context);
    const history = historyOf(random, 60);
    const acknowledged = Array.from({ length: 5 }, () => session.append(history.next().value).id);
    session.close();
    const verdict = checkSession(session.file ?? "", place.context, { acknowledged });
    tally.add("clock jumps", verdict, `time ${done}`);
  }
}
