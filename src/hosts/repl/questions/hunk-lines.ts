/** How the hunk-by-hunk mode is drawn: the selected hunk above, the marks of all and the keys below. */
import type { HunkAnswer } from "../../../protocol/approval.ts";
import type { HunkPlace } from "../../../protocol/hunks.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateMiddle } from "../../../terminal/truncate-middle.ts";
import { truncateLine, widthOf, wrapText } from "../../../terminal/width.ts";
import { renderDiff } from "../../../transcript/render-diff.ts";
import type { HunkChoices } from "./hunk-choices.ts";
import { shownChange } from "./hunk-text.ts";
import { keyName } from "../keys.ts";
import { modeIndent } from "../conversation/mode-lines.ts";
import { say } from "../../../words/say.ts";

/** From so many columns on, keys are named with words. */
const spacious = 60;

/** `[x]` taken, `[~]` edited, `[ ]` rejected, `[?]` undecided. */
function markOf(answer: HunkAnswer | null): string {
  switch (answer?.type) {
    case "take":
      return "[x]";
    case "edit":
      return "[~]";
    case "leave":
      return "[ ]";
    case undefined:
      return "[?]";
  }
}

/** Which hunk it is, where, and what is decided about it. */
export function hunkHead(choices: HunkChoices, columns: number, style: Style): string {
  const { selected, places } = choices;
  const place = places[selected];
  const indent = " ".repeat(modeIndent(columns));
  const which =
    columns < spacious
      ? `${selected + 1}/${places.length} ${markOf(choices.answer(selected))} `
      : `${say`hunk ${selected + 1} of ${places.length}`} ${markOf(choices.answer(selected))} `;
  const where = placeOf(place);
  const line = place?.hunk ? `:${place.hunk.newStart || 1}` : "";
  const room = Math.max(1, columns - indent.length - widthOf(which) - widthOf(line));
  return truncateLine(`${indent}${style.bold(which + truncateMiddle(where, room) + line)}`, columns);
}

function placeOf(place: HunkPlace | undefined): string {
  if (place === undefined) return "";
  const { path, movedFrom } = place.file;
  return sanitize(movedFrom === undefined ? path : `${movedFrom} → ${path}`, "approval_inline");
}

/** The words of a "no" and the lines of the selected hunk as it will be. */
export function hunkBody(choices: HunkChoices, columns: number, style: Style): readonly string[] {
  const place = choices.places[choices.selected];
  if (place === undefined) return [];
  const indent = modeIndent(columns);
  const width = Math.max(1, columns - indent);
  const answer = choices.answer(choices.selected);
  const words = answer?.type === "leave" ? answer.words.trim() : "";
  const said =
    words === ""
      ? []
      : wrapText(say`no: ${sanitize(words, "approval")}`, width).map((row) => style.warning(row));
  const change = shownChange(place, answer);
  const drawn =
    change.hunks.length > 0
      ? renderDiff(change, { width, style, mode: "approval" })
      : wrapText(withoutLines(place, answer), width).map((row) => style.dim(row));
  return [...said, ...drawn].map((row) => " ".repeat(indent) + row);
}

function withoutLines({ file, hunk }: HunkPlace, answer: HunkAnswer | null): string {
  if (hunk !== null && answer?.type === "edit") return say`what you wrote is what stands there now`;
  if (file.movedFrom !== undefined) return say`the file moves as it is`;
  return file.kind === "deleted" ? say`the file goes` : say`an empty file`;
}

/** The marks of all hunks with the counts, and the keys: the more important of both first. */
export function hunkFoot(choices: HunkChoices, columns: number, style: Style): readonly string[] {
  const indent = " ".repeat(modeIndent(columns));
  const room = columns - indent.length;
  const counts = countWords(choices, columns);
  const marks = marksLine(choices, room - widthOf(counts) - 2, style);
  const status = marks === "" ? counts : `${marks}  ${counts}`;
  return [...keyLines(columns).map((line) => style.dim(line)), status].map((line) =>
    truncateLine(indent + line, columns),
  );
}

function keyLines(columns: number): readonly string[] {
  const [yes, no, edit, apply] = [key("take-hunk"), key("leave-hunk"), key("edit-hunk"), key("accept")];
  const moves = `${key("select-next")}/${key("select-previous")}`;
  if (columns < 40) return [`${yes} ${no} 3 ${edit} · ${apply}`];
  if (columns < spacious) return [say`${yes}/${no}/3 · ${edit} edit · ${moves} · ${apply} · esc`];
  const others = `${say`${key("take-other-hunks")} yes to the rest`}${columns < 76 ? "" : say` · ${moves} move`}`;
  return [
    say`${yes} yes · ${no} no · 3 no, and say why · ${edit} edit · ${others}`,
    say`${apply} applies what is decided · esc back, it is kept`,
  ];
}

function key(command: Command): string {
  return keyName(command, "hunks");
}

function countWords(choices: HunkChoices, columns: number): string {
  const { taken, edited, undecided } = choices.counts();
  const of = choices.places.length;
  if (columns < spacious)
    return `${say`${taken}/${of} taken`}${undecided === 0 ? "" : say` · ${undecided} open`}`;
  return [
    `${say`${taken} of ${of} taken`}${edited === 0 ? "" : say` (${edited} edited)`}`,
    ...(undecided === 0 ? [] : [say`${undecided} undecided (no)`]),
  ].join(" · ");
}

/** As many marks around the selected one as fit; none where not even some would. */
function marksLine(choices: HunkChoices, room: number, style: Style): string {
  const { places, selected } = choices;
  const each = 4;
  const count = Math.min(places.length, Math.floor(room / each));
  if (places.length < 2 || count < Math.min(3, places.length)) return "";
  const from = Math.max(0, Math.min(selected - Math.floor(count / 2), places.length - count));
  return Array.from({ length: count }, (_, at) => {
    const mark = markOf(choices.answer(from + at));
    return from + at === selected ? style.accent(`❯${mark}`) : ` ${mark}`;
  }).join("");
}
