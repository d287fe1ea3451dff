/** Where a path really leads. Every decision about a file is made on what this file returns. */
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import { errorCode, FileError, fileError } from "./file-error.ts";

export type FileType = "file" | "directory" | "other";

export type ResolvedPath = {
  /** Absolute, without links, `.` or `..`. For something that does not exist yet: the place where it would be made. */
  readonly path: string;
  /** What is there, or null when nothing is. */
  readonly type: FileType | null;
};

/** As many links as Linux follows in one path (path_resolution(7)). */
const maxLinks = 40;

/**
 * Follows a path link by link, the way the kernel does: `link/..` is the parent of the link's target, a dangling link
 * stands for the file that it points at, and a part that does not exist is judged by the real place of its deepest
 * existing ancestor. Relative paths start at `cwd` (absolute and real); `~` and variables are not expanded.
 *
 * @throws FileError `bad_path` for an empty path, NUL, a URL, a loop of links or a file used as a folder;
 * `no_permission` where a folder may not be looked into.
 */
export async function resolvePath(cwd: string, path: string): Promise<ResolvedPath> {
  const steps = resolution(cwd, path);
  for (let step = steps.next(); ; step = steps.next(await look(step.value))) {
    if (step.done === true) return step.value;
  }
}

/** The same at once, for decisions that cannot wait. */
export function resolvePathSync(cwd: string, path: string): ResolvedPath {
  const steps = resolution(cwd, path);
  for (let step = steps.next(); ; step = steps.next(lookSync(step.value))) {
    if (step.done === true) return step.value;
  }
}

/** What stands under a name: a link with its target, something else, or null for nothing. */
type Found = FileType | { readonly target: string } | null;

/** Yields each path that has to be looked at and takes what is there. */
function* resolution(cwd: string, path: string): Generator<string, ResolvedPath, Found> {
  if (path === "") throw new FileError("bad_path", "The path is empty.");
  if (path.includes("\0")) throw new FileError("bad_path", "The path contains a NUL character.");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new FileError("bad_path", `${path} is a URL, not a path in the file system.`);
  }
  const pending = segments(isAbsolute(path) ? path : `${cwd}/${path}`).toReversed();
  let links = 0;
  let real = "/";
  let type: FileType | null = "directory";
  for (;;) {
    const segment = pending.pop();
    if (segment === undefined) return { path: real, type };
    if (segment === "..") {
      real = parentOf(real);
      type = "directory";
      continue;
    }
    if (type === "file" || type === "other") {
      throw new FileError("bad_path", `${real} is a file, not a folder.`);
    }
    const next = real === "/" ? `/${segment}` : `${real}/${segment}`;
    const found = yield next;
    if (typeof found === "object" && found !== null) {
      links += 1;
      if (links > maxLinks) throw new FileError("bad_path", `${path} is a loop of symbolic links.`);
      if (isAbsolute(found.target)) real = "/";
      pending.push(...segments(found.target).toReversed());
      type = "directory";
      continue;
    }
    real = next;
    type = found;
  }
}

/** True when `path` is `root` or lies below it. Both absolute and real; compared by whole segments. */
export function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

/** A path as people read it: relative to `cwd` when inside it, else absolute. */
export function displayPath(cwd: string, path: string): string {
  if (!isInside(cwd, path)) return path;
  return relative(cwd, path) || ".";
}

function segments(path: string): string[] {
  return path.split("/").filter((segment) => segment !== "" && segment !== ".");
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf("/")) || "/";
}

async function look(path: string): Promise<Found> {
  try {
    const stats = await lstat(path);
    return stats.isSymbolicLink() ? { target: await readlink(path) } : typeOf(stats);
  } catch (thrown) {
    return nothingThere(thrown, path);
  }
}

function lookSync(path: string): Found {
  try {
    const stats = lstatSync(path);
    return stats.isSymbolicLink() ? { target: readlinkSync(path) } : typeOf(stats);
  } catch (thrown) {
    return nothingThere(thrown, path);
  }
}

function typeOf(stats: Stats): FileType {
  if (stats.isDirectory()) return "directory";
  return stats.isFile() ? "file" : "other";
}

function nothingThere(thrown: unknown, path: string): null {
  if (errorCode(thrown) === "ENOENT") return null;
  throw fileError(thrown, path);
}
