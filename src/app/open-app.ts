/** The composition root: from options to conversations that are ready to talk. */
import { readGitBranch } from "../context/git-branch.ts";
import { noInstructions, readInstructions } from "../context/instructions.ts";
import { isLink, LinkError } from "../private-files/link-error.ts";
import { UserError } from "../protocol/error.ts";
import { chooseModel, type ModelChoice } from "../providers/choose.ts";
import { openProvider } from "../providers/open.ts";
import { modelNamed } from "../providers/find-model.ts";
import type { ModelInfo } from "../providers/model-info.ts";
import { priceOf } from "../providers/price-of.ts";
import type { Provider } from "../providers/provider.ts";
import { tolerating } from "../providers/tolerant.ts";
import { type DataPaths, dataPaths } from "../sessions/paths.ts";
import { createPolicy } from "../permissions/policy.ts";
import { ruleFault } from "../permissions/rule.ts";
import { isUncertain, type LoadedSettings, loadSettings } from "../settings/load.ts";
import type { Layer } from "../settings/schema.ts";
import { type ConfinementParts, requireSandbox } from "./confinement.ts";
import { type Conversation, openConversation } from "./conversation.ts";
import type { ConversationParts } from "./conversation-parts.ts";
import type { ImportParts } from "./import-session.ts";
import { openModelAccess } from "./model-access.ts";
import { policyFacts, realFolder } from "./policy-facts.ts";
import { ruleKeeper, rulesInForce } from "./policy-options.ts";
import type { ModelListOptions } from "./model-list.ts";
import { type Looks, looksOf } from "./looks.ts";
import { leftOutWords, openFolder } from "./open-folder.ts";
import { openDebugLog } from "./debug-log.ts";
import { openPassingPaths } from "./passing-paths.ts";
import { type Ahead, lookAhead } from "./read-ahead.ts";
import { openRecording } from "./recording.ts";
import type { AppOptions, Resume } from "./options.ts";
import { withFallbacks } from "./with-fallbacks.ts";
import { firstFew } from "../words/few.ts";
import { say } from "../words/say.ts";

/** What a host needs, made once; conversations come and go in it. */
export type App = Looks & {
  readonly cwd: string;
  readonly gitBranch: string | null;
  /** False while something that the folder brings is not used, because the user does not trust it. */
  readonly isTrusted: boolean;
  readonly paths: DataPaths;
  /** The model that conversations start with, and why it is that one. */
  readonly choice: ModelChoice;
  /** What the user should know before the first message, a sentence each. */
  readonly warnings: readonly string[];
  /** What is known of `provider/model-id`; undefined for a provider that does not exist. */
  modelInfo(name: string): ModelInfo | undefined;
  /** What it takes to list the models that can be talked to. */
  readonly modelListOptions: ModelListOptions;
  /** Whether secrets are kept from models, logs and drafts. */
  readonly hidesSecrets: boolean;
  /** What it takes to make a session from another program's transcript; undefined where no session is kept. */
  readonly importing: ImportParts | undefined;
  /**
   * Looks at the end of a long session before it is opened; null for one that is opened at once. Throws a `UserError` when
   * there is no such session.
   */
  lookAhead(resume: Exclude<Resume, { type: "copy" }>): Ahead | null;
  /** Opens a session: a new one, or the one to resume. Throws a `UserError` when that cannot be. */
  converse(resume?: Resume): Conversation;
  /** Closes what the app writes to. Returns what the user should know at the end, a sentence each. */
  close(): readonly string[];
};

/** What of a project may be kept; undefined for the default. Nothing is removed by a limit that nobody can read. */
function checkpointBytesOf(loaded: LoadedSettings): number | undefined {
  const { checkpointLimit: megabytes } = loaded.settings;
  if (megabytes !== undefined) return megabytes * 1_000_000;
  return isUncertain(loaded, "checkpointLimit") ? Number.POSITIVE_INFINITY : undefined;
}

/**
 * Reads settings, project and credentials. Throws a `UserError` for what cannot be started with: a model that does
 * not exist or has no key, a rule that is none, a debug file that cannot be written.
 */
export async function openApp(options: AppOptions, folder = openFolder(options)): Promise<App> {
  const { cwd, env } = options;
  const { isTrusted } = folder;
  const { fromProject } = folder.brought;
  const loaded = loadSettings({
    env,
    project: cwd,
    isTrusted,
    fromProject,
    flags: flagLayer(options),
    ruleFault,
  });
  const { settings, warnings, distrust } = loaded;
  const access = openModelAccess({ env, settings });
  const choose = (flag: string | undefined) => chooseModel({ flag, env, settings, ...access });
  const choice = choose(options.model);
  const debug = options.debugFile === undefined ? undefined : openDebugLog(options.debugFile);
  const recording = openRecording(options, choice);
  const openAlone = (chosen: ModelChoice): Provider =>
    tolerating(openBare(chosen), settings.tolerantTools ?? []);
  const openBare = (chosen: ModelChoice): Provider =>
    openProvider(chosen, {
      ...(debug === undefined ? {} : { trace: debug.trace }),
      ...recording.openOptions,
      ...access,
      delays: {
        ...(settings.idleTimeout === undefined ? {} : { idleMs: settings.idleTimeout * 1000 }),
        // Without a screen nobody watches the demo's text grow.
        ...(options.canAsk ? {} : { demoMs: 0 }),
      },
    });
  const open = (chosen: ModelChoice) =>
    // What was recorded needs no server, so nobody is asked in its place.
    withFallbacks(openAlone(chosen), chosen.family === "replay" ? undefined : settings.fallback, (name) =>
      openAlone(choose(name)),
    );
  const { provider, faults } = open(choice);
  const rules = rulesInForce({ settings, distrust }, env, cwd);
  const keeper = ruleKeeper(env, cwd);
  const kept = dataPaths(env);
  const passing = options.isEphemeral === true ? openPassingPaths(kept) : undefined;
  const found = passing?.paths ?? kept;
  if (isLink(found.outputs)) throw new UserError(`${new LinkError(found.outputs).message}.`);
  const outputs = realFolder(found.outputs, cwd);
  const paths = { ...found, outputs };
  const facts = {
    ...policyFacts(env, cwd, [kept, paths]),
    ...rules,
    onRemember: (rule: string) => keeper.onRemember(rule),
  };
  const confining: ConfinementParts = {
    choice: settings.sandbox ?? "auto",
    unconfinedAuto: options.sandbox === "none" && options.permissionMode === "auto",
    env,
    root: cwd,
    home: facts.home,
    own: facts.ownFolders ?? [],
  };
  if (confining.choice === "required") await requireSandbox(confining);
  const policy = createPolicy(facts);
  const [project, gitBranch] = await Promise.all([
    isTrusted ? readInstructions(cwd, (path) => policy.hidesFromSearch(path)) : noInstructions,
    readGitBranch(cwd),
  ]);
  let { sessionId } = options;
  const takeId = () => {
    const id = sessionId;
    sessionId = undefined;
    return id;
  };
  const parts: ConversationParts = {
    options,
    provider,
    open: (name) => open(choose(name)).provider,
    access,
    makePolicy: (outputFolder, scratchFolder, confined, taint) =>
      // What confines commands is as it is when it is asked for.
      createPolicy(
        Object.defineProperties(
          { ...facts, outputFolder, scratchFolder, taint },
          Object.getOwnPropertyDescriptors(confined),
        ),
      ),
    confining,
    commandTimeLimit: settings.commandTimeLimit,
    checkpointBytes: checkpointBytesOf(loaded),
    passEnvironment: settings.passEnvironment ?? [],
    compaction: { automatic: settings.autoCompact ?? true, threshold: (settings.compactAt ?? 80) / 100 },
    maxCost: settings.maxCost,
    priceOf: (model) => priceOf(model, access.own),
    onAppTrouble: (listener) => {
      recording.onTrouble(listener);
      keeper.onTrouble(listener);
    },
    maxSteps: settings.maxTurns ?? options.defaultMaxTurns,
    instructions: project.instructions,
    gitBranch,
    takeId,
    paths,
    hidesSecrets: settings.secrets !== "off",
    titlesByModel: settings.titles === "model",
  };
  const leftOut = leftOutWords(folder);
  return {
    cwd,
    gitBranch,
    isTrusted: leftOut === null,
    paths: parts.paths,
    ...looksOf(settings),
    choice,
    modelInfo: (name) => modelNamed(name, access.own),
    modelListOptions: { access, env, folder: found.data, now: Date.now },
    warnings: [
      ...folder.warnings,
      ...(leftOut === null ? [] : [leftOut]),
      ...(passing === undefined ? [] : [say`Nothing of this session is kept (--ephemeral).`]),
      ...access.warnings,
      ...firstFew(
        warnings.map(({ where, message }) => say`${where}: ${message}`),
        "rein doctor",
      ),
      ...rules.warnings,
      ...faults,
      ...recording.warnings,
      ...project.notes,
    ],
    hidesSecrets: parts.hidesSecrets,
    importing:
      options.isEphemeral === true
        ? undefined
        : { paths, env, cwd, version: options.version, hidesSecrets: parts.hidesSecrets, now: Date.now },
    lookAhead: (resume) => lookAhead(resume, cwd, parts.paths),
    converse(resume) {
      const conversation = openConversation(parts, resume);
      // What opening a long session leaves is collected beside the work: the first request needs as much once more.
      if (resume !== undefined && resume.type !== "copy" && resume.ahead !== undefined) Bun.gc(false);
      return conversation;
    },
    close() {
      debug?.close();
      passing?.remove();
      return recording.close();
    },
  };
}

function flagLayer({ permissionMode, sandbox, maxTurns, maxCost, allow, ask = [], deny }: AppOptions): Layer {
  return {
    permissions: { allow: [...allow], ask: [...ask], deny: [...deny] },
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(maxCost === undefined ? {} : { maxCost }),
  };
}
