/** What is named on the command line → a log to look at: a session, a file of one, or a bug report that holds one. */
import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Entry, Header } from "../../protocol/entry.ts";
import { messageOf, UserError } from "../../protocol/error.ts";
import { isRecord } from "../../providers/json.ts";
import { headerFromName } from "../../sessions/file-name.ts";
import { sessionsOf } from "../../sessions/index/indexed-sessions.ts";
import { findSession, isBeginningOfId } from "../../sessions/list.ts";
import { branchOf, type LogNode, parseLog, pathOf } from "../../sessions/log.ts";
import type { DataPaths } from "../../sessions/paths.ts";
import { describeProblems } from "../../sessions/problems.ts";
import { readSession } from "../../sessions/session-store.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { say } from "../../words/say.ts";

/** A log that is only looked at: its active branch. */
export type FoundLog = {
  readonly header: Header;
  readonly entries: readonly Entry[];
  /** The same branch, with what this version cannot read. */
  readonly nodes: readonly LogNode[];
  /** What the user should know about it, a sentence each. */
  readonly notes: readonly string[];
  /** Absolute. */
  readonly file: string;
};

export type FindOptions = {
  readonly paths: DataPaths;
  /** What a file's name starts from, and whose sessions count first. */
  readonly cwd: string;
};

const mostListed = 10;

/**
 * Finds a log by a session's id or the beginning of it, by words that were said in it, or by a file's name. Nothing is locked or changed. Throws a
 * `UserError` where there is none, or several.
 */
export async function findLog(text: string, { paths, cwd }: FindOptions): Promise<FoundLog> {
  const file = fileNamed(text, cwd);
  if (file !== null) return file.endsWith(".json") ? readReport(file) : readLogFile(file);
  return readLogFile((await sessionFile(text, { paths, cwd })).file);
}

/** The one session that is meant. Throws a `UserError` where there is none, or several. */
export async function sessionFile(
  text: string,
  { paths, cwd }: FindOptions,
): Promise<{ readonly id: string; readonly file: string }> {
  if (isBeginningOfId(paths, text)) return findSession(paths, text);
  const words = text.split(/\s+/).filter((word) => word !== "");
  const found = words.length === 0 ? [] : await sessionsOf(paths, words);
  const usable = found.filter(({ readable }) => readable);
  const here = usable.filter((info) => info.cwd === cwd);
  const [first, ...others] = here.length > 0 ? here : usable;
  if (first === undefined)
    throw new UserError(
      say`There is no session "${text}": none has such an id, and in none do all these words stand. "rein sessions list --all" shows all of them.`,
      { exitCode: 2 },
    );
  if (others.length === 0) return first;
  const all = [first, ...others];
  const rows = all
    .slice(0, mostListed)
    .map(({ id, title }) => `  ${id}  ${sanitize(title, "approval_inline")}`);
  if (all.length > rows.length) rows.push(say`  … and ${all.length - rows.length} more`);
  throw new UserError(say`"${text}" fits ${all.length} sessions. Name one by its id:\n${rows.join("\n")}`, {
    exitCode: 2,
  });
}

function readLogFile(file: string): FoundLog {
  const { session, notes } = readSession(file);
  return { ...session, notes };
}

/** Null where no file is named. A session's id has no dots and no slashes. Throws a `UserError` when there is no such file. */
function fileNamed(text: string, cwd: string): string | null {
  if (!text.includes("/") && !/\.jsonl?$/.test(text)) return null;
  const file = resolve(cwd, text);
  const isThere = existsSync(file);
  if (isThere && statSync(file).isFile()) return file;
  // Several words may be about a path.
  if (/\s/.test(text)) return null;
  if (isThere) throw new UserError(say`${file} is not a regular file.`, { exitCode: 2 });
  throw new UserError(say`There is no file ${file}.`, { exitCode: 2 });
}

async function readReport(file: string): Promise<FoundLog> {
  let lines: readonly string[] | null;
  try {
    lines = linesIn(JSON.parse(await readFile(file, "utf8")));
  } catch (cause) {
    throw new UserError(say`${file} could not be read: ${messageOf(cause)}.`, { cause, exitCode: 2 });
  }
  if (lines === null)
    throw new UserError(say`${file} holds no session: it is neither a log nor a bug report with one.`, {
      exitCode: 2,
    });
  const log = parseLog(Buffer.from(lines.map((line) => `${line}\n`).join("")));
  return {
    header: log.header ?? headerFromName(file, log),
    entries: branchOf(log.nodes),
    nodes: pathOf(log.nodes),
    notes: describeProblems(log),
    file,
  };
}

/** The lines of the log in a report: `session` holds `header` and `entries`. */
function linesIn(report: unknown): string[] | null {
  const session = isRecord(report) && isRecord(report["session"]) ? report["session"] : report;
  if (!isRecord(session)) return null;
  const { header, entries } = session;
  if (!Array.isArray(entries) || !isRecord(header)) return null;
  return [header, ...entries].map((line) => JSON.stringify(line));
}
