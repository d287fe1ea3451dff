/** The folders that rein keeps things in: are they there, its user's alone, and is there room? */
import { accessSync, constants, statfsSync, statSync, type Stats } from "node:fs";
import { tmpdir } from "node:os";
import { dirname } from "node:path";
import { messageOf } from "../../protocol/error.ts";
import { dataPaths } from "../../sessions/paths.ts";
import { credentialsFile } from "../../settings/credentials.ts";
import { configFolder } from "../../settings/paths.ts";
import { say } from "../../words/say.ts";
import { type Check, checksOf } from "./check.ts";

type Env = Readonly<Record<string, string | undefined>>;

const { ok, warn, bad } = checksOf("files");

export function checkFiles(env: Env): readonly Check[] {
  const { data } = dataPaths(env);
  return [
    checkFolder("settings", configFolder(env)),
    checkFolder("sessions", data),
    ...checkCredentials(credentialsFile(env)),
    checkTemporary(),
    checkRoom(data),
  ];
}

function checkFolder(name: string, folder: string): Check {
  const stats = look(folder);
  if (stats === null) {
    const parent = nearestThere(folder);
    return isWritable(parent)
      ? ok(name, say`${folder} is not there yet; rein makes it when it is needed`)
      : bad(
          name,
          say`${folder} is not there, and ${parent} cannot be written to.`,
          say`Make ${folder}, and let it be yours.`,
        );
  }
  if (!stats.isDirectory())
    return bad(name, say`${folder} is no folder.`, say`Move what lies there out of the way.`);
  const user = process.getuid?.();
  if (user !== undefined && stats.uid !== user && user !== 0)
    return bad(name, say`${folder} belongs to another user.`, say`Say sudo chown -R "$USER" '${folder}'.`);
  if (!isWritable(folder))
    return bad(name, say`${folder} cannot be written to.`, say`Say chmod u+rwx '${folder}'.`);
  if (user !== undefined && (stats.mode & 0o077) !== 0)
    return warn(
      name,
      say`${folder} can be entered by others (${modeOf(stats)}).`,
      say`Say chmod 700 '${folder}'; rein does at its next write.`,
    );
  return ok(name, `${folder} (${modeOf(stats)})`);
}

function checkCredentials(file: string): readonly Check[] {
  const stats = look(file);
  if (stats === null) return [];
  if (process.getuid?.() !== undefined && (stats.mode & 0o077) !== 0)
    return [
      bad(
        "keys",
        say`${file} can be read by others (${modeOf(stats)}).`,
        say`Say chmod 600 '${file}', and get new keys if others may have looked.`,
      ),
    ];
  return [ok("keys", `${file} (${modeOf(stats)})`)];
}

function checkTemporary(): Check {
  const folder = tmpdir();
  return isWritable(folder)
    ? ok("temporary-files", folder)
    : bad("temporary-files", say`${folder} cannot be written to.`, say`Set TMPDIR to a folder of yours.`);
}

/** Below this a session's log may not find room any more, and soon will not; bytes. */
const [veryLittle, little] = [50 * 1024 * 1024, 500 * 1024 * 1024];

function checkRoom(folder: string): Check {
  const place = nearestThere(folder);
  try {
    const { bavail, bsize } = statfsSync(place);
    const free = bavail * bsize;
    const words = say`${sizeOf(free)} free in ${place}`;
    if (free < veryLittle)
      return bad("disk", say`${words}: sessions may not be kept.`, say`Make room there.`);
    return free < little ? warn("disk", `${words}.`, say`Make room there.`) : ok("disk", words);
  } catch (thrown) {
    return warn("disk", say`How much room there is in ${place} cannot be found out: ${messageOf(thrown)}.`);
  }
}

/** Null for what is not there, or cannot be looked at. */
function look(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // Something on the way there is no folder, or may not be entered; what can be reached is looked at instead.
    return null;
  }
}

function nearestThere(path: string): string {
  let place = path;
  while (look(place) === null && dirname(place) !== place) place = dirname(place);
  return place;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false; // that is the answer
  }
}

function modeOf({ mode }: Stats): string {
  return (mode & 0o777).toString(8).padStart(3, "0");
}

function sizeOf(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  return gigabytes >= 1 ? `${gigabytes.toFixed(1)} GB` : `${Math.round(bytes / 1024 ** 2)} MB`;
}
