/** What the tools that change files have in common. */
import type { Changes } from "../protocol/tool-result.ts";
import { displayPath, isInside, type ResolvedPath } from "../workspace/paths.ts";
import { belongsToKernel, type FileSnapshot } from "../workspace/read-file.ts";
import type { DecodedText } from "../workspace/text.ts";
import type { WriteOutcome } from "../workspace/write-file.ts";
import { asChangeErrors, resolveToolPath } from "./failures.ts";
import { type ToolContext, ToolError } from "./tool.ts";

/**
 * Where a file is that is to be made or changed.
 *
 * @throws ToolError also for what is no file, and for the kernel's folders.
 */
export async function resolveToChange(cwd: string, given: string): Promise<ResolvedPath> {
  const target = await resolveToolPath(cwd, given, asChangeErrors);
  if (belongsToKernel(target.path)) {
    throw new ToolError(
      `${target.path} belongs to the kernel, where what is written acts at once; rein does not write there. Nothing was changed.`,
    );
  }
  if (target.type !== "other") return target;
  throw new ToolError(
    `${displayPath(cwd, target.path)} is a device, FIFO or socket; only regular files can be changed. Nothing was changed.`,
  );
}

/**
 * True when an error may show lines of a file: it is told before anybody was asked, so it shows only what was read
 * already or may be read without a question.
 */
export function mayBeTold({ cwd, reads, hidesFromSearch }: ToolContext, path: string): boolean {
  return reads.get(path) !== undefined || (isInside(cwd, path) && hidesFromSearch?.(path) !== true);
}

/**
 * @throws ToolError when a text cannot be that of a text file: half a surrogate pair would become another character, and
 * a file with a NUL could neither be read nor edited any more.
 */
export function requireFileText(text: string, field: string): void {
  if (!text.isWellFormed()) {
    throw new ToolError(
      `${field} contains half of a surrogate pair, which no file can hold. Nothing was changed.`,
    );
  }
  if (!text.includes("\0")) return;
  throw new ToolError(
    `${field} contains a NUL character, which would make the file binary. Nothing was changed. ` +
      "If it is meant, write the bytes with printf in bash.",
  );
}

/**
 * @throws ToolError for a file that nobody may write. A new file could take its place all the same, but whoever took the
 * right away meant it.
 */
export function requireWritable(file: FileSnapshot, name: string): void {
  if ((file.mode & 0o222) !== 0) return;
  throw new ToolError(
    `${name} is read-only. Nothing was changed. If it should be changed, it has to be made writable first.`,
  );
}

/**
 * The text of a file that is to be changed.
 *
 * @throws ToolError when it is none that can be written back as it was.
 */
export function requireDecoded(file: FileSnapshot, name: string): DecodedText {
  if (file.decoded !== null) return file.decoded;
  throw new ToolError(
    `${name} is binary or in an unknown encoding (not UTF-8, and not UTF-16 with a byte order mark), so a change as ` +
      "text could damage it. Nothing was changed. A program that knows the format can change it, with bash.",
  );
}

/** True when two changes remove and add the same lines, wherever these stand. */
export function sameLines(one: Changes, other: Changes): boolean {
  return Bun.deepEquals(changedLines(one), changedLines(other));
}

/** True when two changes have the same hunks, with the lines around them, wherever these stand. */
export function sameHunks(one: Changes, other: Changes): boolean {
  return Bun.deepEquals(linesOfHunks(one), linesOfHunks(other));
}

function linesOfHunks({ files }: Changes): unknown {
  return files.map(({ path, hunks }) => [path, hunks.map(({ lines }) => lines)]);
}

function changedLines({ files }: Changes): readonly string[] {
  return files.flatMap(({ path, hunks }) => [path, ...hunks.flatMap(({ lines }) => lines.filter(isChanged))]);
}

function isChanged(line: string): boolean {
  return line.startsWith("-") || line.startsWith("+");
}

/** What is worth saying about how a file was written, with a blank before it; usually nothing. */
export function writeNotes(written: WriteOutcome): string {
  const notes: string[] = [];
  if (written.how === "in_place") {
    notes.push("It was written in place, because a finished file could not be put there at once.");
  }
  if (written.otherLinks > 0) {
    notes.push(`It had ${written.otherLinks} other hard link(s); they keep the old content.`);
  }
  return notes.map((note) => ` ${note}`).join("");
}
