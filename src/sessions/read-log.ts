/** A log file → what is in it, and an older one written anew in the present format. */
import { constants, copyFileSync, linkSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate as othersFirst } from "node:timers/promises";
import { replacePrivateFile } from "../private-files/private-file.ts";
import { type Header, logFormatVersion } from "../protocol/entry.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { openWhere } from "./elsewhere.ts";
import { headerFromName } from "./file-name.ts";
import { currentFormat } from "./format.ts";
import { isOld, isTooNew, type LogNode, type ParsedLog, serializeLog } from "./log.ts";
import { longLog, OpenLog, type OpenLogOptions, type ReadSoFar, type WholeLog } from "./open-log.ts";
import { describeProblems } from "./problems.ts";

export type ReadLog = {
  readonly header: Header;
  readonly log: ParsedLog;
  readonly notes: readonly string[];
  /** Of the file, bytes. */
  readonly size: number;
  /** How many of its entries have lost long texts since, because something else has changed the file. */
  readonly lost: () => number;
  /** It is of an older format, and was brought to this one in memory only. */
  readonly isOld: boolean;
};

export type ReadLogOptions = Partial<OpenLogOptions>;

/** Reads a log. Throws a `UserError` when the file cannot be read or is of a newer format. */
export function readLog(file: string, options: ReadLogOptions): ReadLog {
  const steps = readingSteps(file, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** So often, and so long each time, is waited for the end of a line that another rein is writing; ms. */
const looks = 10;
const betweenLooks = 5;

/**
 * The same for who only looks: the log may be of a session that another rein goes on with, and a line that is being written
 * is seen by halves, a page at a time. `ahead`: what was read of it already.
 */
export function lookAtLog(file: string, options: ReadLogOptions, ahead?: ReadLog): ReadLog {
  let read = ahead ?? readLog(file, options);
  // What reading has left is in the way of whatever is done with the log: as much as its longest line, and more.
  if (ahead === undefined && read.size >= longLog) Bun.gc(true);
  if (!read.log.openEnd || openWhere({ locks: locksOf(file) }, read.header.sessionId) === null) return read;
  for (let look = 0; look < looks && read.log.openEnd; look += 1) {
    const size = statSync(file, { throwIfNoEntry: false })?.size ?? read.size;
    if (size === read.size) Bun.sleepSync(betweenLooks);
    else read = readLog(file, options);
  }
  // What is still to come is no damage.
  const problems = read.log.problems.filter(({ kind }) => kind !== "torn");
  return { ...read, notes: describeProblems({ ...read.log, problems }) };
}

/** The folder of locks beside that of a log. */
function locksOf(file: string): string {
  return join(dirname(dirname(file)), "locks");
}

export type { ReadSoFar };

export type SlicedReading = ReadLogOptions & {
  readonly signal: AbortSignal;
  /** Told after each slice. */
  readonly onProgress: (soFar: ReadSoFar) => void;
};

/** So long nothing else happens, ms. */
const slice = 8;

/**
 * After so much the runtime collects what reading has left, beside the work, bytes. By itself it begins late, and what
 * stays of 200 MB then lies scattered over twice the memory: 321 MB in place of 272.
 */
const collectedEvery = 4 * 1024 * 1024;

/** The same in slices, between which others have their turn. Throws the signal's reason when it fires. */
export async function readLogInSlices(
  file: string,
  { signal, onProgress, ...options }: SlicedReading,
): Promise<ReadLog> {
  const steps = readingSteps(file, options);
  let collectedAt = 0;
  for (;;) {
    const until = performance.now() + slice;
    let step = steps.next();
    while (step.done !== true && performance.now() < until) step = steps.next();
    if (step.done === true) return step.value;
    onProgress(step.value);
    if (step.value.read - collectedAt > collectedEvery) {
      collectedAt = step.value.read;
      Bun.gc(false);
    }
    await othersFirst();
    signal.throwIfAborted();
  }
}

function* readingSteps(
  file: string,
  { format = currentFormat, ...options }: ReadLogOptions,
): Generator<ReadSoFar, ReadLog> {
  let log: WholeLog;
  try {
    log = yield* new OpenLog(file, { ...options, format }).steps();
  } catch (cause) {
    const isGone = cause instanceof Error && "code" in cause && cause.code === "ENOENT";
    const why = isGone ? say`it is not there` : messageOf(cause);
    throw new UserError(say`The session ${file} could not be read: ${why}.`, { cause });
  }
  if (isTooNew(log, format)) {
    throw new UserError(
      say`The session ${file} was written by a newer rein (format ${log.format ?? ""}; this one knows ${format.version}). It was left as it is. Update rein to go on with it.`,
    );
  }
  const header = log.header ?? headerFromName(file, log);
  const { read: size, lost } = log;
  return { header, log, notes: describeProblems(log), size, lost, isOld: isOld(log, format) };
}

/**
 * Writes a log of an older format anew, whole or not at all, and returns its new size, bytes. The old file is kept beside
 * it as `<name>.format-N`. Throws what `fs` throws; then the old one is where it was.
 */
export function upgradeFile(
  file: string,
  header: Header,
  nodes: readonly LogNode[],
  { log }: Pick<ReadLog, "log">,
): number {
  keepAs(file, `${file}.format-${log.format ?? logFormatVersion}`);
  const text = serializeLog(header, nodes);
  replacePrivateFile(file, text);
  return Buffer.byteLength(text);
}

/** A second name for a file, or one that is numbered where something else has it; a copy where there are no second names. */
function keepAs(file: string, name: string): void {
  const own = statSync(file);
  for (let count = 1; ; count += 1) {
    const kept = count === 1 ? name : `${name}.${count}`;
    const there = statSync(kept, { throwIfNoEntry: false });
    if (there?.ino === own.ino && there.dev === own.dev) return;
    if (there !== undefined) continue;
    try {
      return linkSync(file, kept);
    } catch {
      return copyFileSync(file, kept, constants.COPYFILE_EXCL);
    }
  }
}
