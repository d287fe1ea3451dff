/** What the tools that change files have in common. */
import type { Changes } from "../protocol/tool-result.ts";
import type { FileSnapshot } from "../workspace/read-file.ts";
import type { DecodedText } from "../workspace/text.ts";
import type { WriteOutcome } from "../workspace/write-file.ts";
import { ToolError } from "./tool.ts";

/**
 * @throws ToolError when a text has half a surrogate pair: written as UTF-8 it would become another character.
 */
export function requireWellFormed(text: string, field: string): void {
  if (text.isWellFormed()) return;
  throw new ToolError(
    `${field} contains half of a surrogate pair, which no file can hold. Nothing was written.`,
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
