/**
 * Somebody else's Markdown inside ours. Its HTML is text, no picture is fetched for who reads it, links lead to the web or to
 * a mailbox, and a code block that nothing closes ends with it. What is plain stays as it was written.
 */
import { linksIn, parseMarkdown, typesIn } from "../markdown-tokens.ts";

/** What could begin a tag, a comment or a declaration; addresses in angle brackets are links. */
const tagStart = /<(?=[A-Za-z/!?])(?!https?:\/\/[^\s<>]*>)/g;

/** Escapes more and more, until the parser finds nothing in the text that should not be there. */
const escapes: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => outsideCode(text, withoutTags),
  (text) => outsideCode(text, (piece) => withoutLinks(withoutTags(piece))),
  (text) => text.replaceAll("<", "&lt;").replaceAll("[", "&#91;"),
];

/** The text with everything in it escaped that does more than look; printable text in, printable text out. */
export function containedMarkdown(text: string): string {
  for (const escape of escapes) {
    const escaped = escape(text);
    if (isPlain(escaped)) return closed(escaped);
  }
  return closed(escapes.at(-1)?.(text) ?? "");
}

function withoutTags(text: string): string {
  return text.replaceAll(tagStart, "&lt;").replaceAll("![", "&#33;[");
}

/** Neither the links of the text nor the addresses that it keeps for them. */
function withoutLinks(text: string): string {
  return text.replaceAll("[", "&#91;");
}

function outsideCode(text: string, escape: (text: string) => string): string {
  let fence: string | null = null;
  return text
    .split("\n")
    .map((line) => {
      const [, run = ""] = /^[\s>]*(`{3,}|~{3,})/.exec(line) ?? [];
      if (fence !== null) {
        if (run.startsWith(fence)) fence = null;
        return line;
      }
      if (run !== "") {
        fence = run;
        return line;
      }
      return line
        .split(/(`+[^`]*`+)/)
        .map((piece, at) => (at % 2 === 1 ? piece : escape(piece)))
        .join("");
    })
    .join("\n");
}

/** What the parser takes as one piece is too much for it: then nobody knows. */
function isPlain(text: string): boolean {
  if (!/[<[]/.test(text)) return true;
  const types = typesIn(text);
  if (types.has("html") || types.has("image")) return false;
  if (types.size === 1 && types.has("text")) return false;
  return linksIn(text).every((href) => /^(?:https?:\/\/|mailto:|[#/.]|[\w-]+(?:[/.#?]|$))/i.test(href));
}

const end = "end";

/** What comes behind must not become a part of its last code block. */
function closed(text: string): string {
  const behind = parseMarkdown(`${text}\n\n${end}`).at(-1);
  if (behind?.type !== "code") return text;
  const [, fence] = /^ {0,3}(`{3,}|~{3,})/.exec(behind.raw) ?? [];
  return fence === undefined ? text : `${text}\n${fence}`;
}
