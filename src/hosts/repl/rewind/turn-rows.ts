/** Turns as lines: the row of a list, and what is shown of the chosen one. */
import { oneLine } from "../../../app/one-line.ts";
import type { RewindPoint, WayBack } from "../../../app/rewind-points.ts";
import type { FileChange } from "../../../sessions/file-history.ts";
import { formatAge } from "../../../transcript/format.ts";
import { displayPath } from "../../../workspace/paths.ts";
import { say } from "../../../words/say.ts";
import { sayFiles } from "../../../words/say-files.ts";

/** Enough to know a message again; UTF-16 units. */
const longestWords = 100;
/** What is shown of it below the list. */
const longestShown = 600;
const mostMessageLines = 3;
const mostFiles = 5;

/** `2m  fix the login · 3 files +12 −4`. `now` is in ms since 1970. */
export function turnRow({ message, files }: RewindPoint, now: number): string {
  const age = formatAge(now - Date.parse(message.at)).padStart(4);
  const changed = files.length === 0 ? "" : ` · ${changedWords(files)}`;
  return `${age}  ${firstWords(message.text)}${changed}`;
}

export function undoWords(undoes: WayBack["undoes"]): string {
  return undoes === "summary" ? say`undo the last summary` : say`undo the last rewind`;
}

/** The first words of a message, printable. */
export function firstWords(text: string): string {
  const line = text.split("\n").find((one) => one.trim() !== "") ?? "";
  return oneLine(line.trim().slice(0, longestWords));
}

/** The chosen turn: its message, the files that it changed, and what could not be seen. */
export function turnPreview({ message, files, notes }: RewindPoint, cwd: string): string[] {
  const said = message.text
    .slice(0, longestShown)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, mostMessageLines)
    .map((line) => `> ${oneLine(line)}`);
  const shown = files.slice(0, mostFiles).map((file) => `  ${fileWords(file, cwd)}`);
  const more = files.length > shown.length ? [say`  … and ${files.length - shown.length} more`] : [];
  const nothing = files.length === 0 && notes.length === 0 ? [say`  It changed no files.`] : [];
  return [...said, ...shown, ...more, ...nothing, ...notes.map((note) => `  ${oneLine(note)}`)];
}

function changedWords(files: readonly FileChange[]): string {
  const count = sayFiles(files, ({ link }) => link !== undefined);
  if (files.some(({ lines }) => lines === undefined)) return count;
  const added = files.reduce((sum, { lines }) => sum + (lines?.added ?? 0), 0);
  const removed = files.reduce((sum, { lines }) => sum + (lines?.removed ?? 0), 0);
  return `${count} ${lineWords(added, removed)}`;
}

function fileWords({ path, kind, link, lines, notKept }: FileChange, cwd: string): string {
  const counted = lines === undefined ? "" : ` ${lineWords(lines.added, lines.removed)}`;
  const lost = notKept === undefined ? "" : say` · what it held was not kept: ${oneLine(notKept)}`;
  return `${oneLine(displayPath(cwd, path))}  ${kindWords(kind, link)}${counted}${lost}`;
}

function kindWords(kind: FileChange["kind"], link: FileChange["link"]): string {
  switch (kind) {
    case "created":
      return link === undefined ? say`new` : say`new link`;
    case "deleted":
      return link === undefined ? say`deleted` : say`link deleted`;
    case "modified":
      if (link === undefined) return say`changed`;
      if (link === "both") return say`link changed`;
      return link === "after" ? say`a link now` : say`a link no more`;
    default:
      return kind satisfies never;
  }
}

function lineWords(added: number, removed: number): string {
  return `+${added} −${removed}`;
}
