/** What a host asks the composition root for. */
import type { PermissionMode } from "../protocol/approval.ts";

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
  readonly deny: readonly string[];
  readonly tools?: readonly string[];
  readonly maxTurns?: number;
  /** What a session may cost at most, US dollars. */
  readonly maxCost?: number;
  readonly debugFile?: string;
  /** Where the talk with model servers is recorded, for replaying it. */
  readonly recordFile?: string;
};

/** Which session to go on with: the folder's latest, or one by (a unique beginning of) its id. */
export type Resume = { readonly type: "latest" } | { readonly type: "id"; readonly id: string };
