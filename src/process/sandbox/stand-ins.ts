/**
 * While commands run, an empty folder stands in the place of each file that must not come about: bubblewrap needs
 * something to mount there, and everybody sees it. This knows them from what a command has made.
 */
import { existsSync, readdirSync, rmdirSync } from "node:fs";

export type StandIns = {
  /** A command begins to be wrapped; none of its paths may come about. */
  begin(paths: readonly string[]): void;
  /** It has ended and was cleared away. With the last one all stand-ins go that are left and still empty. */
  end(): void;
  /** True for an empty folder that stands in for a file. */
  has(path: string): boolean;
};

export function createStandIns(): StandIns {
  const paths = new Set<string>();
  let running = 0;
  return {
    begin(some) {
      running += 1;
      for (const path of some) if (!existsSync(path)) paths.add(path);
    },
    end() {
      running -= 1;
      if (running > 0) return;
      for (const path of paths) removeIfEmpty(path);
      paths.clear();
    },
    has: (path) => paths.has(path) && isEmptyFolder(path),
  };
}

function isEmptyFolder(path: string): boolean {
  try {
    return readdirSync(path).length === 0;
  } catch {
    // A file, or nothing: whatever it is, it is no stand-in.
    return false;
  }
}

/** The runtime has done so, unless somebody ended it. */
function removeIfEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Gone already, or somebody has put something there: then it is theirs.
  }
}
