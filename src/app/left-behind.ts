/** What a rein that was killed in the middle of a write has left in the project. */
import { dirname } from "node:path";
import type { Entry } from "../protocol/entry.ts";
import { errorCode } from "../workspace/file-error.ts";
import { removeAbandoned } from "../workspace/temporary-file.ts";

/** So many of the last changes are looked at: a killed process was at one of them. */
const lastChanges = 5;
/** One change may be of hundreds of files. */
const mostFolders = 50;

/**
 * Removes half-written files from the folders of what a session changed last, as far as the processes that wrote them
 * are gone. A folder that is not there, or cannot be read, has nothing that could be removed.
 */
export async function removeLeftBehind(entries: readonly Entry[]): Promise<void> {
  for (const folder of foldersOf(entries).slice(0, mostFolders)) {
    try {
      await removeAbandoned(folder);
    } catch (thrown) {
      if (errorCode(thrown) === undefined) throw thrown;
    }
  }
}

/** The folders of the files that were changed last, each once. */
function foldersOf(entries: readonly Entry[]): string[] {
  const changes: Extract<Entry, { type: "checkpoint" | "restore" }>[] = [];
  for (let at = entries.length - 1; at >= 0 && changes.length < lastChanges; at -= 1) {
    const entry = entries[at];
    if (entry?.type === "checkpoint" || entry?.type === "restore") changes.push(entry);
  }
  return [...new Set(changes.flatMap(({ files }) => files.map(({ path }) => dirname(path))))];
}
