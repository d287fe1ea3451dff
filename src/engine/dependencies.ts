/** What an engine is handed. It knows nothing else of the world. */
import type { PermissionPolicy } from "../permissions/policy.ts";
import type { EntryOf, NewEntry } from "../protocol/entry.ts";
import type { CallClass } from "../protocol/approval.ts";
import type { ProviderError } from "../protocol/error.ts";
import type { ModelRequest } from "../protocol/message.ts";
import type { FileBefore, ToolResult } from "../protocol/tool-result.ts";
import type { Provider } from "../providers/provider.ts";
import type { AnswerFile } from "../sessions/answer-file.ts";
import type { Session } from "../sessions/session.ts";
import type { Registry } from "../tools/registry.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { TurnEnd } from "./stop-kinds.ts";

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
  /** Sees what calls have changed in files. Absent, nobody looks. */
  readonly fileWatch?: FileWatch;
  /** Asked one after the other before each request of a turn, its first one too; the first that ends it has its way. */
  readonly guards?: readonly RequestGuard[];
  /** Asked when a request has failed before anything of an answer came. */
  readonly recover?: Recovery;
  /** Keeps what is said of an answer until its entry is in the log. Absent, a kill loses that. */
  readonly answerFile?: AnswerFile;
  /** Keeps secrets from the model, the log and the screen. Absent, nothing is hidden. */
  readonly veil?: SecretVeil;
  /** How a command of a class will be confined, in a few words for its question. Absent, nothing is said of it. */
  readonly confinement?: (kind: CallClass) => string;
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

/** Sees what calls have changed in files. Nothing of it ever rejects. */
export type FileWatch = {
  /** Looks at the project before a command that may write; ends early when the signal fires. */
  begin(
    call: { readonly callId: string; readonly command: string },
    signal: AbortSignal,
  ): Promise<WatchedCommand>;
  /** What files hold that a call has changed just now, by their paths (absolute, real). */
  written(paths: readonly string[]): Promise<FilesAfter>;
};

export type WatchedCommand = {
  /** Looks at the project behind the command, which has this result. */
  end(result: ToolResult): Promise<SeenChanges>;
  /**
   * The call has its result and nobody waits any more, for the command or for `end`: what is seen of it later the watch
   * writes into the log itself. `over` settles when nothing of the command runs any more.
   */
  leave(over: Promise<unknown>): void;
};

type FilesAfter = NonNullable<EntryOf<"tool_result">["files"]>;

/** What a command has changed, for the log: its checkpoint and the `files` of its result. */
export type SeenChanges = Pick<EntryOf<"checkpoint">, "files" | "note" | "unnamed"> & {
  readonly after: FilesAfter;
};

/** Puts names in the place of secrets, and secrets back in the place of their names. Never throws. */
export type SecretVeil = {
  /** The result of a call without the secrets in it, in every text that it has; `where` tells the user what that was. */
  conceal(result: ToolResult, where?: string): Promise<ToolResult>;
  /** For the live output of one call: takes pieces, gives back what may be shown; `end` gives back the rest. */
  concealer(): { push(text: string): string; end(): string };
  /**
   * The arguments (JSON) with the secrets that their names stand for, and these names; `refusal` says in words for the
   * model why the call must not run.
   */
  restore(json: string): {
    readonly arguments: string;
    readonly names: readonly string[];
    readonly refusal?: string;
  };
};

/**
 * Decides whether a turn may send its next request, and may make room for it first: it appends to the log what it does.
 * Returns null to go on, or how the turn ends. Returns promptly when the signal fires; never throws.
 */
export type RequestGuard = (turn: GuardedTurn) => Promise<TurnEnd | null>;

export type GuardedTurn = {
  readonly turnId: string;
  /** The model that is asked next, `provider/model-id`. */
  readonly model: string;
  readonly signal: AbortSignal;
  readonly append: (entry: NewEntry) => void;
  /** Says in a few words what is under way, for the activity line. */
  readonly tell: (label: string) => void;
};

/**
 * Looks at a refused request: it may append to the log what makes the next one another one, and says “again”, or returns
 * the error with which the turn fails: the one it was given, or one that says more. Returns promptly when the signal
 * fires; never throws.
 */
export type Recovery = (refused: RefusedRequest) => Promise<"again" | ProviderError>;

export type RefusedRequest = GuardedTurn & {
  readonly request: ModelRequest;
  readonly error: ProviderError;
  /** What the recovery has noted since the step began: it adds to it what it has tried. */
  readonly tried: Set<string>;
};

/** Elapsed time in ms from any fixed point; only differences mean something. */
export type Clock = { readonly elapsed: () => number };
