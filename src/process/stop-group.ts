/** Ending a process group for certain. */
import { killMarked, signalMarked, someMarked } from "./marked-processes.ts";
import { releaseIfEnded, type RunningGroup } from "./process-group.ts";

/** How often a dying group is looked at, ms. */
const lookEveryMs = 10;

/** How long the kernel is given to clear away what was killed, ms. Only a process stuck in a driver takes longer. */
const killPatienceMs = 100;

/**
 * Asks everything that the group started to end, also what left the group, kills what is left after `patienceMs`, and
 * resolves when nothing is left.
 */
export async function stopCommand(group: RunningGroup, patienceMs: number): Promise<void> {
  const { mark, outerMark } = group;
  // A sandbox that were asked to end would kill at once what is in it, and what is in it may still have to tidy up.
  if (outerMark === null) group.signal("SIGTERM");
  const pids = signalMarked(mark, "SIGTERM", outerMark);
  const nothingLives = () => !group.isAlive() && !someMarked(pids, mark);
  await becomesTrue(nothingLives, patienceMs);
  group.signal("SIGKILL");
  // Also when nothing seems to be left: what was asked to end may have started something else.
  killMarked(mark);
  await becomesTrue(nothingLives, killPatienceMs);
  releaseIfEnded(group);
}

async function becomesTrue(condition: () => boolean, limitMs: number): Promise<boolean> {
  for (let waited = 0; !condition(); waited += lookEveryMs) {
    if (waited >= limitMs) return false;
    await Bun.sleep(lookEveryMs);
  }
  return true;
}
