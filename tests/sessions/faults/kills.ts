/** kill -9 at the boundaries of writes and inside them, again and again in the same session. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../fuzz/random.ts";
import { checkSession } from "./check.ts";
import type { KillPlan } from "./kill-plan.ts";
import { makePlace } from "./place.ts";
import type { Tally } from "./tally.ts";

const program = join(import.meta.dir, "kill-child.ts");
/** A session gets longer with each kill; then a new one begins. */
const killsOfASession = 20;
const moments = ["open", "before", "within", "within", "within", "after", "told", "sync"] as const;

/** Kills so many processes. `mostText`: how long texts may get, UTF-16 units. */
export function killProcesses(random: Random, kills: number, tally: Tally, mostText = 400): void {
  for (let done = 0; done < kills;) {
    using place = makePlace();
    const { context, folder } = place;
    const acknowledged = new Set<string>();
    for (let round = 0; round < killsOfASession && done < kills; round += 1, done += 1) {
      const file = logIn(context.paths.sessions);
      const plan: KillPlan = {
        data: join(folder, "data"),
        file,
        seed: random.below(1_000_000_000),
        write: 1 + random.below(12),
        moment: random.pick(moments),
        fraction: random.below(1_000) / 1_000,
        ...(random.chance(30) ? { piece: 1 + random.below(200) } : {}),
        mostText,
        ...(context.longFrom === undefined ? {} : { longFrom: context.longFrom }),
      };
      const child = Bun.spawnSync([process.execPath, program, JSON.stringify(plan)], { stderr: "pipe" });
      const where = JSON.stringify({ ...plan, data: "", file: file === null ? null : "" });
      const told = child.stdout.toString().split("\n").filter(Boolean);
      if (child.signalCode !== "SIGKILL") {
        const wrong = [`the process ended by itself: ${child.stderr.toString()}`];
        tally.add("kill -9", { lost: [], wrong }, where);
        continue;
      }
      for (const id of told) acknowledged.add(id);
      const left = logIn(context.paths.sessions);
      if (left === null) {
        tally.add("kill -9", { lost: [...acknowledged], wrong: [] }, where);
        continue;
      }
      const verdict = checkSession(left, context, { acknowledged: [...acknowledged] });
      tally.add(plan.piece === undefined ? "kill -9" : "kill -9, slow disk", verdict, where);
      for (const id of verdict.added) acknowledged.add(id);
    }
  }
}

function logIn(folder: string): string | null {
  try {
    const [name] = readdirSync(folder);
    return name === undefined ? null : join(folder, name);
  } catch {
    return null; // nothing was written yet
  }
}
