/** Giving a session a name that nobody has open. */
import type { SessionInfo } from "./glance.ts";
import type { DataPaths } from "./paths.ts";
import type { Session } from "./session.ts";
import { openSession } from "./session-store.ts";
import { lastName, nameOf } from "./title.ts";

export type RenameOptions = {
  /** Ms since 1970. @default `Date.now` */
  readonly now?: () => number;
  /** The session as it is written to. @default as it is */
  readonly veiled?: (session: Session) => Session;
};

/**
 * Writes the name into the session's log, an empty one for the title by rule, and returns the session as it is listed from
 * then on. It stays as old as it is. Throws a `UserError` when it is live in another process or cannot be opened.
 */
export function renameSession(
  paths: DataPaths,
  info: SessionInfo,
  words: string,
  { now = Date.now, veiled = (session) => session }: RenameOptions = {},
): SessionInfo {
  const { session } = openSession(info.file, { paths, now });
  try {
    veiled(session).append({ type: "title", title: nameOf(words), by: "user" });
    const named = lastName(session.entries());
    return { ...info, named, title: named === null || named === "" ? info.byRule : named };
  } finally {
    session.close();
  }
}
