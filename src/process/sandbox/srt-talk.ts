/** What rein and the process that holds the sandbox runtime say to each other, one message at a time. */
import type { FilesystemRules } from "./srt-policy.ts";

export type ToHost =
  | {
      readonly type: "start";
      readonly ripgrep: string;
      readonly bwrap: string | null;
      readonly socat: string | null;
      readonly seccomp: string | null;
      readonly mark: { readonly name: string; readonly value: string };
    }
  | {
      readonly type: "wrap";
      readonly id: number;
      /** Names the command to the proxy; not to be guessed. */
      readonly key: string;
      readonly script: string;
      readonly rules: FilesystemRules;
    }
  | { readonly type: "allow"; readonly key: string; readonly hosts: readonly string[] }
  | { readonly type: "answer"; readonly id: number; readonly allow: boolean }
  /** A wrapped command has ended, or never started. */
  | { readonly type: "ended"; readonly id: number; readonly key: string };

export type FromHost =
  | { readonly type: "ready" }
  | { readonly type: "failed"; readonly reason: string }
  | { readonly type: "wrapped"; readonly id: number; readonly argv: readonly string[] }
  | { readonly type: "refused"; readonly id: number; readonly reason: string }
  | { readonly type: "cleared"; readonly id: number }
  | {
      readonly type: "ask";
      readonly id: number;
      readonly host: string;
      readonly port: number | undefined;
    };
