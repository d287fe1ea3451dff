/** What the REPL is started with. */
import type { AppOptions, Resume } from "../../app/options.ts";

export type ReplStart = {
  readonly options: AppOptions;
  /** A session to go on with; `pick` lets the user choose one. */
  readonly resume?: Resume | { readonly type: "pick"; readonly asCopy?: boolean };
  /** A first message, sent as soon as the session is open. */
  readonly prompt?: string;
};
