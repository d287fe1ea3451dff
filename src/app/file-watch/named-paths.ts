/** What a command may mean, by its words alone. Nothing is decided from it: it says what is to be kept first. Pure. */
import { join, normalize } from "node:path";
import { isInside } from "../../workspace/paths.ts";

/** More words of a command are not taken for paths: a script in it may have thousands. */
const mostWords = 200;

/** Absolute paths in the project that the words of a command may name, whether they exist or not. */
export function namedPaths(command: string, root: string): readonly string[] {
  return pathsIn(command, root).filter((path) => path !== root && isInside(root, path));
}

const removes = /\b(rm|mv|unlink|shred|rsync|rmtree|rmSync|removeSync)\b|-delete\b/;
/** All files that begin with a dot, or the folder by the name that a shell has for it. */
const meansAll = /(^|[\s/'"])\.[*?[]|\bPWD\b|\bpwd\b/;

/** Whether it may remove the repository, or a folder that has it inside: what git keeps of the files goes with it then. */
export function mayRemoveRepository(command: string, root: string): boolean {
  if (!removes.test(command)) return false;
  const takesAlong = (path: string) => isInside(path, root) || /\/\.git(\/|$)/.test(path);
  return meansAll.test(command) || pathsIn(command, root).some(takesAlong);
}

function pathsIn(command: string, root: string): readonly string[] {
  const words = command.match(/[^\s'"`$(){}<>;&|=,]+/g) ?? [];
  const paths = words
    .slice(0, mostWords)
    .map((word) => normalize(word.startsWith("/") ? word : join(root, word)))
    .map((path) => (path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path));
  return [...new Set(paths)];
}
