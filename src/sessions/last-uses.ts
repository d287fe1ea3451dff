/**
 * The order in which sessions were used, known without the clock: a small file to whose end each use is added. After a
 * clock that ran ahead was set back, it tells that what has the earlier time was used later.
 */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openToAppend, openToRead, replacePrivateFile, writeWhole } from "../private-files/private-file.ts";
import type { Entry } from "../protocol/entry.ts";
import { isBeside, type SessionInfo } from "./glance.ts";
import type { DataPaths } from "./paths.ts";

/** A session was written to; `at` is the time that its entry has, ms since 1970. */
export type Use = { readonly id: string; readonly at: number };

/** The file is made shorter when it is longer than this, and has at most half of it then, bytes. */
const mostBytes = 32 * 1024;
/** No rein is as old: a computer that has lost the time begins anew with an earlier one. Ms since 1970. */
const notBefore = Date.UTC(2026, 0);
/** The clock of another computer that writes to the same disk may be ahead of ours by as much, ms. */
export const clockSlackMs = 60_000;

/** The uses in their order. None where they cannot be read: then times are all that is known. */
export function readUses({ uses }: Pick<DataPaths, "uses">): Use[] {
  return usesIn(textOf(uses));
}

/** What a line is: other ones are torn, or nobody's of ours. */
const useLine = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([a-z0-9-]{1,64})$/;

function usesIn(text: string): Use[] {
  const lines = text.split("\n");
  // What has no end yet is half a line.
  lines.pop();
  return lines.flatMap((line) => {
    const [, time = "", id = ""] = useLine.exec(line) ?? [];
    const at = Date.parse(time);
    return Number.isNaN(at) ? [] : [{ id, at }];
  });
}

function textOf(file: string): string {
  let fd: number;
  try {
    fd = openToRead(file);
  } catch {
    // Nobody has used a session yet, or it is not ours to read: see above.
    return "";
  }
  try {
    const { size } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(size, 2 * mostBytes));
    return bytes.toString("utf8", 0, readSync(fd, bytes, 0, bytes.length, size - bytes.length));
  } catch {
    return "";
  } finally {
    closeSync(fd);
  }
}

/** Adds a use. `at` is ISO 8601. Never throws: without it only a clock that is set back changes the order. */
export function noteUse({ uses }: Pick<DataPaths, "uses">, id: string, at: string): void {
  const line = `${at} ${id}`;
  // The id stands in a log that somebody else may have written.
  if (!useLine.test(line)) return;
  try {
    const fd = openToAppend(uses);
    try {
      writeWhole(fd, `${line}\n`);
      if (fstatSync(fd).size <= mostBytes) return;
    } finally {
      closeSync(fd);
    }
    replacePrivateFile(uses, shortened(usesIn(textOf(uses))), { isPassing: true });
  } catch {
    // A full disk, a folder that cannot be written: the session itself tells of those.
  }
}

/** The last use of each session; of too many the later ones. */
function shortened(all: readonly Use[]): string {
  const last = new Map(all.map((use, place) => [use.id, place]));
  const lines = all
    .filter(({ id }, place) => last.get(id) === place)
    .map(({ id, at }) => `${new Date(at).toISOString()} ${id}\n`);
  let size = lines.reduce((sum, line) => sum + line.length, 0);
  let from = 0;
  while (size > mostBytes / 2) size -= lines[from++]?.length ?? size;
  return lines.slice(from).join("");
}

/**
 * Notes the uses of an open session: when it is first written to, when its user says something, and when the answer is
 * there. Each is added when it happens: with a right clock their times rise, whatever is open side by side.
 */
export function usesOf(paths: Pick<DataPaths, "uses">, id: string): (entry: Entry) => void {
  let isNoted = false;
  return (entry) => {
    if (isBeside(entry)) return;
    if (isNoted && entry.type !== "user" && entry.type !== "turn_end") return;
    noteUse(paths, id, entry.at);
    isNoted = true;
  };
}

/**
 * The sessions, the last used first: by their times, but for those that were used with a wrong clock. These stand behind
 * what was used before them. One with a time after `now`, ms since 1970, of which no use is known was used before these
 * were noted; in place of a time to come it has one that it was used before.
 */
export function orderOfUse<Info extends Pick<SessionInfo, "id" | "updatedAt">>(
  found: readonly Info[],
  uses: readonly Use[],
  now: number,
): Info[] {
  const { places, earliest } = lastPlaces(uses, now);
  const placed = found.map((info) => {
    const time = Date.parse(info.updatedAt);
    const last = places.get(info.id);
    const isAhead = time > now + clockSlackMs;
    const unknown = isAhead ? Math.min(time, earliest) : time;
    const used = last === undefined ? unknown : usedAt(time, last, isAhead);
    const shown = isAhead && used < time ? { ...info, updatedAt: new Date(used).toISOString() } : info;
    return { shown, used, place: last?.place ?? -1, time };
  });
  return placed
    .toSorted((one, other) => other.used - one.used || other.place - one.place || other.time - one.time)
    .map(({ shown }) => shown);
}

/** Where the last use of a session stands. */
type LastPlace = {
  readonly place: number;
  readonly at: number;
  /** The times of the last right one up to it, and of the first one from it on. */
  readonly low: number;
  readonly high: number;
  /** Where the order puts it, if its own time is of no use. */
  readonly instead: number;
};

/** The log's time, which is later than that of its last use while an answer comes, unless the clock was wrong then. */
function usedAt(time: number, { at, low, high, instead }: LastPlace, isAhead: boolean): number {
  if (at < low - clockSlackMs) return time >= low ? time : instead;
  // One that is earlier than its own last use was open while the clock was set back: its time is of the right clock.
  if (at > high + clockSlackMs) return time < at && time >= low ? time : instead;
  return isAhead && time > high ? high : time;
}

/** The last use of each session; `earliest` is the time of the first right one. */
function lastPlaces(
  uses: readonly Use[],
  now: number,
): { readonly places: ReadonlyMap<string, LastPlace>; readonly earliest: number } {
  const last = uses.findLast(({ at }) => at >= notBefore)?.at ?? notBefore;
  const latest = Math.max(now, last);
  const right = risingPlaces(uses, latest + clockSlackMs);
  const timeOf = (count: number) => uses[right[count] ?? -1]?.at;
  const places = new Map<string, LastPlace>();
  let count = 0;
  for (const [place, { id, at }] of uses.entries()) {
    const before = timeOf(count - 1);
    const isRight = right[count] === place;
    if (isRight) count += 1;
    const next = timeOf(count);
    const low = isRight ? at : (before ?? notBefore);
    const high = isRight ? (next ?? Number.POSITIVE_INFINITY) : (next ?? latest);
    places.set(id, { place, at, low, high, instead: before ?? next ?? notBefore - 1 });
  }
  return { places, earliest: timeOf(0) ?? Number.POSITIVE_INFINITY };
}

/** The most uses of which the times rise: so many clocks are not wrong in the same way. Their places, first to last. */
function risingPlaces(uses: readonly Use[], latest: number): number[] {
  const timeAt = (place: number | undefined) => uses[place ?? -1]?.at ?? Number.NaN;
  // Of each length the row that ends with the earliest time, by the place of its end.
  const ends: number[] = [];
  const before = new Map<number, number | undefined>();
  for (const [place, { at }] of uses.entries()) {
    if (at < notBefore || at > latest) continue;
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (timeAt(ends[middle]) <= at) low = middle + 1;
      else high = middle;
    }
    before.set(place, ends[low - 1]);
    ends[low] = place;
  }
  const right: number[] = [];
  for (let place = ends.at(-1); place !== undefined; place = before.get(place)) right.push(place);
  return right.toReversed();
}
