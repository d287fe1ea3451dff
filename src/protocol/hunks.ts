/** The hunks of a change, as they are answered one by one. */
import type { FileChange, Hunk } from "./tool-result.ts";

/**
 * What one answer is about: a hunk, or all of a file's change where that has none, as a move or an empty file. Files that
 * stay as they are have no place.
 */
export type HunkPlace = { readonly file: FileChange; readonly hunk: Hunk | null };

/** What is answered, in the order of the answers. */
export function hunkPlaces(files: readonly FileChange[]): HunkPlace[] {
  return files.flatMap((file): HunkPlace[] => {
    if (file.hunks.length > 0) return file.hunks.map((hunk) => ({ file, hunk }));
    return file.kind === "unchanged" && file.movedFrom === undefined ? [] : [{ file, hunk: null }];
  });
}

/** One side of a hunk. */
export type HunkSide = {
  /** Without their line ends, but with what the hunk shows of these. */
  readonly lines: readonly string[];
  /** False when the last line is that of the file and has no line end. */
  readonly isEnded: boolean;
};

/** What stands there before or after the change: the lines around it and its own. */
export function hunkSide({ lines }: Hunk, side: "old" | "new"): HunkSide {
  const sign = side === "old" ? "-" : "+";
  const isOnSide = (line: string | undefined) =>
    line?.startsWith(sign) === true || line?.startsWith(" ") === true;
  return {
    lines: lines.filter(isOnSide).map((line) => line.slice(1)),
    isEnded: !lines.some((line, index) => line.startsWith("\\") && isOnSide(lines[index - 1])),
  };
}
