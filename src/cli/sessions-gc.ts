/** `rein sessions gc`: removes what is kept of files and no session needs any more, and says what that is. */
import { messageOf, UserError } from "../protocol/error.ts";
import { defaultStoreAgeMs, defaultStoreBytes } from "../sessions/checkpoint-store.ts";
import { findGarbage, type Garbage, removeGarbage, type StoreGarbage } from "../sessions/garbage.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { formatBytes } from "../transcript/format.ts";
import { say, sayCount } from "../words/say.ts";

export type GcOptions = {
  /** Says it, and removes nothing. */
  readonly dryRun: boolean;
  /** Also sessions that have been in the trash for 30 days. */
  readonly trash: boolean;
  /** What a project's contents may take, bytes on disk. @default 500 MB */
  readonly maxBytes?: number | undefined;
};

const trashDays = 30;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Does it, or says what it would do; returns that in words for stdout. Throws a `UserError` where a folder cannot be read, and
 * what removing throws.
 */
export async function collectGarbage(paths: DataPaths, options: GcOptions, now: number): Promise<string> {
  const { dryRun, trash, maxBytes = defaultStoreBytes } = options;
  const garbage = await findGarbage(paths, {
    now,
    limits: { maxBytes, maxAgeMs: defaultStoreAgeMs },
    ...(trash ? { maxTrashMs: trashDays * dayMs } : {}),
  }).catch((cause: unknown) => {
    throw new UserError(
      say`What is kept cannot be looked through: ${messageOf(cause)}. Nothing was removed.`,
      { cause },
    );
  });
  const lines = [...garbage.stores.flatMap(storeLines), ...trashLines(garbage)];
  if (dryRun) {
    const [files, bytes] = sizeOf(garbage);
    const total =
      files === 0 ? nothing() : say`${sayCount(files, "file")} would be removed: ${formatBytes(bytes)}.`;
    return `${[...lines, total].join("\n")}\n`;
  }
  const removed = await removeGarbage(garbage);
  const total =
    removed.files === 0
      ? nothing()
      : say`Removed ${sayCount(removed.files, "file")}: ${formatBytes(removed.bytes)}.`;
  return `${[...lines, total].join("\n")}\n`;
}

function nothing(): string {
  return say`There is nothing to remove.`;
}

function storeLines({
  project,
  isShared,
  folder,
  contents,
  bytes,
  unnamed,
  over,
  abandoned,
}: StoreGarbage): string[] {
  const name = isShared
    ? say`of all projects (kept by an earlier version)`
    : sanitize(project ?? folder, "approval_inline");
  const parts = [
    [unnamed, say`no session names them`],
    [over, say`too old, or too much for one project`],
    [abandoned, say`left by a program that was ended`],
  ] as const;
  return [
    say`${name}: ${sayCount(contents, "content")}, ${formatBytes(bytes)}`,
    ...parts.flatMap(([files, why]) =>
      files.length === 0
        ? []
        : [`  ${say`${sayCount(files.length, "file")}, ${formatBytes(sumOf(files))}: ${why}`}`],
    ),
  ];
}

function trashLines({ trashed }: Garbage): string[] {
  if (trashed.length === 0) return [];
  return [
    say`Trash: ${sayCount(trashed.length, "file")}, ${formatBytes(sumOf(trashed))}: there for more than ${trashDays} days`,
  ];
}

function sizeOf({ stores, trashed }: Garbage): readonly [files: number, bytes: number] {
  const all = [
    ...stores.flatMap(({ unnamed, over, abandoned }) => [...unnamed, ...over, ...abandoned]),
    ...trashed,
  ];
  return [all.length, sumOf(all)];
}

function sumOf(files: readonly { readonly bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0);
}
