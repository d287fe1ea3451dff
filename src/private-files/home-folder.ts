/** The user's home folder. */
import { homedir } from "node:os";
import { isAbsolute } from "node:path";

/**
 * What `HOME` says, else what the system does; absolute. An empty or a relative one would lead into the working folder,
 * which may be a stranger's: there nothing of the user's is read or kept.
 */
export function homeFolder(env: Readonly<Record<string, string | undefined>>): string {
  return [env["HOME"] ?? "", homedir()].find((folder) => isAbsolute(folder)) ?? "/";
}
