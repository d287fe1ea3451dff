/** What the model is told of a hunk that has no place. */
import type { PatchHunk } from "../workspace/patch-format.ts";
import type { AppliedHunks } from "../workspace/patch-hunks.ts";
import type { FileSnapshot } from "../workspace/read-file.ts";
import { cutText } from "../workspace/text.ts";
import { closestRegion } from "./closest-region.ts";
import { mayBeTold } from "./file-change.ts";
import type { ToolContext } from "./tool.ts";

/** At most so many of the lines that were looked for are shown, and so much of each (UTF-16 units). */
const shownLines = 12;
const shownLength = 200;

/** A file as the sections before the hunk left it; `before` is what the disk has. */
type PatchedFile = {
  readonly path: string;
  readonly name: string;
  readonly before: FileSnapshot | null;
  readonly text: string;
};

/** Why a hunk has no place and what is there instead. */
export function notPlacedInWords(
  context: ToolContext,
  { path, name, before, text }: PatchedFile,
  hunks: readonly PatchHunk[],
  { hunk, problem, sought }: Extract<AppliedHunks, { type: "not_placed" }>,
): string {
  const at = hunks[hunk - 1]?.at ?? 0;
  const shown = sought.slice(0, shownLines).map((line) => cutText(line, shownLength));
  if (shown.length < sought.length) shown.push(`[and ${sought.length - shown.length} more]`);
  const read = context.reads.get(path);
  const stale = read !== undefined && before !== null && read.hash !== before.hash;
  return [
    `Hunk ${hunk} of ${name} (line ${at} of the patch) has no place: ${problem}. Nothing was changed, in any file.` +
      (stale ? ` ${name} has changed since it was read.` : ""),
    `Looked for:\n${shown.join("\n")}`,
    closestLines(context, path, text, sought),
  ].join("\n");
}

function closestLines(context: ToolContext, path: string, text: string, sought: readonly string[]): string {
  const closest = mayBeTold(context, path) ? closestRegion(text, sought.join("\n")) : null;
  return closest === null
    ? "Read the file and copy its lines exactly."
    : `The closest lines are:\n${closest}`;
}
