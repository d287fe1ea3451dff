/** What became of a log's file since it was last written: others can take it away, cut it or write to it. */
import { closeSync, existsSync, fstatSync, lstatSync, readSync, renameSync } from "node:fs";
import { openToRead } from "../private-files/private-file.ts";

/**
 * - `same`: it is as it was left
 * - `gone`: its name leads nowhere any more; what is written would vanish with our descriptor, or stay under another name
 * - `replaced`: another file has its name now
 * - `cut`: a part of it is gone
 * - `grown`: somebody else wrote to it; `openEnd`: their last line has no end
 */
export type FileFate =
  | { readonly type: "same" | "gone" | "replaced" }
  | { readonly type: "cut"; readonly size: number }
  | { readonly type: "grown"; readonly size: number; readonly openEnd: boolean };

/** Looks at an open file and at what has its name now. `size`: how it was left, bytes. Throws what `fs` throws. */
export function fateOf(fd: number, file: string, size: number): FileFate {
  const own = fstatSync(fd);
  const named = lstatSync(file, { throwIfNoEntry: false });
  if (named === undefined) return { type: "gone" };
  if (own.nlink === 0) return { type: "replaced" };
  // Some network file systems give a file another number every time: then its size has to tell.
  const isOther = named.ino !== own.ino || named.dev !== own.dev;
  if (isOther && named.size !== own.size) return { type: "replaced" };
  if (own.size < size) return { type: "cut", size: own.size };
  if (own.size > size) return { type: "grown", size: own.size, openEnd: endsOpen(file, own.size) };
  return { type: "same" };
}

/** Gives what has a log's name another one, so that nothing of it is lost, and returns that. Throws what `fs` throws. */
export function setAside(file: string): string {
  for (let count = 1; ; count += 1) {
    const aside = `${file}.aside-${count}`;
    if (existsSync(aside)) continue;
    renameSync(file, aside);
    return aside;
  }
}

function endsOpen(file: string, size: number): boolean {
  const fd = openToRead(file);
  try {
    const last = Buffer.alloc(1);
    return readSync(fd, last, 0, 1, size - 1) !== 1 || last[0] !== 0x0a;
  } finally {
    closeSync(fd);
  }
}
