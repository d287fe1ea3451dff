/** Going on with a session: its log, and the model, the effort and the mode that it was left with. */
import type { PermissionMode } from "../protocol/approval.ts";
import type { Entry } from "../protocol/entry.ts";
import { UserError } from "../protocol/error.ts";
import type { Provider } from "../providers/provider.ts";
import type { Origin } from "../sessions/forking.ts";
import { clockSlackMs } from "../sessions/last-uses.ts";
import { findSession, latestSessions } from "../sessions/list.ts";
import type { Session } from "../sessions/session.ts";
import {
  createSession,
  forkSession,
  type NewSession,
  type OpenedSession,
  openSession,
  readSession,
  type SessionContext,
} from "../sessions/session-store.ts";
import { unreadLogsWords } from "../sessions/unread-logs.ts";
import { say } from "../words/say.ts";
import type { AppOptions, Resume } from "./options.ts";

/** Where a new log begins. */
export type LogPlace = {
  readonly options: Pick<AppOptions, "cwd" | "version" | "isEphemeral">;
  /** The id that a log that begins is to have, whoever comes first. */
  readonly takeId: () => string | undefined;
  readonly gitBranch: string | null;
};

/** What of an app decides which model is asked. */
export type ModelChoices = {
  readonly options: Pick<AppOptions, "model" | "env">;
  /** The model that a new session begins with. */
  readonly provider: Provider;
  /** Opens a model by name. Throws a `UserError` for a bad name or a missing key. */
  readonly open: (name: string) => Provider;
};

/** A session's log; `notes` are what the user should know about it, a sentence each. */
export type OpenedLog = OpenedSession<Session>;

/**
 * Opens a new log, a copy, or the one to resume; `notes` are what the user should know about its file. Throws a
 * `UserError` when it cannot be found or opened.
 */
export function openLog(
  { options, gitBranch, takeId }: LogPlace,
  context: SessionContext,
  resume: Resume | undefined,
): OpenedLog {
  const isCopy = resume?.type === "copy" || resume?.asCopy === true || options.isEphemeral === true;
  const id = resume === undefined || isCopy ? takeId() : undefined;
  const start = {
    cwd: options.cwd,
    version: options.version,
    gitBranch,
    ...(id === undefined ? {} : { id }),
  };
  if (resume === undefined) return { session: createSession(start, context), notes: [] };
  if (resume.type === "copy") return copyOf(resume, start, context, []);
  const place = resume.ahead ?? placeOf(resume, options.cwd, context);
  if (!isCopy) {
    const opened = openSession(place.file, context, resume.ahead?.log);
    return { ...opened, notes: [...place.notes, ...opened.notes] };
  }
  const { session, notes } = readSession(place.file, context, resume.ahead?.log);
  const origin = { ...session, sessionId: session.header.sessionId };
  return copyOf(origin, start, context, [...place.notes, ...notes]);
}

/** The log of a session, and what the user should know about its being that one, a sentence each. */
export type LogToResume = { readonly file: string; readonly notes: readonly string[] };

/** The log of the session to go on with. Throws a `UserError` when there is none. */
export function placeOf(
  resume: Exclude<Resume, { type: "copy" }>,
  cwd: string,
  { paths, now = Date.now }: Pick<SessionContext, "paths"> & Partial<Pick<SessionContext, "now">>,
): LogToResume {
  if (resume.type === "id") return { file: findSession(paths, resume.id).file, notes: resume.notes ?? [] };
  const { readable, newer, unread } = latestSessions(paths, cwd);
  const missing = unreadLogsWords(unread);
  if (readable === null && newer !== null) return { file: newer.file, notes: [] };
  if (readable === null) {
    const none = say`There is no session of this folder yet. Say rein to begin one, or rein -r to see those of other folders.`;
    throw new UserError(missing === null ? none : `${none} ${missing}`, { exitCode: 2 });
  }
  const notes = [
    ...(Date.parse(readable.updatedAt) > now() + clockSlackMs
      ? [
          say`This session was used last at ${day(readable.updatedAt)} UTC, its log says, which is yet to come: the clock was another one then. If you mean another session: rein -r.`,
        ]
      : []),
    ...(missing === null ? [] : [say`This may not be the session that was used last here. ${missing}`]),
    ...(newer === null
      ? []
      : [
          say`Session ${newer.id}, which was used last here, was written by a newer rein. This is the one before it.`,
        ]),
  ];
  return { file: readable.file, notes };
}

function day(at: string): string {
  return at.slice(0, 16).replace("T", " ");
}

function copyOf(
  origin: Origin,
  start: NewSession,
  context: SessionContext,
  notes: readonly string[],
): OpenedLog {
  const session = forkSession(origin, start, context);
  return {
    session,
    notes: [...notes, say`This is a copy of session ${origin.sessionId}, which stays as it is.`],
  };
}

/** What has to be said about going on with a session here, a sentence each; nothing for a new one. */
export function circumstances(
  session: Session,
  { cwd, permissionMode }: AppOptions,
  mode: PermissionMode,
): string[] {
  if (session.branch().length === 0) return [];
  const { cwd: before } = session.header;
  return [
    ...(before === cwd
      ? []
      : [say`This session was begun in ${before || say`a folder that is not known`}; it goes on in ${cwd}.`]),
    ...(mode === "ask" || permissionMode !== undefined
      ? []
      : [say`It goes on in ${mode} mode, as it was left; Shift+Tab changes that.`]),
  ];
}

/** The model and the mode that a branch was left with. */
export function lastChoices(branch: readonly Entry[]): {
  readonly model?: string;
  readonly effort?: string;
  readonly mode?: PermissionMode;
} {
  const model = branch.findLast((entry) => entry.type === "model" || entry.type === "turn_start");
  const mode = branch.findLast((entry) => entry.type === "mode" || entry.type === "turn_start");
  return {
    ...(model?.type === "model" || model?.type === "turn_start" ? { model: model.model } : {}),
    ...((model?.type === "model" || model?.type === "turn_start") && model.effort !== undefined
      ? { effort: model.effort }
      : {}),
    ...(mode?.type === "mode" || mode?.type === "turn_start" ? { mode: mode.mode } : {}),
  };
}

/**
 * The provider to go on with: a resumed session has its own model again, unless this run names one or that one cannot
 * be opened any more.
 */
export function reopenModel(
  { options, provider, open }: ModelChoices,
  model: string | undefined,
  effort: string | undefined,
): { readonly provider: Provider; readonly notes: readonly string[] } {
  const named = options.model ?? options.env["REIN_MODEL"] ?? "";
  const isSame = model === provider.model && effort === provider.effort;
  if (model === undefined || isSame || named !== "") return { provider, notes: [] };
  try {
    return { provider: open(effort === undefined ? model : `${model}:${effort}`), notes: [] };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return {
      provider,
      notes: [say`This session talked to ${model}; it goes on with ${provider.model}. ${thrown.message}`],
    };
  }
}
