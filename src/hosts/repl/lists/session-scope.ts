/** Which of the sessions a list shows, in which order, and what it says of that. Pure. */
import type { SessionInfo } from "../../../sessions/glance.ts";
import { printable } from "../../../terminal/sanitize.ts";
import { say } from "../../../words/say.ts";
import type { FoundSessions } from "../start.ts";
import { forkTree, type PlacedSession } from "./session-order.ts";
import type { SaidFound } from "./session-search.ts";

/** Those that were found before the list was opened, this folder's, all, or those in which something was said. */
export type Scope = "found" | "here" | "all" | "said";

export type ScopeParts = {
  readonly cwd: string;
  readonly found?: FoundSessions | undefined;
  readonly said?: SaidFound | undefined;
};

/** Copies stand below what they are copies of, but what was found stands in its own order. */
export function sessionsIn(
  scope: Scope,
  sessions: readonly SessionInfo[],
  { cwd, found, said }: ScopeParts,
): readonly PlacedSession[] {
  switch (scope) {
    case "all":
      return forkTree(sessions);
    case "here":
      return forkTree(sessions.filter((info) => info.cwd === cwd));
    case "found":
      return forkTree(sessions.filter(({ id }) => found?.ids.includes(id)));
    case "said": {
      const byId = new Map(sessions.map((info) => [info.id, info]));
      return [...(said?.hits.keys() ?? [])].flatMap((id) => {
        const info = byId.get(id);
        return info === undefined ? [] : { info, depth: 0 };
      });
    }
    default:
      return scope satisfies never;
  }
}

/** What stands behind the list's question. */
export function scopeWords(scope: Scope, { found, said }: ScopeParts): string {
  switch (scope) {
    case "all":
      return say`All folders. Type to filter`;
    case "here":
      return say`This folder. Type to filter`;
    case "found":
      return say`With “${printable(found?.words ?? "")}”. Type to filter`;
    case "said":
      return say`With “${printable(said?.query ?? "")}”: ${said?.words ?? ""}. Type to filter`;
    default:
      return scope satisfies never;
  }
}
