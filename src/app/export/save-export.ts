/** The file of an export: its user's alone, and never in the place of another one. */
import { basename, join, parse } from "node:path";
import { messageOf, UserError } from "../../protocol/error.ts";
import { formatBytes } from "../../transcript/format.ts";
import { say } from "../../words/say.ts";
import { resolveName, resolvePath } from "../../workspace/paths.ts";
import { belongsToKernel } from "../../workspace/read-file.ts";
import { writeNewFile } from "../../workspace/write-new-file.ts";
import { inBlocks } from "./text-blocks.ts";

export type SavedExport = {
  /** Absolute. */
  readonly path: string;
  /** How long it is. */
  readonly bytes: number;
  /** The file that was asked for, when there was one of this name already; it is as it was. */
  readonly instead?: string;
};

export type SaveRequest = {
  /** The text, piece by piece: each is asked for when the one before is written. */
  readonly pieces: AsyncIterable<string> | Iterable<string>;
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
export function savedWords({ path, bytes, instead }: SavedExport): string {
  const size = formatBytes(bytes);
  return instead === undefined
    ? say`Exported to ${path} (${size}).`
    : say`Exported to ${path} (${size}): ${instead} is there already and stays as it is.`;
}

async function save(request: SaveRequest): Promise<SavedExport> {
  const first = await placeOf(request);
  let bytes = 0;
  async function* counted() {
    for await (const piece of inBlocks(request.pieces)) {
      bytes += piece.length;
      yield piece;
    }
  }
  const otherNames = namesLike(basename(first));
  const path = await writeNewFile({ path: first, otherNames, pieces: counted(), mode: 0o600 });
  if (path === null) throw new Error(say`${first} and ${mostNames} names like it are taken.`);
  return path === first ? { path, bytes } : { path, bytes, instead: first };
}

/** Behind `a.md`: `a-2.md`, `a-3.md`, … */
function* namesLike(first: string): Generator<string> {
  const { name, ext } = parse(first);
  for (let count = 2; count <= mostNames; count += 1) yield `${name}-${count}${ext}`;
}

/** Where it goes if nothing is there yet. */
async function placeOf({ cwd, home, wanted = ".", fileName }: SaveRequest): Promise<string> {
  const named = home !== undefined && /^~(?:\/|$)/.test(wanted) ? join(home, wanted.slice(1)) : wanted;
  const { path, type } = await resolvePath(cwd, named);
  // `/dev/stdout` may lead to a file: that is there already, and beside the name is no place for another one.
  const name = (await resolveName(cwd, named)).path;
  if (type === "other" || belongsToKernel(path) || belongsToKernel(name))
    throw new Error(
      say`${named} is no place for a file: it is a device, a pipe or a socket, or lies in a folder of the kernel.`,
    );
  if (type === "directory" || (type === null && named.endsWith("/"))) return join(path, fileName);
  return name;
}
