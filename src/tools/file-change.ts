/** What the tools that change files have in common. */
import type { FileSnapshot } from "../workspace/read-file.ts";
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

/** What is worth saying about how a file was written, with a blank before it; usually nothing. */
export function writeNotes(written: WriteOutcome): string {
  const notes: string[] = [];
  if (written.how === "in_place") {
    notes.push("It was overwritten in place, because a new file could not take its place.");
  }
  if (written.otherLinks > 0) {
    notes.push(`It had ${written.otherLinks} other hard link(s); they keep the old content.`);
  }
  return notes.map((note) => ` ${note}`).join("");
}
