/** Work that leaves something half done behind where a signal ends the process in its middle, and must not. */
import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Does `work`. A signal meanwhile ends the process as it always does, but by an end of its own, at which half-written files
 * are removed; at that of a signal nothing is. While `isForOther` says so, Ctrl+C is another program's.
 */
export async function endingTidily<T>(
  work: () => Promise<T>,
  isForOther: () => boolean = () => false,
): Promise<T> {
  const end = (name: NodeJS.Signals) => {
    if (name !== "SIGINT" || !isForOther()) process.exit(128 + constants.signals[name]);
  };
  for (const name of signals) process.on(name, end);
  try {
    return await work();
  } finally {
    for (const name of signals) process.off(name, end);
  }
}
