/** Files that a text names: `@` and a path. */
import { chipMark } from "../../../terminal/text-buffer/content.ts";

/** An `@` with what is written behind it: `start` is the offset of the `@`, `end` that of what no longer belongs to it. */
export type FileMention = { readonly start: number; readonly end: number; readonly query: string };

/** What a name may hold: chips, blanks and quotes end it, quotes around it let blanks in. */
const mentionBefore = new RegExp(`@(?:"([^"\n${chipMark}]*)|([^\\s"${chipMark}]*))$`, "u");
/**
 * What may belong to a name behind the caret, without quotes around it. A closing bracket does when the name goes on
 * behind it, as in `app/[id]/page.tsx`.
 */
const bareBehind = new RegExp(
  `^(?:[^\\s"${chipMark},;!?、，；：！？…\\p{Pe}\\p{Pf}]|[)\\]}](?=[\\p{L}\\p{N}./_-]))*`,
  "u",
);
/** The same for one in quotes: as far as the quotes that close it. */
const quotedBehind = new RegExp(`^[^"\n${chipMark}]*"(?![\\p{L}\\p{N}./])`, "u");
/** Belongs to the sentence rather than to a name that ends in it. */
const sentenceEnd = /[.:'。]+$/u;
/** Chinese and Japanese have no blanks. */
const unspaced = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]`;
const firstUnspaced = new RegExp(unspaced, "u");
/** An `@` behind one of these is the middle of a mail address or the like. */
const insideWord = new RegExp(String.raw`(?!${unspaced})[\p{L}\p{N}_.+%\-@/\\]$`, "u");

/** The mention that the caret stands in or behind; null when there is none. */
export function mentionAt(text: string, caret: number): FileMention | null {
  const before = text.slice(text.lastIndexOf("\n", caret - 1) + 1, caret);
  const match = mentionBefore.exec(before);
  if (match === null || insideWord.test(before.slice(0, match.index))) return null;
  const [all, quoted, bare] = match;
  const query = quoted ?? bare ?? "";
  const rest = text.slice(caret);
  const behind = quoted === undefined ? bareNameIn(rest, query) : (quotedBehind.exec(rest)?.[0] ?? "");
  return { start: caret - all.length, end: caret + behind.length, query };
}

/** What belongs to the name of `query`, of the text behind it: the rest of a name, nothing of a sentence. */
function bareNameIn(rest: string, query: string): string {
  const name = bareBehind.exec(rest)?.[0] ?? "";
  const end = firstUnspaced.test(query) ? -1 : name.search(firstUnspaced);
  return (end === -1 ? name : name.slice(0, end)).replace(sentenceEnd, "");
}

/** How a path is written behind an `@`; a folder's quotes stay open, since the name goes on. */
export function writtenMention(path: string): string {
  if (!/[\s]/u.test(path) || path.includes('"')) return `@${path}`;
  return path.endsWith("/") ? `@"${path}` : `@"${path}"`;
}
