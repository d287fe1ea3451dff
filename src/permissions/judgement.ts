/** What is said of one access, before the accesses of a call are put together. */
import type { PermissionMode } from "../protocol/approval.ts";
import type { LeadsTo } from "./place.ts";
import type { Rule } from "./rule.ts";

export type Policy = {
  readonly mode: PermissionMode;
  readonly rules: { readonly allow: readonly Rule[]; readonly deny: readonly Rule[] };
  /** Rules from answers in this session; they count like `rules.allow`. */
  readonly sessionRules: readonly Rule[];
};

/** What is known of the machine; folders are absolute and real. */
export type Facts = {
  /** The project's folder. */
  readonly root: string;
  readonly home: string;
  /** Folders and files of rein's own, wherever the user has put them: always asked. */
  readonly ownFolders?: readonly string[];
  /** The session's own folder with whole outputs of its commands, which it may read: its model was given a part of them. */
  readonly outputFolder?: string;
  /** The session's own folder for files that do not belong to the project, which only its user can enter. */
  readonly scratchFolder?: string;
  /**
   * The settings of the repository that a folder belongs to, as `section.name.key=value`. Absent, repositories are taken
   * to have none.
   */
  readonly gitSettings?: (folder: string) => readonly string[];
  /** Where the words of a command really lead. Absent, they are taken as they are written. */
  readonly leadsTo?: LeadsTo;
};

export type Judgement =
  | { readonly verdict: "allow" | "deny"; readonly reason: string }
  | {
      readonly verdict: "ask";
      readonly reason: string;
      /** No rule and no mode answers it. */
      readonly always?: true;
      /** A rule that might allow it; whether it does is found out by deciding again. */
      readonly rule?: string;
      /** The rule may be offered as "don't ask again", not only named as a flag. */
      readonly offer?: boolean;
    };

export function allow(reason: string): Judgement {
  return { verdict: "allow", reason };
}

export function deny(reason: string): Judgement {
  return { verdict: "deny", reason };
}

/** Asks; `rule` is what could be kept instead of asking again. */
export function ask(reason: string, rule?: string): Judgement {
  return rule === undefined ? { verdict: "ask", reason } : { verdict: "ask", reason, rule, offer: true };
}

/** Asks whatever the rules and the mode are. */
export function askAlways(reason: string): Judgement {
  return { verdict: "ask", reason: `${reason}; this is always asked`, always: true };
}
