/** Sessions in the order of a list: copies below what they are copies of. Pure. */
import type { SessionInfo } from "../../../sessions/glance.ts";

/** A session of the list, and how many of those above it it is a copy of, one of the other. */
export type PlacedSession = { readonly info: SessionInfo; readonly depth: number };

/** Deeper ones stand no further to the right. */
const deepest = 5;

/**
 * The same sessions, those of one tree together: the tree with the session that stands first in the list first, in it each
 * copy below its origin. A copy whose origin is not in the list stands alone.
 */
export function forkTree(sessions: readonly SessionInfo[]): PlacedSession[] {
  const byId = new Map(sessions.map((info) => [info.id, info]));
  const copies = new Map<string, SessionInfo[]>();
  const roots: SessionInfo[] = [];
  const rootOf = new Map<string, SessionInfo>();
  for (const info of sessions) {
    const path = pathUp(info, byId);
    const root = path.at(-1) ?? info;
    if (!rootOf.has(root.id)) {
      rootOf.set(root.id, root);
      roots.push(root);
    }
    const [origin] = path.slice(1);
    if (origin !== undefined) copies.set(origin.id, [...(copies.get(origin.id) ?? []), info]);
  }
  const placed: PlacedSession[] = [];
  const waiting = roots.map((info): PlacedSession => ({ info, depth: 0 })).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    placed.push(next);
    const depth = Math.min(next.depth + 1, deepest);
    for (const info of (copies.get(next.info.id) ?? []).toReversed()) waiting.push({ info, depth });
  }
  return placed;
}

/** A session, its origin, the origin of that, and so on; one that leads back to itself has none. */
function pathUp(info: SessionInfo, byId: ReadonlyMap<string, SessionInfo>): SessionInfo[] {
  const path = [info];
  const seen = new Set([info.id]);
  for (let at: SessionInfo | undefined = info; at !== undefined;) {
    const origin: SessionInfo | undefined = at.forkedFrom === null ? undefined : byId.get(at.forkedFrom);
    if (origin === undefined) break;
    // Nobody writes such a log; in a list that holds one each stands alone.
    if (seen.has(origin.id)) return [info];
    seen.add(origin.id);
    path.push(origin);
    at = origin;
  }
  return path;
}
