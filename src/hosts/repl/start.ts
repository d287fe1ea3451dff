/** What the REPL is started with. */
import type { AppOptions, Resume } from "../../app/options.ts";

export type ReplStart = {
  readonly options: AppOptions;
  /** A session to go on with; `pick` lets the user choose one, of those that were found first. */
  readonly resume?:
    Resume | { readonly type: "pick"; readonly asCopy?: boolean; readonly found?: FoundSessions };
  /** The whole window from the start, in place of the inline screen. */
  readonly isFull?: boolean;
  /** A first message, sent as soon as the session is open. */
  readonly prompt?: string;
};

/** It goes on with one that is known from the start. */
export function isSaved({ resume }: ReplStart): boolean {
  return resume?.type === "id" || resume?.type === "latest";
}

/** Sessions in which something was found, the last used first. */
export type FoundSessions = { readonly words: string; readonly ids: readonly string[] };

/** How it ended. */
export type ReplEnd = {
  /** The exit code. */
  readonly code: number;
  /** A session that the user wants to watch next. */
  readonly watch?: string;
  /** The session that was left; null where nothing was said in it. */
  readonly sessionId: string | null;
};
