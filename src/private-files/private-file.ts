/**
 * The one door for what rein keeps: sessions, logs, keys, trust. A file is its user's alone (0600) whatever the umask,
 * and no link is followed. `Bun.write` and the plain functions of `fs` do neither.
 */
import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { whyNotBelieved } from "./believable.ts";
import { clearly, isLink, LinkError } from "./link-error.ts";
import { removeLeftHalves } from "./left-halves.ts";
import { syncNamesNow } from "./sync-names.ts";

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_RDWR, O_WRONLY } = constants;
const ownersOnly = 0o600;

/**
 * Opens a file for reading and for appending, made if it is not there. Throws a `LinkError` for a link, and what `fs`
 * throws. The descriptor is the caller's to close.
 */
export function openToAppend(file: string): number {
  return opened(file, O_RDWR | O_APPEND | O_CREAT);
}

/** As `openToAppend`, for a file that is there. Throws `ENOENT` for one that is not. */
export function openAgain(file: string): number {
  return opened(file, O_RDWR | O_APPEND);
}

/** Makes a file that is not there yet, to be appended to. Throws `EEXIST` for one that is, and a `LinkError` for a link. */
export function openNew(file: string): number {
  return opened(file, O_WRONLY | O_APPEND | O_CREAT | O_EXCL);
}

/**
 * Opens a file for reading. Throws a `LinkError` for a link, `ENOENT` for none, and for what is no regular file: a FIFO
 * would be waited for.
 */
export function openToRead(file: string): number {
  const fd = clearly(file, () => openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK));
  return checked(fd, () => requireRegular(fd, file));
}

/** The whole content of a file; null when there is none. Throws as `openToRead` does. */
export function readPrivateFile(file: string): Buffer | null {
  return readIf(file, () => null);
}

/** As `readPrivateFile`, for what rein acts on: throws, with the reason, where others could have written it. */
export function readBelievedFile(file: string): Buffer | null {
  return readIf(file, (stats) => whyNotBelieved(stats, file));
}

function readIf(file: string, doubt: (stats: Stats) => string | null): Buffer | null {
  let fd: number;
  try {
    fd = openToRead(file);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw thrown;
  }
  try {
    const why = doubt(fstatSync(fd));
    if (why !== null) throw new Error(why);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

/**
 * Gives a file a new content, whole or not at all, also over a power cut, which takes some ms; `isPassing`: not over a
 * power cut, after which nobody wants it. Its folder must be there. Throws a `LinkError` for a link, which is left as it
 * is, and what `fs` throws.
 */
export function replacePrivateFile(
  file: string,
  content: string | Uint8Array,
  { isPassing = false }: { readonly isPassing?: boolean } = {},
): void {
  const next = beginReplacing(file);
  try {
    writeWhole(next.fd, content);
    next.take(isPassing);
  } catch (thrown) {
    next.drop();
    throw thrown;
  }
}

/**
 * The same for a content that comes piece by piece, each asked for when the one before is written. Throws what they
 * throw, too.
 */
export async function replacePrivateFileBy(file: string, pieces: AsyncIterable<string>): Promise<void> {
  const next = beginReplacing(file);
  try {
    for await (const piece of pieces) writeWhole(next.fd, piece);
    next.take(false);
  } catch (thrown) {
    next.drop();
    throw thrown;
  }
}

type NextContent = {
  /** Where it is written. */
  readonly fd: number;
  /** It is whole: gives it the name of the file. */
  readonly take: (isPassing: boolean) => void;
  /** Leaves the file as it is. */
  readonly drop: () => void;
};

function beginReplacing(file: string): NextContent {
  if (isLink(file)) throw new LinkError(file);
  const temporary = `${file}.${crypto.randomUUID()}.tmp`;
  const fd = openNew(temporary);
  let isOpen = true;
  const close = () => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  return {
    fd,
    take(isPassing) {
      if (!isPassing) fsyncSync(fd);
      close();
      renameSync(temporary, file);
      if (isPassing) return;
      syncNamesNow(dirname(file));
      removeLeftHalves(file);
    },
    drop() {
      close();
      rmSync(temporary, { force: true });
    },
  };
}

/** Writes all of it, however many writes that takes. Throws what `fs` throws. */
export function writeWhole(fd: number, content: string | Uint8Array): void {
  const bytes = Buffer.from(content);
  for (let written = 0; written < bytes.length;) written += writeSync(fd, bytes, written);
}

function opened(file: string, flags: number): number {
  const fd = clearly(file, () => openSync(file, flags | O_NOFOLLOW | O_NONBLOCK, ownersOnly));
  return checked(fd, () => {
    const { mode } = requireRegular(fd, file);
    // The umask may have taken from a new file what its user needs, and an old one may be open to others.
    if ((mode & 0o777) !== ownersOnly) fchmodSync(fd, ownersOnly);
  });
}

function requireRegular(fd: number, file: string) {
  const stats = fstatSync(fd);
  if (!stats.isFile()) throw new Error(`${file} is not a regular file`);
  return stats;
}

/** The descriptor, closed when `check` throws. */
function checked(fd: number, check: () => void): number {
  try {
    check();
    return fd;
  } catch (thrown) {
    closeSync(fd);
    throw thrown;
  }
}
