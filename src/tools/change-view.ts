/**
 * What a result keeps of a change for the panel and the log. Who is asked sees all of it; but what has been done stands
 * in the file, and a log that held a hundred thousand changed lines would be read at every start of the session.
 */
import type { Changes, FileChange, Hunk } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { cutText } from "../workspace/text.ts";

/** Lines, and UTF-16 units of them all. */
export const changeViewLimits = { lines: 2_000, length: 200_000 } as const;

/** The part of a result that shows a change. `summary` is as given, and says so where not all of the change is kept. */
export function changeView(
  changes: Changes,
  summary?: string,
): { readonly view: Changes; readonly summary?: string } {
  const room = { ...changeViewLimits };
  const files = changes.files.flatMap((file) => keptFile(file, room));
  const [all, kept] = [linesIn(changes.files), linesIn(files)];
  if (kept.length === all.length && kept.every((line, index) => line === all[index])) {
    return { view: changes, ...(summary === undefined ? {} : { summary }) };
  }
  const what = summary ?? `+${countOf(all, "+")} −${countOf(all, "-")}`;
  const said =
    kept.length < all.length
      ? say`${what}; only the first ${kept.length} lines of the change are shown here`
      : say`${what}; only a part of a line is shown here`;
  return { view: { type: "changes", files }, summary: said };
}

type Room = { lines: number; length: number };

/** The beginning of a file's change, as far as there is room; files behind the end of it are left out. */
function keptFile(file: FileChange, room: Room): FileChange[] {
  if (file.hunks.length === 0) return [file];
  if (room.lines <= 0 || room.length <= 0) return [];
  const hunks = file.hunks.flatMap((hunk): Hunk[] => {
    const lines: string[] = [];
    for (const line of hunk.lines) {
      if (room.lines <= 0 || room.length <= 0) break;
      const kept = cutText(line, room.length);
      lines.push(kept === line ? line : `${kept}…`);
      room.lines -= 1;
      room.length -= line.length;
    }
    return lines.length === 0 ? [] : [{ ...hunk, lines }];
  });
  return [{ ...file, hunks }];
}

function linesIn(files: readonly FileChange[]): string[] {
  return files.flatMap(({ hunks }) => hunks.flatMap(({ lines }) => lines));
}

function countOf(lines: readonly string[], sign: string): number {
  return lines.filter((line) => line.startsWith(sign)).length;
}
