/** The composition root: from options to conversations that are ready to talk. */
import { readGitBranch } from "../context/git-branch.ts";
import { readInstructions } from "../context/instructions.ts";
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
import { loadSettings } from "../settings/load.ts";
import type { Layer } from "../settings/schema.ts";
import { type Conversation, type ConversationParts, openConversation } from "./conversation.ts";
import { openModelAccess } from "./model-access.ts";
import { policyFacts, realFolder } from "./policy-facts.ts";
import type { ModelListOptions } from "./model-list.ts";
import { openDebugLog } from "./debug-log.ts";
import { openRecording } from "./recording.ts";
import type { AppOptions, Resume } from "./options.ts";
import { withFallbacks } from "./with-fallbacks.ts";

/** What a host needs, made once; conversations come and go in it. */
export type App = {
  readonly cwd: string;
  readonly gitBranch: string | null;
  readonly paths: DataPaths;
  /** The model that conversations start with, and why it is that one. */
  readonly choice: ModelChoice;
  /** What the user should know before the first message, a sentence each. */
  readonly warnings: readonly string[];
  /** What is known of `provider/model-id`; undefined for a provider that does not exist. */
  modelInfo(name: string): ModelInfo | undefined;
  /** What it takes to list the models that can be talked to. */
  readonly modelListOptions: ModelListOptions;
  /** Opens a session: a new one, or the one to resume. Throws a `UserError` when that cannot be. */
  converse(resume?: Resume): Conversation;
  /** Closes what the app writes to. Returns what the user should know at the end, a sentence each. */
  close(): readonly string[];
};

/**
 * Reads settings, project and credentials. Throws a `UserError` for what cannot be started with: a model that does
 * not exist or has no key, a rule that is none, a debug file that cannot be written.
 */
export async function openApp(options: AppOptions): Promise<App> {
  const { cwd, env } = options;
  const { settings, warnings } = loadSettings({ env, project: cwd, flags: flagLayer(options), ruleFault });
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
  const { permissionMode: mode, allow, deny } = settings;
  const found = dataPaths(env);
  const outputs = realFolder(found.outputs, cwd);
  const paths = { ...found, outputs };
  const facts = { ...policyFacts(env, cwd, paths), mode, allow, deny };
  const policy = createPolicy(facts);
  const [project, gitBranch] = await Promise.all([
    readInstructions(cwd, (path) => policy.hidesFromSearch(path)),
    readGitBranch(cwd),
  ]);
  const parts: ConversationParts = {
    options,
    provider,
    open: (name) => open(choose(name)).provider,
    access,
    makePolicy: (outputFolder, scratchFolder) => createPolicy({ ...facts, outputFolder, scratchFolder }),
    commandTimeLimit: settings.commandTimeLimit,
    compaction: { automatic: settings.autoCompact ?? true, threshold: (settings.compactAt ?? 80) / 100 },
    maxCost: settings.maxCost,
    priceOf: (model) => priceOf(model, access.own),
    onAppTrouble: (listener) => recording.onTrouble(listener),
    maxSteps: settings.maxTurns ?? options.defaultMaxTurns,
    instructions: project.instructions,
    gitBranch,
    paths,
  };
  return {
    cwd,
    gitBranch,
    paths: parts.paths,
    choice,
    modelInfo: (name) => modelNamed(name, access.own),
    modelListOptions: { access, env, folder: found.data, now: Date.now },
    warnings: [
      ...access.warnings,
      ...warnings.map(({ where, message }) => `${where}: ${message}`),
      ...faults,
      ...recording.warnings,
      ...project.notes,
    ],
    converse: (resume) => openConversation(parts, resume),
    close() {
      debug?.close();
      return recording.close();
    },
  };
}

function flagLayer({ permissionMode, maxTurns, maxCost, allow, deny }: AppOptions): Layer {
  return {
    permissions: { allow: [...allow], deny: [...deny] },
    ...(permissionMode === undefined ? {} : { permissionMode }),
    ...(maxTurns === undefined ? {} : { maxTurns }),
    ...(maxCost === undefined ? {} : { maxCost }),
  };
}
