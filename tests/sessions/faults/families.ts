/** Every kind of fault there is here. At scale 1 all of them together take well under a minute of one core. */
import type { Random } from "../../fuzz/random.ts";
import { damageFiles, tearAtEveryByte } from "./damaged-files.ts";
import { loseAtSync, writeHugeEntries, writeToMoodyDisks } from "./disks.ts";
import { fillDisk, makeReadOnly } from "./full-disk.ts";
import { killProcesses } from "./kills.ts";
import { killHolders, killPrograms } from "./processes.ts";
import { jumpClock, takeAway, writeTogether } from "./taken.ts";
import type { Tally } from "./tally.ts";
import { carryUnknowns } from "./unknowns.ts";

export type Family = {
  readonly name: string;
  /** It needs a file system of its own. */
  readonly mounts?: boolean;
  readonly run: (random: Random, scale: number, tally: Tally) => void | Promise<void>;
};

export const families: readonly Family[] = [
  {
    name: "kill -9 inside and beside a write loses nothing that was acknowledged",
    run: (random, scale, tally) => killProcesses(random, 20 * scale, tally),
  },
  {
    name: "kill -9 inside a long line loses nothing that was acknowledged",
    run: (random, scale, tally) => killProcesses(random, 5 * scale, tally, 200_000),
  },
  {
    name: "the program, killed at any moment, has every entry that it told of",
    run: (random, scale, tally) => killPrograms(random, 2 + scale, tally),
  },
  {
    name: "a lock ends with the process that holds it",
    run: (_random, scale, tally) => killHolders(1 + scale, tally),
  },
  {
    name: "damage to a file costs what it touches, and is told",
    run: (random, scale, tally) => damageFiles(random, 10 * scale, tally),
  },
  {
    name: "a log that was cut at any byte goes on from there",
    run: (random, scale, tally) => tearAtEveryByte(random, 1 + scale, tally),
  },
  {
    name: "a disk that refuses is told once, and has everything when it takes again",
    run: (random, scale, tally) => writeToMoodyDisks(random, 30 * scale, tally),
  },
  {
    name: "a disk that loses what it took gets it again",
    run: (random, scale, tally) => loseAtSync(random, 20 * scale, tally),
  },
  {
    name: "a disk without space gets the rest when there is some, and nothing is cut",
    mounts: true,
    run: (random, scale, tally) => fillDisk(random, 5 * scale, tally),
  },
  {
    name: "a disk that becomes read-only gets the rest when it is not any more",
    mounts: true,
    run: (random, scale, tally) => makeReadOnly(random, 5 * scale, tally),
  },
  {
    name: "a file that others take away, cut or write to while it is open is whole again",
    run: (random, scale, tally) => takeAway(random, 4 * scale, tally),
  },
  {
    name: "two writers where nothing can be locked lose none of each other's lines",
    run: (random, scale, tally) => writeTogether(random, 10 * scale, tally),
  },
  {
    name: "a clock that jumps changes no order",
    run: (random, scale, tally) => jumpClock(random, 10 * scale, tally),
  },
  {
    name: "entries and fields of a newer rein are in every copy",
    run: (random, scale, tally) => carryUnknowns(random, 5 * scale, tally),
  },
  {
    name: "huge entries come back as they were",
    run: (random, scale, tally) => writeHugeEntries(random, 4 * Math.min(scale, 16), tally),
  },
];
