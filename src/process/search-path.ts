/** In which folders a command of the model's is looked for. */
import { statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** For a user without one: to a shell, an empty `PATH` is the folder it stands in. */
const systemPath = "/usr/local/bin:/usr/bin:/bin";

/** Groups below this number are the system's own: whoever is in them may change the system anyway. */
const firstUserGroup = 1_000;

export type SearchPathOptions = {
  /** The project's folder: absolute, real. Programs in it are the project's, whatever their name. */
  readonly root?: string | undefined;
  /** Folders in the project that the user has put there themselves, as an environment of Python's does. */
  readonly activated?: readonly string[];
};

/**
 * The `PATH` with absolute folders only that are there, that not everybody can write to, and that are not in the project.
 * A relative one is whatever lies in the folder, so `ls` could be a stranger's.
 */
export function searchPath(path: string, { root, activated = [] }: SearchPathOptions): string {
  const folders = path
    .split(delimiter)
    .filter(
      (folder) => isAbsolute(folder) && (isOwn(folder, activated) || !isIn(root, folder)) && isSafe(folder),
    );
  return [...new Set(folders)].join(delimiter) || systemPath;
}

/** The folder of programs of the user's virtual environments. */
export function activatedFolders(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] {
  return [environment["VIRTUAL_ENV"], environment["CONDA_PREFIX"]].flatMap((folder) =>
    folder === undefined || !isAbsolute(folder) ? [] : [join(folder, "bin")],
  );
}

function isOwn(folder: string, activated: readonly string[]): boolean {
  return activated.includes(join(folder));
}

function isIn(root: string | undefined, folder: string): boolean {
  return root !== undefined && `${join(folder)}/`.startsWith(root.endsWith("/") ? root : `${root}/`);
}

function isSafe(folder: string): boolean {
  try {
    const { mode, gid } = statSync(folder);
    if ((mode & 0o002) !== 0) return false;
    return (mode & 0o020) === 0 || gid < firstUserGroup || gid === process.getgid?.();
  } catch {
    // Not there: whoever can make it could put programs into it.
    return false;
  }
}
