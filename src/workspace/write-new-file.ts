/** A new file that is written piece by piece, under the first name that is free: whole or not at all. */
import { createReadStream } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, FileError, fileError } from "./file-error.ts";
import { inFolder } from "./held-folder.ts";
import { resolveName } from "./paths.ts";
import { removeAbandoned, withMadeFolders, withTemporaryFile } from "./temporary-file.ts";
import { flushFolder, linkOrWrite } from "./write-file.ts";

export type NewFile = {
  /** Absolute and real; its folder is made where it is missing. */
  readonly path: string;
  /** What it may be called in that folder where something has that name. */
  readonly otherNames: Iterable<string>;
  /** Each piece is asked for when the one before is written. */
  readonly pieces: AsyncIterable<Uint8Array>;
  /** Permission bits. */
  readonly mode: number;
};

/**
 * Writes it beside its place, and gives it its name when all of it is on the disk; nothing that is there is touched.
 * Returns the path that it has, null where no name is free.
 *
 * @throws FileError, and what `pieces` throws; nothing is left then, also of folders that were made for it
 */
export async function writeNewFile({ path, otherNames, pieces, mode }: NewFile): Promise<string | null> {
  const folder = dirname(path);
  const place = async (temporary: string, at: (name: string) => string): Promise<string | null> => {
    for (const one of paths(path, otherNames)) {
      if ((await resolveName("/", one)).type !== null) continue;
      try {
        const target = { path: one, at: at(basename(one)) };
        await linkOrWrite(temporary, target, contentOf(temporary), mode);
        return one;
      } catch (thrown) {
        // Somebody was faster.
        if (!(thrown instanceof FileError && thrown.kind === "exists")) throw thrown;
      }
    }
    return null;
  };
  try {
    return await inFolder(
      folder,
      (held) =>
        withMadeFolders(held.made, async () => {
          try {
            await removeLeft(folder);
            const placed = await withTemporaryFile(held, pieces, { mode }, (file) =>
              place(file, (name) => held.at(name)),
            );
            await flushFolder(held);
            return placed;
          } catch (thrown) {
            await held.takeBack();
            throw thrown;
          }
        }),
      { make: true },
    );
  } catch (thrown) {
    throw fileError(thrown, path);
  }
}

function* paths(first: string, otherNames: Iterable<string>): Generator<string> {
  yield first;
  for (const name of otherNames) yield join(dirname(first), name);
}

async function* contentOf(file: string): AsyncGenerator<Uint8Array> {
  const stream: AsyncIterable<Buffer> = createReadStream(file);
  yield* stream;
}

/** A program that was killed while it wrote has left a part of a file there. Where that cannot be removed, it stays. */
async function removeLeft(folder: string): Promise<void> {
  try {
    await removeAbandoned(folder);
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
  }
}
