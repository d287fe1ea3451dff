/** A long session before it is open: its end at once, the rest piece by piece while keys are taken. */
import { labelsIn, labelStart } from "../secrets/label.ts";
import { acquireLock } from "../sessions/lock.ts";
import type { Marked } from "../sessions/log-reader.ts";
import { type LogTail, readTail } from "../sessions/log-tail.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { readLogInSlices, type SlicedReading } from "../sessions/read-log.ts";
import type { Resume } from "./options.ts";
import { lastChoices, placeOf } from "./resume.ts";

export type Ahead = {
  readonly tail: LogTail;
  /** The model that was asked last, as far as that can be told from the end. */
  readonly model: string | undefined;
  /**
   * Reads all of it, between what else happens. Resolves with what opens it at once. Rejects with a `UserError` when it
   * cannot be read, and with the signal's reason.
   */
  read(options: Pick<SlicedReading, "signal" | "onProgress">): Promise<Resume>;
};

/**
 * Looks at the end of a session that is to be gone on with; null where there is no need to, because it is opened at once,
 * and where it cannot be: then opening it says why. Throws a `UserError` when there is no such session.
 */
export function lookAhead(
  resume: Exclude<Resume, { type: "copy" }>,
  cwd: string,
  paths: DataPaths,
): Ahead | null {
  const { file, notes } = placeOf(resume, cwd, { paths });
  const tail = tailOf(file);
  if (tail === null || (resume.asCopy !== true && isLive(tail, paths))) return null;
  return {
    tail,
    model: lastChoices(tail.entries).model,
    async read(options) {
      const labels = createLabels();
      const log = await readLogInSlices(file, { ...options, marked: labels.marked });
      return { ...resume, ahead: { file, notes, log, labels: labels.found } };
    },
  };
}

/** Gathers the names that the lines of a log have for secrets. */
export function createLabels(): { readonly found: Set<string>; readonly marked: Marked } {
  const found = new Set<string>();
  const onText = (text: string) => {
    for (const label of labelsIn(text)) found.add(label);
  };
  return { found, marked: { mark: labelStart, onText } };
}

function tailOf(file: string): LogTail | null {
  try {
    return readTail(file);
  } catch (thrown) {
    // Whoever opens it meets the same, and says it.
    if (!(thrown instanceof Error)) throw thrown;
    return null;
  }
}

function isLive({ header }: LogTail, { locks }: DataPaths): boolean {
  const lock = acquireLock(locks, header.sessionId, new Date().toISOString());
  if (lock.type === "locked") lock.release();
  return lock.type === "held";
}
