/** The permission policy of one session. */
import type { Decision, DecisionRequest, PermissionMode } from "../protocol/approval.ts";
import { decide, type Facts } from "./decide.ts";
import { classifyCommand, type CommandFindings } from "./judge-command.ts";
import { isOwnOutput } from "./place.ts";
import { matchesPathOrParent, parseRule, type Rule } from "./rule.ts";
import { isSecretLooking, readProtection } from "./sensitive-paths.ts";

/** What the engine asks before each call. */
export interface PermissionPolicy {
  /** The mode in force. */
  readonly mode: PermissionMode;
  /** Changes the mode for every call that is decided from now on. */
  setMode(mode: PermissionMode): void;
  /** May this call run? Never throws; what it does not understand is asked. */
  decide(request: DecisionRequest): Decision;
  /**
   * Keeps a rule for the rest of the session: the `remember` of a decision.
   *
   * @throws UserError for a text that is no rule.
   */
  remember(rule: string): void;
}

export type PolicyOptions = Facts & {
  readonly mode: PermissionMode;
  /** Rules as the user wrote them; see `parseRule` for their form. */
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
};

/** A policy that also tells searches what to leave out, and explains itself. */
export type SessionPolicy = PermissionPolicy & {
  /** True for files whose content no search may show: they look like secrets, or a rule forbids reading them. */
  hidesFromSearch(path: string): boolean;
  /** What a command that runs in `cwd` (absolute and real) is, part by part, before any rule for commands. */
  explain(command: string, cwd: string): CommandFindings;
};

/**
 * A policy that starts in a mode with some rules and learns rules of the session.
 *
 * @throws UserError (usage) when one of the rules cannot be read; the message has its text.
 */
export function createPolicy(options: PolicyOptions): SessionPolicy {
  const allow = (options.allow ?? []).map(parseRule);
  const deny = (options.deny ?? []).map(parseRule);
  const sessionRules: Rule[] = [];
  let mode = options.mode;
  return {
    get mode() {
      return mode;
    },
    setMode(next) {
      mode = next;
    },
    decide: (request) => decide(request, { mode, rules: { allow, deny }, sessionRules }, options),
    remember(rule) {
      sessionRules.push(parseRule(rule));
    },
    explain: (command, cwd) =>
      classifyCommand(command, cwd, { mode, rules: { allow, deny }, sessionRules }, options),
    hidesFromSearch: (path) =>
      isSecretLooking(path) ||
      (readProtection(path, options.ownFolders) !== null && !isOwnOutput(path, options)) ||
      deny.some((rule) => matchesPathOrParent(rule, "read", path, options)),
  };
}
