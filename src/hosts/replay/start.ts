/** What a replay is started with, and how it ends. */
import type { Resume } from "../../app/options.ts";
import type { FoundLog } from "../../app/replay/find-log.ts";
import type { DataPaths } from "../../sessions/paths.ts";

type ShownLog = {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder rein was started in: absolute. */
  readonly cwd: string;
  readonly paths: DataPaths;
  readonly log: FoundLog;
  /** The whole window from the start, in place of the inline screen. */
  readonly isFull?: boolean;
};

export type ReplayStart = ShownLog & {
  /** How many times as fast as it was; 0 waits for nothing. */
  readonly speed: number;
  /** It begins paused. */
  readonly isStepped: boolean;
  /** A pause in which the session waited for its user is this long at most, ms. */
  readonly maxPauseMs: number;
  /** So many entries are shown; absent for all. */
  readonly end?: number;
};

export type WatchStart = ShownLog;

/** `talk`: the user wants to go on, in this session. `model`: with another model than it had. */
export type ReplayEnd =
  { readonly type: "left" } | { readonly type: "talk"; readonly resume: Resume; readonly model?: string };
