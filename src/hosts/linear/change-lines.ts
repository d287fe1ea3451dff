/** Changes of files in words: which line comes, which goes. */
import type { FileChange, Hunk } from "../../protocol/tool-result.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { countOfChange, type DiffLine, numberedLines } from "../../transcript/diff.ts";
import { countOf } from "../../transcript/format.ts";

/** All of a change, as a question shows it: hidden characters are spelled out. */
export function changeLines(change: FileChange): string[] {
  return [
    changeHead(change),
    ...change.hunks.flatMap((hunk, at) => [...(at === 0 ? [] : ["Further down:"]), ...hunkLines(hunk)]),
  ];
}

/** `File src/a.ts: 2 lines added, 1 line removed.` */
export function changeHead(change: FileChange): string {
  const from = change.movedFrom === undefined ? "" : `, moved from ${nameOf(change.movedFrom)}`;
  const kinds = {
    created: "new file, ",
    replaced: "replaced whole, ",
    deleted: "deleted, ",
    modified: "",
    unchanged: "",
  };
  return `File ${nameOf(change.path)}${from}: ${kinds[change.kind]}${countWords([change])}.`;
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
    ...(added === 0 ? [] : [`${countOf(added, "line")} added`]),
    ...(removed === 0 ? [] : [`${countOf(removed, "line")} removed`]),
  ];
  return parts.length === 0 ? "no line changed" : parts.join(", ");
}

/** The lines of one hunk, each with its number and what happens to it. */
export function hunkLines(hunk: Hunk): string[] {
  return numberedLines(hunk).flatMap((line) => {
    const text = sanitize(line.text.replaceAll("\t", "    "), "approval", { limit: Infinity });
    const [first = "", ...rest] = text.split("\n");
    return [headOf(line) + first].concat(rest.map((more) => `goes on: ${more}`));
  });
}

function headOf({ type, number }: DiffLine): string {
  switch (type) {
    case "added":
      return `line ${number} added: `;
    case "removed":
      return `line ${number} removed: `;
    case "context":
      return `line ${number} stays: `;
    case "note":
      return "note: ";
    default:
      return type satisfies never;
  }
}
