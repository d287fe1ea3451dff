/** Expected trouble with files, as the model is told. */
import { FileError } from "../workspace/file-error.ts";
import { type ResolvedPath, resolvePath } from "../workspace/paths.ts";
import { ToolError } from "./tool.ts";

/** Does file work for a tool: a `FileError` becomes a `ToolError` with the same words, anything else stays. */
export async function asToolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof FileError ? new ToolError(thrown.message) : thrown;
  }
}

/**
 * Where the model's path really leads.
 *
 * @throws ToolError for what is no path, and for `~`: it would name a folder called `~`, which nobody means.
 */
export async function resolveToolPath(cwd: string, path: string): Promise<ResolvedPath> {
  if (path === "~" || path.startsWith("~/")) {
    throw new ToolError(`"~" is not expanded in paths. Give an absolute path, or one relative to ${cwd}.`);
  }
  return asToolErrors(() => resolvePath(cwd, path));
}

/**
 * Makes sure that a path leads where it led when the call was allowed.
 *
 * @throws ToolError when a link was changed meanwhile.
 */
export async function requireSamePlace(cwd: string, path: string, allowed: string): Promise<ResolvedPath> {
  const now = await resolveToolPath(cwd, path);
  if (now.path === allowed) return now;
  throw new ToolError(
    `${path} now leads to ${now.path}, not to ${allowed} as when this was allowed. Nothing was done.`,
  );
}

/** A title's text: the first line, blanks as they are, at most 200 characters. */
export function oneLine(text: string): string {
  const [first = ""] = text.trim().split(/[\r\n]/, 1);
  return first.length > 200 ? `${first.slice(0, 199)}…` : first;
}
