/** Code → styled lines: indented, never re-flowed, nothing added to it. */
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { wrapLine } from "../terminal/width.ts";
import type { CodeSoFar } from "./block.ts";
import { type CodePiece, highlightedLines } from "./highlight.ts";
import { languageOf } from "./highlight-languages.ts";

export type CodeOptions = { readonly width: number; readonly style: Style };

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
  return painted(code, count, lang, options.style)
    .flatMap((line) => wrapLine(line, room, { hard: true }))
    .map((line) => (line === "" || room === options.width ? line : indent + line));
}

/** The lines of a whole block, as `renderCode` takes them. */
export function codeOf(lines: readonly string[]): CodeSoFar | null {
  return lines.reduce<CodeSoFar | null>((before, line) => ({ line, before }), null);
}

function painted(code: CodeSoFar, count: number, lang: string, style: Style): string[] {
  const language = style.colour ? languageOf(lang) : null;
  if (language !== null)
    return highlightedLines(code, count, language).map((pieces) => paintPieces(pieces, style));
  return lastLines(code, count)
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
