/** What the REPL is started with. */
import type { AppOptions, Resume } from "../../app/options.ts";

export type ReplStart = {
  readonly options: AppOptions;
  /** A session to go on with; `pick` lets the user choose one. */
  readonly resume?: Resume | { readonly type: "pick"; readonly asCopy?: boolean };
  /** The whole window from the start, in place of the inline screen. */
  readonly isFull?: boolean;
  /** A first message, sent as soon as the session is open. */
  readonly prompt?: string;
};
