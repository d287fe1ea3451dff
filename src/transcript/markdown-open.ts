/**
 * The end of a text that is still being written, made ready to be drawn: half-written marks are drawn as they will be
 * when they are whole, so that nothing in front of them moves when they become so.
 */

/** Lines that may still become something else, a line each: a fence, a rule, a heading, a quote, a table's delimiter row … */
const marksOnly = /^[-=*_+#>|:~`$\\ \t]{0,60}$/;
/** … an item, a task, or the number of one … */
const itemOnly = /^[ \t>]{0,20}(?:[-*+]|\d{1,9}[.)]?)[ \t]*(?:\[[ xX]?\]?)?[ \t]*$/;
/** … a link, or maths. */
const bracketOnly = /^[ \t]{0,20}\\?[[(]$/;
/** A last line that may become a fence or the end of one. */
const halfFence = /^[ \t]{0,60}(?:`+|~+)$/;
/** Of a longer piece nothing is closed: it costs as much as it is long. UTF-16 units. */
const longest = 8000;

/** Whether a line without its end is not to be drawn yet. In code only its own end is awaited. */
export function isHeldBack(line: string, inCode: boolean): boolean {
  return inCode
    ? halfFence.test(line)
    : marksOnly.test(line) || itemOnly.test(line) || bracketOnly.test(line);
}

/** Marks of emphasis that nothing has closed, at these offsets. */
type Opener = { readonly mark: string; readonly start: number; count: number };

/** Returns the text with what is open at its end closed, and without marks at its end whose meaning is not known yet. */
export function withMarksClosed(source: string): string {
  if (source.length > longest) return source;
  const before = /^(?:[\s\S]*\n[ \t]*\n)?/.exec(source)?.[0].length ?? 0;
  return source.slice(0, before) + closed(source.slice(before));
}

function closed(text: string): string {
  const openers: Opener[] = [];
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    if (character === "\\") {
      if (at + 1 === text.length) return closeAll(text.slice(0, at), openers);
      at += 2;
    } else if (character === "`") {
      const ticks = runAt(text, at);
      const end = endOfCode(text, at + ticks, ticks);
      if (end === null) return closeAll(closeCode(text, at, ticks), openers);
      at = end;
    } else if (character === "]") {
      const target = targetAt(text, at);
      if (target.type === "open") return closeAll(text.slice(0, at) + target.closed, openers);
      at += target.length;
    } else if (character === "*" || character === "_" || character === "~") {
      const length = runAt(text, at);
      const isLast = at + length === text.length;
      const rest = take(openers, text, at, length);
      if (isLast) return closeAll(text.slice(0, at + length - rest), openers);
      at += length;
    } else {
      at += 1;
    }
  }
  return closeAll(text, openers);
}

/**
 * Closes what marks at this offset close, and opens what they open; returns how many of them do neither. At the end of
 * the text none opens.
 */
function take(openers: Opener[], text: string, at: number, length: number): number {
  const mark = text.charAt(at);
  const before = text.charAt(at - 1);
  const after = text.charAt(at + length);
  // One tilde means “about” more often than anything else.
  if (mark === "~" && length !== 2 && after !== "") return 0;
  const opens = flanks(before, after) && (mark !== "_" || !isWord(before));
  const closes = flanks(after, before) && (mark !== "_" || !isWord(after));
  let left = length;
  while (left > 0) {
    if (!closes) break;
    const index = openers.findLastIndex((opener) => opener.mark === mark);
    const opener = openers[index];
    if (opener === undefined || (after === "" && opener.count > left)) break;
    const used = Math.min(opener.count, left);
    left -= used;
    opener.count -= used;
    openers.length = opener.count === 0 ? index : index + 1;
  }
  if (opens && left > 0 && after !== "") openers.push({ mark, start: at + length - left, count: left });
  return left;
}

/** Whether marks between the two are at the outer side of the second, as CommonMark has it. */
function flanks(outer: string, inner: string): boolean {
  if (isBlank(inner)) return false;
  return !isPunctuation(inner) || isBlank(outer) || isPunctuation(outer);
}

function isBlank(character: string): boolean {
  return character.trim() === "";
}

function isPunctuation(character: string): boolean {
  return /^[\p{P}\p{S}]$/u.test(character);
}

function isWord(character: string): boolean {
  return !isBlank(character) && !isPunctuation(character);
}

/** Adds the marks that close the openers, but takes away one that has nothing behind it yet. */
function closeAll(text: string, openers: readonly Opener[]): string {
  if (openers.length === 0) return text;
  // Marks with a blank in front of them close nothing, and would be taken together with those that do.
  let end = text.trimEnd().replace(/(?:\s+[*_~]+)+$/, "");
  let marks = "";
  for (const { mark, start, count } of openers.toReversed()) {
    if (end.length <= start + count) end = end.slice(0, start).trimEnd();
    else marks += mark.repeat(count);
  }
  return end + marks;
}

/** The offset behind the run that closes code, or null. */
function endOfCode(text: string, from: number, ticks: number): number | null {
  for (let at = text.indexOf("`", from); at !== -1; at = text.indexOf("`", at)) {
    const length = runAt(text, at);
    if (length === ticks) return at + length;
    at += length;
  }
  return null;
}

function closeCode(text: string, at: number, ticks: number): string {
  const content = text.slice(at + ticks).replace(/`+$/, "");
  const mark = "`".repeat(ticks);
  return text.slice(0, at) + (isBlank(content) ? "" : mark + content + mark);
}

type Target =
  /** A whole target of a link, or none. */
  { readonly type: "whole"; readonly length: number } | { readonly type: "open"; readonly closed: string };

const wholeTarget = /^\]\((?:[^()\n\\]|\\.|\([^()\n]*\))*\)/;
const openTarget = /^\]\(([^\s<>]*)(?:[ \t]+(?:["'(][^\n]*)?)?$/;

function targetAt(text: string, at: number): Target {
  const rest = text.slice(at);
  if (!rest.startsWith("](") || !text.slice(0, at).includes("[")) return { type: "whole", length: 1 };
  const whole = wholeTarget.exec(rest)?.[0];
  if (whole !== undefined) return { type: "whole", length: whole.length };
  const target = openTarget.exec(rest)?.[1];
  if (target === undefined) return { type: "whole", length: 2 };
  const depth = target.split("(").length - target.split(")").length;
  return { type: "open", closed: `](${target}${")".repeat(Math.max(0, depth) + 1)}` };
}

/** How many times the character at this offset stands there. */
function runAt(text: string, at: number): number {
  let end = at;
  while (text.charAt(end) === text.charAt(at) && end < text.length) end += 1;
  return end - at;
}
