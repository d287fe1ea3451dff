/** What the user is told about a log that could not be read whole. */
import { say } from "../words/say.ts";
import type { LogProblem, ParsedLog } from "./log.ts";

/** One sentence each, worst first; empty for a log without a fault. */
export function describeProblems(log: Pick<ParsedLog, "header" | "problems" | "unknown">): string[] {
  const notes: string[] = [];
  if (log.header === null) {
    notes.push(
      say`The first line of this session's file is damaged; the folder it was started in is not known.`,
    );
  }
  const skipped = log.problems.filter(
    ({ kind }) => kind === "unreadable" || kind === "invalid" || kind === "nul",
  );
  if (skipped.length > 0) {
    const where = ranges(skipped);
    notes.push(
      skipped.length === 1
        ? say`1 damaged part of this session's file was skipped (${where}); all else is here.`
        : say`${skipped.length} damaged parts of this session's file were skipped (${where}); all else is here.`,
    );
  }
  if (log.problems.some(({ kind }) => kind === "torn")) {
    notes.push(say`The last entry of this session was cut short when rein was stopped, and is left out.`);
  }
  const conflicts = log.problems.filter(({ kind }) => kind === "conflict");
  if (conflicts.length > 0) {
    notes.push(
      say`Two different entries of this session have the same name (${ranges(conflicts)}); the first one counts, and both stay in the file.`,
    );
  }
  // What was damaged explains why a parent is missing; where nothing was, lines are gone without a trace.
  const explained = log.problems.some(({ kind }) => kind !== "parent" && kind !== "duplicate");
  const orphans = log.problems.filter(({ kind }) => kind === "parent");
  if (orphans.length > 0 && !explained) {
    notes.push(
      say`Entries are missing in this session's file in front of ${ranges(orphans)}; all else is here.`,
    );
  }
  if (log.problems.some(({ kind }) => kind === "encoding")) {
    notes.push(say`Some characters of this session were damaged on disk and show as \uFFFD.`);
  }
  if (log.unknown > 0) {
    notes.push(
      log.unknown === 1
        ? say`1 entry of this session is from a newer rein and not shown; they are kept.`
        : say`${log.unknown} entries of this session are from a newer rein and not shown; they are kept.`,
    );
  }
  return notes;
}

function ranges(problems: readonly LogProblem[]): string {
  const shown = problems.slice(0, 3).map(({ start, end }) => `${start}–${end}`);
  return say`bytes ${shown.join(", ")}${problems.length > shown.length ? " …" : ""}`;
}
