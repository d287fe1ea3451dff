/** What a search says about itself: what it left out, and where it stopped. */
import type { FileList } from "../workspace/file-list.ts";
import { maxTreeFiles } from "../workspace/folder-tree.ts";
import { displayPath } from "../workspace/paths.ts";

/** As many names stand in one notice. */
const maxNamed = 5;

/** Names for people, `a, b and 3 more`. */
export function someOf(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).join(", ");
  return names.length > maxNamed ? `${shown} and ${number(names.length - maxNamed)} more` : shown;
}

/** A count with its noun: `1 file`, `1,934 files`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** With commas between the thousands. */
export function number(count: number): string {
  return count.toLocaleString("en-US");
}

/** Sentences about folders that were left out or could not be looked into, and about a list that is too long. */
export function listNotices(list: FileList, cwd: string): string[] {
  const notices: string[] = [];
  if (list.end === "size") {
    notices.push(`There are more than ${number(maxTreeFiles)} files; the rest was not looked at. Use path.`);
  }
  if (list.unreadable.length > 0) {
    const names = list.unreadable.map((path) => `${displayPath(cwd, path)}/`);
    notices.push(`${counted(names.length, "folder")} could not be read: ${someOf(names)}.`);
  }
  if (list.leftOut.length > 0) {
    const names = list.leftOut.map((path) => `${displayPath(cwd, path)}/`);
    notices.push(
      `Left out as dependencies or build output: ${someOf(names)}. To search one, give it as path.`,
    );
  }
  return notices;
}

/** The text of a result: its lines, then each notice in brackets. */
export function withNotices(lines: readonly string[], notices: readonly string[]): string {
  return [...lines, ...notices.map((notice) => `[${notice}]`)].join("\n");
}
