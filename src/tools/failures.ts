/** Expected trouble with files, as the model is told. */
import { FileError } from "../workspace/file-error.ts";
import { type ResolvedPath, resolvePath } from "../workspace/paths.ts";
import { linesOf } from "../workspace/text.ts";
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
 * @throws ToolError for what is no path, and for `~` and `~name/`: a folder that is called so is what nobody means.
 */
export async function resolveToolPath(cwd: string, path: string): Promise<ResolvedPath> {
  const [first = ""] = path.split("/", 1);
  if (first === "~" || (/^~[a-z_][\w-]*$/i.test(first) && first !== path)) {
    throw new ToolError(
      `"${first}" is not expanded in paths. Give an absolute path, or one relative to ${cwd}.`,
    );
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

/** The error for a first line that a text does not have. */
export function behindTheEnd(
  text: string,
  name: string,
  { offset }: { readonly offset?: number | undefined },
): ToolError {
  const { length } = linesOf(text);
  const has = length === 1 ? "1 line" : `${length} lines`;
  return new ToolError(`${name} has ${has}, so nothing starts at line ${offset}. Use a smaller offset.`);
}
