/** Making a transcript a session, as a command that tells how far it is. */
import { type ImportOutcome, importTranscript } from "../app/import-session.ts";
import { openFolder } from "../app/open-folder.ts";
import { ruleFault } from "../permissions/rule.ts";
import type { FoundTranscript } from "../sessions/import/find-transcripts.ts";
import { dataPaths } from "../sessions/paths.ts";
import { formatBytes } from "../transcript/format.ts";
import { say } from "../words/say.ts";
import { currentFolder } from "./current-folder.ts";
import { tell } from "./output.ts";
import { settingsHere } from "./settings-here.ts";

/** A wait for more than so much to be read is told, bytes. */
const muchToRead = 16 * 1024 * 1024;

/** Imports it, once more only with `again` or where it has grown. Throws a `UserError` for what cannot be read. */
export async function importFound(
  found: FoundTranscript,
  version: string,
  again = false,
): Promise<ImportOutcome> {
  if ((found.size ?? 0) >= muchToRead)
    await tell(say`rein: ${formatBytes(found.size ?? 0)} are read; it takes a moment.`);
  const cwd = currentFolder();
  const parts = { env: process.env, cwd, version, now: Date.now };
  return importTranscript(
    found,
    { ...parts, paths: dataPaths(process.env), hidesSecrets: await hidesSecrets(cwd) },
    { again, onWritten: progress() },
  );
}

/** Between two words on how far it is, ms. */
const betweenWords = 3_000;

/** Tells now and then how far it is. */
function progress(): (share: number) => void {
  let last = performance.now();
  return (share) => {
    if (performance.now() - last < betweenWords) return;
    last = performance.now();
    void tell(say`rein: ${Math.floor(share * 100)}% of the session is written.`);
  };
}

/** As the settings say that hold in the folder. */
async function hidesSecrets(cwd: string): Promise<boolean> {
  const folder = openFolder({ cwd, env: process.env });
  const { settings } = await settingsHere({
    project: cwd,
    isTrusted: folder.isTrusted,
    fromProject: folder.brought.fromProject,
    ruleFault,
  });
  return settings.secrets !== "off";
}
