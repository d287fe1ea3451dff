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

function usesIn(text: string): Use[] {
  return text.split("\n").flatMap((line) => {
    const [time = "", id = "", ...more] = line.split(" ");
    const at = Date.parse(time);
    return id === "" || more.length > 0 || Number.isNaN(at) ? [] : [{ id, at }];
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
  try {
    const fd = openToAppend(uses);
    try {
      writeWhole(fd, `${at} ${id}\n`);
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

/** Notes the uses of an open session: when it is first written to, when its user says something, and when it is closed. */
export function usesOf(
  paths: Pick<DataPaths, "uses">,
  id: string,
): { readonly written: (entry: Entry) => void; readonly closed: () => void } {
  let noted: string | undefined;
  let last: string | undefined;
  const note = (at: string) => {
    noteUse(paths, id, at);
    noted = at;
  };
  return {
    written(entry) {
      if (isBeside(entry)) return;
      last = entry.at;
      if (noted === undefined || entry.type === "user") note(last);
    },
    closed() {
      if (last !== undefined && last !== noted) note(last);
    },
  };
}

/**
 * The sessions, the last used first: by their times, unless what is known of the order says that the clock was wrong. Where
 * one was used later than another one of which the time is later, it comes first. One with a time after `now`, ms since
 * 1970, of which no use is known was used before these were noted; in place of a time to come it has one that it was used
 * before.
 */
export function orderOfUse<Info extends Pick<SessionInfo, "id" | "updatedAt">>(
  found: readonly Info[],
  uses: readonly Use[],
  now: number,
): Info[] {
  const latest = new Date(now + clockSlackMs).toISOString();
  if (wasNeverWrong(uses) && found.every(({ updatedAt }) => updatedAt <= latest))
    return found.toSorted((one, other) =>
      one.updatedAt < other.updatedAt ? 1 : one.updatedAt > other.updatedAt ? -1 : 0,
    );
  const { places, earliest } = lastPlaces(uses);
  const placed = found.map((info) => {
    const time = Date.parse(info.updatedAt);
    const last = places.get(info.id);
    const isAhead = time > now + clockSlackMs;
    const used =
      last === undefined ? (isAhead ? Math.min(time, earliest) : time) : usedAt(time, last, isAhead);
    const shown = isAhead && used < time ? { ...info, updatedAt: new Date(used).toISOString() } : info;
    return { shown, used, place: last?.place ?? -1, time };
  });
  return placed
    .toSorted((one, other) => other.used - one.used || other.place - one.place || other.time - one.time)
    .map(({ shown }) => shown);
}

/** As a rule it was not, and times are all it takes: thousands of sessions are in order at once. */
function wasNeverWrong(uses: readonly Use[]): boolean {
  return uses.every(({ at }, place) => at >= (uses[place - 1]?.at ?? notBefore));
}

/** Where the last use of a session stands. */
type LastPlace = {
  readonly place: number;
  readonly at: number;
  /** The latest time of a use that came earlier, and the earliest of one that came later; infinite for none. */
  readonly before: number;
  readonly after: number;
};

/** Never later than what was used after it, and with a lost clock never earlier than what was used before it. */
function usedAt(time: number, { at, before, after }: LastPlace, isAhead: boolean): number {
  if (time < notBefore) return Math.min(Math.max(before, notBefore - 1), after);
  // One that is earlier than its own last use was open while the clock was set back: its time is of the right clock.
  const wasSetBack = after < at && time >= at;
  return isAhead || wasSetBack ? Math.min(time, after) : time;
}

/** The last use of each session; `earliest` is the time of the earliest of all. */
function lastPlaces(uses: readonly Use[]): {
  readonly places: ReadonlyMap<string, LastPlace>;
  readonly earliest: number;
} {
  const latest: number[] = [];
  for (const { at } of uses)
    latest.push(
      Math.max(latest.at(-1) ?? Number.NEGATIVE_INFINITY, at < notBefore ? Number.NEGATIVE_INFINITY : at),
    );
  const places = new Map<string, LastPlace>();
  let after = Number.POSITIVE_INFINITY;
  for (const [place, { id, at }] of [...uses.entries()].toReversed()) {
    if (!places.has(id))
      places.set(id, { place, at, before: latest[place - 1] ?? Number.NEGATIVE_INFINITY, after });
    if (at >= notBefore) after = Math.min(after, at);
  }
  return { places, earliest: after };
}
