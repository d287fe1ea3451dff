/** Files that a text names: `@` and a path. */
import { chipMark } from "../../terminal/text-buffer/content.ts";

/** An `@` with what is written behind it: `start` is the offset of the `@`, `end` that of what no longer belongs to it. */
export type FileMention = { readonly start: number; readonly end: number; readonly query: string };

/** What a name may hold: chips, blanks and quotes end it, quotes around it let blanks in. */
const mentionBefore = new RegExp(`@(?:"([^"\n${chipMark}]*)|([^\\s"${chipMark}]*))$`, "u");
/** What belongs to a name behind the caret, without quotes around it and with them. */
const bareBehind = new RegExp(`^[^\\s"${chipMark}]*`, "u");
const quotedBehind = new RegExp(`^[^"\n${chipMark}]*"?`, "u");
/** An `@` behind one of these is the middle of a mail address or the like. Chinese and Japanese have no blanks. */
const insideWord =
  /(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}])[\p{L}\p{N}_.+%\-@/\\]$/u;

/** The mention that the caret stands in or behind; null when there is none. */
export function mentionAt(text: string, caret: number): FileMention | null {
  const before = text.slice(text.lastIndexOf("\n", caret - 1) + 1, caret);
  const match = mentionBefore.exec(before);
  if (match === null || insideWord.test(before.slice(0, match.index))) return null;
  const [all, quoted, bare] = match;
  const [behind = ""] = (quoted === undefined ? bareBehind : quotedBehind).exec(text.slice(caret)) ?? [];
  return { start: caret - all.length, end: caret + behind.length, query: quoted ?? bare ?? "" };
}

/** How a path is written behind an `@`; a folder's quotes stay open, since the name goes on. */
export function writtenMention(path: string): string {
  if (!/[\s]/u.test(path) || path.includes('"')) return `@${path}`;
  return path.endsWith("/") ? `@"${path}` : `@"${path}"`;
}
