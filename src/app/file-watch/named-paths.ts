/** Which files a command may mean, by its words alone. Pure. */
import { join, normalize } from "node:path";

/** More words of a command are not taken for paths: a script in it may have thousands. */
const mostWords = 200;

/**
 * Absolute paths in the project that the words of a command may name, whether they exist or not. Nothing is decided from
 * it: what is named here is only kept first.
 */
export function namedPaths(command: string, root: string): readonly string[] {
  const words = command.match(/[^\s'"`$(){}<>;&|=,]+/g) ?? [];
  const paths = words
    .slice(0, mostWords)
    .map((word) => normalize(word.startsWith("/") ? word : join(root, word)));
  return [...new Set(paths)].filter((path) => path.startsWith(root === "/" ? "/" : `${root}/`));
}
