/** Inline markdown tokens → one styled text. Every text in it is made printable here, after marked decoded it. */
import type { Token } from "marked";
import type { Style } from "../terminal/style.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { linkTarget } from "./link-target.ts";
import { type KnownToken, markedTokens } from "./markdown-tokens.ts";

/** The named character references that models write; marked decodes the numeric ones. */
const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  hellip: "…",
  mdash: "—",
  ndash: "–",
  rarr: "→",
  larr: "←",
  times: "×",
  copy: "©",
};
const footnote = /^\[\^[^\]]+\]$/;
const lineBreakTag = /^<br\s*\/?>$/i;

/** Returns the tokens as styled text; it may hold `\n`, where the source has a line break. */
export function renderInline(tokens: readonly Token[], style: Style): string {
  return markedTokens(tokens)
    .map((token) => renderToken(token, style))
    .join("");
}

/** Makes text from a markdown token printable. */
export function printable(text: string): string {
  const decoded = text.includes("&")
    ? text.replace(/&([a-z]+);/g, (reference, name: string) => named[name] ?? reference)
    : text;
  return sanitize(decoded, "output", { tabWidth: 4 });
}

function renderToken(token: KnownToken, style: Style): string {
  switch (token.type) {
    case "text":
      return token.tokens === undefined ? printable(token.text) : renderInline(token.tokens, style);
    case "escape":
      return printable(token.text);
    case "strong":
      return style.bold(renderInline(token.tokens, style));
    case "em":
      return style.italic(renderInline(token.tokens, style));
    case "del":
      return style.attributes
        ? style.strike(renderInline(token.tokens, style))
        : `~~${renderInline(token.tokens, style)}~~`;
    case "codespan":
      return style.colour ? style.code(verbatim(token.text)) : `\`${verbatim(token.text)}\``;
    case "maths":
      return style.code(verbatim(token.raw));
    case "br":
      return "\n";
    case "link":
      // A footnote whose text is one word looks like a link to that word.
      if (footnote.test(token.raw)) return printable(token.raw);
      return link(
        renderInline(token.tokens, style),
        token.autolink === true ? token.href : decoded(token.href),
        style,
      );
    case "image":
      return link(
        `[image${token.text === "" ? "" : `: ${printable(token.text)}`}]`,
        decoded(token.href),
        style,
      );
    case "html":
      return lineBreakTag.test(token.text.trim()) ? "\n" : verbatim(token.text);
    default:
      return verbatim(token.raw);
  }
}

/** Text in which character references mean themselves. */
function verbatim(text: string): string {
  return sanitize(text, "output", { tabWidth: 4 });
}

function decoded(url: string): string {
  return url.replaceAll("&amp;", "&");
}

/** The target always stands beside the text, so that a text cannot pass for another target. */
function link(text: string, href: string, style: Style): string {
  const target = verbatim(href).replaceAll("\n", "");
  const shown = Bun.stripANSI(text);
  const same = shown === target || `mailto:${shown}` === target || `http://${shown}` === target;
  const to = linkTarget(href);
  const linked = (label: string): string => (to === null ? label : style.hyperlink(to, label));
  const label = linked(same ? style.link(text) : text);
  return same || target === "" ? label : `${label} (${linked(style.link(target))})`;
}
