/** Giving a session a name that nobody has open. */
import type { SessionInfo } from "./glance.ts";
import type { DataPaths } from "./paths.ts";
import { openSession } from "./session-store.ts";
import { nameOf } from "./title.ts";

/**
 * Writes the name into the session's log, an empty one for the title by rule, and returns the session as it is listed from
 * then on. It stays as old as it is. Throws a `UserError` when it is live in another process or cannot be opened.
 */
export function renameSession(
  paths: DataPaths,
  info: SessionInfo,
  words: string,
  now: () => number = Date.now,
): SessionInfo {
  const name = nameOf(words);
  const { session } = openSession(info.file, { paths, now });
  try {
    session.append({ type: "title", title: name, by: "user" });
  } finally {
    session.close();
  }
  return { ...info, named: name, title: name === "" ? info.byRule : name };
}
