/**
 * Gives back the memory of requests that are out. Each carries the whole conversation, and what it was made of is garbage
 * as soon as it is sent: in a long session megabytes a step, of which the runtime lets a multiple of what lives pile up.
 */

/** After so many characters of bodies everything is collected: a quarter of what the program itself holds. */
const collectedAfter = 16 * 1024 * 1024;

export type SentBodies = {
  /** A request with this body is on its way. Collects a little later, while the server works on it. */
  note(body: unknown): void;
};

/** Counts what is sent. `collect` takes some 30 ms. */
export function createSentBodies(
  collect: () => void = () => Bun.gc(true),
  later: (work: () => void) => unknown = setImmediate,
): SentBodies {
  let sent = 0;
  return {
    note(body) {
      if (typeof body !== "string") return;
      sent += body.length;
      if (sent < collectedAfter) return;
      sent = 0;
      later(collect);
    },
  };
}

/** Those of the whole program. */
export const sentBodies = createSentBodies();
