/** What the model reads of a search of contents. */
import type { ToolResult } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import type { FileList } from "../workspace/file-list.ts";
import { displayPath } from "../workspace/paths.ts";
import type { TextLine } from "../workspace/search-text.ts";
import { cutStart, cutText } from "../workspace/text.ts";
import type { FileCount, SearchLog } from "./grep-query.ts";
import type { GrepInput } from "./grep-input.ts";
import { counted, listNotices, number, someOf, withNotices } from "./search-notices.ts";
import type { Scope } from "./search-scope.ts";

/** What one call shows: matches (or files, for the other outputs), characters of a line, characters in all. */
export const grepLimits = { matches: 250, lineLength: 500, characters: 60_000 } as const;

export type GrepOutcome = {
  readonly input: Pick<GrepInput, "output" | "context" | "glob" | "type">;
  /** Every file that matches, the newest first. */
  readonly counts: readonly FileCount[];
  readonly lines: ReadonlyMap<string, readonly TextLine[]>;
  readonly scope: Scope;
  /** Null when a single file was searched. */
  readonly list: FileList | null;
  readonly log: SearchLog;
  readonly hidden: boolean;
  /** A symbolic link in the glob, which was not followed. */
  readonly link: string | null;
  /** False when the time was over before all was searched. */
  readonly isWhole: boolean;
  readonly cwd: string;
  /** How many files were to be searched. */
  readonly fileCount: number;
};

/** The files whose lines are worth reading, given how many matches are shown. */
export function pathsToShow(
  { output = "lines" }: Pick<GrepInput, "output">,
  counts: readonly FileCount[],
): { readonly paths: readonly string[]; readonly limit: number } {
  const paths: string[] = [];
  let matches = 0;
  for (const { path, count } of output === "lines" ? counts : []) {
    if (matches >= grepLimits.matches) break;
    paths.push(path);
    matches += count;
  }
  return { paths, limit: grepLimits.matches };
}

/** The result of a search, with an honest word on everything that is not in it. */
export function grepResult(outcome: GrepOutcome): ToolResult {
  const { counts, input } = outcome;
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const { lines, shown } = (input.output ?? "lines") === "lines" ? linesOf(outcome) : filesOf(outcome);
  const inFiles = `${counted(total, "match", "matches")} in ${counted(counts.length, "file")}`;
  const matches = total === 1 ? say`1 match` : say`${number(total)} matches`;
  const files = counts.length === 1 ? say`1 file` : say`${number(counts.length)} files`;
  const found = total === 0 ? matches : say`${matches} in ${files}`;
  return {
    ok: true,
    text: withNotices(lines, noticesOf(outcome, { total, shown, inFiles })),
    summary: outcome.isWhole ? found : say`${found}, stopped`,
  };
}

type Shown = { readonly lines: readonly string[]; readonly shown: number };

function filesOf({ counts, input, cwd }: GrepOutcome): Shown {
  const lines = counts.slice(0, grepLimits.matches).map(({ path, count }) => {
    const name = displayPath(cwd, path);
    return input.output === "counts" ? `${name}:${count}` : name;
  });
  return { lines, shown: lines.length };
}

function linesOf({ counts, lines: found, input, cwd }: GrepOutcome): Shown {
  const lines: string[] = [];
  let shown = 0;
  let characters = 0;
  const hasContext = (input.context ?? 0) > 0;
  for (const { path } of counts) {
    const name = displayPath(cwd, path);
    let last = Number.NaN;
    for (const line of found.get(path) ?? []) {
      const isOver = line.match !== null && shown + line.matches > grepLimits.matches && shown > 0;
      const text = lineText(name, line);
      if (isOver || characters + text.length > grepLimits.characters) return { lines, shown };
      if (hasContext && lines.length > 0 && line.line !== last + 1) lines.push("--");
      lines.push(text);
      characters += text.length + 1;
      shown += line.matches;
      last = line.line;
    }
  }
  return { lines, shown };
}

/** `file:line:text` for a match, `file-line-text` for a line around it. */
function lineText(name: string, { line, text, match }: TextLine): string {
  const mark = match === null ? "-" : ":";
  return `${name}${mark}${line === 0 ? "" : line}${mark}${cutAround(text, match)}`;
}

/** At most `grepLimits.lineLength` characters of a line, from about its match. Cuts no pair and no word in two. */
function cutAround(text: string, match: TextLine["match"]): string {
  const { lineLength } = grepLimits;
  if (text.length <= lineLength) return text;
  const { start, end } = match ?? { start: 0, end: 0 };
  const room = Math.max(0, lineLength - (end - start));
  const from = Math.max(0, Math.min(start - Math.floor(room / 2), text.length - lineLength));
  const to = Math.min(text.length, from + lineLength);
  const before = cutStart(text.slice(0, start), start - from);
  const found = cutText(text.slice(start), Math.max(0, to - start));
  return `${from > 0 ? "…" : ""}${before}${found}${to < text.length ? "…" : ""}`;
}

function noticesOf(
  outcome: GrepOutcome,
  { total, shown, inFiles }: { total: number; shown: number; inFiles: string },
): string[] {
  const { input, counts, list, log, link, isWhole, cwd, fileCount } = outcome;
  const notices: string[] = [];
  const wasListed = list === null || list.end !== "stopped";
  if (!isWhole || !wasListed) {
    const files = wasListed
      ? `of ${counted(fileCount, "file")} at least ${number(log.searched)} were searched`
      : "not all files were listed";
    const so = total === 0 ? "no match was found so far" : "there may be more matches";
    notices.push(`Stopped at the time limit: ${files}, ${so}. Use a narrower path, glob or pattern.`);
  }
  const isLines = (input.output ?? "lines") === "lines";
  if (shown < (isLines ? total : counts.length)) {
    const what = isLines
      ? `${number(shown)} of ${inFiles}`
      : `${number(shown)} of ${counted(counts.length, "file")} with ${counted(total, "match", "matches")}`;
    notices.push(`${what} are shown, files changed last first. Use a narrower pattern, path or glob.`);
  }
  if (total === 0 && isWhole && wasListed) notices.push(nothingFound(outcome));
  for (const note of log.notes) notices.push(note);
  if (log.unread.size > 0) {
    const names = [...log.unread].map((path) => displayPath(cwd, path));
    notices.push(`${counted(names.length, "file")} could not be read: ${someOf(names)}.`);
  }
  if (link !== null)
    notices.push(`${displayPath(cwd, link)} is a symbolic link and was not followed. Give it as path.`);
  if (list !== null) notices.push(...listNotices(list, cwd));
  return notices;
}

function nothingFound({ input, scope, list, hidden, fileCount }: GrepOutcome): string {
  if (list === null) return `No line matches in ${scope.name}.`;
  const filter = [input.glob, input.type].filter((part) => part !== undefined).join(" and type ");
  if (fileCount === 0 && filter !== "")
    return `No file matches ${filter} in ${scope.name}, so nothing was searched.`;
  const left = hidden ? "Ignored and binary files" : "Ignored, hidden and binary files";
  return `No line matches in ${scope.name}. ${left} and files that may hold secrets were not searched.`;
}
