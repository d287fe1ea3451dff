/** Where a word of a command may lead, links and wildcards followed. */
import { readdirSync } from "node:fs";
import { FileError } from "./file-error.ts";
import { resolvePathSync } from "./paths.ts";

/** A pattern that stands for more paths than this is not followed. */
const maxPaths = 1_000;

/**
 * Every real path that `path`, taken from `folder` (absolute), may stand for: the path itself, and with `glob` what the
 * shell may put in its place for `*` and `?`. A path that the system would refuse leads nowhere. Null when a pattern
 * stands for too much to be followed.
 */
export function leadsTo(folder: string, path: string, glob: boolean): readonly string[] | null {
  const paths = glob && hasWildcard(path) ? expand(folder, path) : [];
  return paths === null ? null : [path, ...paths].flatMap((one) => realPath(folder, one) ?? []);
}

function realPath(folder: string, path: string): string | null {
  try {
    return resolvePathSync(folder, path).path;
  } catch (thrown) {
    if (thrown instanceof FileError) return null;
    throw thrown;
  }
}

function hasWildcard(path: string): boolean {
  return /[*?]/.test(path);
}

/** The existing paths that a pattern matches. */
function expand(folder: string, pattern: string): string[] | null {
  let found = [pattern.startsWith("/") ? "/" : folder];
  for (const segment of pattern.split("/").filter((part) => part !== "")) {
    found = hasWildcard(segment)
      ? found.flatMap((parent) => namesIn(parent, segment).map((name) => `${parent}/${name}`))
      : found.map((parent) => `${parent}/${segment}`);
    if (found.length > maxPaths) return null;
  }
  return found;
}

/** The names in a folder that a segment matches; as in the shell, a hidden one only if the segment begins with a dot. */
function namesIn(folder: string, segment: string): string[] {
  // To the shell `**` is `*`, and what else `Bun.Glob` knows was quoted or is no pattern to it.
  const glob = new Bun.Glob(segment.replace(/[[\]{}!\\]/g, String.raw`\$&`).replace(/\*+/g, "*"));
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    // No folder, or none that may be looked into: the shell finds nothing there either.
    return [];
  }
  return names.filter((name) => (segment.startsWith(".") || !name.startsWith(".")) && glob.match(name));
}
