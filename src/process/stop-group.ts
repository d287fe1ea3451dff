/** Ending a process group for certain. */
import { releaseIfEnded, type ProcessGroup } from "./process-group.ts";

/** How often a dying group is looked at, ms. */
const lookEveryMs = 10;

/** How long the kernel is given to clear away what was killed, ms. Only a process stuck in a driver takes longer. */
const killPatienceMs = 100;

/** Asks the whole group to end, kills what is left of it after `patienceMs`, and resolves when nothing is left. */
export async function stopGroup(group: ProcessGroup, patienceMs: number): Promise<void> {
  group.signal("SIGTERM");
  if (!(await endsWithin(group, patienceMs))) {
    group.signal("SIGKILL");
    await endsWithin(group, killPatienceMs);
  }
  releaseIfEnded(group);
}

async function endsWithin(group: ProcessGroup, limitMs: number): Promise<boolean> {
  for (let waited = 0; group.isAlive(); waited += lookEveryMs) {
    if (waited >= limitMs) return false;
    await Bun.sleep(lookEveryMs);
  }
  return true;
}
