/** How long a model server may be silent. */
import { isLoopback } from "./addresses.ts";
import type { StreamOptions } from "./run-stream.ts";

/** A model on this machine may read a long prompt for minutes before its first byte, and sends nothing meanwhile; ms. */
const localFirstByteMs = 10 * 60 * 1000;

/** What holds for a server: `idleMs` where the user said so, else the defaults, with patience for this machine's own. */
export function idleTimes(
  baseUrl: string,
  idleMs: number | undefined,
): Pick<StreamOptions, "idleMs" | "firstByteMs"> {
  if (idleMs !== undefined) return { idleMs };
  return isLoopback(baseUrl) ? { firstByteMs: localFirstByteMs } : {};
}
