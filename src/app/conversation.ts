/** One open session and the engine that moves it. */
import type { ProjectInstructions } from "../context/instructions.ts";
import { QueryEngine } from "../engine/query-engine.ts";
import type { TurnEnd } from "../engine/stop-kinds.ts";
import { taintSources } from "../permissions/taint.ts";
import type { Effort } from "../protocol/effort.ts";
import type { UserCommand } from "../protocol/entry.ts";
import { messageOf } from "../protocol/error.ts";
import type { Job, Jobs } from "../process/jobs.ts";
import { onUnseenImages, seesImages } from "./unseen-images.ts";
import type { Veil } from "../secrets/veil.ts";
import { createAnswerFile } from "../sessions/answer-file.ts";
import type { Session } from "../sessions/session.ts";
import type { SessionContext } from "../sessions/session-store.ts";
import { jobName } from "../tools/job-text.ts";
import { plainOutput } from "../tools/plain-output.ts";
import { createReadLedger } from "../tools/read-ledger.ts";
import { say } from "../words/say.ts";
import { createRequestBuilder } from "./build-requests.ts";
import { createConfinement, type SessionConfinement } from "./confinement.ts";
import type { ConversationParts } from "./conversation-parts.ts";
import { type ContextSurgeon, createContextSurgeon } from "./context-surgeon.ts";
import { createContextRoom } from "./context-room.ts";
import { createMoves, type Moves } from "./moves.ts";
import { createNaming, type Naming } from "./naming.ts";
import { createLabels } from "./read-ahead.ts";
import { removeLeftBehind } from "./left-behind.ts";
import { removeOldOutputs } from "./old-outputs.ts";
import { makeScratchFolder, openShell, outputFolderOf, scratchFolderOf } from "./open-shell.ts";
import type { Resume } from "./options.ts";
import { prepareModel } from "./prepare-model.ts";
import { openProjectFiles } from "./project-files.ts";
import { circumstances, lastChoices, openLog, reopenModel } from "./resume.ts";
import { openVeil, veiledSession } from "./secret-veil.ts";
import { openSpending, type Spending } from "./spending.ts";
import { isInside } from "../workspace/paths.ts";
import { registryFor } from "./tools.ts";

export type Conversation = Moves &
  Naming & {
    readonly engine: QueryEngine;
    readonly session: Session;
    /** What the user should know about the session's file, a sentence each. */
    readonly notes: readonly string[];
    /** The context window of the model that is asked, tokens; undefined when unknown. */
    readonly contextWindow: () => number | undefined;
    /**
     * Summarises the conversation for the model; `focus` says what to pay attention to. Returns how that ended, at once
     * null while a turn runs.
     */
    compact(focus: string): Promise<TurnEnd> | null;
    /** What fills the window: to look at it part by part, and to change parts. */
    readonly context: ContextSurgeon;
    /** Whether the model that is asked takes images, as far as is known. */
    readonly takesImages: () => boolean;
    /** How much the model is told to think; undefined: as its server pleases. */
    readonly effort: () => Effort | undefined;
    /** What the session has used and cost, and its budget. */
    readonly spending: Spending;
    /** What confines the session's commands, in words for the status line (empty until it is known) and for the user. */
    readonly sandbox: Pick<SessionConfinement, "words" | "report"> & {
      /** Has the listener told when the words change. */
      onChange(listener: () => void): void;
    };
    /** The session's background commands, to list and to kill. */
    readonly jobs: Jobs;
    /**
     * Where a command of the user starts: where the model's shell stands, or the project's folder. A `cd` of the user's
     * lasts for that command only, so that the model's next command runs where the model left its shell.
     */
    readonly shellFolder: () => string;
    /** Sends the command that the model's turn waits for to the background; false when there is none. */
    readonly moveToBackground: () => boolean;
    /** Whether a file, at an absolute and real path, is one that may be shown unasked: of the project, and no secret. */
    readonly maySee: (path: string) => boolean;
    /** Keeps secrets from the model, the log and the screen; undefined where the user has switched that off. */
    readonly veil: Veil | undefined;
    /** Writes down a command that the user ran, at any time; the output may be raw. A private one never reaches the model. */
    noteUserCommand(command: UserCommand): void;
    /** Asks another model from the next request on. Throws a `UserError` for a bad name or a missing key. */
    switchModel(name: string): void;
    /**
     * Told in words for the user when the log cannot be written, and when it can again, and what else they should know
     * while a turn runs: that is a `warning`.
     */
    onTrouble(listener: (message: string, level: "info" | "warning" | "error") => void): void;
    /** Lets the session go and ends its background jobs; returns those that still ran. Stop a running turn before. */
    close(): readonly Job[];
  };

/** Opens a new session, or the one to resume. Throws a `UserError` when it cannot be found or opened. */
export function openConversation(parts: ConversationParts, resume?: Resume): Conversation {
  const { options } = parts;
  let onChange: (() => void) | undefined;
  let listener: Parameters<Conversation["onTrouble"]>[0] | undefined;
  const tell = (message: string) => listener?.(message, "error");
  parts.onAppTrouble(tell);
  const labels = createLabels();
  const context: SessionContext = {
    marked: labels.marked,
    tellsOnce: true,
    paths: parts.paths,
    now: Date.now,
    isEphemeral: options.isEphemeral === true,
    onTrouble: ({ message }) => tell(message),
  };
  const { session: log, notes } = openLog(parts, context, resume);
  const read =
    resume?.type === "copy" ? undefined : new Set([...(resume?.ahead?.labels ?? []), ...labels.found]);
  const veil = parts.hidesSecrets ? openVeil(log, options.cwd, options.env, read) : undefined;
  const session = veil === undefined ? log : veiledSession(log, veil, (words) => listener?.(words, "info"));
  const outputFolder = outputFolderOf(parts.paths.outputs, session);
  const scratchFolder = scratchFolderOf(parts.paths.outputs, session);
  const confinement = createConfinement(parts.confining, outputFolder, scratchFolder, {
    tell: (message, level) => listener?.(message, level),
    onChange: () => onChange?.(),
  });
  const policy = parts.makePolicy(outputFolder, scratchFolder, confinement.facts, () =>
    taintSources(session.branch(), (name) => registry.find(name)?.risk === "network"),
  );
  const before = lastChoices(session.branch());
  const moved = session.header.cwd !== options.cwd;
  // What was allowed in one folder says nothing about another.
  if (before.mode !== undefined && options.permissionMode === undefined && !moved)
    policy.setMode(before.mode);
  const reopened = reopenModel(parts, before.model, before.effort);
  let { provider } = reopened;
  const spending = openSpending({
    entries: () => session.entries(),
    priceOf: parts.priceOf,
    maxCost: parts.maxCost,
    canAsk: options.canAsk,
    warn: (message) => listener?.(message, "warning"),
  });
  let registry = registryFor(provider.model, options.tools);
  parts.access.onWarning((message) => listener?.(message, "warning"));
  /** While nobody waits: what the first request will need. */
  const prepare = async () => {
    await prepareModel({
      model: provider.model,
      env: options.env,
      access: parts.access,
      canAsk: options.canAsk,
      tell: ({ level, text }) => listener?.(text, level),
    });
    registry.definitions();
    // Without a screen the first request is on its way already: it would wait for what it may not need.
    if (!options.canAsk) return;
    veil?.prepare();
    void confinement.prepare();
    if (engine.state !== "idle") return;
    await spending.loadPrices();
    // What is done for the first time takes longest, and the first message should not wait for it.
    room.use.windowOf(provider);
    build([], provider.model);
  };
  const leftBehind = removeLeftBehind(session.entries());
  void Promise.all([prepare(), leftBehind]).then(() =>
    removeOldOutputs(parts.paths.outputs, Date.now()).catch((thrown: unknown) =>
      tell(say`Old outputs in ${parts.paths.outputs} could not be removed: ${messageOf(thrown)}.`),
    ),
  );
  let closed = false;
  const shell = openShell({
    session,
    root: options.cwd,
    outputFolder,
    onTimeLimit: parts.commandTimeLimit,
    passEnvironment: parts.passEnvironment,
    confinement: confinement.confinement,
    note: (text, jobId) => {
      if (!closed) engine.note(text, [jobId]);
    },
  });
  const requests = createRequestBuilder({
    session,
    cwd: options.cwd,
    scratchFolder,
    instructions: concealed(parts.instructions, veil),
    tools: () => registry.definitions(),
    provider: () => provider,
  });
  const { frame, build } = requests;
  const room = createContextRoom({ session, provider: () => provider, frame, build, ...parts.compaction });
  const reads = createReadLedger();
  const files = openProjectFiles({
    session,
    checkpoints: parts.paths.checkpoints,
    root: options.cwd,
    home: parts.confining.home,
    env: options.env,
    hides: (path) => policy.hidesFromSearch(path),
    jobs: () => shell.jobs,
    tell,
    maxBytes: parts.checkpointBytes,
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
      reads,
      shell,
      hidesFromSearch: (path) => policy.hidesFromSearch(path),
      mode: { get: () => policy.mode, set: (mode) => engine.setMode(mode) },
    },
    policy,
    session,
    buildRequest: (model) => {
      const branch = session.branch();
      const request = build(branch, model);
      room.use.sent(request, model, branch);
      return request;
    },
    keepBefore: files.keepBefore,
    fileWatch: files.watch,
    confinement: (kind) => confinement.questionWords(kind),
    // What room has cost counts too.
    guards: [spending.guard, room.guard, spending.guard],
    recover: room.recover,
    answerFile: createAnswerFile(log.file),
    ...(veil === undefined ? {} : { veil }),
    clock: { elapsed: () => performance.now() },
    newId: () => crypto.randomUUID().replaceAll("-", ""),
    maxSteps: parts.maxSteps,
    canAsk: options.canAsk,
    onListenerError: crash,
  });
  engine.subscribe(
    onUnseenImages(
      () => provider,
      (message) => listener?.(message, "warning"),
    ),
  );
  engine.subscribe((event) => {
    if (event.type === "turn_started") {
      makeScratchFolder(scratchFolder);
      files.watch.prepare(policy.mode === "auto");
    }
    if (event.type === "call" && event.call.status === "awaiting_approval") files.watch.prepare(true);
    if (event.type === "entry") spending.add(event.entry);
  });
  const naming = createNaming({
    engine,
    session,
    provider: () => provider,
    // Without a screen the program ends with its turn.
    byModel: parts.titlesByModel && options.canAsk,
    mayAsk: () => (spending.cost().dollars ?? 0) < (spending.limit() ?? Number.POSITIVE_INFINITY),
  });
  return {
    engine,
    session,
    notes: [...notes, ...reopened.notes, ...circumstances(session, options, policy.mode)],
    contextWindow: () => room.use.windowOf(provider),
    context: createContextSurgeon({
      session,
      engine,
      provider: () => provider,
      requests,
      use: room.use,
      spending,
    }),
    maySee: (path) => isInside(options.cwd, path) && !policy.hidesFromSearch(path),
    takesImages: () => seesImages(provider),
    effort: () => provider.effort,
    compact: (focus) =>
      engine.work(async (turn) => (await spending.guard(turn)) ?? room.compact(turn, focus)),
    spending,
    sandbox: {
      words: () => confinement.words(),
      report: () => confinement.report(),
      onChange: (told) => {
        onChange = told;
      },
    },
    jobs: shell.jobs,
    shellFolder: () => shell.folder.current(),
    moveToBackground: () => shell.moveToBackground(),
    veil,
    noteUserCommand: (command) => engine.noteUserCommand({ ...command, output: plainOutput(command.output) }),
    ...naming,
    ...createMoves({
      engine,
      session,
      shell,
      reads,
      files,
      room,
      provider: () => provider,
      build,
      guard: spending.guard,
      root: options.cwd,
    }),
    switchModel(name) {
      provider = parts.open(name);
      registry = registryFor(provider.model, options.tools);
      engine.setProvider(provider);
      void prepare();
    },
    onTrouble: (told) => {
      listener = told;
    },
    close() {
      closed = true;
      naming.stopNaming();
      files.watch.close();
      const running = shell.jobs.list().filter(({ status }) => status === "running");
      shell.jobs.killAll();
      // Whoever goes on with the session must not believe that they still run.
      if (running.length > 0)
        engine.note(
          say`The session was left; its background jobs ended with it: ${running.map(jobName).join(", ")}.`,
          running.map(({ id }) => id),
        );
      confinement.close();
      session.close();
      return running;
    },
  };
}

/** What a project tells the model may have been written with a key in it. */
function concealed(instructions: ProjectInstructions | null, veil: Veil | undefined) {
  if (instructions === null || veil === undefined) return instructions;
  return { ...instructions, text: veil.concealText(instructions.text, instructions.name).text };
}

/** A fault of ours: loud, but only once the engine has done what it was at. */
function crash(thrown: unknown): void {
  queueMicrotask(() => {
    throw thrown;
  });
}
