/** Sessions that are written as they go: made, opened again, or kept in memory. */
import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Entry, type Header, logFormatVersion } from "../protocol/entry.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { LinkError } from "../private-files/link-error.ts";
import { openAgain, openNew, readPrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { say } from "../words/say.ts";
import { randomId, type RandomBytes, sessionIdLength, sessionIdPattern } from "./ids.ts";
import { fileNameOf, headerFromName, idOfFile } from "./file-name.ts";
import { acquireLock, describeHolder, type LockAttempt } from "./lock.ts";
import { branchOf, isTooNew, type LogNode, type ParsedLog, parseLog, serializeLog } from "./log.ts";
import { LogSession } from "./log-session.ts";
import { LogWriter, type SessionTrouble } from "./log-writer.ts";
import { repairOpenCalls } from "./open-calls.ts";
import type { DataPaths } from "./paths.ts";
import { describeProblems } from "./problems.ts";
import type { Session } from "./session.ts";

export type SessionContext = {
  readonly paths: DataPaths;
  /** The time now, ms since 1970. */
  readonly now: () => number;
  readonly random?: RandomBytes;
  /** Told when the log cannot be written, and when it can again. */
  readonly onTrouble?: (trouble: SessionTrouble) => void;
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
};

/**
 * A new session. Its file and its lock are made at the first append: an unused session leaves nothing behind.
 * Throws a `UserError` when the id is not a good one or is taken.
 */
export function createSession(start: NewSession, context: SessionContext): Session {
  if (start.id !== undefined) requireFreeId(start.id, context.paths);
  return createWith(newHeader(start, context), [], context);
}

function createWith(header: Header, nodes: readonly LogNode[], context: SessionContext): Session {
  const file = join(context.paths.sessions, fileNameOf(header));
  let lock: LockAttempt | null = null;
  return withWriter(file, context, {
    header,
    log: null,
    nodes,
    beforeCreate: () => {
      lock ??= acquireLock(context.paths.locks, header.sessionId, header.createdAt);
      if (lock.type === "held") throw new Error(say`its id is in use by ${describeHolder(lock.holder)}`);
      if (lock.type === "unavailable" && lock.cause instanceof LinkError) throw lock.cause;
    },
    release: () => {
      if (lock?.type === "locked") lock.release();
    },
  });
}

/**
 * A new session that begins as a copy of another one's entries, which are a branch from its root on. Like any new one it
 * leaves nothing behind until something is added; the other session is not touched, and may be live elsewhere.
 */
export function forkSession(
  origin: { readonly sessionId: string; readonly entries: readonly Entry[] },
  start: NewSession,
  context: SessionContext,
): Session {
  const nodes = origin.entries.map((entry, at) => {
    // What stood between them could not be read here.
    const parentId = origin.entries[at - 1]?.id ?? null;
    return { id: entry.id, parentId, entry: { ...entry, parentId } };
  });
  const forkedFrom = { sessionId: origin.sessionId, entryId: nodes.at(-1)?.id ?? null };
  const session = createWith({ ...newHeader(start, context), forkedFrom }, nodes, context);
  for (const entry of repairOpenCalls(session.branch())) session.append(entry);
  return session;
}

/**
 * Opens a session to go on with it, and closes what a killed process left open in it with new entries.
 * Throws a `UserError` when the file cannot be read, is live in another process, or is of a newer format.
 */
export function openSession(file: string, context: SessionContext): OpenedSession<Session> {
  const before = readLog(file);
  const id = before.header.sessionId;
  const lock = acquireLock(context.paths.locks, id, new Date(context.now()).toISOString());
  if (lock.type === "held") {
    throw new UserError(
      say`Session ${id} is open in another place: ${describeHolder(lock.holder)}. Two writers would mix up its log, so nothing was opened. Close it there, then try again.`,
    );
  }
  const release = () => {
    if (lock.type === "locked") lock.release();
  };
  try {
    // The last holder may have written between our reading and its letting go. A log only grows: size tells.
    const { header, log, notes } = statSync(file).size === before.size ? before : readLog(file);
    const session = withWriter(file, context, { header, log, nodes: log.nodes, release });
    for (const entry of repairOpenCalls(session.branch())) session.append(entry);
    if (lock.type === "locked") return { session, notes };
    const warning = say`This session could not be locked (${messageOf(lock.cause)}): do not open it twice.`;
    return { session, notes: [...notes, warning] };
  } catch (thrown) {
    release();
    throw thrown;
  }
}

/** Reads a session's active branch without locking or changing anything. Throws as `openSession` does. */
export function readSession(file: string): OpenedSession<ReadSession> {
  const { header, log, notes } = readLog(file);
  return { session: { header, file, entries: branchOf(log.nodes) }, notes };
}

/** A session that is never on disk. */
export function memorySession(start: NewSession, context: Pick<SessionContext, "now" | "random">): Session {
  const header = newHeader(start, context);
  return new LogSession({
    ...context,
    header,
    file: null,
    nodes: [],
    write: () => undefined,
    close: () => undefined,
  });
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

function requireFreeId(id: string, paths: DataPaths): void {
  if (!sessionIdPattern.test(id)) {
    throw new UserError(say`"${id}" cannot be a session's id: use 3 to 64 characters of a-z, 0-9 and "-".`, {
      exitCode: 2,
    });
  }
  const taken =
    existsSync(paths.sessions) && readdirSync(paths.sessions).some((name) => idOfFile(name) === id);
  if (taken)
    throw new UserError(say`There is a session ${id} already. Resume it, or choose another id.`, {
      exitCode: 2,
    });
}

type Backing = {
  readonly header: Header;
  /** What is in the file, or null when there is none yet. */
  readonly log: Pick<ParsedLog, "openEnd"> | null;
  /** The tree to go on with; what a new file begins with. */
  readonly nodes: readonly LogNode[];
  readonly beforeCreate?: () => void;
  readonly release: () => void;
};

/** A session over a writer on `file`. */
function withWriter(
  file: string,
  context: SessionContext,
  { header, log, nodes, beforeCreate, release }: Backing,
): Session {
  const writer = new LogWriter({
    file,
    create: log === null,
    open: (create) => {
      if (!create) return openAgain(file);
      ensurePrivateFolder(dirname(file));
      beforeCreate?.();
      return openNew(file);
    },
    whole: () => session.whole(),
    onTrouble: context.onTrouble ?? (() => undefined),
  });
  // What goes in front of the first line, in the same write: the header of a new file, or the end of a line that an
  // earlier crash cut short, so that ours is not glued to it.
  let isFirst = true;
  const start = () => (log === null ? serializeLog(header, nodes) : log.openEnd ? "\n" : "");
  const session = new LogSession({
    ...context,
    header,
    file,
    nodes,
    write: (line, entry) => {
      writer.append((isFirst ? start() : "") + line, { sync: entry.type === "turn_end" });
      isFirst = false;
    },
    close: () => {
      writer.close();
      release();
    },
  });
  return session;
}

type ReadLog = {
  readonly header: Header;
  readonly log: ParsedLog;
  readonly notes: readonly string[];
  /** Of the file, bytes. */
  readonly size: number;
};

function readLog(file: string): ReadLog {
  let bytes: Uint8Array;
  try {
    const read = readPrivateFile(file);
    if (read === null) throw new Error(say`it is not there`);
    bytes = read;
  } catch (cause) {
    throw new UserError(say`The session ${file} could not be read: ${messageOf(cause)}.`, { cause });
  }
  const log = parseLog(bytes);
  if (isTooNew(log)) {
    throw new UserError(
      say`The session ${file} was written by a newer rein (format ${log.format ?? ""}; this one knows ${logFormatVersion}). It was left as it is. Update rein to go on with it.`,
    );
  }
  const header = log.header ?? headerFromName(file, log);
  return { header, log, notes: describeProblems(log), size: bytes.length };
}
