/** Where a search looks, and for what. */
import { displayPath } from "../workspace/paths.ts";
import { namesHidden } from "../workspace/walk.ts";
import { requireSamePlace, resolveToolPath } from "./failures.ts";
import { type ToolContext, ToolError } from "./tool.ts";

/** A file or folder that exists; `path` is real, `name` is for people. */
export type Scope = { readonly path: string; readonly type: "file" | "directory"; readonly name: string };

/** A search, as both ways of searching contents take it. */
export type Search = {
  readonly scope: Scope;
  readonly pattern: string;
  readonly ignoreCase: boolean;
  readonly hidden: boolean;
  /** True for the absolute path of each file that may be shown. */
  readonly wants: (path: string) => boolean;
  readonly signal: AbortSignal;
  /** Takes a sentence about what was not looked at. */
  readonly note: (sentence: string) => void;
};

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
