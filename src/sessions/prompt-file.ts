/** The lines of a file that grows at its end and is read from there to its beginning, some at a time. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openToRead } from "../private-files/private-file.ts";

/** So much is read at once, bytes: a few milliseconds of work. */
const partSize = 64 * 1024;
/** A line that is longer is left out. */
const longestLine = 2 * 1024 * 1024;

export type PromptFile = {
  /** The lines in front of those that were read, some at a time; null at the beginning of the file. */
  older(): string[] | null;
  /** The whole lines behind those that were there at the first look. */
  added(): string[];
  /** How much was read by `older`. */
  readonly bytesRead: number;
};

/** A file that need not be there. The functions throw what `fs` throws, and a `LinkError` for a link. */
export function openPromptFile(file: string): PromptFile {
  /** Which file it was, and what of it is still to be read: in front of `start`, and behind `end`. */
  let place: { readonly id: string; start: number; end: number } | undefined;
  /** The end of a line that was too long stands in front of `start`. */
  let isTorn = false;
  let bytesRead = 0;

  function read<T>(action: (fd: number, size: number) => T, none: T): T {
    let fd: number;
    try {
      fd = openToRead(file);
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT")) throw thrown;
      place = { id: "", start: 0, end: 0 };
      return none;
    }
    try {
      const { dev, ino, size } = fstatSync(fd);
      const id = `${dev}:${ino}`;
      // The last line may be one that another rein is writing: it is added when it has its end.
      if (place === undefined) place = { id, start: size, end: endOfLines(fd, size) };
      // Another file has taken its place, or it was emptied: all that is in it is new.
      else if (place.id !== id || size < place.end) place = { id, start: 0, end: 0 };
      return action(fd, size);
    } finally {
      closeSync(fd);
    }
  }

  return {
    get bytesRead() {
      return bytesRead;
    },
    older: () =>
      read((fd) => {
        const at = place;
        if (at === undefined || at.start === 0) return null;
        for (let size = partSize; ; size *= 2) {
          const from = Math.max(0, at.start - size);
          const bytes = bytesOf(fd, from, at.start);
          // Before a part's first line end stands the rest of a line that begins further up.
          const first = from === 0 ? 0 : bytes.indexOf(0x0a) + 1;
          const isEnough = from === 0 || (first > 0 && first < bytes.length);
          if (!isEnough && size < longestLine) continue;
          bytesRead += bytes.length - (isEnough ? first : 0);
          const lines = isEnough ? bytes.toString("utf8", first).split("\n") : [];
          if (isTorn) lines.pop();
          isTorn = !isEnough;
          at.start = from + (isEnough ? first : 0);
          return lines;
        }
      }, null),
    added: () =>
      read<string[]>((fd, size) => {
        const at = place;
        if (at === undefined || at.end === size) return [];
        const from = Math.max(at.end, size - longestLine);
        const bytes = bytesOf(fd, from, size);
        const last = bytes.lastIndexOf(0x0a) + 1;
        at.end = from + last;
        return bytes.toString("utf8", 0, last).split("\n");
      }, []),
  };
}

/** Where the last whole line ends; the size of the file where no end is near. */
function endOfLines(fd: number, size: number): number {
  const from = Math.max(0, size - longestLine);
  for (let to = size; to > from; to -= partSize) {
    const start = Math.max(from, to - partSize);
    const last = bytesOf(fd, start, to).lastIndexOf(0x0a);
    if (last !== -1) return start + last + 1;
  }
  return from === 0 ? 0 : size;
}

function bytesOf(fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.alloc(to - from);
  return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from));
}
