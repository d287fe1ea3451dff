/** What a host asks the composition root for. */
import type { PermissionMode } from "../protocol/approval.ts";
import type { Origin } from "../sessions/forking.ts";
import type { ReadLog } from "../sessions/read-log.ts";
import type { SandboxChoice } from "../settings/schema.ts";

export type AppOptions = {
  /** The folder rein was started in: absolute. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** False where nobody can answer a question. */
  readonly canAsk: boolean;
  /** Most model responses in a turn when neither a flag nor a setting says. */
  readonly defaultMaxTurns: number;
  readonly model?: string;
  readonly permissionMode?: PermissionMode;
  readonly allow: readonly string[];
  readonly ask?: readonly string[];
  readonly deny: readonly string[];
  readonly sandbox?: SandboxChoice;
  readonly tools?: readonly string[];
  readonly maxTurns?: number;
  /** What a session may cost at most, US dollars. */
  readonly maxCost?: number;
  /** What the folder brings is used in this run, whatever is remembered of it. @default false */
  readonly trust?: boolean;
  readonly debugFile?: string;
  /** Where the talk with model servers is recorded, for replaying it. */
  readonly recordFile?: string;
  /** The id of the session that is begun first; others get one by chance. */
  readonly sessionId?: string;
  /** Nothing of a session is kept, and a saved one is gone on with in a copy. @default false */
  readonly isEphemeral?: boolean;
};

/**
 * Which session to go on with: the folder's latest, or one by (a unique beginning of) its id; itself, or a copy of it. A
 * copy may end earlier: then it is made of the entries given here, a branch from its root on.
 */
export type Resume =
  | ((SavedSession | { readonly type: "latest" }) & {
      readonly asCopy?: boolean;
      /** What was read of it already. */
      readonly ahead?: ReadAhead;
    })
  | ({ readonly type: "copy" } & Origin);
type SavedSession = {
  readonly type: "id";
  readonly id: string;
  /** What the user should know about its being this one, a sentence each. */
  readonly notes?: readonly string[];
};

/** What was read of a session before it is opened. */
export type ReadAhead = {
  readonly file: string;
  /** What the user should know about its being this one, a sentence each. */
  readonly notes: readonly string[];
  readonly log: ReadLog;
  /** The names that it has for secrets, `NAME#1`. */
  readonly labels: ReadonlySet<string>;
};
