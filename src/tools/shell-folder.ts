/** The folder that a session's next command starts in: inside the project, wherever the last `cd` has led. */
import { realpathSync } from "node:fs";
import { displayPath, isInside } from "../workspace/paths.ts";

export type ShellFolder = {
  /** The project's folder: absolute, real. */
  readonly root: string;
  /** Where a command starts now; the project's folder when the shell's own is gone. */
  current(): string;
  /** The shell's folder when it is not there any more, else null. */
  gone(): string | null;
  /** A command starts in this folder, which `current` returned. */
  started(folder: string): void;
  /** A command has ended there (absolute, real). Outside of the project does not last: the next one starts in the root. */
  ended(folder: string): void;
};

/** Starts in `start`, where an earlier run of the session left its shell: absolute, in the project, perhaps gone. */
export function createShellFolder(root: string, start = root): ShellFolder {
  let folder = isInside(root, start) ? start : root;
  const isThere = () => folder === root || leadsToItself(folder);
  return {
    root,
    current: () => (isThere() ? folder : root),
    gone: () => (isThere() ? null : folder),
    started: (next) => {
      folder = next;
    },
    ended: (next) => {
      folder = isInside(root, next) ? next : root;
    },
  };
}

/** A folder in words: relative to the project inside it; a line break in its name starts no line of ours. */
export function folderName({ root }: ShellFolder, folder: string): string {
  return displayPath(root, folder).replace(/\p{Cc}/gu, "\ufffd");
}

/** True for a path that exists and holds no links: what was inside the project is still there, and inside. */
export function leadsToItself(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch {
    // Gone, or not to be entered any more: either way no command can start there.
    return false;
  }
}
