/** Inline markdown tokens → one styled text. Every text in it is made printable here, after marked decoded it. */
import type { Token } from "marked";
import type { Style } from "../terminal/style.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { linkTarget } from "./link-target.ts";
import { readableMaths } from "./markdown-maths.ts";
import { type KnownToken, markedTokens } from "./markdown-tokens.ts";
import { say } from "../words/say.ts";

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

/** The looks that a text has already: in emphasis, emphasis is no other, however often marks are nested. */
type Looks = readonly ("strong" | "em" | "del")[];

/** Returns the tokens as styled text; it may hold `\n`, where the source has a line break. */
export function renderInline(tokens: readonly Token[], style: Style): string {
  return renderIn([], tokens, style);
}

function renderIn(looks: Looks, tokens: readonly Token[], style: Style): string {
  return markedTokens(tokens)
    .map((token) => renderToken(token, style, looks))
    .join("");
}

/** Makes text from a markdown token printable. */
export function printable(text: string): string {
  const decoded = text.includes("&")
    ? text.replace(/&([a-z]+);/g, (reference, name: string) => named[name] ?? reference)
    : text;
  return sanitize(decoded, "output", { tabWidth: 4 });
}

function renderToken(token: KnownToken, style: Style, looks: Looks): string {
  switch (token.type) {
    case "text":
      return token.tokens === undefined ? printable(token.text) : renderIn(looks, token.tokens, style);
    case "escape":
      return printable(token.text);
    case "strong":
    case "em":
    case "del": {
      const isIn = looks.includes(token.type);
      const text = renderIn(isIn ? looks : [...looks, token.type], token.tokens, style);
      if (isIn) return text;
      if (token.type === "del") return style.attributes ? style.strike(text) : `~~${text}~~`;
      return token.type === "strong" ? style.bold(text) : style.italic(text);
    }
    case "codespan":
      return style.colour ? style.code(verbatim(token.text)) : `\`${verbatim(token.text)}\``;
    case "maths":
      return style.code(verbatim(readableMaths(token.raw)));
    case "br":
      return "\n";
    case "link":
      // A footnote whose text is one word looks like a link to that word.
      if (footnote.test(token.raw)) return printable(token.raw);
      return link(
        renderIn(looks, token.tokens, style),
        token.autolink === true ? token.href : decoded(token.href),
        style,
      );
    case "image":
      return link(
        token.text === "" ? say`[image]` : say`[image: ${printable(token.text)}]`,
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
