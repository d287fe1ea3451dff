/** Where a search looks. */
import { lstatSync } from "node:fs";
import { errorCode } from "../workspace/file-error.ts";
import { folderOfGlob, namesHidden } from "../workspace/globs.ts";
import { displayPath } from "../workspace/paths.ts";
import { requireSamePlace, resolveToolPath } from "./failures.ts";
import { type ToolContext, ToolError } from "./tool.ts";

/** A file or folder that exists; `path` is real, `name` is for people. */
export type Scope = { readonly path: string; readonly type: "file" | "directory"; readonly name: string };

/**
 * The file or folder that a search was asked for; the project when none was named.
 *
 * @throws ToolError when it does not exist or is a device, FIFO or socket.
 */
export async function scopeOf(path: string | undefined, context: ToolContext): Promise<Scope> {
  const found = await resolveToolPath(context.cwd, path ?? ".");
  const name = found.path === context.cwd ? "the project" : displayPath(context.cwd, found.path);
  if (found.type === null) throw new ToolError(`${name} does not exist.`);
  if (found.type === "other") throw new ToolError(`${name} is a device, FIFO or socket.`);
  return { path: found.path, type: found.type, name };
}

/** Checks at run time that the scope is still where it was when the call was allowed. */
export async function requireSameScope(
  path: string | undefined,
  scope: Scope,
  context: ToolContext,
): Promise<void> {
  await requireSamePlace(context.cwd, path ?? ".", scope.path);
}

/** Hidden files are searched when a pattern or the path itself names one. */
export function includesHidden(scope: Scope, pattern: string | undefined): boolean {
  return namesHidden(scope.name) || (pattern !== undefined && namesHidden(pattern));
}

/** The folder that a pattern narrows a search to, and a link on the way there, which is not followed. */
export type Narrowed = { readonly folder: string; readonly link: string | null };

/**
 * The folder that a glob begins with, so that it alone is looked into: it is asked for by name, as with `path`, so it
 * may be one that is left out otherwise. Links are not followed: what they lead to was not allowed.
 */
export function narrow({ path }: Scope, glob: string | undefined): Narrowed {
  let folder = path;
  for (const name of (glob === undefined ? "" : folderOfGlob(glob)).split("/")) {
    const next = folder === "/" ? `/${name}` : `${folder}/${name}`;
    const type = name === "" || name === "." ? "none" : typeOf(next);
    if (type === "link") return { folder, link: next };
    if (type !== "folder") return { folder, link: null };
    folder = next;
  }
  return { folder, link: null };
}

function typeOf(path: string): "folder" | "link" | "none" {
  try {
    const stats = lstatSync(path);
    return stats.isSymbolicLink() ? "link" : stats.isDirectory() ? "folder" : "none";
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return "none";
  }
}

/** A glob as a pattern below the scope. Throws a ToolError for one that leads out of it. */
export function requireInside(glob: string): void {
  if (glob.startsWith("/") || glob.split("/").includes("..")) {
    throw new ToolError("A glob is relative to path. Put the folder into path instead.");
  }
}
