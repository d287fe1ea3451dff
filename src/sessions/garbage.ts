/** What is kept of files and no session can ask for any more, and old sessions in the trash. */
import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import {
  abandonedOf,
  type CheckpointLimits,
  overLimits,
  removeStored,
  storedIn,
  type StoredFile,
} from "./checkpoint-prune.ts";
import { projectCheckpoints } from "./checkpoint-store.ts";
import { openSince } from "./elsewhere.ts";
import type { DataPaths } from "./paths.ts";

/** A store and what of it can go. No file is in two of the lists. */
export type StoreGarbage = {
  readonly folder: string;
  /** The project's folder; null where no session tells it. */
  readonly project: string | null;
  /** What the first versions kept, of all projects. */
  readonly isShared: boolean;
  /** All contents, and their bytes on disk. */
  readonly contents: number;
  readonly bytes: number;
  /** Contents that no session names. */
  readonly unnamed: readonly StoredFile[];
  /** Contents that are too old, or over the limit. */
  readonly over: readonly StoredFile[];
  readonly abandoned: readonly StoredFile[];
};

export type TrashedFile = { readonly path: string; readonly bytes: number };

export type Garbage = {
  readonly stores: readonly StoreGarbage[];
  /** Sessions that have been in the trash for too long. */
  readonly trashed: readonly TrashedFile[];
};

export type GarbageOptions = {
  /** Ms since 1970. */
  readonly now: number;
  readonly limits: CheckpointLimits;
  /** Sessions that are longer in the trash than this go, ms; absent, none does. */
  readonly maxTrashMs?: number;
};

/**
 * A content that no log names may be of a session that runs: it stays for a day after its last use, ms, and as long as a
 * session is open that may have kept it before its commands.
 */
const unnamedAfterMs = 24 * 60 * 60 * 1000;

/** Looks through all stores and all logs, those in the trash too, and changes nothing. Throws what `fs` throws. */
export async function findGarbage(paths: DataPaths, options: GarbageOptions): Promise<Garbage> {
  const { now, limits, maxTrashMs } = options;
  const trashed = maxTrashMs === undefined ? [] : trashedSince(paths.trash, now - maxTrashMs);
  const gone = new Set(trashed.map(({ path }) => path));
  const logs = [...filesOf(paths.sessions), ...filesOf(paths.trash)].filter((path) => !gone.has(path));
  const named = new Set<string>();
  const projects = new Map<string, string>();
  for (const log of logs) {
    const cwd = await readNames(log, named);
    if (cwd !== null) projects.set(projectCheckpoints(paths.checkpoints, cwd), cwd);
  }
  const unnamedBefore = Math.min(now - unnamedAfterMs, openSince(paths));
  const own = foldersIn(join(paths.checkpoints, "projects"));
  const stores: StoreGarbage[] = [];
  for (const folder of [paths.checkpoints, ...own]) {
    const files = await storedIn(folder);
    if (files.length === 0) continue;
    const contents = files.filter(({ hash }) => hash !== null);
    const isUnnamed = ({ hash, usedAt }: StoredFile) =>
      hash !== null && !named.has(hash) && usedAt < unnamedBefore;
    stores.push({
      folder,
      project: projects.get(folder) ?? null,
      isShared: folder === paths.checkpoints,
      contents: contents.length,
      bytes: contents.reduce((sum, { bytes }) => sum + bytes, 0),
      unnamed: contents.filter(isUnnamed),
      over: overLimits(
        contents.filter((one) => !isUnnamed(one)),
        limits,
        now,
      ),
      abandoned: abandonedOf(files, now),
    });
  }
  return { stores, trashed };
}

export type Removed = { readonly files: number; readonly bytes: number };

/** Removes it, but for what was used since. Throws what `fs` throws; what was removed by then is gone. */
export async function removeGarbage({ stores, trashed }: Garbage): Promise<Removed> {
  let [files, bytes] = [0, 0];
  for (const { unnamed, over, abandoned } of stores) {
    for (const file of [...unnamed, ...over, ...abandoned]) {
      if (!(await removeStored(file))) continue;
      files += 1;
      bytes += file.bytes;
    }
  }
  for (const file of trashed) {
    await rm(file.path, { force: true });
    files += 1;
    bytes += file.bytes;
  }
  return { files, bytes };
}

/** How a checkpoint or a restore names a content. */
const naming = /"(?:before|after)":"([0-9a-f]{64})"/g;
/** As long as such a name, in characters: it may lie across two pieces. */
const nameLength = 80;

/** Adds what a log names, and returns the folder of its session; null where it does not say. */
async function readNames(log: string, named: Set<string>): Promise<string | null> {
  let rest = "";
  let cwd: string | null | undefined;
  for await (const piece of createReadStream(log, { encoding: "latin1", highWaterMark: 1024 * 1024 })) {
    const text = rest + String(piece);
    cwd ??= folderIn(text);
    for (const [, hash] of text.matchAll(naming)) if (hash !== undefined) named.add(hash);
    rest = text.slice(-nameLength);
  }
  return cwd ?? null;
}

/** The folder that the header names. Its line is in the first piece. */
function folderIn(text: string): string | null {
  try {
    const header: unknown = JSON.parse(Buffer.from(text.split("\n", 1)[0] ?? "", "latin1").toString());
    if (typeof header !== "object" || header === null || !("cwd" in header)) return null;
    return typeof header.cwd === "string" ? header.cwd : null;
  } catch {
    // A damaged header: then nobody knows whose contents they are, and they are counted all the same.
    return null;
  }
}

function trashedSince(trash: string, before: number): TrashedFile[] {
  return filesOf(trash).flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    // Moving it there set the change time.
    if (stats === undefined || Math.max(stats.ctimeMs, stats.mtimeMs) >= before) return [];
    return [{ path, bytes: stats.size }];
  });
}

function filesOf(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => join(folder, name));
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name));
}
