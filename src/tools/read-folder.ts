/** A folder as read_file shows it: its names, what they are, and how large. */
import { lstat, readdir, readlink } from "node:fs/promises";
import type { Dirent } from "node:fs";
import type { ToolResult } from "../protocol/tool-result.ts";
import { say, sayCount } from "../words/say.ts";
import { errorCode, fileError } from "../workspace/file-error.ts";
import { sizeInWords } from "../workspace/size-in-words.ts";

/** The most names of a folder that are listed. */
const maxNames = 500;

/**
 * The names in a folder (`path` absolute and real), sorted: folders with `/`, links with their target, files with their
 * size.
 *
 * @throws FileError
 */
export async function listFolder(path: string, name: string): Promise<ToolResult> {
  const entries = await readdir(path, { withFileTypes: true }).catch((thrown: unknown) => {
    throw fileError(thrown, path);
  });
  const sorted = entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const lines = await Promise.all(sorted.slice(0, maxNames).map((entry) => describe(path, entry)));
  const more = sorted.length - lines.length;
  const count = sorted.length === 1 ? "1 entry" : `${sorted.length} entries`;
  return {
    ok: true,
    text: [
      `${name} is a folder with ${count}${sorted.length === 0 ? "." : ":"}`,
      ...lines,
      ...(more > 0 ? [`[${more} more are left out. Use glob with a pattern.]`] : []),
    ].join("\n"),
    summary: say`folder, ${sayCount(sorted.length, "entry", "entries")}`,
  };
}

async function describe(folder: string, entry: Dirent): Promise<string> {
  const name = onOneLine(entry.name);
  if (entry.isDirectory()) return `${name}/`;
  const path = `${folder}/${entry.name}`;
  try {
    if (entry.isSymbolicLink()) return `${name} → ${onOneLine(await readlink(path))}`;
    return entry.isFile()
      ? `${name}  ${sizeInWords((await lstat(path)).size)}`
      : `${name}  (device, FIFO or socket)`;
  } catch (thrown) {
    // It was there when the folder was read: gone meanwhile, or in a folder that only lets its names be seen.
    if (errorCode(thrown) === undefined) throw thrown;
    return name;
  }
}

/** A line end in a name would look like two names. */
function onOneLine(name: string): string {
  return /[\r\n]/.test(name) ? JSON.stringify(name) : name;
}
