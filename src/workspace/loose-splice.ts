/** What stands in a loosely found place afterwards: the new text, with the file's own characters where it has them. Pure. */
import { diffArrays } from "diff";
import { indentationInFile } from "./indentation.ts";
import { type LoosePlace, takeApart, type WantedLine } from "./loose-place.ts";
import { none, readAlong } from "./loose-walk.ts";
import { lineEndAt } from "./replace-text.ts";

/** Texts that differ in more lines than this are taken as one stretch. */
const maxEditLength = 500;

/**
 * The characters that replace a place. Lines that the new text has in common with the wanted one stay as they are in
 * the file; in a changed line, what is the same before and behind the change does; other lines get the file's
 * indentation and line ends.
 */
export function spliceLoosely(text: string, place: LoosePlace, wanted: string, replacement: string): string {
  const oldLines = wanted.split(/\r\n|\n|\r/);
  const newLines = replacement.split(/\r?\n/);
  const usual = usualLineEnd(text, place);
  const pieces: string[] = [];
  for (const [index, { line, old, same }] of pairLines(oldLines, newLines).entries()) {
    const spot: Spot = { text, place, old, isFirst: index === 0 };
    pieces.push(same ? lineInFile(spot) : newLine(spot, takeApart(line, place.tolerance)));
    if (index < newLines.length - 1) pieces.push(lineEndBehind(spot) ?? usual);
  }
  // The file ends without a line end, and nobody asked for one.
  if (place.endsFile && newLines.length > 1 && newLines.at(-1) === "") pieces.splice(-2, 1);
  return pieces.join("");
}

/** Of the place itself, if it is of one kind; a lone CR ends a line in very old files. */
function usualLineEnd(text: string, place: LoosePlace): string {
  const breaks = text.slice(place.start, place.end).replace(/[^\r\n]/g, "");
  return /^\r+$/.test(breaks) ? "\r" : lineEndAt(text, place);
}

/** A line of the new text; `old` is the index of the line that it was made from, if there is one. */
type Pair = { readonly line: string; readonly old: number | null; readonly same: boolean };

function pairLines(oldLines: readonly string[], newLines: readonly string[]): Pair[] {
  const changes = diffArrays([...oldLines], [...newLines], { maxEditLength });
  const pairs: Pair[] = [];
  let old = 0;
  let removedLines: number[] = [];
  let addedLines: string[] = [];
  const endStretch = () => {
    // Line by line: a line that has nothing in common with its partner takes nothing from it.
    pairs.push(...addedLines.map((line, index) => ({ line, old: removedLines[index] ?? null, same: false })));
    removedLines = [];
    addedLines = [];
  };
  for (const { added, removed, value } of changes ?? oneStretch(oldLines, newLines)) {
    if (added) {
      addedLines.push(...value);
      continue;
    }
    const indexes = value.map((_, index) => old + index);
    old += value.length;
    if (removed) {
      removedLines.push(...indexes);
    } else {
      endStretch();
      pairs.push(...value.map((line, index) => ({ line, old: indexes[index] ?? null, same: true })));
    }
  }
  endStretch();
  return pairs;
}

function oneStretch(oldLines: readonly string[], newLines: readonly string[]) {
  return [
    { removed: true, added: false, value: [...oldLines] },
    { removed: false, added: true, value: [...newLines] },
  ];
}

/** Where a new line goes, and the old line of the place that it is made from. */
type Spot = {
  readonly text: string;
  readonly place: LoosePlace;
  readonly old: number | null;
  readonly isFirst: boolean;
};

/** An old line as the file has it. */
function lineInFile(spot: Spot): string {
  const { text, place, old } = spot;
  const line = place.lines[old ?? -1];
  const wanted = place.wanted[old ?? -1];
  if (line === undefined || wanted === undefined) return "";
  if (wanted.body === "") return text.slice(line.start, line.end);
  return indentOf(spot, wanted.indent) + text.slice(line.body, line.end);
}

/** The indentation before a line's body; the file has that of the first line already where the place begins behind it. */
function indentOf({ text, place, old, isFirst }: Spot, written: string): string {
  const [first] = place.wanted;
  if (isFirst && first?.indent === "" && first.body !== "") return written;
  const line = place.lines[old ?? -1];
  const wanted = place.wanted[old ?? -1];
  const known = line !== undefined && wanted?.indent === written && (old !== 0 || first?.indent !== "");
  return known ? text.slice(line.start, line.body) : indentationInFile(written, place.indentation);
}

function newLine(spot: Spot, line: WantedLine): string {
  const { place, old } = spot;
  const wanted = place.wanted[old ?? -1];
  if (line.body === "") return line.indent + line.trailing;
  const indent = indentOf(spot, line.indent);
  return indent + (wanted === undefined ? line.body + line.trailing : changedBody(spot, wanted, line));
}

/** A changed line without its indentation: what is the same at its beginning and its end comes from the file. */
function changedBody({ text, place, old }: Spot, wanted: WantedLine, line: WantedLine): string {
  const inFile = place.lines[old ?? -1];
  if (inFile === undefined) return line.body + line.trailing;
  const starts: number[] = [];
  readAlong(text, inFile.body, wanted.body, place.tolerance, starts);
  const isCertain = (at: number) => starts[at] !== undefined && starts[at] !== none;
  const [before, now] = [wanted.body, line.body];
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === now.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < most - start &&
    before.charCodeAt(before.length - 1 - end) === now.charCodeAt(now.length - 1 - end)
  ) {
    end += 1;
  }
  while (start > 0 && !isCertain(start)) start -= 1;
  while (end > 0 && !isCertain(before.length - end)) end -= 1;
  const head = text.slice(inFile.body, starts[start]);
  const tail = text.slice(starts[before.length - end], inFile.bodyEnd);
  // Blanks at the end that the wanted text does not name stay, unless the new text names others.
  const blanks = wanted.trailing === line.trailing ? text.slice(inFile.bodyEnd, inFile.end) : line.trailing;
  return head + now.slice(start, now.length - end) + tail + blanks;
}

/** The line end that the file has behind an old line. */
function lineEndBehind({ text, place, old }: Spot): string | null {
  const line = place.lines[old ?? -1];
  return line === undefined || line.next === line.end ? null : text.slice(line.end, line.next);
}
