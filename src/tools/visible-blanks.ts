/** Lines as a model is shown them to see what it got wrong: differences in blanks are made visible. */
import { characterName, nothing, plainCode, plainText } from "../workspace/loose-characters.ts";
import { cutStart, cutText } from "../workspace/text.ts";
import { otherCharacters } from "./loose-words.ts";

/** A line of a file; `counterpart` is what was asked for in its place, `focus` an offset that should be seen. */
export type ShownLine = {
  readonly text: string;
  readonly counterpart: string | undefined;
  readonly focus: number;
};

/** So much of a line is shown, UTF-16 units, and so much of it before the place to look at. */
const maxLength = 200;
const lead = 60;

const tab = "\t";
const blank = " ";

/** Numbered lines, and below them what the marks stand for. */
export function showLines(lines: readonly ShownLine[], firstNumber: number): string {
  const marked = new Set<number>();
  const others = new Set<number>();
  const shown = lines.map(({ text, counterpart, focus }, index) => {
    const { part, cutBefore, cutAfter } = partOf(text, focus);
    const isCut = cutBefore || cutAfter;
    const visible = counterpart === undefined || isCut ? part : markBlanks(part, counterpart, marked);
    if (counterpart !== undefined && linesAlike(text, counterpart) === 1) {
      for (const code of otherCharacters(part, counterpart)) if (!isBlankCode(code)) others.add(code);
    }
    return `${String(firstNumber + index).padStart(6)}\t${cutBefore ? "…" : ""}${visible}${cutAfter ? "…" : ""}`;
  });
  return [...shown, ...legend(marked, others)].join("\n");
}

function partOf(text: string, focus: number) {
  if (text.length <= maxLength) return { part: text, cutBefore: false, cutAfter: false };
  const before = focus < maxLength ? text.slice(0, focus) : cutStart(text.slice(0, focus), lead);
  const part = before + cutText(text.slice(focus), maxLength - before.length);
  const from = focus - before.length;
  return { part, cutBefore: from > 0, cutAfter: from + part.length < text.length };
}

/** 1 for lines that differ in nothing but blanks and look-alikes, less by the words that they share. */
export function linesAlike(line: string, wanted: string): number {
  if (withoutBlanks(line) === withoutBlanks(wanted)) return 1;
  const words = new Set(line.match(/[\p{L}\p{N}_]+/gu) ?? []);
  const asked = wanted.match(/[\p{L}\p{N}_]+/gu) ?? [];
  return asked.length === 0 ? 0 : (asked.filter((word) => words.has(word)).length / asked.length) * 0.8;
}

function withoutBlanks(line: string): string {
  return plainText(line).replace(/\s+/g, "");
}

/**
 * A line with its blanks made visible where they differ from the counterpart's: all of them in lines that are the same
 * otherwise, else the first ones. Their codes are added to `marked`.
 */
function markBlanks(line: string, counterpart: string, marked: Set<number>): string {
  if (withoutBlanks(line) !== withoutBlanks(counterpart)) {
    const [indent = ""] = /^[ \t]*/.exec(line) ?? [];
    const [asked = ""] = /^[ \t]*/.exec(counterpart) ?? [];
    return indent === asked ? line : markRun(indent, marked) + line.slice(indent.length);
  }
  const asked = runsOf(counterpart);
  return runsOf(line)
    .map((run, index) => (index % 2 === 0 || run === asked[index] ? run : markRun(run, marked)))
    .join("");
}

/** A line cut into what is no blank and what is, by turns, beginning with the former; equal lines give equal parts. */
function runsOf(line: string): string[] {
  const runs = [""];
  let wasBlank = false;
  for (const character of line) {
    const now = isBlankCode(character.codePointAt(0) ?? 0);
    if (now === wasBlank) runs[runs.length - 1] += character;
    else runs.push(character);
    wasBlank = now;
  }
  return runs;
}

function isBlankCode(code: number): boolean {
  const plain = code > 0xff_ff ? code : plainCode(code);
  return plain === blank.charCodeAt(0) || plain === tab.charCodeAt(0) || plain === nothing;
}

function markRun(run: string, marked: Set<number>): string {
  for (const character of run) marked.add(character.codePointAt(0) ?? 0);
  return run.replace(/\t/g, "→").replace(/[^→]/gu, "·");
}

function legend(marked: ReadonlySet<number>, others: ReadonlySet<number>): string[] {
  const words: string[] = [];
  if (marked.has(tab.charCodeAt(0))) words.push("→ is a tab");
  const blanks = [...marked].filter((code) => code !== tab.charCodeAt(0));
  const names = blanks.map((code) => (code === blank.charCodeAt(0) ? "a blank" : characterName(code)));
  if (names.length > 0) words.push(`· is ${names.join(" or ")}`);
  if (others.size > 0) words.push(`the file has ${[...others].map(characterName).join(", ")}`);
  return words.length === 0 ? [] : [`[${words.join("; ")}]`];
}
