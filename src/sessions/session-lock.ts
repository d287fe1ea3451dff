/** The lock of an open session, for as long as it is open. */
import { LinkError } from "../private-files/link-error.ts";
import type { Header } from "../protocol/entry.ts";
import { say } from "../words/say.ts";
import { acquireLock, describeHolder, type LockAttempt } from "./lock.ts";
import type { DataPaths } from "./paths.ts";

export type HeldLock = {
  /**
   * Takes it where it is not held: before a file is made, or when its folder was removed meanwhile. Throws when another
   * process has it, and a `LinkError` for a link; where there are no locks, nothing happens.
   */
  renew(): void;
  release(): void;
};

/** `taken` is what was tried before; null for a lock that is taken when it is renewed. */
export function heldLock(
  { sessionId }: Pick<Header, "sessionId">,
  { paths, now }: { readonly paths: Pick<DataPaths, "locks">; readonly now: () => number },
  taken: LockAttempt | null,
): HeldLock {
  let lock = taken;
  const release = () => {
    if (lock?.type === "locked") lock.release();
    lock = null;
  };
  return {
    release,
    renew() {
      if (lock?.type === "locked" && !lock.isGone()) return;
      release();
      lock = acquireLock(paths.locks, sessionId, new Date(now()).toISOString());
      if (lock.type === "held") throw new Error(say`its id is in use by ${describeHolder(lock.holder)}`);
      if (lock.type === "unavailable" && lock.cause instanceof LinkError) throw lock.cause;
    },
  };
}
