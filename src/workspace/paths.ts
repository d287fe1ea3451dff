/** Where a path really leads. Every decision about a file is made on what this file returns. */
import { lstatSync, readlinkSync, type Stats } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import type { Access, WriteCaution } from "../protocol/tool-result.ts";
import { errorCode, FileError, fileError } from "./file-error.ts";

export type FileType = "file" | "directory" | "other";

export type ResolvedPath = {
  /** Absolute, without links, `.` or `..`. For something that does not exist yet: the place where it would be made. */
  readonly path: string;
  /** What is there, or null when nothing is. */
  readonly type: FileType | null;
  /** What whoever allows a write there has to know, where there is such a thing. */
  readonly caution?: WriteCaution;
};

/** As many links as Linux follows in one path (path_resolution(7)). */
const maxLinks = 40;

/**
 * Follows a path link by link, the way the kernel does: `link/..` is the parent of the link's target, a dangling link
 * stands for the file that it points at, and a part that does not exist is judged by the real place of its deepest
 * existing ancestor. Relative paths start at `cwd` (absolute and real); `~` and variables are not expanded.
 *
 * @throws FileError `bad_path` for an empty path, NUL, a URL, a Windows path, a loop of links or a file used as a folder;
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

/** The write that a call has to ask for, with all that is known of the place. */
export function writeAccess({ path, caution }: Pick<ResolvedPath, "path" | "caution">): Access {
  return { type: "write", path, ...(caution === undefined ? {} : { caution }) };
}

/**
 * The place of a name itself, for what removes or renames it: like `resolvePath`, but a link at the end is not followed,
 * unless a slash, `.` or `..` behind it says so. `type` is then "other".
 *
 * @throws FileError as `resolvePath` does.
 */
export async function resolveName(cwd: string, path: string): Promise<ResolvedPath> {
  const [, folder = "", name = ""] = /^(.*\/)?([^/]*)$/s.exec(path) ?? [];
  if (name === "" || name === "." || name === "..") return resolvePath(cwd, path);
  const parent = await resolvePath(cwd, folder === "" ? "." : folder);
  const place = parent.path === "/" ? `/${name}` : `${parent.path}/${name}`;
  const found = await look(place);
  return typeof found === "object" && found !== null
    ? { path: place, type: "other" }
    : resolvePath(parent.path, name);
}

/** What stands under a name: a link with its target, something else, or null for nothing. */
type Found = FileType | "file_with_other_names" | { readonly target: string } | null;

/** Yields each path that has to be looked at and takes what is there. */
function* resolution(cwd: string, path: string): Generator<string, ResolvedPath, Found> {
  if (path === "") throw new FileError("bad_path", "The path is empty.");
  if (path.includes("\0")) throw new FileError("bad_path", "The path contains a NUL character.");
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(path)) {
    throw new FileError("bad_path", `${path} is a URL, not a path in the file system.`);
  }
  if (/^(\\\\|[a-z]:[\\/])/i.test(path)) {
    throw new FileError("bad_path", `${path} is a Windows path. Paths here have / and no drive letters.`);
  }
  const pending = segments(isAbsolute(path) ? path : `${cwd}/${path}`).toReversed();
  let links = 0;
  let real = "/";
  let type: FileType | null = "directory";
  let caution: WriteCaution | undefined;
  let endsInLink = false;
  for (;;) {
    const segment = pending.pop();
    if (segment === undefined) {
      if (type === null && endsInLink) caution = "dangling_link";
      return { path: real, type, ...(caution === undefined ? {} : { caution }) };
    }
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
      endsInLink ||= pending.length === 0;
      pending.push(...segments(found.target).toReversed());
      type = "directory";
      continue;
    }
    real = next;
    if (found === "file_with_other_names") caution = "other_names";
    type = found === "file_with_other_names" ? "file" : found;
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
    return stats.isSymbolicLink() ? linkTo(path, await readlink(path)) : foundOf(stats);
  } catch (thrown) {
    return nothingThere(thrown, path);
  }
}

function lookSync(path: string): Found {
  try {
    const stats = lstatSync(path);
    return stats.isSymbolicLink() ? linkTo(path, readlinkSync(path)) : foundOf(stats);
  } catch (thrown) {
    return nothingThere(thrown, path);
  }
}

/** What a link says. A descriptor of a pipe or a socket looks like a link to `pipe:[123]`, which is no path (proc_pid_fd(5)). */
function linkTo(path: string, target: string): Found {
  return !isAbsolute(target) && /^\/proc\/[^/]+\/fd\//.test(path) ? "other" : { target };
}

function foundOf(stats: Stats): Found {
  if (stats.isDirectory()) return "directory";
  if (!stats.isFile()) return "other";
  return stats.nlink > 1 ? "file_with_other_names" : "file";
}

function nothingThere(thrown: unknown, path: string): null {
  if (errorCode(thrown) === "ENOENT") return null;
  throw fileError(thrown, path);
}
