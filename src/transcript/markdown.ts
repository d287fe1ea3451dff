/**
 * Markdown → styled lines, block by block. What the model said is made printable before it is parsed and again where
 * marked has decoded character references; the only escape sequences in a line are the style's own.
 */
import type { MarkedToken, Token, Tokens } from "marked";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { widthOf, wrapLine, wrapText } from "../terminal/width.ts";
import { splitBlocks } from "./block-stream.ts";
import type { Block } from "./block.ts";
import { renderInline } from "./markdown-inline.ts";
import { isTable, markedTokens, parseMarkdown } from "./markdown-tokens.ts";
import { layOut, renderTable, type TableLayout } from "./markdown-table.ts";

export type MarkdownOptions = {
  /** Columns that no line goes beyond. */
  readonly width: number;
  readonly style: Style;
};

const codeIndent = "  ";
/** Below this many columns nesting is no longer shown by indentation. */
const narrowest = 6;

/** Draws a whole text. The same lines come out when its blocks are drawn one by one. */
export function renderMarkdown(source: string, options: MarkdownOptions): string[] {
  return splitBlocks(source).flatMap((block) => renderBlock(block, options));
}

/** Draws one block, the blank line above it included; a block of blank lines alone draws nothing. */
export function renderBlock(block: Block, options: MarkdownOptions): string[] {
  const lines = fitted(blockLines(block, options), options.width);
  return block.gap && lines.length > 0 ? ["", ...lines] : lines;
}

function blockLines(block: Block, options: MarkdownOptions): string[] {
  switch (block.kind) {
    case "code":
      return renderCode(block.lines, block.lang, options);
    case "item":
      return indented(" ".repeat(block.indent), options, (inner) =>
        renderTokens(parse(block.source), inner, block.number),
      );
    case "table":
      return renderTablePart(block, options);
    case "markdown":
      return renderTokens(parse(block.source), options, null);
    default:
      return block satisfies never;
  }
}

function parse(source: string): MarkedToken[] {
  return parseMarkdown(sanitize(source, "output", { tabWidth: 4 }));
}

/** `number` is the first list's first number, when the list is one item of a longer one. */
function renderTokens(tokens: readonly Token[], options: MarkdownOptions, number: number | null): string[] {
  const lines: string[] = [];
  let gap = false;
  let first = number;
  for (const token of markedTokens(tokens)) {
    if (token.type === "space") {
      gap = true;
      continue;
    }
    const drawn = token.type === "list" ? renderList(token, options, first) : renderToken(token, options);
    if (token.type === "list") first = null;
    if (drawn.length > 0) {
      if (gap && lines.length > 0) lines.push("");
      lines.push(...drawn);
      gap = false;
    }
    gap ||= /\n[ \t]*\n$/.test(token.raw);
  }
  return lines;
}

function renderToken(token: MarkedToken, options: MarkdownOptions): string[] {
  const { width, style } = options;
  switch (token.type) {
    case "heading":
      return renderHeading(token, options);
    case "paragraph":
      return wrapText(renderInline(token.tokens, style), width);
    case "blockquote":
      return indented(style.dim("│ "), options, (inner) => renderTokens(token.tokens, inner, null));
    case "code":
      return renderCode(token.text.split("\n"), token.lang ?? "", options);
    case "hr":
      return [style.dim("─".repeat(Math.min(width, 40)))];
    case "table":
      return renderTable(token, layOut(token, width, style), { ...options, head: true });
    case "html":
    case "def":
      return wrapText(sanitize(token.raw.trimEnd(), "output"), width);
    case "checkbox":
      return [];
    default:
      return wrapText(renderInline([token], style), width);
  }
}

function renderHeading(token: Tokens.Heading, { width, style }: MarkdownOptions): string[] {
  const text = renderInline(token.tokens, style);
  if (!style.attributes) return wrapText(`${"#".repeat(token.depth)} ${text}`, width);
  return wrapText(style.heading(token.depth === 1 ? style.underline(text) : text), width);
}

function renderList(list: Tokens.List, options: MarkdownOptions, first: number | null): string[] {
  const start = first ?? (list.start === "" ? 1 : list.start);
  return list.items.flatMap((item, index) => {
    const lines = indented(
      markerOf(item, list.ordered ? start + index : null),
      options,
      (inner) => renderTokens(item.tokens, inner, null),
      "blank",
    );
    const gap = index > 0 && /\n[ \t]*\n$/.test(list.items[index - 1]?.raw ?? "");
    return gap ? ["", ...lines] : lines;
  });
}

function markerOf(item: Tokens.ListItem, number: number | null): string {
  const box = item.task ? (item.checked === true ? "[x] " : "[ ] ") : "";
  if (number !== null) return `${number}. ${box}`;
  return box === "" ? "• " : box;
}

/** Draws something behind a prefix that stands on every line, or on the first one only. */
function indented(
  prefix: string,
  options: MarkdownOptions,
  draw: (inner: MarkdownOptions) => string[],
  rest: "same" | "blank" = "same",
): string[] {
  const columns = widthOf(prefix);
  const room = options.width - columns;
  const narrow = room < narrowest;
  const lines = draw({ ...options, width: narrow ? options.width : room });
  if (lines.length === 0) lines.push("");
  const hanging = narrow && rest === "blank" ? "" : rest === "same" ? prefix : " ".repeat(columns);
  if (narrow && rest === "same") return lines;
  return lines.map((line, index) => {
    if (index === 0) return prefix + line;
    return line === "" && rest === "blank" ? "" : hanging + line;
  });
}

/** Code is indented, never re-flowed: a line that is too long goes on below, and nothing is added to it. */
function renderCode(lines: readonly string[], lang: string, { width, style }: MarkdownOptions): string[] {
  const indent = width < narrowest ? "" : codeIndent;
  const paint = (line: string): string => {
    if (lang === "diff" && line.startsWith("+")) return style.added(line);
    if (lang === "diff" && line.startsWith("-")) return style.removed(line);
    return style.code(line);
  };
  return lines
    .flatMap((line) => sanitize(line, "output", { tabWidth: 4 }).split("\n"))
    .flatMap((line) => wrapLine(line, width - indent.length, { hard: true }))
    .map((line) => (line === "" ? "" : indent + paint(line)));
}

/** The layout of the table that is flowing out now: its parts come one after the other. */
let flowing: { readonly sample: string; readonly width: number; readonly layout: TableLayout } | null = null;

function renderTablePart(block: Block & { kind: "table" }, options: MarkdownOptions): string[] {
  const tokens = parse(block.table);
  const table = tokens.find(isTable);
  const alone = tokens.every((token) => token === table || token.type === "space");
  if (table === undefined || !alone) return renderTokens(tokens, options, null);
  if (flowing === null || flowing.sample !== block.sample || flowing.width !== options.width) {
    const sample = block.first ? table : parse(block.sample).find(isTable);
    const layout = layOut(sample ?? table, options.width, options.style);
    flowing = { sample: block.sample, width: options.width, layout };
  }
  return renderTable(table, flowing.layout, { ...options, head: block.first });
}

/** The last guard of the width: a prefix on a very narrow screen may have pushed a line over it. */
function fitted(lines: string[], width: number): string[] {
  if (lines.every((line) => widthOf(line) <= width)) return lines;
  return lines.flatMap((line) => wrapLine(line, width, { hard: true }));
}
