/**
 * What files held before rein changed them, by content: `<folder>/ab/cdef….zst`, named after the SHA-256 of the
 * uncompressed bytes and readable with `zstd -d`. Equal contents are there once, whichever session or process keeps
 * them. The folder is the user's alone: what is kept may be secret. Each project has one (`projectCheckpoints`), so that
 * a large one takes no room from others.
 *
 * The sessions of a project share the contents, so removing a session removes none. They go when nothing has used them
 * for a long time, or when the store is too large: see `checkpoint-prune.ts`. `rein sessions gc` also removes those that
 * no session names.
 */
import { closeSync, constants, lstatSync, type Stats } from "node:fs";
import { lutimes, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { messageOf } from "../protocol/error.ts";
import { openToAppend } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { say } from "../words/say.ts";
import { pruneCheckpoints } from "./checkpoint-prune.ts";

export type Kept = { readonly hash: string } | { readonly notKept: string };

export type KeptContent = { readonly bytes: Uint8Array } | { readonly missing: string };

export type CheckpointStore = {
  /** Keeps a content on disk and returns its hash (SHA-256, hex), or says in words why it could not. Never throws. */
  keep(bytes: Uint8Array): Promise<Kept>;
  /**
   * The same for what may never be asked for: quicker, and the last of it may be lost when the power fails. What is read
   * is proved all the same.
   */
  keepLoosely(bytes: Uint8Array): Promise<Kept>;
  /** True when something is there under the hash. Cheaper than reading it, and no proof. */
  has(hash: string): boolean;
  /** A kept content, or in words why it is not to be had: never bytes that are not those of the hash. Never throws. */
  read(hash: string): Promise<KeptContent>;
};

export type CheckpointStoreOptions = {
  /** The time now, ms since 1970. @default Date.now */
  readonly now?: () => number;
  /** Told in words when old contents could not be removed. */
  readonly onTrouble?: (message: string) => void;
  /** A larger content is not kept, bytes. @default as much as a file may have that the tools change */
  readonly maxContentBytes?: number;
  /** The size that the store is brought back to, bytes on disk. @default 500 MB */
  readonly maxStoreBytes?: number;
  /** Contents that were not used for longer are removed, ms. @default 90 days */
  readonly maxAgeMs?: number;
  /** Stores that it reads from, too, and lets grow old. @default [] */
  readonly alsoReads?: readonly string[];
  /** The folders that its own one lies in and that are rein's as well, the outermost first. @default [] */
  readonly within?: readonly string[];
};

/** What a project's contents may take, bytes on disk. */
export const defaultStoreBytes = 500_000_000;
/** How long a content stays that nothing uses, ms. */
export const defaultStoreAgeMs = 90 * 24 * 60 * 60 * 1000;

/**
 * The folder of a project's store in the folder of all of them: under `projects`, named after the beginning of the
 * SHA-256 of the project's folder (absolute, real). The first versions kept everything in `checkpoints` itself.
 */
export function projectCheckpoints(checkpoints: string, root: string): string {
  const key = new Bun.CryptoHasher("sha256").update(root).digest("hex").slice(0, 16);
  return join(checkpoints, "projects", key);
}

const mebibyte = 1024 * 1024;
const day = 24 * 60 * 60 * 1000;
/** What one process writes before it looks at the size of the store, bytes. */
const pruneAfterBytes = 64 * mebibyte;
/** The main thread hashes this much at a stretch, bytes: well under a millisecond. */
const hashedAtOnce = mebibyte;

/** A store in a folder that does not have to exist yet. Touches nothing until it is used. */
export function createCheckpointStore(folder: string, options: CheckpointStoreOptions = {}): CheckpointStore {
  const { now = Date.now, onTrouble = () => undefined, maxContentBytes = 128 * mebibyte } = options;
  const limits = {
    maxBytes: options.maxStoreBytes ?? defaultStoreBytes,
    maxAgeMs: options.maxAgeMs ?? defaultStoreAgeMs,
  };
  const folders = [folder, ...(options.alsoReads ?? [])];
  const ownFolders = [...(options.within ?? []), folder];
  const pruneAfter = Math.min(pruneAfterBytes, limits.maxBytes / 4);
  let written = 0;
  let pruning = false;

  async function keep(bytes: Uint8Array, isLoose: boolean): Promise<Kept> {
    if (bytes.length > maxContentBytes) {
      return { notKept: say`it has ${bytes.length} bytes, and at most ${maxContentBytes} are kept` };
    }
    try {
      const hash = await hashInPieces(bytes);
      const file = fileOf(folder, hash);
      if (isLoose ? holdsSomething(file) : await isReadable(file, hash)) {
        // Access times are off or coarse on many systems: the time of change says when it was last used.
        await lutimes(file, now() / 1000, now() / 1000);
      } else {
        // What does not get smaller is stored as it is, inside the frame: that costs three bytes for 128 KiB.
        const packed = await Bun.zstdCompress(bytes);
        // It would go at once, and take all that is older with it.
        if (packed.length > limits.maxBytes)
          return {
            notKept: say`it takes ${packed.length} bytes, and of a project at most ${limits.maxBytes} are kept`,
          };
        // A folder is only made in one that is no link, whichever of them that is.
        for (const one of ownFolders) ensurePrivateFolder(one);
        await writePacked(file, packed, now(), isLoose);
        written += packed.length;
        void pruneNowAndThen();
      }
      return { hash };
    } catch (thrown) {
      return { notKept: say`the folder ${folder} could not be written (${messageOf(thrown)})` };
    }
  }

  /** Looks through the store once a day and whenever much was written. Nobody waits for it. */
  async function pruneNowAndThen(): Promise<void> {
    if (pruning) return;
    pruning = true;
    try {
      const mark = join(folder, "last-pruned");
      const last = timeOf(mark);
      const isDue = last !== null && (written >= pruneAfter || now() - last >= day);
      if (last !== null && !isDue) return;
      closeSync(openToAppend(mark));
      await lutimes(mark, now() / 1000, now() / 1000);
      if (!isDue) return;
      written = 0;
      for (const one of folders) if (timeOf(one) !== null) await pruneCheckpoints(one, limits, now());
    } catch (thrown) {
      onTrouble(say`Old contents in ${folder} could not be removed: ${messageOf(thrown)}`);
    } finally {
      pruning = false;
    }
  }

  return {
    keep: (bytes) => keep(bytes, false),
    keepLoosely: (bytes) => keep(bytes, true),
    has: (hash) => folders.some((one) => holdsSomething(fileOf(one, hash))),
    async read(hash) {
      const places = folders.filter((one) => timeOf(fileOf(one, hash)) !== null);
      let found: KeptContent | undefined;
      // What is damaged in one of them may be whole in another.
      for (const place of places) {
        const read = await readContent(fileOf(place, hash), hash);
        if ("bytes" in read) return read;
        found ??= read;
      }
      return found ?? readContent(fileOf(folder, hash), hash);
    },
  };
}

function fileOf(folder: string, hash: string): string {
  return join(folder, hash.slice(0, 2), `${hash.slice(2)}.zst`);
}

/** SHA-256, hex. Lets keys through between pieces. */
async function hashInPieces(bytes: Uint8Array): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for (let at = 0; at < bytes.length; at += hashedAtOnce) {
    if (at > 0) await setImmediate();
    hasher.update(bytes.subarray(at, at + hashedAtOnce));
  }
  return hasher.digest("hex");
}

async function readContent(file: string, hash: string): Promise<KeptContent> {
  let packed: Uint8Array;
  try {
    packed = await readUnlinked(file);
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return { missing: say`it is no longer kept` };
    return { missing: say`it could not be read (${messageOf(thrown)})` };
  }
  try {
    const bytes = new Uint8Array(await Bun.zstdDecompress(packed));
    if ((await hashInPieces(bytes)) === hash) return { bytes };
    return { missing: say`${file} is damaged: it holds something else than was kept` };
  } catch (thrown) {
    return { missing: say`${file} is damaged (${messageOf(thrown)})` };
  }
}

/** True when the content is there whole: after a power cut a file may be, with nothing in it. */
async function isReadable(file: string, hash: string): Promise<boolean> {
  return "bytes" in (await readContent(file, hash));
}

/** Writes a packed content under its name, whole or not at all. Throws what `fs` throws. */
async function writePacked(file: string, packed: Uint8Array, now: number, isLoose: boolean): Promise<void> {
  ensurePrivateFolder(dirname(file));
  const temporary = join(dirname(file), `${crypto.randomUUID()}.tmp`);
  const handle = await open(temporary, "wx", 0o600);
  try {
    // Whatever the umask says.
    await handle.chmod(0o600);
    await handle.writeFile(packed);
    // The file that it was read from is flushed when it has changed: then this must not be lost either.
    if (!isLoose) await handle.datasync();
    await rename(temporary, file);
    // Not before: to others it would look like what a killed process has left, if the clock was set back.
    await handle.utimes(now / 1000, now / 1000);
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  } finally {
    await handle.close();
  }
}

async function readUnlinked(file: string): Promise<Uint8Array> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function holdsSomething(file: string): boolean {
  const stats = statsOf(file);
  return stats !== null && stats.isFile() && stats.size > 0;
}

function timeOf(file: string): number | null {
  return statsOf(file)?.mtimeMs ?? null;
}

/** Null for what is not there, or not to be had: whoever reads or writes it is told why. */
function statsOf(file: string): Stats | null {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) ?? null;
  } catch (thrown) {
    if (codeOf(thrown) === undefined) throw thrown;
    return null;
  }
}

function codeOf(thrown: unknown): unknown {
  return thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
}
