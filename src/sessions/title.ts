/** What a session is called as long as nobody has given it a name: made by rule from the first message. Pure. */

import type { Entry } from "../protocol/entry.ts";
import { cutText } from "../workspace/text.ts";

/** The widest title, terminal columns. */
export const titleColumns = 60;
/** So much of a message is looked at, UTF-16 units: titles are made of its beginning. */
const mostRead = 20_000;
/** And of one line of it. */
const longestLine = 1_000;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * What a message is about, on one line: its first sentence without greetings, filler, markdown, code and pasted output;
 * of a path in an `@` only the name. Where nothing else is left, the first line of what was pasted. Empty for a message
 * that only greets, and for a blank one.
 */
export function titleOf(message: string): string {
  const text = message.slice(0, mostRead).replaceAll("\0", " ");
  const prose = withoutOutput(withoutCode(text));
  for (const sentence of sentencesOf(prose)) {
    const words = withoutFiller(sentence);
    if (/[\p{L}\p{N}]/u.test(words)) return shortened(words);
  }
  return isGreeting(text) ? "" : shortened(firstLine(text));
}

/** As `titleOf`, of a message that says no more than a greeting: its first line. */
export function titleOfAny(message: string): string {
  return titleOf(message) || shortened(firstLine(message.slice(0, mostRead)));
}

/** The longest name, UTF-16 units. */
const longestName = 200;

/** What a session is called by its first message that says more than a greeting; empty where nothing was said. */
export function titleByRule(entries: Iterable<Entry | null>): string {
  let first = "";
  for (const entry of entries) {
    if (entry?.type === "user_command" && entry.shared) first ||= shortened(`!${entry.command}`);
    if (entry?.type !== "user") continue;
    const title = titleOf(entry.text);
    if (title !== "") return title;
    first ||= titleOfAny(entry.text);
  }
  return first;
}

/** The last name that these entries give: empty for one that was taken away, null for none. */
export function lastName(entries: readonly (Entry | null)[]): string | null {
  const entry = entries.findLast((one) => one?.type === "title");
  return entry?.type === "title" ? nameOf(entry.title) : null;
}

/** A name as it is written down and shown: on one line, not longer than anybody reads. */
export function nameOf(words: string): string {
  return cutText(words.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(), longestName).trim();
}

/** A title on one line, as wide as it may be: what did not fit is said by `…`, at the end of a word where there is one. */
export function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (Bun.stringWidth(line) <= titleColumns) return line;
  // Of a path that is too long the end says most.
  if (!line.includes(" ") && line.includes("/")) {
    const end = fitting(line, -1);
    return `…${end.slice(Math.max(0, end.indexOf("/")))}`;
  }
  const start = fitting(line, 1);
  const blank = start.lastIndexOf(" ");
  const isInWord = line[start.length] !== " " && blank > start.length / 2;
  return `${(isInWord ? start.slice(0, blank) : start).replace(/[\s,;:、，]+$/u, "")}…`;
}

/** As many of the first characters as leave room for `…`, or with -1 of the last. */
function fitting(line: string, from: 1 | -1): string {
  const graphemes = Array.from(segmenter.segment(line), ({ segment }) => segment);
  const kept: string[] = [];
  let room = titleColumns - 1;
  for (const grapheme of from === 1 ? graphemes : graphemes.toReversed()) {
    room -= Bun.stringWidth(grapheme);
    if (room < 0) break;
    kept.push(grapheme);
  }
  return (from === 1 ? kept : kept.toReversed()).join("");
}

/** Fenced blocks, also one that does not end. */
function withoutCode(text: string): string {
  return text.replaceAll(
    /^[ \t]*(`{3,}|~{3,}).*(?:\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))|$)/gm,
    "\n\n",
  );
}

/** A line that a program has written: a time or a level in front, a place in code, a diff, a quotation, a table. */
const outputLine = new RegExp(
  [
    String.raw`^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d`,
    String.raw`^\s*\[?\d\d:\d\d:\d\d`,
    String.raw`^\s*\[?(?:ERROR|ERR!?|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL|FAIL|PASS)[\]:\s]`,
    String.raw`^\s*(?:npm|yarn|pnpm) (?:ERR!|WARN|error)`,
    String.raw`^\s+at \S.*(?:\(|:\d+)`,
    String.raw`^\s*(?:Traceback \(most recent call last\)|File ".*", line \d+|Caused by:)`,
    String.raw`^\s*(?:\w+\.)*\w*(?:Error|Exception)(?: \[\w+\])?:`,
    String.raw`^(?:diff --git|index [0-9a-f]{7}|@@ |[+-]{3} \S)`,
    String.raw`^\s*(?:>|\|)`,
    String.raw`^\s*[$%❯] \S`,
    String.raw`^\S+:\d+:\d+[:\s]`,
    String.raw`^\s*[-=_*#~+]{3,}\s*$`,
  ].join("|"),
);

function withoutOutput(text: string): string {
  return text
    .split("\n")
    .map((line) => (outputLine.test(line) ? "" : line))
    .join("\n");
}

/** Sentences in their order; a line ends one, unless the next goes on in the middle of it. */
function* sentencesOf(text: string): Generator<string> {
  for (const block of text.split(/\n\s*\n/)) {
    for (const line of joinedLines(block)) {
      const plain = withoutMarkdown(line.slice(0, longestLine));
      let from = 0;
      for (const end of plain.matchAll(sentenceEnd)) {
        const to = end.index + end[0].trimEnd().length;
        if (isAbbreviation(plain.slice(from, to))) continue;
        yield plain.slice(from, to);
        from = end.index + end[0].length;
      }
      yield plain.slice(from);
    }
  }
}

const sentenceEnd = /[.!?…]+["')\]]*\s+|[。！？]+\s*/gu;

function isAbbreviation(sentence: string): boolean {
  return /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|z\.B|d\.h|approx|no|fig|[A-Za-z])\.$/i.test(sentence);
}

/** Lines that were broken at a width belong together; headings, list items and short lines stand alone. */
function joinedLines(block: string): string[] {
  const lines: string[] = [];
  for (const line of block.split("\n")) {
    const last = lines.at(-1);
    const goesOn = last !== undefined && Bun.stringWidth(last.split("\n").at(-1) ?? "") >= 50;
    if (goesOn && /^\s*[\p{Ll}\p{Lo}(]/u.test(line)) lines[lines.length - 1] = `${last} ${line.trim()}`;
    else lines.push(line);
  }
  return lines;
}

function withoutMarkdown(line: string): string {
  return (
    line
      .replace(/^\s*(?:#{1,6}\s+|[-*+•]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)/, "")
      .replaceAll(/!?\[([^\]\n]*)\]\((?:[^()\s]|\([^()]*\))*\)/g, "$1")
      .replaceAll(/\[Image #?\d+\]/g, " ")
      .replaceAll(/(\*\*|__)(?=\S)(.+?)\1/g, "$2")
      .replaceAll(/(?<![\w*])\*(?=\S)([^*]+?)\*(?![\w*])/g, "$1")
      .replaceAll(/`+([^`]+)`+/g, "$1")
      // A file that is named with its whole path.
      .replaceAll(/(?<![\w.+\-/])@(?:"([^"\n]+)"|([^\s"@,;:!?、，。；：！？]+))/g, (_all, quoted, bare) =>
        baseName(String(quoted ?? bare)),
      )
      .replaceAll(/<\/?[a-z][^<>\n]*>/gi, " ")
      .replaceAll(/\s+/g, " ")
      .trim()
  );
}

function baseName(path: string): string {
  const end = /[.)\]}'’]+$/.exec(path)?.[0] ?? "";
  const bare = path.slice(0, path.length - end.length);
  return (bare.replace(/\/+$/, "").split("/").at(-1) || bare) + end;
}

const greetings = [
  String.raw`(?:hi|hey|hello|hallo|yo|howdy|greetings)(?: there| again| all| rein| everyone)?`,
  String.raw`good (?:morning|afternoon|evening|day)`,
  String.raw`dear \w+`,
  String.raw`(?:thanks|thank you)(?: (?:a lot|very much|so much|in advance|again))?`,
];
const fillers = [
  String.raw`(?:ok(?:ay)?|so|well|now|alright|right|great|sure|yes|also|and|um|uh|sorry)(?=[,.\s])`,
  String.raw`(?:please|pls|plz|kindly|just)`,
  String.raw`(?:can|could|would|will|may) (?:you|we|i)(?: (?:please|pls|maybe|perhaps|kindly|also|just))*(?: (?:help me(?: to| with)?|ask you to|have you))?`,
  String.raw`(?:i(?:'d| would| really| just)*|we(?:'d| would)*) (?:(?:want|need|like|love) (?:you )?(?:to|for you to)|was wondering (?:if|whether) you (?:can|could|would))`,
  String.raw`(?:would you mind|do you think you (?:can|could)|are you able to|is it possible to)`,
  String.raw`(?:help me(?: to| with)?|i have a (?:quick )?question(?: about)?|(?:a )?quick question)`,
  String.raw`let(?:'|’)?s`,
];
const opening = new RegExp(
  String.raw`^(?:(?:${[...greetings, ...fillers].join("|")})(?![\p{L}\p{N}'’])[\s,.!:;–—-]*)`,
  "iu",
);
const eastern = new RegExp(
  String.raw`^(?:(?:你好|您好|嗨|哈喽|大家好|早上好|下午好|晚上好|谢谢|麻烦你?|劳驾|请问|请你?|拜托|帮我|帮忙|帮助我|能不能|能否|可不可以|可以|你能|您能|我想要?|我需要|我希望你?|こんにちは|こんばんは|おはようございます|すみません(?:が)?|お願いします|ちょっと|안녕하세요)[\s、，,。.！!：:～~]*)`,
  "u",
);
const closing =
  /[\s,，、]*(?:\b(?:please|pls|plz|thanks|thank you|thx)(?: (?:a lot|very much|so much|in advance))?|谢谢|吗|好吗|可以吗|お願いします)[.!。！~]*$/iu;

const politeQuestion = /^(?:can|could|would|will) you\b|^(?:能不能|能否|可不可以|你能|您能)/iu;

function withoutFiller(sentence: string): string {
  let words = sentence.trim();
  let isPolite = false;
  for (;;) {
    const rest = words.replace(opening, "").replace(eastern, "");
    if (rest === words) break;
    isPolite ||= politeQuestion.test(words);
    words = rest;
  }
  // What was asked for politely is no question.
  return (isPolite ? words.replace(/\s*[?？]+$/u, "") : words)
    .replace(closing, "")
    .replace(
      /^[\s"'“”„«»([{,.:;!?、，。：；！？–—-]+(?=\S)/u,
      (start) => /[([{"'“„«]/u.exec(start)?.[0] ?? "",
    )
    .replace(/[\s.,:;。、，：；]+$/u, "");
}

function isGreeting(text: string): boolean {
  return (
    withoutFiller(withoutMarkdown(text.trim().slice(0, longestLine))).replaceAll(/[^\p{L}\p{N}]/gu, "") === ""
  );
}

/** The first line that says anything, without the fence of a block. */
function firstLine(text: string): string {
  const lines = text.split("\n").map((line) => line.trim());
  const plain = lines.find((line) => line !== "" && !/^(?:`{3,}|~{3,})\S*$/.test(line)) ?? "";
  return plain.replace(/^(?:`{3,}|~{3,})/, "");
}
