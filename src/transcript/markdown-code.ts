/** Code → styled lines: indented, never re-flowed, nothing added to it. */
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { truncateLine, wrapLine } from "../terminal/width.ts";
import type { CodeSoFar } from "./block.ts";
import { type CodePiece, highlightedLines } from "./highlight.ts";
import { languageOf } from "./highlight-languages.ts";
import { readableMathsLine } from "./markdown-maths.ts";

export type CodeOptions = {
  readonly width: number;
  readonly style: Style;
  /** It is maths as TeX writes it. @default false */
  readonly maths?: boolean;
};

/** Text that stands for a picture: one who reads it should know what it draws. */
const diagrams = /^mermaid\b/i;

const indent = "  ";
/** Below this many columns code is not indented. */
const narrowest = 6;

/** Draws the last `count` lines of a block. A line that is too long goes on below. */
export function renderCode(
  code: CodeSoFar | null,
  count: number,
  lang: string,
  options: CodeOptions,
): string[] {
  if (code === null || count === 0) return [];
  const room = options.width < narrowest ? options.width : options.width - indent.length;
  return painted(code, count, lang, options)
    .flatMap((line) => wrapLine(line, room, { hard: true }))
    .map((line) => (line === "" || room === options.width ? line : indent + line));
}

/** The lines of a whole block, as `renderCode` takes them. */
export function codeOf(lines: readonly string[]): CodeSoFar | null {
  return lines.reduce<CodeSoFar | null>((before, line) => ({ line, before }), null);
}

/** The line above a diagram, which says what it is; none above other code. */
export function titleOf(lang: string, { width, style }: CodeOptions): string[] {
  const [name] = diagrams.exec(lang) ?? [];
  if (name === undefined) return [];
  return [`${width < narrowest ? "" : indent}${style.dim(truncateLine(name.toLowerCase(), width))}`];
}

function painted(code: CodeSoFar, count: number, lang: string, options: CodeOptions): string[] {
  const { style, maths = false } = options;
  const language = style.colour ? languageOf(lang) : null;
  if (language !== null)
    return highlightedLines(code, count, language).map((pieces) => paintPieces(pieces, style));
  return lastLines(code, count)
    .map((line) => (maths ? readableMathsLine(line) : line))
    .flatMap((line) => sanitize(line, "output", { tabWidth: 4 }).split("\n"))
    .map((line) => painterOf(line, lang, style)(line));
}

/** Paints the pieces of one line of code. */
export function paintPieces(pieces: readonly CodePiece[], style: Style): string {
  return pieces.map(({ text, role }) => (role === null ? text : style[role](text))).join("");
}

function painterOf(line: string, lang: string, style: Style): (text: string) => string {
  if (/^(?:diff|patch)$/i.test(lang)) {
    if (line.startsWith("+")) return style.added;
    if (line.startsWith("-")) return style.removed;
  }
  return style.code;
}

function lastLines(code: CodeSoFar, count: number): string[] {
  const lines: string[] = [];
  for (let line: CodeSoFar | null = code; line !== null && lines.length < count; line = line.before) {
    lines.push(line.line);
  }
  return lines.toReversed();
}
