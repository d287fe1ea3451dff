/** What a provider is opened with. */
import type { ModelChoice } from "./choose.ts";
import type { ModelMemory } from "./model-memory.ts";
import type { ProviderFamily } from "./provider-family.ts";
import type { ProviderTrace } from "./provider.ts";
import type { Recorder } from "./record.ts";
import type { RetryOptions } from "./retry.ts";
import type { Fetch } from "./wire.ts";

export type OpenOptions = {
  /** Gets a record of everything that is sent and received; keys are removed. */
  readonly trace?: ProviderTrace;
  /** Gets every request and every piece of every answer when it comes; keys are removed. */
  readonly record?: Recorder;
  /** Told of a recording that is played; `played` says how many of its requests were sent again so far. */
  readonly onReplay?: (replay: {
    readonly file: string;
    readonly requests: number;
    readonly played: () => number;
  }) => void;
  readonly fetch?: Fetch;
  readonly delays?: {
    /** How long a server may be silent, ms. @default 2 minutes, and 10 before the first byte of a server on this machine */
    readonly idleMs?: number;
    /** How long the demo waits between two pieces of its text, ms. Default 8. */
    readonly demoMs?: number;
  };
  readonly retry?: RetryOptions;
  /** The providers of the user's own. */
  readonly own?: readonly ProviderFamily[];
  /** What is known of models from before. @default nothing, kept for this provider alone */
  readonly memory?: ModelMemory;
};

/** A model server that is opened, and with what. */
export type Opening = {
  readonly choice: ModelChoice;
  readonly family: ProviderFamily;
  readonly options: OpenOptions;
  readonly memory: ModelMemory;
};
