/** Where a path really leads. Every decision about a file is made on what this file returns. */
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
    const found = await look(next);
    if (found === "link") {
      links += 1;
      if (links > maxLinks) throw new FileError("bad_path", `${path} is a loop of symbolic links.`);
      const target = await readlink(next);
      if (isAbsolute(target)) real = "/";
      pending.push(...segments(target).toReversed());
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

async function look(path: string): Promise<FileType | "link" | null> {
  try {
    const stats = await lstat(path);
    if (stats.isSymbolicLink()) return "link";
    if (stats.isDirectory()) return "directory";
    return stats.isFile() ? "file" : "other";
  } catch (thrown) {
    if (errorCode(thrown) === "ENOENT") return null;
    throw fileError(thrown, path);
  }
}
