/** What an engine is handed. It knows nothing else of the world. */
import type { PermissionPolicy } from "../permissions/policy.ts";
import type { EntryOf } from "../protocol/entry.ts";
import type { ModelRequest } from "../protocol/message.ts";
import type { FileBefore } from "../protocol/tool-result.ts";
import type { Provider } from "../providers/provider.ts";
import type { Session } from "../sessions/session.ts";
import type { Registry } from "../tools/registry.ts";
import type { ToolContext } from "../tools/tool.ts";

export type EngineDependencies = {
  readonly provider: Provider;
  readonly tools: Registry;
  readonly toolContext: ToolContext;
  readonly policy: PermissionPolicy;
  readonly session: Session;
  /** Builds and validates the next request for a model from the session as it stands. */
  readonly buildRequest: (model: string) => ModelRequest;
  /**
   * Keeps what files hold before a call changes them and says what the log is to name. Never throws; what cannot be
   * kept is told to the user.
   */
  readonly keepBefore: (files: readonly FileBefore[]) => Promise<EntryOf<"checkpoint">["files"]>;
  readonly clock: Clock;
  /** A fresh random id of 32 hex digits. */
  readonly newId: () => string;
  /** Most model responses in one turn: a positive integer. */
  readonly maxSteps: number;
  /** False where nobody can answer a question: what would ask is then refused, with the way to allow it. */
  readonly canAsk: boolean;
  /** Told what a listener threw. That is a fault of the host; the turn, its tools and other listeners go on. */
  readonly onListenerError: (thrown: unknown) => void;
};

/** Elapsed time in ms from any fixed point; only differences mean something. */
export type Clock = { readonly elapsed: () => number };
