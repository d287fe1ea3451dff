/** The lines of a question around its preview, and how many there are: what divides the window has to know. */
import { plainStyle, type Style } from "../src/terminal/style.ts";
import { truncateLine, widthOf, wrapLine } from "../src/terminal/width.ts";
import type { QuestionChoice, QuestionView } from "./view.ts";

/**
 * `tall`: a line for each choice and what speaks for asking. `short`: the choices side by side, for low windows.
 */
export type QuestionForm = "tall" | "short";

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
  const indent = " ".repeat(indentOf(columns));
  const place = question.place === null ? "" : ` in ${question.place}`;
  const fitting = (lines: readonly string[]) => lines.map((line) => truncateLine(line, columns));
  if (form === "short") {
    const choices = question.words === null ? shortChoices(question, columns - indent.length, style) : [];
    return {
      head: fitting([style.bold(`${indent}${question.heading}${place}`)]),
      foot: fitting(
        question.words === null
          ? choices.map((line) => indent + line)
          : [wordsLine(question, columns, style)],
      ),
      wordsRow: 0,
    };
  }
  const why = [place.trim(), question.why].filter((part) => part !== "").join(" · ");
  const reasons = wrapLine(why, columns - previewIndent(columns)).map(
    (line) => " ".repeat(previewIndent(columns)) + style.dim(line),
  );
  const yes = [
    ...choice("once", "1", "yes, once", question, columns, style),
    ...choice("remember", "2", rememberText(question.remember, style), question, columns, style),
  ];
  const no =
    question.words === null
      ? [
          ...choice("decline", "3", "no, and say why…", question, columns, style),
          ...choice("stop", "esc", "no, and stop", question, columns, style),
        ]
      : [wordsLine(question, columns, style), style.dim(`${indent}  enter sends it · esc back`)];
  return {
    head: fitting([style.bold(indent + question.heading)]),
    foot: fitting([...reasons, "", ...yes, ...no]),
    wordsRow: reasons.length + 1 + yes.length,
  };
}

function rememberText(remember: string | null, style: Style): string {
  if (remember === null) return style.dim("(asks every time: no rule is offered for this)");
  return `yes, and don't ask again for ${style.bold(remember)} in this session`;
}

/** A choice on its line, and on further ones what does not fit there: what will be allowed must be readable. */
function choice(
  name: QuestionChoice,
  key: string,
  text: string,
  { selected }: QuestionView,
  columns: number,
  style: Style,
): string[] {
  const isSelected = name === selected;
  const start = `${" ".repeat(indentOf(columns))}${isSelected ? style.accent("❯") : " "} `;
  const label = `${key.padEnd(4)} `;
  const left = widthOf(start) + label.length;
  return wrapLine(text, Math.max(1, columns - left)).map((line, index) => {
    if (index > 0) return " ".repeat(left) + line;
    return start + (isSelected ? style.bold(label + line) : label + line);
  });
}

function wordsSign(columns: number, style: Style): string {
  if (columns < spacious) return `${style.accent("❯")} ${style.bold("3 no:")} `;
  return `  ${style.accent("❯")} ${style.bold("3    no:")} `;
}

function wordsLine({ words }: QuestionView, columns: number, style: Style): string {
  return `${wordsSign(columns, style)}${words?.lines[words.caretRow] ?? ""}`;
}

/** The choices side by side, on as many lines as they need. */
function shortChoices({ selected, remember }: QuestionView, columns: number, style: Style): string[] {
  const all: readonly (readonly [QuestionChoice, string])[] = [
    ["once", "1 yes"],
    ["remember", "2 always"],
    ["decline", "3 no"],
    ["stop", "esc stop"],
  ];
  const lines: string[] = [];
  for (const [name, text] of all) {
    if (name === "remember" && remember === null) continue;
    const piece = name === selected ? `${style.accent("❯")} ${style.bold(text)}` : text;
    const line = lines.at(-1);
    const longer = line === undefined ? piece : `${line} · ${piece}`;
    if (line !== undefined && widthOf(longer) > columns) lines.push(piece);
    else lines.splice(-1, 1, longer);
  }
  return lines;
}
