/** Giving a session a name that nobody has open. */
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
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
 * then on. It stays as old as it is. Throws a `UserError` when it is live in another process, cannot be opened or not be
 * written to.
 */
export function renameSession(
  paths: DataPaths,
  info: SessionInfo,
  words: string,
  { now = Date.now, veiled = (session) => session }: RenameOptions = {},
): SessionInfo {
  let why = "";
  let isLost = false;
  const { session } = openSession(info.file, {
    paths,
    now,
    onTrouble({ type, cause }) {
      if (type === "failing") why = messageOf(cause);
      isLost ||= type === "lost";
    },
  });
  try {
    veiled(session).append({ type: "title", title: nameOf(words), by: "user" });
  } finally {
    session.close();
  }
  if (isLost) throw new UserError(say`The name could not be written to ${info.file}: ${why}.`);
  const named = lastName(session.entries());
  return { ...info, named, title: named === null || named === "" ? info.byRule : named };
}
