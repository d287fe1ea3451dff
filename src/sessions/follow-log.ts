/** A log that another process writes: what is added to it, as it comes. Read only; nothing is locked. */
import { closeSync, fstatSync, readSync, watch } from "node:fs";
import { openToRead } from "../private-files/private-file.ts";
import { type Entry, entrySchema } from "../protocol/entry.ts";

export type FollowOptions = {
  readonly file: string;
  /** So long it was before it was read, bytes. */
  readonly known: number;
  /** Told of whole entries, in their order. What cannot be read is left out. */
  readonly onEntries: (entries: readonly Entry[]) => void;
  /** Told at every look, also when nothing was added. */
  readonly onLook?: () => void;
  /** Told when it is not the file that it was: shorter, another one, or not to be read. Nothing is read any more then. */
  readonly onReplaced: () => void;
  /** How often it is looked at where no news of changes come, ms: on network drives there are none. @default 1000 */
  readonly pollMs?: number;
};

const blockSize = 1024 * 1024;
const lineEnd = 0x0a;

/** Follows it until the result is called. */
export function followLog(options: FollowOptions): () => void {
  const { file, known, onEntries, onLook, onReplaced, pollMs = 1000 } = options;
  let at = lastLineStart(file, known);
  /** The beginning of a line whose end has not been written yet. */
  let begun = Buffer.alloc(0);
  let inode: bigint | undefined;
  let isOver = false;
  const look = () => {
    if (isOver) return;
    const read = readFrom(file, at);
    inode ??= read?.inode;
    if (read === null || read.inode !== inode) {
      stop();
      return onReplaced();
    }
    const { added } = read;
    at += added.length;
    const whole = Buffer.concat([begun, added]);
    const end = whole.lastIndexOf(lineEnd) + 1;
    begun = whole.subarray(end);
    const entries = entriesIn(whole.subarray(0, end));
    if (entries.length > 0) onEntries(entries);
    onLook?.();
  };
  const watcher = watchIf(file, look);
  const timer = setInterval(look, pollMs);
  const stop = () => {
    isOver = true;
    clearInterval(timer);
    watcher?.close();
  };
  // Something may have been added since it was read.
  queueMicrotask(look);
  return stop;
}

/** Some file systems tell nothing of changes; the timer looks then. */
function watchIf(file: string, onChange: () => void): { close(): void } | undefined {
  try {
    const watcher = watch(file, onChange);
    watcher.on("error", () => watcher.close());
    return watcher;
  } catch {
    return undefined;
  }
}

/**
 * Where the line begins that stands at the end of what is known, however long it is: it may have been read while it was
 * being written. All of it is known where the file cannot be read: the first look tells that.
 */
function lastLineStart(file: string, known: number): number {
  let fd: number | undefined;
  try {
    fd = openToRead(file);
    if (fstatSync(fd).size < known) return known;
    const block = Buffer.allocUnsafe(Math.min(blockSize, known));
    for (let to = known; to > 0;) {
      const from = Math.max(0, to - block.length);
      const last = block.subarray(0, readSync(fd, block, 0, to - from, from)).lastIndexOf(lineEnd);
      if (last !== -1) return from + last + 1;
      to = from;
    }
    return 0;
  } catch {
    return known;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** The bytes from there on, and which file that is; null where it has become shorter, is gone, or cannot be read. */
function readFrom(file: string, at: number): { readonly added: Buffer; readonly inode: bigint } | null {
  let fd: number | undefined;
  try {
    fd = openToRead(file);
    const { size, ino } = fstatSync(fd, { bigint: true });
    if (size < at) return null;
    const parts: Buffer[] = [];
    for (let from = at; from < size;) {
      const block = Buffer.allocUnsafe(Math.min(blockSize, Number(size) - from));
      const read = readSync(fd, block, 0, block.length, from);
      if (read === 0) break;
      parts.push(block.subarray(0, read));
      from += read;
    }
    return { added: Buffer.concat(parts), inode: ino };
  } catch {
    // Whatever it is, whoever follows is told that nothing more comes.
    return null;
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** NUL bytes are no part of any line: what stands on both sides of a run of them is read by itself. */
function entriesIn(bytes: Buffer): Entry[] {
  return bytes
    .toString("utf8")
    .split(/[\n\0]+/)
    .flatMap((line) => {
      if (line.trim() === "") return [];
      try {
        const parsed = entrySchema.safeParse(JSON.parse(line));
        return parsed.success ? [parsed.data] : [];
      } catch {
        // Half a line that a crash left behind: whoever opens the session says so.
        return [];
      }
    });
}
