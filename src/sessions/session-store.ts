/** Sessions that are written as they go: made, opened again, or kept in memory. */
import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Entry, type Header, logFormatVersion } from "../protocol/entry.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { openAgain, openNew } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { say } from "../words/say.ts";
import { OpenElsewhereError } from "./elsewhere.ts";
import { usesOf } from "./last-uses.ts";
import { randomId, type RandomBytes, sessionIdLength, sessionIdPattern } from "./ids.ts";
import { fileNameOf, idOfFile } from "./file-name.ts";
import { copiedNodes, type Origin } from "./forking.ts";
import type { LogFormat } from "./format.ts";
import { answerLeft, removeAnswerLeft } from "./answer-file.ts";
import { acquireLock, describeHolder, type LockAttempt } from "./lock.ts";
import { branchOf, type LogNode, pathOf, serializeLog } from "./log.ts";
import { logNames } from "./log-names.ts";
import type { Marked } from "./log-reader.ts";
import { LogSession } from "./log-session.ts";
import { LogWriter, type LogWriterOptions, type SessionTrouble } from "./log-writer.ts";
import { repairOpenCalls } from "./open-calls.ts";
import type { DataPaths } from "./paths.ts";
import { lookAtLog, type ReadLog, readLog, upgradeFile } from "./read-log.ts";
import type { Session } from "./session.ts";
import { tellDamage } from "./told-damage.ts";
import { type HeldLock, heldLock } from "./session-lock.ts";

export type SessionContext = {
  readonly paths: DataPaths;
  /** The time now, ms since 1970. */
  readonly now: () => number;
  readonly random?: RandomBytes;
  /** A session that is begun is never on disk. @default false */
  readonly isEphemeral?: boolean;
  /** Told when the log cannot be written, and when it can again. */
  readonly onTrouble?: (trouble: SessionTrouble) => void;
  /** What else the log is written with, and the format that it has; for tests. */
  readonly writing?: Pick<LogWriterOptions, "disk" | "retryMs">;
  readonly format?: LogFormat;
  /** Of a log of so many bytes, long texts are not kept in memory; for tests. @default 8 MB */
  readonly longFrom?: number;
  /** Damage that was told when a session was opened so before is not told again. @default false */
  readonly tellsOnce?: boolean;
  /** Looks for something in the lines of a log that is read. */
  readonly marked?: Marked;
};

export type NewSession = {
  /** The absolute folder it is started in. */
  readonly cwd: string;
  /** rein's version. */
  readonly version: string;
  /** The branch that is checked out there, null outside of git. */
  readonly gitBranch?: string | null;
  /** 3 to 64 characters of [a-z0-9-]; random when absent. */
  readonly id?: string;
};

/** A session that was opened, and what the user should be told about its file: each note one sentence. */
export type OpenedSession<S> = { readonly session: S; readonly notes: readonly string[] };

/** A log that was only looked at. */
export type ReadSession = {
  readonly header: Header;
  readonly file: string;
  readonly entries: readonly Entry[];
  /** The same branch, with what this version cannot read. */
  readonly nodes: readonly LogNode[];
};

/**
 * A new session. Its file and its lock are made at the first append: an unused session leaves nothing behind. An id that
 * is given is locked at once. Throws a `UserError` when that is not a good one or is taken.
 */
export function createSession(start: NewSession, context: SessionContext): Session {
  return createWith(newHeader(start, context), { start, nodes: [], context });
}

type Beginning = {
  readonly start: NewSession;
  readonly nodes: readonly LogNode[];
  readonly context: SessionContext;
};

function createWith(header: Header, { start, nodes, context }: Beginning): Session {
  const isOnDisk = context.isEphemeral !== true;
  const lock = start.id === undefined ? null : reserveId(start.id, context, isOnDisk);
  if (!isOnDisk) return inMemory(header, nodes, context);
  const file = join(context.paths.sessions, fileNameOf(header));
  return withWriter(file, context, { header, log: null, nodes, lock: heldLock(header, context, lock) });
}

/**
 * A new session that begins as a copy of another one's entries, which are a branch from its root on. Like any new one it
 * leaves nothing behind until something is added; the other session is not touched, and may be live elsewhere. Throws as
 * `createSession` does.
 */
export function forkSession(origin: Origin, start: NewSession, context: SessionContext): Session {
  const nodes = copiedNodes(origin);
  const entryId = origin.entries.at(-1)?.id ?? null;
  const header = { ...newHeader(start, context), forkedFrom: { sessionId: origin.sessionId, entryId } };
  const session = createWith(header, { start, nodes, context });
  // What cannot be read of it is told of where its own session is opened.
  if (origin.file !== undefined) takeUpAnswer(origin.file, session);
  for (const entry of repairOpenCalls(session.branch())) session.append(entry);
  return session;
}

/** Adds what a killed program had heard of an answer. Returns in words why that cannot be read, null where it can. */
function takeUpAnswer(log: string, session: Session): string | null {
  try {
    const left = answerLeft(log, session.branch());
    if (left !== null) session.append(left);
    return null;
  } catch (cause) {
    return say`What the model was saying when rein was killed cannot be read (${messageOf(cause)}); it is left where it is.`;
  }
}

/**
 * Opens a session to go on with it, and closes what a killed process left open in it with new entries. `ahead`: what
 * was read of it already. Throws a `UserError` when the file cannot be read, is live in another process, or is of a
 * newer format.
 */
export function openSession(file: string, context: SessionContext, ahead?: ReadLog): OpenedSession<Session> {
  const before = ahead ?? readLog(file, context);
  const id = before.header.sessionId;
  const lock = acquireLock(context.paths.locks, id, new Date(context.now()).toISOString());
  if (lock.type === "held") {
    throw new OpenElsewhereError(id, lock.holder);
  }
  const held = heldLock(before.header, context, lock);
  try {
    // The last holder may have written between our reading and its letting go. A log only grows: size tells.
    const read =
      statSync(file, { throwIfNoEntry: false })?.size === before.size ? before : readLog(file, context);
    const { header, log } = read;
    const notes = [...(context.tellsOnce === true ? tellDamage(context.paths, read) : read.notes)];
    const session = withWriter(file, context, { header, log: read, nodes: log.nodes, lock: held });
    const unread = takeUpAnswer(file, session);
    for (const entry of repairOpenCalls(session.branch())) session.append(entry);
    if (unread === null) removeAnswerLeft(file);
    else notes.push(unread);
    if (lock.type === "locked") return { session, notes };
    const warning = say`This session could not be locked (${messageOf(lock.cause)}): do not open it twice.`;
    return { session, notes: [...notes, warning] };
  } catch (thrown) {
    held.release();
    throw thrown;
  }
}

/** Reads a session's active branch without locking or changing anything. Throws as `openSession` does. */
export function readSession(
  file: string,
  context: Pick<SessionContext, "format" | "marked" | "longFrom"> = {},
  ahead?: ReadLog,
): OpenedSession<ReadSession> {
  const { header, log, notes } = lookAtLog(file, context, ahead);
  const nodes = pathOf(log.nodes);
  return { session: { header, file, nodes, entries: branchOf(log.nodes) }, notes };
}

/** A session that is never on disk. */
export function memorySession(start: NewSession, context: Pick<SessionContext, "now" | "random">): Session {
  return inMemory(newHeader(start, context), [], context);
}

const toNobody = () => undefined;

function inMemory(
  header: Header,
  nodes: readonly LogNode[],
  context: Pick<SessionContext, "now" | "random">,
): Session {
  return new LogSession({ ...context, header, file: null, nodes, write: toNobody, close: toNobody });
}

function newHeader(
  { cwd, version, gitBranch, id }: NewSession,
  context: Pick<SessionContext, "now" | "random">,
): Header {
  return {
    type: "header",
    format: logFormatVersion,
    sessionId: id ?? randomId(sessionIdLength, context.random),
    createdAt: new Date(context.now()).toISOString(),
    cwd,
    version,
    ...(gitBranch === undefined ? {} : { gitBranch }),
  };
}

/** Of many that want an id at once exactly one has it. Null where it is only looked whether somebody has. */
function reserveId(id: string, { paths, now }: SessionContext, isOnDisk: boolean): LockAttempt | null {
  if (!sessionIdPattern.test(id)) {
    throw new UserError(say`"${id}" cannot be a session's id: use 3 to 64 characters of a-z, 0-9 and "-".`, {
      exitCode: 2,
    });
  }
  const lock = isOnDisk ? acquireLock(paths.locks, id, new Date(now()).toISOString()) : null;
  if (lock?.type === "held")
    throw new UserError(say`The id ${id} is in use by ${describeHolder(lock.holder)}. Choose another id.`, {
      exitCode: 2,
    });
  const files = logNames(paths.sessions).flatMap((name) =>
    idOfFile(name) === id ? [join(paths.sessions, name)] : [],
  );
  // A disk that was full at the beginning has left an empty file, in which nobody finds a session.
  if (files.every((file) => statSync(file, { throwIfNoEntry: false })?.size === 0)) {
    if (lock?.type === "locked") for (const file of files) rmSync(file, { force: true });
    return lock;
  }
  if (lock?.type === "locked") lock.release();
  throw new UserError(say`There is a session ${id} already. Resume it, or choose another id.`, {
    exitCode: 2,
  });
}

type Backing = {
  readonly header: Header;
  /** What is in the file, or null when there is none yet. */
  readonly log: ReadLog | null;
  /** The tree to go on with; what a new file begins with. */
  readonly nodes: readonly LogNode[];
  readonly lock: HeldLock;
};

/** A session over a writer on `file`. */
function withWriter(file: string, context: SessionContext, { header, log, nodes, lock }: Backing): Session {
  const writer = new LogWriter({
    ...context.writing,
    file,
    size: log?.size ?? null,
    upgrade: log?.isOld === true ? () => upgradeFile(file, header, nodes, log) : undefined,
    open: (create) => {
      if (!create) return openAgain(file);
      ensurePrivateFolder(dirname(file));
      lock.renew();
      return openNew(file);
    },
    whole: () => session.whole(),
    lost: log?.lost,
    onTrouble: context.onTrouble ?? (() => undefined),
  });
  // What goes in front of the first line, in the same write: the header of a new file, or the end of a line that an
  // earlier crash cut short, so that ours is not glued to it.
  let isFirst = true;
  const noteUseBy = usesOf(context.paths, header.sessionId);
  const start = () => {
    if (log === null) return serializeLog(header, nodes);
    return log.log.openEnd && !log.isOld ? "\n" : "";
  };
  const session = new LogSession({
    ...context,
    header,
    file,
    nodes,
    write: (line, entry) => {
      writer.append((isFirst ? start() : "") + line, { sync: entry.type === "turn_end" });
      isFirst = false;
      noteUseBy(entry);
    },
    close: () => {
      writer.close();
      lock.release();
    },
  });
  return session;
}
