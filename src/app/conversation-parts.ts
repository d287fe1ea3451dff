/** What it takes to open the sessions of an app. */
import type { ProjectInstructions } from "../context/instructions.ts";
import type { ConfinementFacts } from "../permissions/judgement.ts";
import type { SessionPolicy } from "../permissions/policy.ts";
import type { Provider } from "../providers/provider.ts";
import type { DataPaths } from "../sessions/paths.ts";
import type { TimeLimitAction } from "../tools/session-shell.ts";
import type { PriceOf } from "../transcript/usage.ts";
import type { ConfinementParts } from "./confinement.ts";
import type { ContextRoomParts } from "./context-room.ts";
import type { ModelAccess } from "./model-access.ts";
import type { AppOptions } from "./options.ts";

/** What all conversations of an app share. */
export type ConversationParts = {
  readonly options: AppOptions;
  readonly provider: Provider;
  /** Opens a model by name. Throws a `UserError` for a bad name or a missing key. */
  readonly open: (name: string) => Provider;
  /** A policy for a session that keeps the whole outputs of its commands in one folder, and scratch files in another. */
  readonly makePolicy: (
    outputFolder: string,
    scratchFolder: string,
    confined: ConfinementFacts,
    taint: () => readonly string[],
  ) => SessionPolicy;
  /** What it takes to confine the session's commands. */
  readonly confining: ConfinementParts;
  readonly maxSteps: number;
  /** What a session may cost at most, US dollars. */
  readonly maxCost: number | undefined;
  readonly priceOf: PriceOf;
  readonly access: ModelAccess;
  /** Has the listener told in words when something of the whole app goes wrong; only the last one is. */
  readonly onAppTrouble: (listener: (message: string) => void) => void;
  readonly instructions: ProjectInstructions | null;
  readonly gitBranch: string | null;
  /** The id that a log that begins is to have, whoever comes first. */
  readonly takeId: () => string | undefined;
  readonly paths: DataPaths;
  readonly commandTimeLimit: TimeLimitAction;
  /** What is kept of the project's changed files, bytes on disk. */
  readonly checkpointBytes: number | undefined;
  readonly passEnvironment: readonly string[];
  readonly hidesSecrets: boolean;
  /** Whether the model gives a session its title. */
  readonly titlesByModel: boolean;
  /** When a conversation is summarised. */
  readonly compaction: Pick<ContextRoomParts, "automatic" | "threshold">;
};
