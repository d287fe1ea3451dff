/** A real file system that fills up, and one that becomes read-only: a small one in memory, where that may be made. */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { createSession, openSession } from "../../../src/sessions/session-store.ts";
import type { Random } from "../../fuzz/random.ts";
import { fill, mountSmall } from "../../support/small-disk.ts";
import { checkSession } from "./check.ts";
import { faultsOfTroubles } from "./disks.ts";
import { historyOf } from "./history.ts";
import { makePlace, start } from "./place.ts";
import type { Tally } from "./tally.ts";

/** Sessions on a disk that others fill up and empty again. */
export function fillDisk(random: Random, times: number, tally: Tally): void {
  for (let done = 0; done < times; done += 1) {
    using disk = mountSmall();
    if (disk === null) return;
    mkdirSync(join(disk.folder, "home"));
    using place = makePlace({}, join(disk.folder, "home"));
    const history = historyOf(random, 600);
    const session = createSession(start, place.context);
    const acknowledged: string[] = [];
    const say = (count: number) => {
      for (let said = 0; said < count; said += 1) acknowledged.push(session.append(history.next().value).id);
    };
    // Before the first word, or after some.
    if (random.chance(70)) say(random.below(12));
    const others = join(disk.folder, "others");
    fill(others);
    const before = existsSync(session.file ?? "") ? readFileSync(session.file ?? "") : Buffer.alloc(0);
    while (place.troubles.length === 0) say(1);
    say(4);
    const during = existsSync(session.file ?? "") ? readFileSync(session.file ?? "") : Buffer.alloc(0);
    const wrong = during.subarray(0, before.length).equals(before) ? [] : ["the file was cut"];
    if (place.troubles.length !== 1) wrong.push("it was told more than once");
    rmSync(others);
    say(1);
    session.close();
    wrong.push(...faultsOfTroubles(place.troubles));
    const verdict = checkSession(session.file ?? "", place.context, { acknowledged });
    tally.add("disk full", { ...verdict, wrong: [...wrong, ...verdict.wrong] }, `time ${done}`);
  }
}

/** Sessions on a disk that becomes read-only under them, and one that is opened there. */
export function makeReadOnly(random: Random, times: number, tally: Tally): void {
  for (let done = 0; done < times; done += 1) {
    using disk = mountSmall();
    if (disk === null) return;
    mkdirSync(join(disk.folder, "home"));
    using place = makePlace({}, join(disk.folder, "home"));
    const history = historyOf(random, 60);
    const session = createSession(start, place.context);
    const acknowledged = [session.append(history.next().value).id];
    session.close();
    disk.remount("ro");
    const opened = openSession(session.file ?? "", place.context);
    const wrong = opened.notes.length > 0 ? [] : ["nothing is said of a disk without locks"];
    acknowledged.splice(0, 1, ...opened.session.nodes().map(({ id }) => id));
    for (let said = 0; said < 3; said += 1) acknowledged.push(opened.session.append(history.next().value).id);
    disk.remount("rw");
    acknowledged.push(opened.session.append(history.next().value).id);
    opened.session.close();
    wrong.push(...faultsOfTroubles(place.troubles));
    const verdict = checkSession(session.file ?? "", place.context, { acknowledged });
    tally.add("disk read-only", { ...verdict, wrong: [...wrong, ...verdict.wrong] }, `time ${done}`);
  }
}
