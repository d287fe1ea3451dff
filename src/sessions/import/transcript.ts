/** What a reader of somebody else's transcript gives: its facts, and what was told in it, in no program's words. */
import type { TurnOutcome } from "../../protocol/entry.ts";
import type { AssistantPart, SentImage, StopKind, Usage } from "../../protocol/message.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";

/** The programs whose transcripts can be read, by the names that the user gives. */
export const importTools = ["claude-code", "codex", "gemini-cli", "opencode", "pi"] as const;
export type ImportTool = (typeof importTools)[number];

/** What each is called where a person reads it. */
export const toolNames: Readonly<Record<ImportTool, string>> = {
  "claude-code": "Claude Code",
  codex: "Codex",
  "gemini-cli": "Gemini CLI",
  opencode: "opencode",
  pi: "pi",
};

/** One thing that happened. `at` is ISO 8601, or empty where it does not say; `key` is its id there, for `keepFrom`. */
export type Told = { readonly at: string; readonly key?: string } & (
  | {
      readonly type: "user";
      readonly text: string;
      readonly images: readonly SentImage[];
      /** It came while the model was at work. */
      readonly isSteering?: boolean;
    }
  | {
      readonly type: "answer";
      /** `provider/model-id`. */
      readonly model: string;
      readonly parts: readonly AssistantPart[];
      readonly stop: StopKind;
      readonly usage?: Usage;
    }
  | {
      readonly type: "result";
      readonly callId: string;
      readonly result: ToolResult;
      /** Running time where it is known, ms. */
      readonly durationMs?: number;
    }
  | {
      readonly type: "summary";
      readonly text: string;
      /** The key of the first thing before it that it does not stand for. */
      readonly keepFrom?: string;
      readonly tokens?: { readonly before: number; readonly after: number };
    }
  | { readonly type: "end"; readonly outcome: TurnOutcome; readonly reason?: string }
  | {
      readonly type: "command";
      readonly command: string;
      readonly output: string;
      readonly exitCode: number | null;
      readonly shared: boolean;
    }
  | { readonly type: "notice"; readonly text: string }
);
export type ToldOf<T extends Told["type"]> = Extract<Told, { type: T }>;

/** What is not in `told`, counted. */
export type LeftOutCounts = {
  /** Lines that were torn or damaged. */
  readonly unreadable: number;
  /** Conversations of helpers that the model had started. */
  readonly helpers: number;
  /** What was meant for the other program or came from it: reminders, outputs of its own commands. */
  readonly noise: number;
};

export type Transcript = {
  readonly tool: ImportTool;
  /** Its id there; empty when it has none. */
  readonly id: string;
  /** It is the conversation of a helper that a model had started. */
  readonly isHelper: boolean;
  /** The absolute folder that it belonged to, or null where it does not say. */
  readonly cwd: string | null;
  /** ISO 8601, or null. */
  readonly createdAt: string | null;
  readonly gitBranch: string | null;
  readonly title: { readonly text: string; readonly by: "user" | "model" } | null;
  /** The active branch, in its order. */
  readonly told: readonly Told[];
  readonly leftOut: LeftOutCounts;
};

/** A reader pauses at every step: whoever runs it decides when others have their turn. It never throws. */
export type Reading = Generator<void, Transcript>;
