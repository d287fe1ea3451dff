/** Changes of files in words: which line comes, which goes. */
import type { FileChange, Hunk } from "../../protocol/tool-result.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { countOfChange, type DiffLine, numberedLines } from "../../transcript/diff.ts";
import { say, sayCount } from "../../words/say.ts";

/** All of a change, as a question shows it: hidden characters are spelled out. */
export function changeLines(change: FileChange): string[] {
  return [
    changeHead(change),
    ...change.hunks.flatMap((hunk, at) => [...(at === 0 ? [] : [say`Further down:`]), ...hunkLines(hunk)]),
  ];
}

/** `File src/a.ts: 2 lines added, 1 line removed.` */
export function changeHead(change: FileChange): string {
  const from = change.movedFrom === undefined ? "" : say`, moved from ${nameOf(change.movedFrom)}`;
  const kinds = {
    created: say`new file, `,
    replaced: say`replaced whole, `,
    deleted: say`deleted, `,
    modified: "",
    unchanged: "",
  };
  return say`File ${nameOf(change.path)}${from}: ${kinds[change.kind]}${countWords([change])}.`;
}

function nameOf(path: string): string {
  return sanitize(path, "approval", { limit: Infinity }).replaceAll("\n", "\\n");
}

/** `2 lines added, 1 line removed`; `no line changed`. */
export function countWords(changes: readonly FileChange[]): string {
  const counts = changes.map(countOfChange);
  const added = counts.reduce((sum, count) => sum + count.added, 0);
  const removed = counts.reduce((sum, count) => sum + count.removed, 0);
  const parts = [
    ...(added === 0 ? [] : [say`${sayCount(added, "line")} added`]),
    ...(removed === 0 ? [] : [say`${sayCount(removed, "line")} removed`]),
  ];
  return parts.length === 0 ? say`no line changed` : parts.join(say`, `);
}

/** The lines of one hunk, each with its number and what happens to it. */
export function hunkLines(hunk: Hunk): string[] {
  return numberedLines(hunk).flatMap((line) => {
    const text = sanitize(line.text.replaceAll("\t", "    "), "approval", { limit: Infinity });
    const [first = "", ...rest] = text.split("\n");
    return [headOf(line) + first].concat(rest.map((more) => say`goes on: ${more}`));
  });
}

function headOf({ type, number }: DiffLine): string {
  switch (type) {
    case "added":
      return say`line ${number} added: `;
    case "removed":
      return say`line ${number} removed: `;
    case "context":
      return say`line ${number} stays: `;
    case "note":
      return say`note: `;
    default:
      return type satisfies never;
  }
}
