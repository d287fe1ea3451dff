/** One open session and the engine that moves it. */
import { randomBytes } from "node:crypto";
import type { ProjectInstructions } from "../context/instructions.ts";
import { buildRequest } from "../context/request.ts";
import { buildSystemPrompt } from "../context/system-prompt.ts";
import { validateRequest } from "../context/validate.ts";
import { QueryEngine } from "../engine/query-engine.ts";
import type { SessionPolicy } from "../permissions/policy.ts";
import type { PermissionMode } from "../protocol/approval.ts";
import type { Entry, UserCommand } from "../protocol/entry.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import type { Job, Jobs } from "../process/jobs.ts";
import type { Provider } from "../providers/provider.ts";
import { createCheckpointStore } from "../sessions/checkpoint-store.ts";
import { createCheckpointKeeper } from "../sessions/checkpoints.ts";
import { findSession, latestSession } from "../sessions/list.ts";
import type { DataPaths } from "../sessions/paths.ts";
import type { Session } from "../sessions/session.ts";
import { createSession, openSession, type SessionContext } from "../sessions/session-store.ts";
import { jobName } from "../tools/job-text.ts";
import { plainOutput } from "../tools/plain-output.ts";
import { createReadLedger } from "../tools/read-ledger.ts";
import type { TimeLimitAction } from "../tools/session-shell.ts";
import { loadAdapter } from "./load-adapter.ts";
import { removeOldOutputs } from "./old-outputs.ts";
import { makeScratchFolder, openShell, outputFolderOf, scratchFolderOf } from "./open-shell.ts";
import type { AppOptions, Resume } from "./options.ts";
import { registryFor } from "./tools.ts";

/** What all conversations of an app share. */
export type ConversationParts = {
  readonly options: AppOptions;
  readonly provider: Provider;
  /** Opens a model by name. Throws a `UserError` for a bad name or a missing key. */
  readonly open: (name: string) => Provider;
  /** A policy for a session that keeps the whole outputs of its commands in one folder, and scratch files in another. */
  readonly makePolicy: (outputFolder: string, scratchFolder: string) => SessionPolicy;
  readonly maxSteps: number;
  readonly instructions: ProjectInstructions | null;
  readonly gitBranch: string | null;
  readonly paths: DataPaths;
  readonly commandTimeLimit: TimeLimitAction;
};

export type Conversation = {
  readonly engine: QueryEngine;
  readonly session: Session;
  /** What the user should know about the session's file, a sentence each. */
  readonly notes: readonly string[];
  /** The context window of the model that is asked, tokens; undefined when unknown. */
  readonly contextWindow: () => number | undefined;
  /** The session's background commands, to list and to kill. */
  readonly jobs: Jobs;
  /**
   * Where a command of the user starts: where the model's shell stands, or the project's folder. A `cd` of the user's
   * lasts for that command only, so that the model's next command runs where the model left its shell.
   */
  readonly shellFolder: () => string;
  /** Writes down a command that the user ran, at any time; the output may be raw. A private one never reaches the model. */
  noteUserCommand(command: UserCommand): void;
  /** Asks another model from the next request on. Throws a `UserError` for a bad name or a missing key. */
  switchModel(name: string): void;
  /** Told in words for the user when the log cannot be written, and when it can again. */
  onTrouble(listener: (message: string) => void): void;
  /** Lets the session go and ends its background jobs; returns those that still ran. Stop a running turn before. */
  close(): readonly Job[];
};

/** Opens a new session, or the one to resume. Throws a `UserError` when it cannot be found or opened. */
export function openConversation(parts: ConversationParts, resume?: Resume): Conversation {
  const { options } = parts;
  let tell: ((message: string) => void) | undefined;
  const context: SessionContext = {
    paths: parts.paths,
    now: Date.now,
    onTrouble: ({ message }) => tell?.(message),
  };
  const { session, notes } = openLog(parts, context, resume);
  const outputFolder = outputFolderOf(parts.paths.outputs, session);
  const scratchFolder = scratchFolderOf(parts.paths.outputs, session);
  const policy = parts.makePolicy(outputFolder, scratchFolder);
  const before = lastChoices(session.branch());
  const moved = session.header.cwd !== options.cwd;
  // What was allowed in one folder says nothing about another.
  if (before.mode !== undefined && options.permissionMode === undefined && !moved)
    policy.setMode(before.mode);
  const reopened = reopenModel(parts, before.model);
  let { provider } = reopened;
  const system = buildSystemPrompt({
    cwd: options.cwd,
    platform: process.platform,
    day: session.header.createdAt.slice(0, 10),
    gitBranch: parts.gitBranch,
    scratchFolder,
    mode: policy.mode,
    instructions: parts.instructions,
  });
  let registry = registryFor(provider.model, options.tools);
  /** While nobody waits: what the first request will need. */
  const prepare = async () => {
    await loadAdapter(provider.model);
    registry.definitions();
  };
  void prepare().then(() =>
    removeOldOutputs(parts.paths.outputs, Date.now()).catch((thrown: unknown) =>
      tell?.(`Old outputs in ${parts.paths.outputs} could not be removed: ${messageOf(thrown)}.`),
    ),
  );
  let closed = false;
  const shell = openShell({
    session,
    root: options.cwd,
    outputFolder,
    onTimeLimit: parts.commandTimeLimit,
    note: (text, jobId) => {
      if (!closed) engine.note(text, [jobId]);
    },
  });
  const engine = new QueryEngine({
    provider,
    tools: {
      find: (name) => registry.find(name),
      names: () => registry.names(),
      definitions: () => registry.definitions(),
    },
    toolContext: {
      cwd: options.cwd,
      reads: createReadLedger(),
      shell,
      hidesFromSearch: (path) => policy.hidesFromSearch(path),
    },
    policy,
    session,
    buildRequest: (model) => {
      const input = { entries: session.branch(), system, tools: registry.definitions(), model };
      return validateRequest(buildRequest({ ...input, cacheKey: session.header.sessionId }), { model })
        .request;
    },
    keepBefore: createCheckpointKeeper(
      createCheckpointStore(parts.paths.checkpoints, { onTrouble: (message) => tell?.(message) }),
      (message) => tell?.(message),
    ),
    clock: { elapsed: () => performance.now() },
    newId: () => randomBytes(16).toString("hex"),
    maxSteps: parts.maxSteps,
    canAsk: options.canAsk,
    onListenerError: crash,
  });
  engine.subscribe(({ type }) => {
    if (type === "turn_started") makeScratchFolder(scratchFolder);
  });
  return {
    engine,
    session,
    notes: [...notes, ...reopened.notes, ...circumstances(session, options, policy.mode)],
    contextWindow: () => provider.contextWindow,
    jobs: shell.jobs,
    shellFolder: () => shell.folder.current(),
    noteUserCommand: (command) => engine.noteUserCommand({ ...command, output: plainOutput(command.output) }),
    switchModel(name) {
      provider = parts.open(name);
      registry = registryFor(provider.model, options.tools);
      engine.setProvider(provider);
      void prepare();
    },
    onTrouble: (listener) => {
      tell = listener;
    },
    close() {
      closed = true;
      const running = shell.jobs.list().filter(({ status }) => status === "running");
      shell.jobs.killAll();
      // Whoever goes on with the session must not believe that they still run.
      if (running.length > 0)
        engine.note(
          `The session was left; its background jobs ended with it: ${running.map(jobName).join(", ")}.`,
          running.map(({ id }) => id),
        );
      session.close();
      return running;
    },
  };
}

/** A fault of ours: loud, but only once the engine has done what it was at. */
function crash(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}

function openLog(
  { options, paths }: ConversationParts,
  context: SessionContext,
  resume: Resume | undefined,
): { readonly session: Session; readonly notes: readonly string[] } {
  if (resume === undefined) {
    return { session: createSession({ cwd: options.cwd, version: options.version }, context), notes: [] };
  }
  if (resume.type === "id") return openSession(findSession(paths, resume.id).file, context);
  const latest = latestSession(paths, options.cwd);
  if (latest === null) {
    throw new UserError("There is no session of this folder yet. Say rein to begin one.", { exitCode: 2 });
  }
  return openSession(latest.file, context);
}

/** What has to be said about going on with a session here, a sentence each; nothing for a new one. */
function circumstances(
  session: Session,
  { cwd, permissionMode }: AppOptions,
  mode: PermissionMode,
): string[] {
  if (session.branch().length === 0) return [];
  const { cwd: before } = session.header;
  return [
    ...(before === cwd
      ? []
      : [`This session was begun in ${before || "a folder that is not known"}; it goes on in ${cwd}.`]),
    ...(mode === "ask" || permissionMode !== undefined
      ? []
      : [`It goes on in ${mode} mode, as it was left; Shift+Tab changes that.`]),
  ];
}

/** The model and the mode that a branch was left with. */
function lastChoices(branch: readonly Entry[]): { readonly model?: string; readonly mode?: PermissionMode } {
  const model = branch.findLast((entry) => entry.type === "model" || entry.type === "turn_start");
  const mode = branch.findLast((entry) => entry.type === "mode" || entry.type === "turn_start");
  return {
    ...(model?.type === "model" || model?.type === "turn_start" ? { model: model.model } : {}),
    ...(mode?.type === "mode" || mode?.type === "turn_start" ? { mode: mode.mode } : {}),
  };
}

/** A resumed session goes on with its own model, unless this run names one or that one cannot be opened any more. */
function reopenModel(
  { options, provider, open }: ConversationParts,
  model: string | undefined,
): { readonly provider: Provider; readonly notes: readonly string[] } {
  const named = options.model ?? options.env["REIN_MODEL"] ?? "";
  if (model === undefined || model === provider.model || named !== "") return { provider, notes: [] };
  try {
    return { provider: open(model), notes: [] };
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return {
      provider,
      notes: [`This session talked to ${model}; it goes on with ${provider.model}. ${thrown.message}`],
    };
  }
}
