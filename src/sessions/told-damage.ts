/** What of a log's damage its user was told: whoever goes on with a session hears of each part once. */
import { join } from "node:path";
import { readPrivateFile, replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import type { DataPaths } from "./paths.ts";
import { describeProblems } from "./problems.ts";
import type { ReadLog } from "./read-log.ts";

/**
 * What is to be told of a log with which its user goes on, a sentence each; from then on it is told. A log only grows, so
 * how far it reached then says which parts that were.
 */
export function tellDamage(
  { views }: Pick<DataPaths, "views">,
  { header, log, size, notes }: Pick<ReadLog, "header" | "log" | "size" | "notes">,
): readonly string[] {
  if (log.problems.length === 0 && log.header !== null) return notes;
  const file = join(views, `${header.sessionId}.told`);
  try {
    const told = toldOf(file, size);
    const isNew = told === 0 || log.problems.some(({ end }) => end > told);
    if (isNew) {
      ensurePrivateFolder(views);
      replacePrivateFile(file, `${size}\n`, { isPassing: true });
    }
    const problems = log.problems.filter(({ end }) => end > told);
    return describeProblems({ ...log, problems, header: told === 0 ? log.header : header });
  } catch (thrown) {
    // Where that cannot be kept, it is told again: once too often is better than never.
    if (!(thrown instanceof Error)) throw thrown;
    return notes;
  }
}

/** How far the log reached when it was told of, bytes; 0 for never, and for one that was written anew since. */
function toldOf(file: string, size: number): number {
  const told = Number(readPrivateFile(file)?.toString("utf8") ?? 0);
  return Number.isSafeInteger(told) && told > 0 && told <= size ? told : 0;
}
