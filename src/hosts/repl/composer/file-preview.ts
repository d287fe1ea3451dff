/** The beginning of the file that is chosen in the list behind `@`. It is read behind the keys, and never waited for. */
import { readdir } from "node:fs/promises";
import { errorCode, FileError } from "../../../workspace/file-error.ts";
import { readImageHeader } from "../../../workspace/image-header.ts";
import { resolvePath } from "../../../workspace/paths.ts";
import { readBeginning } from "../../../workspace/read-file.ts";
import { sizeInWords } from "../../../workspace/size-in-words.ts";
import { decodeText } from "../../../workspace/text.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { say, sayCount } from "../../../words/say.ts";

export type FilePreviewOptions = {
  /** The project's folder: absolute and real. */
  readonly root: string;
  /** Whether a file may be shown unasked; takes an absolute, real path. */
  readonly maySee: (path: string) => boolean;
  /** The text without secrets; `where` says where it stands. */
  readonly conceal: (text: string, where: string) => string;
  /** What it shows has changed. */
  readonly onChange: () => void;
};

/** How many rows it takes, whatever the file: a list that jumps at every arrow is hard to read. */
export const previewRows = 6;
/** So much of a file is read; bytes. */
const mostBytes = 8 * 1024;

export class FilePreview {
  readonly #options: FilePreviewOptions;
  #path: string | undefined;
  #lines: readonly string[] = [];

  constructor(options: FilePreviewOptions) {
    this.#options = options;
  }

  /** What stands below the list while `path`, relative to the root, is chosen. What is not known yet comes with `onChange`. */
  lines(path: string | undefined, columns: number, style: Style): string[] {
    if (path !== this.#path) void this.#look(path);
    if (path === undefined) return [];
    return Array.from({ length: previewRows }, (_, at) =>
      style.dim(`  │ ${truncateLine(this.#lines[at] ?? "", Math.max(1, columns - 4))}`.trimEnd()),
    );
  }

  async #look(path: string | undefined): Promise<void> {
    this.#path = path;
    this.#lines = [];
    if (path === undefined) return;
    const lines = await previewOf(path, this.#options);
    if (this.#path !== path) return;
    this.#lines = lines;
    this.#options.onChange();
  }
}

/** The first lines of a file, printable, or a word about what it is. Never rejects. */
export async function previewOf(
  name: string,
  { root, maySee, conceal }: Pick<FilePreviewOptions, "root" | "maySee" | "conceal">,
): Promise<readonly string[]> {
  try {
    const { path, type } = await resolvePath(root, name);
    if (type === null) return [say`(it is gone)`];
    if (!maySee(path))
      return [say`(not shown: it is a secret, or a rule keeps it back, or it lies outside the project)`];
    if (type === "directory") return await namesIn(path, maySee);
    const { bytes, size } = await readBeginning(path, mostBytes);
    if (size === 0) return [say`(empty)`];
    const text = textOf(bytes, size);
    if (text === null) return [wordsFor(bytes, size)];
    return sanitize(conceal(text, name), "output", { tabWidth: 4 }).split("\n").slice(0, previewRows);
  } catch (thrown) {
    if (!(thrown instanceof FileError) && errorCode(thrown) === undefined) throw thrown;
    return [say`(it cannot be read)`];
  }
}

/** The text of the first bytes. Of what is cut off only whole lines are taken: half a secret is not known to be one. */
function textOf(bytes: Uint8Array, size: number): string | null {
  if (size <= bytes.length) return decodeText(bytes)?.text ?? null;
  // The last character may be cut, in either encoding: at most three bytes of it are there.
  for (let cut = 0; cut < 4; cut += 1) {
    const text = decodeText(bytes.subarray(0, bytes.length - cut))?.text;
    if (text === undefined) continue;
    const end = text.lastIndexOf("\n");
    return text.slice(0, end === -1 ? text.length / 2 : end);
  }
  return null;
}

function wordsFor(bytes: Uint8Array, size: number): string {
  const image = readImageHeader(bytes);
  const large = sizeInWords(size);
  if (image === null) return say`(not a text · ${large})`;
  const kind = image.type.toUpperCase();
  const pixels = image.size === null ? "" : ` · ${image.size.width} × ${image.size.height}`;
  return say`(an image: ${kind}${pixels} · ${large})`;
}

/** What a folder holds: its first names, folders first. */
async function namesIn(folder: string, maySee: (path: string) => boolean): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((entry) => entry.name !== ".git" && maySee(`${folder}/${entry.name}`))
    .map((entry) => ({ name: sanitize(entry.name, "approval_inline"), isFolder: entry.isDirectory() }))
    .toSorted(
      (one, other) => Number(other.isFolder) - Number(one.isFolder) || (one.name < other.name ? -1 : 1),
    )
    .map(({ name, isFolder }) => (isFolder ? `${name}/` : name));
  const all = sayCount(names.length, "entry", "entries");
  if (names.length === 0) return [say`(nothing in it that can be shown)`];
  const shown = names.slice(0, previewRows - 1);
  return names.length === shown.length ? shown : [...shown, say`… ${all} in all`];
}
