/**
 * A process that goes on with a session until it kills itself with SIGKILL, in the middle of a write or beside one:
 * `kill-child.ts PLAN`, where PLAN is a `KillPlan` as JSON. Prints the id of each entry when it was appended.
 */
import { writeSync } from "node:fs";
import { dataPaths } from "../../../src/sessions/paths.ts";
import { createSession, openSession } from "../../../src/sessions/session-store.ts";
import { randomOf } from "../../fuzz/random.ts";
import { historyOf } from "./history.ts";
import { type KillPlan, planSchema } from "./kill-plan.ts";
import { start } from "./place.ts";

const plan: KillPlan = planSchema.parse(JSON.parse(process.argv[2] ?? ""));
const random = randomOf(plan.seed);
let writes = 0;

function die(): never {
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

const context = {
  paths: dataPaths({ REIN_DATA_DIR: plan.data }),
  now: Date.now,
  ...(plan.longFrom === undefined ? {} : { longFrom: plan.longFrom }),
  writing: {
    disk: {
      write(fd: number, bytes: Uint8Array, offset: number): number {
        writes += 1;
        // A slow disk takes a line in pieces; a kill between two of them leaves the first.
        const length = Math.min(bytes.length - offset, plan.piece ?? Infinity);
        const isLast = writes === plan.write;
        if (isLast && plan.moment === "before") die();
        const count = isLast && plan.moment === "within" ? Math.floor(length * plan.fraction) : length;
        const written = count === 0 ? 0 : writeSync(fd, bytes, offset, count);
        if (isLast && (plan.moment === "within" || plan.moment === "after")) die();
        return written;
      },
      sync(_fd: number, done: (error: null) => void): void {
        if (plan.moment === "sync" && writes >= plan.write) die();
        done(null);
      },
    },
  },
};

const session = plan.file === null ? createSession(start, context) : openSession(plan.file, context).session;
if (plan.moment === "open") die();
for (const entry of historyOf(random, plan.mostText)) {
  const { id } = session.append(entry);
  writeSync(1, `${id}\n`);
  if (plan.moment === "told" && writes >= plan.write) die();
}
