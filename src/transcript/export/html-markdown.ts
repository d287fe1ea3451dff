/** Markdown → HTML made of our own tags only: every text is escaped, tags of the text are text, nothing is loaded. */
import type { Token, Tokens } from "marked";
import { say } from "../../words/say.ts";
import { linkTarget } from "../link-target.ts";
import { printable } from "../markdown-inline.ts";
import { type KnownToken, markedTokens, parseMarkdown, rowsOf } from "../markdown-tokens.ts";
import { codeBlock } from "./html-code.ts";
import { escapeHtml, visible } from "./visible.ts";

/** Elements nested deeper than this are given as their text: browsers cut or slow down at a few hundred. */
const deepest = 40;

/** Foreign text as HTML; it needs no more escaping. */
export function markdownHtml(text: string): string {
  return blocks(parseMarkdown(visible(text)), 0);
}

function blocks(tokens: readonly Token[], depth: number): string {
  return markedTokens(tokens)
    .map((token) => block(token, depth))
    .join("");
}

function block(token: KnownToken, depth: number): string {
  if (depth > deepest) return paragraph(escapeHtml(visible(token.raw)), "plain");
  switch (token.type) {
    case "space":
    case "checkbox":
      return "";
    case "heading": {
      // The page's own headings are 1 and 2.
      const level = Math.min(6, token.depth + 2);
      return `<h${level} dir="auto">${inline(token.tokens, depth)}</h${level}>`;
    }
    case "paragraph":
      return paragraph(inline(token.tokens, depth));
    case "blockquote":
      return `<blockquote>${blocks(token.tokens, depth + 1)}</blockquote>`;
    case "code":
      return codeBlock(visible(token.text), token.lang ?? "");
    case "hr":
      return "<hr>";
    case "list":
      return list(token, depth);
    case "table":
      return table(token, depth);
    case "html":
    case "def":
      return paragraph(escapeHtml(visible(token.raw.trimEnd())), "plain");
    case "text":
      return token.tokens === undefined
        ? paragraph(escapeHtml(printable(token.text)), "plain")
        : paragraph(inline(token.tokens, depth));
    default:
      return paragraph(inline([token], depth));
  }
}

function paragraph(html: string, kind = ""): string {
  return `<p dir="auto"${kind === "" ? "" : ` class="${kind}"`}>${html}</p>`;
}

function list({ ordered, start, items }: Tokens.List, depth: number): string {
  const rows = items.map(
    (item) => `<li dir="auto">${item.task ? box(item) : ""}${itemContent(item, depth)}</li>`,
  );
  const first = ordered && typeof start === "number" && start !== 1 ? ` start="${Math.trunc(start)}"` : "";
  return ordered ? `<ol${first}>${rows.join("")}</ol>` : `<ul>${rows.join("")}</ul>`;
}

function box({ checked }: Tokens.ListItem): string {
  return checked === true ? "☑ " : "☐ ";
}

/** The text of a tight item stands in it without a paragraph of its own. */
function itemContent(item: Tokens.ListItem, depth: number): string {
  return markedTokens(item.tokens)
    .map((token) =>
      token.type === "text" && token.tokens !== undefined
        ? inline(token.tokens, depth + 1)
        : block(token, depth + 1),
    )
    .join("");
}

function table(token: Tokens.Table, depth: number): string {
  const row = (cells: readonly Tokens.TableCell[], tag: "th" | "td") =>
    `<tr>${cells.map((cell) => `<${tag}${alignOf(cell)} dir="auto">${inline(cell.tokens, depth)}</${tag}>`).join("")}</tr>`;
  const body = rowsOf(token).map((cells) => row(cells, "td"));
  return `<div class="wide"><table><thead>${row(token.header, "th")}</thead><tbody>${body.join("")}</tbody></table></div>`;
}

function alignOf({ align }: Tokens.TableCell): string {
  return align === "right" || align === "center" ? ` class="${align}"` : "";
}

function inline(tokens: readonly Token[], depth: number): string {
  return markedTokens(tokens)
    .map((token) => inlineToken(token, depth + 1))
    .join("");
}

function inlineToken(token: KnownToken, depth: number): string {
  if (depth > deepest) return escapeHtml(visible(token.raw));
  switch (token.type) {
    case "text":
      return token.tokens === undefined ? escapeHtml(printable(token.text)) : inline(token.tokens, depth);
    case "escape":
      return escapeHtml(printable(token.text));
    case "strong":
    case "em":
    case "del":
      return `<${token.type}>${inline(token.tokens, depth)}</${token.type}>`;
    case "codespan":
      return `<code>${escapeHtml(visible(token.text))}</code>`;
    case "br":
      return "<br>";
    case "link":
      // A footnote whose text is one word looks like a link to that word.
      if (/^\[\^[^\]]+\]$/.test(token.raw)) return escapeHtml(printable(token.raw));
      return link(inline(token.tokens, depth), printable(token.text), hrefOf(token));
    case "image": {
      const name = token.text === "" ? say`[image]` : say`[image: ${printable(token.text)}]`;
      return link(escapeHtml(name), name, hrefOf(token));
    }
    case "html":
      return /^<br\s*\/?>$/i.test(token.text.trim()) ? "<br>" : escapeHtml(visible(token.text));
    default:
      return escapeHtml(visible(token.raw));
  }
}

function hrefOf(token: Tokens.Link | Tokens.Image): string {
  const isAsWritten = token.type === "link" && token.autolink === true;
  return isAsWritten ? token.href : token.href.replaceAll("&amp;", "&");
}

/**
 * A link where the address may be one. It stands beside the text where the text could pass for another address, and where
 * nothing leads there.
 */
function link(html: string, text: string, href: string): string {
  const address = visible(href).replaceAll("\n", "");
  const target = linkTarget(href);
  const isSame = text === address || `mailto:${text}` === address || `http://${text}` === address;
  const beside = isSame || address === "" ? "" : ` <span class="address">(${escapeHtml(address)})</span>`;
  if (target === null) return html + beside;
  const to = escapeHtml(target);
  const passes = /^\S+[.:]\S+$/.test(text.trim());
  return `<a href="${to}" rel="noopener noreferrer nofollow" target="_blank">${html}</a>${passes ? beside : ""}`;
}
