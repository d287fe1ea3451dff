/** A real file system of a few kilobytes, in memory, that can be filled up and made read-only. */
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type SmallDisk = Disposable & {
  readonly folder: string;
  readonly remount: (how: "ro" | "rw") => void;
};

/** False where no file system may be mounted. */
export function canMount(): boolean {
  using disk = mountSmall();
  return disk !== null;
}

/** Mounts one of so many kilobytes. Null where that may not be done. */
export function mountSmall(kilobytes = 256): SmallDisk | null {
  const folder = mkdtempSync(join(tmpdir(), "rein-disk-"));
  const run = (...command: string[]) => Bun.spawnSync(command).exitCode === 0;
  if (
    Bun.which("mount") === null ||
    !run("mount", "-t", "tmpfs", "-o", `size=${kilobytes}k`, "none", folder)
  ) {
    rmSync(folder, { recursive: true });
    return null;
  }
  return {
    folder,
    remount: (how) => {
      if (!run("mount", "-o", `remount,${how}`, folder)) throw new Error(`the disk cannot be made ${how}`);
    },
    [Symbol.dispose]: () => {
      // A log may still be waiting for its last sync.
      run("umount", "-l", folder);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Takes all the space that there is, with this file. */
export function fill(file: string): void {
  const { bavail, bsize } = statfsSync(join(file, ".."));
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize));
  } catch {
    // That was the last of it.
  }
}
