/**
 * Databases of other programs, without a trace: SQLite makes files beside one that has a write-ahead log even to read it. So
 * one without such a log is read as it lies, and of one that has one a copy of both.
 */
import { constants as sqlite, Database } from "bun:sqlite";
import { constants, statSync } from "node:fs";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inSlices } from "./in-slices.ts";

/**
 * Works on the database without keeping keys waiting. Throws what `fs` and SQLite throw: it is none, is of another version,
 * or cannot be read; and the signal's reason when it fires.
 */
export async function withDatabase<T>(
  file: string,
  use: (database: Database) => Generator<void, T>,
  signal?: AbortSignal,
): Promise<T> {
  if ((factsOf(`${file}-wal`)?.size ?? 0) === 0) {
    const database = openAsItLies(file);
    try {
      return await inSlices(use(database), signal);
    } finally {
      database.close();
    }
  }
  const folder = await mkdtemp(join(tmpdir(), "rein-import-"));
  try {
    const copy = join(folder, "copy.db");
    await copyBoth(file, copy);
    const database = new Database(copy, sqlite.SQLITE_OPEN_READWRITE);
    try {
      return await inSlices(use(database), signal);
    } finally {
      database.close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Works on what the file itself holds, at once: what is still in its log is not seen. Throws as `withDatabase` does. */
export function asItLies<T>(file: string, use: (database: Database) => T): T {
  const database = openAsItLies(file);
  try {
    return use(database);
  } finally {
    database.close();
  }
}

function openAsItLies(file: string): Database {
  if (factsOf(file)?.isFile() !== true) throw new Error("it is not a regular file");
  const flags = sqlite.SQLITE_OPEN_READONLY | sqlite.SQLITE_OPEN_URI;
  return new Database(`${pathToFileURL(file).href}?immutable=1`, flags);
}

/** Between the two copies the log may be written into the database: then they do not belong together. */
const tries = 5;

async function copyBoth(file: string, copy: string): Promise<void> {
  const state = () =>
    [file, `${file}-wal`].map((one) => {
      const facts = factsOf(one);
      return facts?.isFile() === true ? `${facts.size} ${facts.mtimeMs}` : null;
    });
  for (let left = tries; left > 0; left -= 1) {
    const before = state();
    if (before.includes(null)) throw new Error("it is not a regular file");
    await copyFile(file, copy, constants.COPYFILE_FICLONE);
    await copyFile(`${file}-wal`, `${copy}-wal`, constants.COPYFILE_FICLONE);
    if (state().join() === before.join()) return;
  }
  throw new Error("it is being written to without a pause");
}

function factsOf(file: string) {
  return statSync(file, { throwIfNoEntry: false });
}
