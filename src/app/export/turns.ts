/** Long work over a session, with a turn for others now and then, and with what it leaves behind collected. */
import { setImmediate as othersFirst } from "node:timers/promises";

/** So long is worked before keys get a turn, ms. */
const longestTurn = 20;
/**
 * By itself the runtime begins late to collect what is done with, and does not give it back: work over 100 MB of texts
 * takes some 100 MB more then. A collection takes about as long as it would later. Bytes.
 */
const mostGrowth = 48 * 1024 * 1024;

export type Turn = {
  /** Whether others are due. */
  readonly isOver: () => boolean;
  /** Lets them have their turn; a new one of ours begins then. */
  readonly rest: () => Promise<void>;
};

/** The first turn, and each that follows. Between two pieces of work it is asked whether it is over. */
export function beginTurn(turnMs = longestTurn): Turn {
  let since = performance.now();
  let memory = process.memoryUsage.rss();
  return {
    isOver: () => performance.now() - since >= turnMs,
    async rest() {
      if (process.memoryUsage.rss() - memory > mostGrowth) {
        Bun.gc(true);
        memory = process.memoryUsage.rss();
      }
      await othersFirst();
      since = performance.now();
    },
  };
}
