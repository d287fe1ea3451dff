/** Texts as lines to be listened to: a paragraph is one line, and what is drawn with lines and boxes is said. */
import { plainStyle } from "../../terminal/style.ts";
import { splitBlocks } from "../../transcript/block-stream.ts";
import type { Block } from "../../transcript/block.ts";
import { renderBlock } from "../../transcript/markdown.ts";
import { renderTable } from "../../transcript/markdown-table.ts";
import { isTable, parseMarkdown } from "../../transcript/markdown-tokens.ts";
import { printable, sanitize } from "../../terminal/sanitize.ts";
import { say } from "../../words/say.ts";

/** So wide that nothing is wrapped; columns. */
export const unwrapped = 1_000_000;

/** The lines of one block of an answer. Blank lines are only said in code. */
export function blockLines(block: Block): string[] {
  if (block.kind === "code") return codeLines(block);
  return drawn(block)
    .filter((line) => line.trim() !== "" && !isRule(line))
    .map((line) => line.replace(/^(?:│ )+/, (bars) => "> ".repeat(bars.length / 2)));
}

/** The lines of a whole text. */
export function textLines(text: string): string[] {
  return splitBlocks(text).flatMap(blockLines);
}

function drawn(block: Exclude<Block, { kind: "code" }>): readonly string[] {
  const options = { width: unwrapped, style: plainStyle };
  if (block.kind === "markdown") return renderBlock({ ...block, source: onOneLine(block.source) }, options);
  const tokens =
    block.kind === "table" ? parseMarkdown(sanitize(block.table, "output", { tabWidth: 4 })) : [];
  const table = tokens.find(isTable);
  // Cells side by side are told from each other by their place only; each with the head of its column can be heard.
  return table === undefined
    ? renderBlock(block, options)
    : renderTable(table, null, { ...options, head: true });
}

/** A paragraph that was written in several lines is one, but where it says that a line ends (two blanks, a backslash). */
function onOneLine(source: string): string {
  const tokens = parseMarkdown(source).filter(({ type }) => type !== "space");
  const isParagraph = tokens.length === 1 && tokens[0]?.type === "paragraph";
  return isParagraph ? source.trim().replaceAll(/(?<! {2}|\\)\n[ \t]*/g, " ") : source;
}

function codeLines({ lang, lines, first, last }: Block & { kind: "code" }): string[] {
  const start = lang.trim() === "" ? say`Code:` : say`Code in ${printable(lang.trim())}:`;
  const code = lines.flatMap((line) => sanitize(line, "output", { tabWidth: 4 }).split("\n"));
  return [...(first ? [start] : []), ...code, ...(last ? [say`End of code.`] : [])];
}

function isRule(line: string): boolean {
  return /^[\s\u2500-\u257f]+$/.test(line);
}
