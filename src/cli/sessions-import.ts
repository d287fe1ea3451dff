/**
 * `rein sessions import`: what other programs keep of their sessions on this disk, and one of them made a session of
 * rein.
 */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { ImportOutcome } from "../app/import-session.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import {
  type FindOptions,
  findTranscripts,
  type FoundTranscript,
  glanceAt,
  unreadableWords,
} from "../sessions/import/find-transcripts.ts";
import { inSlices } from "../sessions/import/in-slices.ts";
import { importedSessions, importKey, type ImportedSession } from "../sessions/import/log-imported.ts";
import { toolOf } from "../sessions/import/readers.ts";
import { headOf } from "../sessions/import/their-files.ts";
import { type ImportTool, importTools, toolNames } from "../sessions/import/transcript.ts";
import { dataPaths } from "../sessions/paths.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { printable } from "../terminal/sanitize.ts";
import { padLine, truncateLine } from "../terminal/width.ts";
import { formatAge, formatBytes } from "../transcript/format.ts";
import { say, sayCount } from "../words/say.ts";
import { currentFolder } from "./current-folder.ts";
import { importFound } from "./import-found.ts";
import { print, printExactly, tell } from "./output.ts";

export type ImportWish = {
  /** A file, or the beginning of an id; undefined: what there is is listed. */
  readonly wanted?: string | undefined;
  readonly tool?: string | undefined;
  readonly all: boolean;
  readonly again: boolean;
  readonly json: boolean;
};

/** Lists or imports, and returns the exit code. Throws a `UserError` for what cannot be found or read. */
export async function importCommand(wish: ImportWish, version: string): Promise<number> {
  const tool = toolNamed(wish.tool);
  if (wish.wanted === undefined) return list(wish, tool);
  const found = await transcriptOf(wish.wanted, tool);
  const outcome = await importFound(found, version, wish.again);
  if (wish.json) {
    await printExactly(`${jsonLine({ ...outcome, tool: found.tool, from: found.id })}\n`);
    return 0;
  }
  return printOutcome(outcome, found);
}

async function printOutcome(outcome: ImportOutcome, { tool }: FoundTranscript): Promise<number> {
  const { sessionId } = outcome;
  const name = toolNames[tool];
  if (outcome.type === "before")
    return print(
      say`It was imported before, and nothing has come since: rein -r ${sessionId} goes on with it. --again imports it once more.\n`,
    );
  for (const note of outcome.notes) await tell(`rein: ${note}`);
  const { cwd, messages } = outcome;
  const isHere = cwd === currentFolder();
  return print(
    isHere
      ? say`Imported from ${name} as session ${sessionId} (${sayCount(messages, "message")}). rein -r ${sessionId} goes on with it.\n`
      : say`Imported from ${name} as session ${sessionId} (${sayCount(messages, "message")}), of the folder ${printable(cwd)}. rein -r ${sessionId} goes on with it, there or here.\n`,
  );
}

async function list({ all, json }: ImportWish, tool: ImportTool | undefined): Promise<number> {
  const [found, before] = await Promise.all([
    find({ ...findHere(tool), ...(all ? {} : { cwd: currentFolder() }) }),
    inSlices(importedSessions(dataPaths(process.env))),
  ]);
  if (json) {
    const lines = found.map((one) => {
      const imported = importOf(one, before);
      return jsonLine({ ...one, ...(imported === undefined ? {} : { importedAs: imported.sessionId }) });
    });
    await printExactly(lines.map((line) => `${line}\n`).join(""));
    return 0;
  }
  if (found.length === 0)
    return print(
      all
        ? say`No transcripts of other programs were found.\n`
        : say`No transcripts of other programs were found for this folder; --all lists those of others.\n`,
    );
  const now = Date.now();
  const ids = shortIds(found.map(({ id }) => id));
  const width = Math.max(...ids.map(({ length }) => Math.min(length, 40)));
  const rows = found.map((one, at) =>
    [
      padLine(printable(ids[at] ?? one.id), width),
      padLine(toolNames[one.tool], 11),
      padLine(formatAge(now - Date.parse(one.updatedAt)), 8, "right"),
      padLine(one.size === null ? "–" : formatBytes(one.size), 9, "right"),
      ...(all ? [printable(one.cwd ?? "–")] : []),
      truncateLine(titleOf(one, before), 80),
    ].join("  "),
  );
  return print(
    `${rows.join("\n")}\n\n${say`rein sessions import ID makes one of them a session of rein.`}\n`,
  );
}

/** Those that there are; what cannot be read is told. */
async function find(options: FindOptions): Promise<FoundTranscript[]> {
  const notes: string[] = [];
  const found = await findTranscripts(process.env, {
    ...options,
    onUnreadable: (file, why) => notes.push(unreadableWords(file, why)),
  });
  for (const note of notes) await tell(`rein: ${note}`);
  return found;
}

function findHere(tool: ImportTool | undefined): FindOptions {
  return { here: currentFolder(), ...(tool === undefined ? {} : { tool }) };
}

function titleOf(found: FoundTranscript, before: ReadonlyMap<string, ImportedSession>): string {
  const title = found.title === "" ? say`(no title)` : printable(found.title);
  const imported = importOf(found, before);
  return imported === undefined ? title : say`[session ${imported.sessionId}] ${title}`;
}

function importOf(
  { tool, id }: FoundTranscript,
  before: ReadonlyMap<string, ImportedSession>,
): ImportedSession | undefined {
  return before.get(importKey(tool, id));
}

/** The one transcript that the user means. Throws a `UserError` (exit code 2) when there is none, or several. */
async function transcriptOf(wanted: string, tool: ImportTool | undefined): Promise<FoundTranscript> {
  const path = resolve(wanted);
  if (existsSync(path) && statSync(path).isFile()) return transcriptAt(path, tool);
  const all = await find(findHere(tool));
  const exact = all.filter(({ id }) => id === wanted);
  const fitting = exact.length > 0 ? exact : all.filter(({ id }) => id.startsWith(wanted));
  const [only, ...others] = fitting;
  if (only === undefined)
    throw new UserError(
      say`There is no transcript “${wanted}”: neither a file of that name nor an id that begins so. rein sessions import --all lists what there is.`,
      { exitCode: 2 },
    );
  if (others.length === 0) return only;
  const lines = fitting
    .slice(0, 10)
    .map((one) => `  ${printable(one.id)}  ${toolNames[one.tool]}  ${printable(one.title)}\n    ${one.file}`);
  throw new UserError(
    say`“${wanted}” fits ${fitting.length} transcripts. Say a little more of the id, or name the file:\n${lines.join("\n")}`,
    { exitCode: 2 },
  );
}

/** So much of a file is looked at to tell whose it is, bytes. */
const headSize = 256 * 1024;

async function transcriptAt(file: string, wanted: ImportTool | undefined): Promise<FoundTranscript> {
  const tool = wanted ?? toolOf(beginningOf(file));
  if (tool === null)
    throw new UserError(
      say`${file} is no transcript that rein knows. If it is one, say whose: --tool ${importTools.join("|")}.`,
      { exitCode: 2 },
    );
  const found = await glanceAt(tool, file);
  if (found === null)
    throw new UserError(say`There is nothing in ${file} that can be read.`, { exitCode: 2 });
  return found;
}

function beginningOf(file: string): Uint8Array {
  try {
    return headOf(file, headSize).bytes;
  } catch (cause) {
    throw new UserError(say`${file} could not be read: ${messageOf(cause)}. Nothing was imported.`, {
      exitCode: 2,
      cause,
    });
  }
}

function toolNamed(name: string | undefined): ImportTool | undefined {
  const tool = importTools.find((one) => one === name);
  if (name !== undefined && tool === undefined)
    throw new UserError(say`--tool is one of ${importTools.join(", ")}, not “${name}”.`, { exitCode: 2 });
  return tool;
}

/** Fewer letters of an id say too little to a person. */
const shortest = 8;

/** The beginning of each that no other one has. */
function shortIds(ids: readonly string[]): string[] {
  const sorted = [...new Set(ids)].toSorted();
  const lengths = new Map(
    sorted.map((id, at) => [
      id,
      Math.max(shortest, sharedLength(id, sorted[at - 1]) + 1, sharedLength(id, sorted[at + 1]) + 1),
    ]),
  );
  return ids.map((id) => (id.startsWith("/") ? id : id.slice(0, lengths.get(id) ?? id.length)));
}

function sharedLength(one: string, other = ""): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
