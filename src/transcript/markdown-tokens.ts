/** marked's lexer behind a door that never throws, with tokens of known types only. */
import { Marked, type MarkedToken, type Token, type Tokens } from "marked";
import { cellsOf } from "./line-kinds.ts";
import { type MathsToken, mathsExtension } from "./markdown-maths.ts";

/** Longer pieces (UTF-16 units) are shown as they are: no parser is asked to take them in one go. */
const longestPiece = 200_000;

/** A token of a type that is drawn. */
export type KnownToken = MarkedToken | MathsToken;

const parser = new Marked({ extensions: [mathsExtension] });

const known = new Set<string>([
  "blockquote",
  "br",
  "checkbox",
  "code",
  "codespan",
  "def",
  "del",
  "em",
  "escape",
  "heading",
  "hr",
  "html",
  "image",
  "link",
  "list",
  "list_item",
  "paragraph",
  "space",
  "strong",
  "table",
  "text",
  "maths",
] satisfies KnownToken["type"][]);

/** Returns the block tokens of a printable text; what the parser cannot take is one token of plain text. */
export function parseMarkdown(text: string): KnownToken[] {
  const whole: Tokens.Text = { type: "text", raw: text, text: text.replace(/^\n+|\n+$/g, "") };
  if (text.length > longestPiece) return [whole];
  try {
    return markedTokens(parser.lexer(text));
  } catch (error) {
    // marked is recursive: deep nesting ends its stack.
    if (error instanceof RangeError) return [whole];
    throw error;
  }
}

export type CodeBlock = { readonly lang: string; readonly text: string };

/** The code blocks of a text as they were written, wherever they stand in it. */
export function codeBlocksOf(text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  void parser.walkTokens(parseMarkdown(text), (token) => {
    if (token.type === "code")
      blocks.push({ lang: String(token["lang"] ?? ""), text: String(token["text"]) });
  });
  return blocks;
}

/** The tokens as their known types; a token of any other type is its own source as text. */
export function markedTokens(tokens: readonly Token[]): KnownToken[] {
  return tokens.map((token) => (isMarked(token) ? token : { type: "text", raw: token.raw, text: token.raw }));
}

export function isTable(token: KnownToken): token is Tokens.Table {
  return token.type === "table";
}

/**
 * The rows of a table with every cell that was written. GFM drops the cells beyond the head's, which an unescaped `|`
 * in code makes quickly; here they are the end of the last cell.
 */
export function rowsOf(table: Tokens.Table): Tokens.TableCell[][] {
  const lines = table.raw.trim().split("\n").slice(2);
  return table.rows.map((row, index) => {
    const extra = cellsOf(lines[index] ?? "").slice(row.length);
    const last = row.at(-1);
    if (extra.length === 0 || last === undefined) return row;
    const text = ` |${extra.join("|").trimEnd()}`;
    return [...row.slice(0, -1), { ...last, tokens: [...last.tokens, { type: "text", raw: text, text }] }];
  });
}

function isMarked(token: Token): token is KnownToken {
  return known.has(token.type);
}
