/** The file of an export: its user's alone, and never in the place of another one. */
import { join, parse } from "node:path";
import { messageOf, UserError } from "../../protocol/error.ts";
import { formatBytes } from "../../transcript/format.ts";
import { say } from "../../words/say.ts";
import { FileError } from "../../workspace/file-error.ts";
import { resolveName, resolvePath } from "../../workspace/paths.ts";
import { belongsToKernel } from "../../workspace/read-file.ts";
import { writeAll, WriteAllError } from "../../workspace/write-all.ts";

export type SavedExport = {
  /** Absolute. */
  readonly path: string;
  /** The file that was asked for, when there was one of this name already; it is as it was. */
  readonly instead?: string;
};

export type SaveRequest = {
  readonly text: string;
  /** The folder that a relative name starts at; absolute. */
  readonly cwd: string;
  /** The user's home folder, for names that begin with `~/`. */
  readonly home: string | undefined;
  /** Where the user wants it: a file, a folder that is there, or with `/` at its end one to be made. Absent: in `cwd`. */
  readonly wanted?: string;
  /** The name in a folder. */
  readonly fileName: string;
};

const mostNames = 1000;

/** Writes it, mode 0600, whole or not at all. Throws a `UserError` where that cannot be. */
export async function saveExport(request: SaveRequest): Promise<SavedExport> {
  try {
    return await save(request);
  } catch (thrown) {
    throw new UserError(
      say`The export could not be written: ${messageOf(thrown)} Nothing is left of it; name another file or folder.`,
      { cause: thrown },
    );
  }
}

/** What the user reads of a file that was written. */
export function savedWords({ path, instead }: SavedExport, text: string): string {
  const size = formatBytes(Buffer.byteLength(text));
  return instead === undefined
    ? say`Exported to ${path} (${size}).`
    : say`Exported to ${path} (${size}): ${instead} is there already and stays as it is.`;
}

async function save(request: SaveRequest): Promise<SavedExport> {
  const first = await placeOf(request);
  const bytes = new TextEncoder().encode(request.text);
  const { dir, name, ext } = parse(first);
  for (let count = 1; count <= mostNames; count += 1) {
    const path = count === 1 ? first : join(dir, `${name}-${count}${ext}`);
    const place = await resolveName("/", path);
    if (place.type !== null) continue;
    try {
      await writeAll([{ type: "create", path: place.path, bytes, mode: 0o600 }]);
    } catch (thrown) {
      // Somebody was faster.
      if (thrown instanceof WriteAllError && isTaken(thrown.cause)) continue;
      throw thrown;
    }
    return count === 1 ? { path: place.path } : { path: place.path, instead: first };
  }
  throw new Error(say`${first} and ${mostNames} names like it are taken.`);
}

function isTaken(cause: unknown): boolean {
  return cause instanceof FileError && cause.kind === "exists";
}

/** Where it goes if nothing is there yet. */
async function placeOf({ cwd, home, wanted = ".", fileName }: SaveRequest): Promise<string> {
  const named = home !== undefined && /^~(?:\/|$)/.test(wanted) ? join(home, wanted.slice(1)) : wanted;
  const { path, type } = await resolvePath(cwd, named);
  if (type === "other" || belongsToKernel(path))
    throw new Error(
      say`${named} is no place for a file: it is a device, a pipe or a socket, or lies in a folder of the kernel.`,
    );
  if (type === "directory" || (type === null && named.endsWith("/"))) return join(path, fileName);
  return (await resolveName(cwd, named)).path;
}
