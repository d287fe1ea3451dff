/** marked's lexer behind a door that never throws, with tokens of known types only. */
import { Marked, type MarkedToken, type Token, type Tokens } from "marked";
import { cellsOf } from "./line-kinds.ts";
import { type MathsToken, mathsExtension } from "./markdown-maths.ts";

/** Longer pieces (UTF-16 units) are shown as they are: no parser is asked to take them in one go. */
const longestPiece = 200_000;
/** So are those with a longer word in letters and signs of ASCII, each of which marked takes for the start of an address. */
const longestWord = 4000;

/** A token of a type that is drawn. */
export type KnownToken = MarkedToken | MathsToken;

/** A heading with a line below it is not longer than this; UTF-16 units. */
const longestUnderlined = 2000;
const underline = /\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;

/**
 * marked looks for the line below a heading at every line of a text, to the text's end: a list's item of 8,000 characters
 * took seconds. Where there is none it need not look.
 */
function lheading(text: string): false | undefined {
  return underline.test(text.slice(0, longestUnderlined)) ? false : undefined;
}

const parser = new Marked({ extensions: [mathsExtension], tokenizer: { lheading } });

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
  if (text.length > longestPiece || hasLongWord(text)) return [whole];
  try {
    return markedTokens(parser.lexer(text));
  } catch (error) {
    // marked is recursive: deep nesting ends its stack.
    if (error instanceof RangeError) return [whole];
    throw error;
  }
}

function hasLongWord(text: string): boolean {
  if (text.length <= longestWord) return false;
  for (const [word] of text.matchAll(/[!-~]+/g)) if (word.length > longestWord) return true;
  return false;
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

/** The types of all tokens of a printable text, wherever they stand in it. */
export function typesIn(text: string): ReadonlySet<string> {
  const types = new Set<string>();
  void parser.walkTokens(parseMarkdown(text), ({ type }) => {
    types.add(type);
  });
  return types;
}

/** The addresses of all links of a printable text, and those that it keeps for links. */
export function linksIn(text: string): string[] {
  const links: string[] = [];
  void parser.walkTokens(parseMarkdown(text), (token) => {
    if (token.type === "link" || token.type === "def") links.push(String(token["href"] ?? ""));
  });
  return links;
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
