/** What the model is told of a change that the user has decided about hunk by hunk. */
import type { ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { cutText, linesOf } from "../workspace/text.ts";
import type { ChosenFile, ChosenHunk } from "./choose-hunks.ts";

/** So much of what the user wrote is told, over all hunks; UTF-16 units. */
const mostTold = 24_000;
/** Of a hunk that was left out, so many lines are told, and so much of each (UTF-16 units). */
const leftOutLines = 8;
const leftOutLength = 160;

export type ChosenWords = {
  readonly text: string;
  /** A few words for the panel. */
  readonly summary: string;
  /** False when not all of what the user wrote is in the text: the model does not know these files as a whole. */
  readonly tellsAll: boolean;
};

/** What was made of each hunk, and what now stands where the user wrote something else. */
export function chosenInWords(files: readonly ChosenFile[]): ChosenWords {
  const all = files.flatMap(({ hunks }) => hunks);
  const room = { left: mostTold, isCut: false };
  const lines = files.flatMap(({ change, hunks }) =>
    hunks.flatMap((hunk) => hunkInWords(hunk, files.length > 1 ? `${change.path}, ` : "", room)),
  );
  const told = [
    `${countOf(all, "take")} of ${all.length} hunks as asked for`,
    wordsFor(countOf(all, "edit"), "edited by the user"),
    wordsFor(countOf(all, "leave"), "rejected"),
  ]
    .filter((words) => words !== "")
    .join(", ");
  const summary = [
    say`${countOf(all, "take")} of ${all.length} hunks as asked for`,
    ...(countOf(all, "edit") === 0 ? [] : [say`${countOf(all, "edit")} edited by the user`]),
    ...(countOf(all, "leave") === 0 ? [] : [say`${countOf(all, "leave")} rejected`]),
  ].join(say`, `);
  const text = [
    `The user decided hunk by hunk, so what stands on the disk is not all that was asked for: ${told}.`,
    ...lines,
  ].join("\n");
  return { text, summary, tellsAll: !room.isCut };
}

/** The result when no hunk is to be written. */
export function nothingChosen(files: readonly ChosenFile[]): ToolResult {
  const words = files.flatMap(({ change, hunks }) =>
    hunks.flatMap(({ number, answer }) =>
      answer.type === "leave" && answer.words.trim() !== ""
        ? [
            `${files.length > 1 ? `${change.path}, hunk` : "Hunk"} ${number}: they said: ${answer.words.trim()}`,
          ]
        : [],
    ),
  );
  const message = ["The user rejected every hunk of this change; nothing was changed.", ...words].join("\n");
  return { ok: false, kind: "declined", message };
}

function hunkInWords(
  { number, hunk, answer, line, text }: ChosenHunk,
  file: string,
  room: { left: number; isCut: boolean },
): string[] {
  const what = hunk === null ? `${file}all of it` : `${file}hunk ${number}, line ${line}`;
  switch (answer.type) {
    case "take":
      return [`- ${what}: applied as asked for`];
    case "leave": {
      const said = answer.words.trim() === "" ? "" : ` They said: ${answer.words.trim()}`;
      return [`- ${what}: rejected, what stood there before stays.${said}`, ...leftOut(hunk?.lines ?? [])];
    }
    case "edit": {
      if (text === "") return [`- ${what}: edited by the user, who left nothing of its lines`];
      const told = cutText(numbered(text, line), room.left);
      room.left -= told.length;
      const isCut = told !== numbered(text, line);
      room.isCut ||= isCut;
      const rest = isCut ? "\n[The rest is not shown here; read the file.]" : "";
      return [`- ${what}: edited by the user; there now stands:\n${told}${rest}`];
    }
    default:
      return answer satisfies never;
  }
}

/** The beginning of what a hunk would have changed. */
function leftOut(lines: readonly string[]): string[] {
  const changed = lines.filter((line) => line.startsWith("-") || line.startsWith("+"));
  const shown = changed.slice(0, leftOutLines).map((line) => {
    const cut = cutText(line, leftOutLength);
    return `    ${cut === line ? line : `${cut}…`}`;
  });
  return changed.length === shown.length
    ? shown
    : [...shown, `    [and ${changed.length - shown.length} more lines]`];
}

function numbered(text: string, first: number): string {
  return linesOf(text)
    .map((line, index) => `${String(first + index).padStart(6)}\t${line}`)
    .join("\n");
}

function countOf(hunks: readonly ChosenHunk[], type: ChosenHunk["answer"]["type"]): number {
  return hunks.filter(({ answer }) => answer.type === type).length;
}

function wordsFor(count: number, what: string): string {
  return count === 0 ? "" : `${count} ${what}`;
}
