/** Giving a saved session a name; secrets in it stay out of the log, as in all that a user writes. */
import type { SessionInfo } from "../sessions/glance.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { renameSession } from "../sessions/rename.ts";
import { openVeil, veiledSession } from "./secret-veil.ts";

export type RenameSavedOptions = {
  readonly hidesSecrets: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** As `renameSession`. */
export function renameSaved(
  paths: DataPaths,
  info: SessionInfo,
  words: string,
  { hidesSecrets, env }: RenameSavedOptions,
): SessionInfo {
  if (!hidesSecrets) return renameSession(paths, info, words);
  return renameSession(paths, info, words, {
    veiled: (session) =>
      // The name that comes back shows what was hidden.
      veiledSession(session, openVeil(session, session.header.cwd, env), () => undefined),
  });
}
