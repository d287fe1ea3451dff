/** What the permissions have to know of this machine. */
import type { Facts } from "../permissions/judgement.ts";
import { homeFolder } from "../private-files/home-folder.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { configFolder } from "../settings/paths.ts";
import { findBelow } from "../workspace/find-below.ts";
import { gitSettings } from "../workspace/git-settings.ts";
import { leadsTo } from "../workspace/leads-to.ts";

/** The facts for a project in `cwd` (absolute and real). `places`: where rein has its own files. */
export function policyFacts(
  env: Readonly<Record<string, string | undefined>>,
  cwd: string,
  places: readonly DataPaths[],
): Facts {
  const own = places.flatMap(({ index, ...others }) => [
    ...Object.entries(others).flatMap(([name, path]) => (name === "data" ? [] : [path])),
    ...indexFiles(index),
  ]);
  return {
    root: cwd,
    home: realFolder(homeFolder(env), cwd),
    ownFolders: [...new Set([configFolder(env), ...own])].map((folder) => realFolder(folder, cwd)),
    leadsTo,
    findBelow,
    gitSettings,
  };
}

/** The index, and what SQLite puts beside it: everything that was ever said is in them. */
function indexFiles(index: string): string[] {
  return ["", "-wal", "-shm", "-journal"].map((end) => `${index}${end}`);
}

/** Rules and reasons compare real paths; a home folder may be a link, or not be there at all. */
export function realFolder(folder: string, cwd: string): string {
  return leadsTo(cwd, folder, false)?.[0] ?? folder;
}
