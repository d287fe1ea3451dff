/** Which files a session has read. */
import type { ReadLedger } from "./tool.ts";

/** A ledger in memory; it lives as long as the session is open. */
export function createReadLedger(): ReadLedger {
  const hashes = new Map<string, string>();
  return {
    get: (path) => hashes.get(path),
    set: (path, hash) => {
      hashes.set(path, hash);
    },
  };
}
