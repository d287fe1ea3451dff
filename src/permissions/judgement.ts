/** What is said of one access, before the accesses of a call are put together. */
import type { AskedPart, PermissionMode } from "../protocol/approval.ts";
import { say } from "../words/say.ts";
import { isBroad } from "./broad-rules.ts";
import type { LeadsTo } from "./place.ts";
import type { Rule } from "./rule.ts";

export type Policy = {
  readonly mode: PermissionMode;
  /** What forbids wins over what has a call asked, and that over what allows. */
  readonly rules: {
    readonly allow: readonly Rule[];
    readonly ask?: readonly Rule[];
    readonly deny: readonly Rule[];
  };
  /** Rules from answers in this session; they count like `rules.allow`. */
  readonly sessionRules: readonly Rule[];
};

export type ConfinementFacts = {
  /** Commands run in a sandbox that really confines them, so that `auto` may let them run by themselves. @default false */
  readonly sandboxed?: boolean;
  /** The user has said for this run that `auto` may run commands although nothing confines them. @default false */
  readonly unconfinedAuto?: boolean;
  /** Why there is no sandbox although nobody said that there need be none: then no mode and no rule runs a command. */
  readonly noSandbox?: string | undefined;
  /** What commands brought about that git may run something because of, and that the user has not been shown. */
  readonly unseen?: readonly string[];
};

/** What is known of the machine; folders are absolute and real. */
export type Facts = ConfinementFacts & {
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
  /**
   * The first file below a folder (absolute, real) that matches, or null; `"too many"` when there is too much to look at.
   * Absent, folders are taken to have no such file.
   */
  readonly findBelow?: (
    folder: string,
    matches: (path: string) => boolean,
  ) => { readonly path: string } | "too many" | null;
  /** Where the words of a command really lead. Absent, they are taken as they are written. */
  readonly leadsTo?: LeadsTo;
};

/** The rules that allow in the mode: `auto` decides by itself, so a rule for nearly everything does not count there. */
export function allowRules({ mode, rules, sessionRules }: Policy): readonly Rule[] {
  const all = [...rules.allow, ...sessionRules];
  return mode === "auto" ? all.filter((rule) => !isBroad(rule)) : all;
}

export type Judgement =
  | { readonly verdict: "allow" | "deny"; readonly reason: string }
  | {
      readonly verdict: "ask";
      readonly reason: string;
      /** Which stretches of a command ask, where that is known; in their order, without overlaps. */
      readonly parts?: readonly AskedPart[];
      /** No rule and no mode answers it. */
      readonly always?: true;
      /** The reason without the word that it is always asked. */
      readonly why?: string;
      /** A rule that might allow it; whether it does is found out by deciding again. */
      readonly rule?: string;
      /** The rule may be offered as "don't ask again", not only named as a flag. */
      readonly offer?: boolean;
      /** What to do where nobody can be asked, where that is no flag. */
      readonly hint?: string;
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
  return { verdict: "ask", reason: say`${reason}; this is always asked`, always: true, why: reason };
}
