/** Expected trouble with files, as the model is told. */
import { FileError } from "../workspace/file-error.ts";
import { lookAlike, spelledOut } from "../workspace/look-alike.ts";
import { displayPath, isInside, type ResolvedPath, resolvePath } from "../workspace/paths.ts";
import { cutText, linesOf } from "../workspace/text.ts";
import { countOf } from "./numbered-lines.ts";
import { ToolError } from "./tool.ts";

/** Does file work for a tool and makes of a `FileError` what the model is told. Anything else that is thrown stays. */
export type TellingErrors = <T>(work: () => Promise<T>) => Promise<T>;

/** For work that changes nothing: a `FileError` becomes a `ToolError` with the same words. */
export async function asToolErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    throw thrown instanceof FileError ? new ToolError(thrown.message) : thrown;
  }
}

/** For work that is to change files, or to find out how: what failed has changed nothing, and that is said. */
export async function asChangeErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!(thrown instanceof FileError)) throw thrown;
    const after = thrown.kind === "half_written" ? "" : " Nothing was changed.";
    throw new ToolError(`${thrown.message}${after}`);
  }
}

/**
 * Where the model's path really leads.
 *
 * @throws ToolError for what is no path, and for `~` and `~name/`: a folder that is called so is what nobody means.
 */
export async function resolveToolPath(
  cwd: string,
  path: string,
  telling: TellingErrors = asToolErrors,
): Promise<ResolvedPath> {
  return telling(async () => {
    const [first = ""] = path.split("/", 1);
    if (first === "~" || (/^~[a-z_][\w-]*$/i.test(first) && first !== path)) {
      const hint = `Give an absolute path, or one relative to ${cwd}.`;
      throw new FileError("bad_path", `"${first}" is not expanded in paths. ${hint}`);
    }
    return resolvePath(cwd, path);
  });
}

/** The error for a file that does not exist; names one inside the project that only looks the same. */
export async function notThere(cwd: string, path: string, hint = ""): Promise<ToolError> {
  const alike = isInside(cwd, path) ? await lookAlike(path) : null;
  const other =
    alike === null ? "" : ` There is ${spelledOut(displayPath(cwd, alike))}, which is written otherwise.`;
  return new ToolError(`${displayPath(cwd, path)} does not exist.${other}${hint}`);
}

/**
 * Makes sure that a path leads where it led when the call was allowed.
 *
 * @throws ToolError when a link was changed meanwhile.
 */
export async function requireSamePlace(
  cwd: string,
  path: string,
  allowed: string,
  telling: TellingErrors = asToolErrors,
): Promise<ResolvedPath> {
  const now = await resolveToolPath(cwd, path, telling);
  if (now.path === allowed) return now;
  throw new ToolError(
    `${path} now leads to ${now.path}, not to ${allowed} as when this was allowed. Nothing was done.`,
  );
}

/** A title's text: the first line, blanks as they are, at most 200 characters. */
export function oneLine(text: string): string {
  const [first = ""] = text.trim().split(/[\r\n]/, 1);
  return first.length > 200 ? `${cutText(first, 199)}…` : first;
}

/** The error for a first line that a text does not have. */
export function behindTheEnd(
  text: string,
  name: string,
  { offset }: { readonly offset?: number | undefined },
): ToolError {
  return new ToolError(
    `${name} has ${countOf(linesOf(text).length)}, so nothing starts at line ${offset}. Use a smaller offset.`,
  );
}
