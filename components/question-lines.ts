/** The lines of a question around its preview, and how many there are: what divides the window has to know. */
import { keyName } from "../src/terminal/keymap/active.ts";
import { plainStyle, type Style } from "../src/terminal/style.ts";
import { truncateLine, widthOf, wrapLine } from "../src/terminal/width.ts";
import { rememberWords } from "./question-words.ts";
import type { QuestionChoice, QuestionView } from "./view.ts";
import { say } from "../src/words/say.ts";

/**
 * `tall`: a line for each choice, what speaks for asking, and the keys. `short`: the choices side by side below one line
 * of that. `least`: for windows that have no row for more than the choices.
 */
export type QuestionForm = "tall" | "short" | "least";

export type QuestionLines = {
  /** Above the preview. */
  readonly head: readonly string[];
  /** Below it: the choices are in here. */
  readonly foot: readonly string[];
  /** Which line of the foot holds the words that the user is writing, if any. */
  readonly wordsRow: number;
};

/** Narrower windows have no columns to give away. */
const spacious = 40;
/** So many rows are for what speaks for asking; `w` shows all of it. */
const mostReasonRows = 3;

/** Cells in front of a question's own lines. */
const indentOf = (columns: number): number => (columns < spacious ? 0 : 2);

/** Cells in front of the lines of the preview. */
export const previewIndent = (columns: number): number => indentOf(columns) * 2;

/** Cells in front of the words of a "no". */
export const wordsIndent = (columns: number): number => widthOf(wordsSign(columns, plainStyle));

/** The lines for a window of this width. No line is wider. */
export function questionLines(
  question: QuestionView,
  columns: number,
  form: QuestionForm,
  style: Style,
): QuestionLines {
  const fitting = (lines: readonly string[]) => lines.map((line) => truncateLine(line, columns));
  const head = fitting([headingLine(question, columns, style)]);
  const around = { head, wordsRow: 0 };
  if (question.mode !== null) return { ...around, foot: fitting(question.mode.foot) };
  const facts = form === "least" ? [] : factLines(question, columns, form, style);
  if (form !== "tall") {
    const choices =
      question.words === null
        ? shortChoices(question, columns, style)
        : [wordsLine(question, columns, style)];
    return { head, foot: fitting([...facts, ...choices]), wordsRow: facts.length };
  }
  const yes = [
    ...choice("once", "1", say`yes, once`, question, columns, style),
    ...choice("remember", "2", rememberText(question.remember, style), question, columns, style),
  ];
  const no =
    question.words === null
      ? [
          ...choice("decline", "3", say`no, and say why…`, question, columns, style),
          ...choice("stop", "esc", say`no, and stop`, question, columns, style),
          ...keysLine(question, columns, style),
        ]
      : [
          wordsLine(question, columns, style),
          style.dim(
            `${" ".repeat(indentOf(columns) + 2)}${say`${keyName("send", "composer")} sends it · esc back`}`,
          ),
        ];
  return {
    head,
    foot: fitting([...facts, "", ...yes, ...no]),
    wordsRow: facts.length + 1 + yes.length,
  };
}

/** What asks, and which of several questions it is: on the right where there is room, else in front. */
function headingLine({ heading, position }: QuestionView, columns: number, style: Style): string {
  const indent = " ".repeat(indentOf(columns));
  if (position === null) return style.bold(indent + heading);
  const place = say`${position.at} of ${position.of}`;
  const room = columns - widthOf(indent + heading) - widthOf(place) - 1;
  return room < 2
    ? style.bold(`${indent}${position.at}/${position.of} ${heading}`)
    : style.bold(indent + heading) + " ".repeat(room) + style.dim(place);
}

/** Where and how confined, with which secrets, and why it asks. */
function factLines(question: QuestionView, columns: number, form: QuestionForm, style: Style): string[] {
  const indent = " ".repeat(form === "tall" ? previewIndent(columns) : indentOf(columns));
  const room = Math.max(1, columns - indent.length);
  const place = question.place === null ? "" : say`in ${question.place}`;
  const where = joined([place, question.sandbox ?? ""]);
  const secrets = question.secrets === null ? [] : [style.warning(truncateLine(question.secrets, room))];
  if (form === "short") {
    const facts = joined([where, question.why]);
    const line = facts === "" ? [] : [style.dim(truncateLine(facts, room))];
    return [...secrets, ...line].map((text) => indent + text);
  }
  const lines = [...folded(where, room), ...folded(question.why, room)].map((line) => style.dim(line));
  return [...lines, ...secrets].map((text) => indent + text);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" · ");
}

/** The text on a few lines; how many more there would be is said. */
function folded(text: string, room: number): string[] {
  if (text === "") return [];
  const rows = wrapLine(text, room);
  const shown = rows.slice(0, mostReasonRows);
  if (rows.length === shown.length) return shown;
  const end = say` … ${rows.length - shown.length} more · w`;
  return [
    ...shown.slice(0, -1),
    truncateLine(shown.at(-1) ?? "", Math.max(1, room - widthOf(end)), "") + end,
  ];
}

function rememberText(remember: string | null, style: Style): string {
  return remember === null ? style.dim(rememberWords(null)) : rememberWords(style.bold(remember));
}

/** The sign of what is chosen. It is not there while keys would not count. */
function chosenSign({ takesKeys }: QuestionView, style: Style): string {
  return takesKeys ? style.accent("❯") : " ";
}

/** A choice on its line, and on further ones what does not fit there: what will be allowed must be readable. */
function choice(
  name: QuestionChoice,
  key: string,
  text: string,
  question: QuestionView,
  columns: number,
  style: Style,
): string[] {
  const isSelected = name === question.selected;
  const start = `${" ".repeat(indentOf(columns))}${isSelected ? chosenSign(question, style) : " "} `;
  const label = `${key.padEnd(4)} `;
  const left = widthOf(start) + label.length;
  return wrapLine(text, Math.max(1, columns - left)).map((line, index) => {
    if (index > 0) return " ".repeat(left) + line;
    return start + (isSelected ? style.bold(label + line) : label + line);
  });
}

/** The other keys, as many as fit on one line. */
function keysLine({ keys }: QuestionView, columns: number, style: Style): string[] {
  const indent = " ".repeat(indentOf(columns) + 2);
  let line = "";
  for (const key of keys) {
    const longer = line === "" ? key : `${line} · ${key}`;
    if (widthOf(indent + longer) > columns) break;
    line = longer;
  }
  return line === "" ? [] : [style.dim(indent + line)];
}

function wordsSign(columns: number, style: Style): string {
  if (columns < spacious) return `${style.accent("❯")} ${style.bold(`3 ${say`no:`}`)} `;
  return `  ${style.accent("❯")} ${style.bold(`3    ${say`no:`}`)} `;
}

function wordsLine({ words }: QuestionView, columns: number, style: Style): string {
  return `${wordsSign(columns, style)}${words?.lines[words.caretRow] ?? ""}`;
}

/** The choices side by side, on as many lines as they need. */
function shortChoices(question: QuestionView, columns: number, style: Style): string[] {
  const indent = " ".repeat(indentOf(columns));
  const all: readonly (readonly [QuestionChoice, string])[] = [
    ["once", `1 ${say`yes`}`],
    ["remember", `2 ${say`always`}`],
    ["decline", `3 ${say`no`}`],
    ["stop", `esc ${say`stop`}`],
  ];
  const lines: string[] = [];
  for (const [name, text] of all) {
    if (name === "remember" && question.remember === null) continue;
    const piece = name === question.selected ? `${chosenSign(question, style)} ${style.bold(text)}` : text;
    const line = lines.at(-1);
    const longer = line === undefined ? piece : `${line} · ${piece}`;
    if (line !== undefined && widthOf(longer) > columns - indent.length) lines.push(piece);
    else lines.splice(-1, 1, longer);
  }
  return lines.map((line) => indent + line);
}
