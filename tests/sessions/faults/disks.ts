/** Disks that refuse, take a part, or lose what they have taken, under a session that goes on. */
import { fstatSync, ftruncateSync, openSync, readFileSync, writeSync, closeSync } from "node:fs";
import type { Disk, SessionTrouble } from "../../../src/sessions/log-writer.ts";
import { createSession, readSession } from "../../../src/sessions/session-store.ts";
import type { Random } from "../../fuzz/random.ts";
import { checkSession } from "./check.ts";
import { historyOf } from "./history.ts";
import { makePlace, start } from "./place.ts";
import type { Tally } from "./tally.ts";

type Whim = "takes all" | "takes a part" | "ENOSPC" | "EIO" | "EDQUOT" | "EAGAIN" | "takes nothing";
const refusals: readonly Whim[] = ["ENOSPC", "ENOSPC", "EIO", "EDQUOT", "EAGAIN", "takes nothing"];

/** A disk with so many faults, and an honest one from then on. */
function moodyDisk(random: Random, faults: number): Pick<Disk, "write"> & { readonly left: () => number } {
  let left = faults;
  return {
    left: () => left,
    write(fd, bytes, offset) {
      const isBad = left > 0 && random.chance(40);
      const whim = isBad ? random.pick(refusals) : random.pick<Whim>(["takes all", "takes a part"]);
      if (isBad) left -= 1;
      if (whim === "takes nothing") return 0;
      const length = bytes.length - offset;
      if (whim === "takes all") return writeSync(fd, bytes, offset);
      if (whim === "takes a part") return writeSync(fd, bytes, offset, 1 + random.below(length));
      throw Object.assign(new Error(`${whim}: made for a test, write`), { code: whim });
    },
  };
}

/** So many sessions on disks with moods: each refusal is a fault. */
export function writeToMoodyDisks(random: Random, sessions: number, tally: Tally): void {
  for (let session = 0; session < sessions; session += 1) {
    const faults = 1 + random.below(6);
    const disk = moodyDisk(random, faults);
    using place = makePlace({ writing: { disk } });
    const log = createSession(start, place.context);
    const history = historyOf(random, 60);
    const acknowledged: string[] = [];
    const wrong: string[] = [];
    let size = 0;
    while (disk.left() > 0 || acknowledged.length < 10) {
      acknowledged.push(log.append(history.next().value).id);
      const now = sizeOf(log.file);
      if (now < size) wrong.push("the file got shorter");
      size = now;
    }
    acknowledged.push(log.append({ type: "notice", text: "there is space again" }).id);
    log.close();
    wrong.push(...faultsOfTroubles(place.troubles));
    const verdict = checkSession(log.file ?? "", place.context, { acknowledged });
    for (let fault = 0; fault < faults; fault += 1)
      tally.add(
        "disk refuses",
        fault === 0 ? { ...verdict, wrong: [...wrong, ...verdict.wrong] } : { lost: [], wrong: [] },
        `session ${session}`,
      );
  }
}

/** A network's disk takes everything and says when it is asked to sync that it has lost some of it. */
export async function loseAtSync(random: Random, sessions: number, tally: Tally): Promise<void> {
  for (let session = 0; session < sessions; session += 1) {
    let fails = 1;
    let safe = 0;
    const file = () => log.file ?? "";
    const cuts = random.chance(50);
    const sync: Disk["sync"] = (fd, done) =>
      queueMicrotask(() => {
        const { size } = fstatSync(fd);
        if (fails === 0) {
          safe = size;
          return done(null);
        }
        fails -= 1;
        const lostFrom = safe + random.below(size - safe);
        if (cuts) ftruncateSync(fd, lostFrom);
        else blank(file(), lostFrom, size);
        done(Object.assign(new Error("ENOSPC: made for a test, fsync"), { code: "ENOSPC" }));
      });
    using place = makePlace({ writing: { disk: { sync } } });
    const log = createSession(start, place.context);
    const history = historyOf(random, 60);
    const acknowledged: string[] = [];
    const turns = 2 + random.below(3);
    for (let done = 0; done < turns;) {
      const entry = history.next().value;
      acknowledged.push(log.append(entry).id);
      if (entry.type === "turn_end") done += 1;
      // The disk answers between two entries.
      await Promise.resolve();
    }
    acknowledged.push(log.append({ type: "notice", text: "and on" }).id);
    await Promise.resolve();
    log.close();
    const wrong = faultsOfTroubles(place.troubles);
    const verdict = checkSession(file(), place.context, { acknowledged });
    tally.add(
      "disk loses what it took",
      { ...verdict, wrong: [...wrong, ...verdict.wrong] },
      `session ${session}`,
    );
  }
}

/** Trouble is told once, then that it is over. */
export function faultsOfTroubles(troubles: readonly SessionTrouble[]): string[] {
  const told = troubles.map(({ type }) => type).filter((type) => type !== "shared");
  const isInTurn = told.every((type, at) => type === (at % 2 === 0 ? "failing" : "recovered"));
  return isInTurn && told.length % 2 === 0 ? [] : [`told: ${told.join(", ")}`];
}

function blank(file: string, from: number, to: number): void {
  const fd = openSync(file, "r+");
  try {
    writeSync(fd, Buffer.alloc(to - from), 0, to - from, from);
  } finally {
    closeSync(fd);
  }
}

function sizeOf(file: string | null): number {
  try {
    return readFileSync(file ?? "").length;
  } catch {
    return 0; // it could not be made yet
  }
}

/** Huge entries, and a reader that gets them back. */
export function writeHugeEntries(random: Random, megabytes: number, tally: Tally): void {
  using place = makePlace();
  const log = createSession(start, place.context);
  const texts = [1, megabytes].map((size) =>
    random.pick(["x", "\u2028", "\n", "中"]).repeat(size * 1_000_000),
  );
  const acknowledged = texts.map((text) => log.append({ type: "notice", text }).id);
  log.close();
  const verdict = checkSession(log.file ?? "", place.context, { acknowledged });
  const read = readSession(log.file ?? "", place.context).session.entries;
  const isSame = texts.every((text, at) => {
    const entry = read[at];
    return entry?.type === "notice" && entry.text === text;
  });
  tally.add(
    "huge entry",
    isSame ? verdict : { ...verdict, wrong: ["another text came back"] },
    `${megabytes} MB`,
  );
}
