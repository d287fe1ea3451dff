/**
 * Markdown → styled lines, block by block. What the model said is made printable before it is parsed and again where
 * marked has decoded character references; the only escape sequences in a line are the style's own.
 */
import type { Token, Tokens } from "marked";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { widthOf, wrapLine, wrapText } from "../terminal/width.ts";
import { splitBlocks } from "./block-stream.ts";
import type { Block, ItemPlace } from "./block.ts";
import { withoutColumns } from "./line-kinds.ts";
import { codeOf, renderCode, titleOf } from "./markdown-code.ts";
import { renderInline } from "./markdown-inline.ts";
import { isTable, type KnownToken, markedTokens, parseMarkdown } from "./markdown-tokens.ts";
import { layOut, renderTable, type TableLayout } from "./markdown-table.ts";

export type MarkdownOptions = {
  /** Columns that no line goes beyond. */
  readonly width: number;
  readonly style: Style;
};

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
      return inside(block.inside, options, (inner) => [
        ...(block.first && block.lines.length > 0 ? titleOf(block.lang, inner) : []),
        ...renderCode(block.soFar, block.lines.length, block.lang, { ...inner, maths: block.maths === true }),
      ]);
    case "item":
      return inside(block.inside, options, (outer) =>
        indented(" ".repeat(block.indent), outer, (inner) =>
          renderTokens(parse(dedented(block.source, block.inside)), inner, block.number),
        ),
      );
    case "table":
      return inside(block.inside, options, (inner) => renderTablePart(block, inner));
    case "markdown":
      return inside(block.inside, options, (inner) =>
        renderTokens(parse(dedented(block.source, block.inside)), inner, null),
      );
    default:
      return block satisfies never;
  }
}

/** Draws what goes on with an item below the item's text; on a very narrow screen nothing is indented. */
function inside(
  place: ItemPlace | undefined,
  options: MarkdownOptions,
  draw: (inner: MarkdownOptions) => string[],
): string[] {
  const columns = place?.drawn ?? 0;
  if (columns === 0 || options.width - columns < narrowest) return draw(options);
  const lines = draw({ ...options, width: options.width - columns });
  return lines.map((line) => (line === "" ? "" : " ".repeat(columns) + line));
}

/** The text of an item without the indentation that makes it part of it. */
function dedented(source: string, place: ItemPlace | undefined): string {
  if (place === undefined) return source;
  return source.replaceAll(/^[ \t]+/gm, (blanks) => withoutColumns(blanks, place.written));
}

function parse(source: string): KnownToken[] {
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

function renderToken(token: KnownToken, options: MarkdownOptions): string[] {
  const { width, style } = options;
  switch (token.type) {
    case "heading":
      return renderHeading(token, options);
    case "paragraph":
      return wrapText(renderInline(token.tokens, style), width);
    case "blockquote":
      return indented(style.dim("│ "), options, (inner) => renderTokens(token.tokens, inner, null));
    case "code": {
      const lines = token.text.split("\n");
      const lang = token.lang ?? "";
      return [...titleOf(lang, options), ...renderCode(codeOf(lines), lines.length, lang, options)];
    }
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

/** The layout of the table that is flowing out now: its parts come one after the other. */
let flowing: { readonly sample: string; readonly width: number; readonly layout: TableLayout } | null = null;

function renderTablePart(block: Block & { kind: "table" }, options: MarkdownOptions): string[] {
  const tokens = parse(block.table);
  const table = tokens.find(isTable);
  const alone = tokens.every((token) => token === table || token.type === "space");
  if (table === undefined || !alone) return renderTokens(tokens, options, null);
  if (flowing === null || flowing.sample !== block.sample || flowing.width !== options.width) {
    const sample = block.first ? table : parse(block.sample).find(isTable);
    const layout = layOut(sample ?? table, options.width, options.style, block.flows);
    flowing = { sample: block.sample, width: options.width, layout };
  }
  return renderTable(table, flowing.layout, { ...options, head: block.first });
}

/** The last guard of the width: a prefix on a very narrow screen may have pushed a line over it. */
function fitted(lines: string[], width: number): string[] {
  if (lines.every((line) => widthOf(line) <= width)) return lines;
  return lines.flatMap((line) => wrapLine(line, width, { hard: true }));
}
