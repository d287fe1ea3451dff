/** The permission policy of one session. */
import type { Decision, DecisionRequest, PermissionMode } from "../protocol/approval.ts";
import { say } from "../words/say.ts";
import { decide, type Facts } from "./decide.ts";
import { classifyCommand, type CommandFindings } from "./judge-command.ts";
import type { Policy } from "./judgement.ts";
import { isOwnOutput } from "./place.ts";
import { matchesPathOrParent, parseRule, type Rule } from "./rule.ts";
import { isSecretLooking, readProtection } from "./sensitive-paths.ts";
import { underTaint } from "./taint.ts";

/** What the engine asks before each call. */
export interface PermissionPolicy {
  /** The mode in force. */
  readonly mode: PermissionMode;
  /** Changes the mode for every call that is decided from now on. */
  setMode(mode: PermissionMode): void;
  /** May this call run? Never throws; what it does not understand is asked. */
  decide(request: DecisionRequest): Decision;
  /**
   * Keeps a rule, the `remember` of a decision: for the rest of the session, and beyond it where `onRemember` does.
   *
   * @throws UserError for a text that is no rule.
   */
  remember(rule: string): void;
}

export type PolicyOptions = Facts & {
  readonly mode: PermissionMode;
  /** Rules as the user wrote them; see `parseRule` for their form. */
  readonly allow?: readonly string[];
  /** Asked although a rule or the mode allows it. */
  readonly ask?: readonly string[];
  readonly deny?: readonly string[];
  /** Told of every rule that is kept, to keep it beyond the session. */
  readonly onRemember?: (rule: string) => void;
  /**
   * Why the user's own word is not known, as in "your settings file cannot be read". Then no mode and no rule lets
   * anything run: what it forbids may stand there.
   */
  readonly distrust?: string | undefined;
  /** What of the present turn came from the network, in words; see `taintSources`. */
  readonly taint?: () => readonly string[];
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
  const { distrust } = options;
  const rules: Policy["rules"] = {
    allow: (options.allow ?? []).map(parseRule),
    ask: (options.ask ?? []).map(parseRule),
    deny: (options.deny ?? []).map(parseRule),
  };
  const sessionRules: Rule[] = [];
  let mode = options.mode;
  const policy = (): Policy =>
    distrust === undefined
      ? { mode, rules, sessionRules }
      : { mode: mode === "plan" ? "plan" : "ask", rules: { ...rules, allow: [] }, sessionRules: [] };
  return {
    get mode() {
      return mode;
    },
    setMode(next) {
      mode = next;
    },
    decide(request) {
      const decided = decide(request, policy(), options);
      const decision = underTaint(decided, request, options.taint?.() ?? [], options);
      return distrust === undefined ? decision : distrusting(decision, distrust);
    },
    remember(rule) {
      sessionRules.push(parseRule(rule));
      options.onRemember?.(rule);
    },
    explain: (command, cwd) => classifyCommand(command, cwd, policy(), options),
    hidesFromSearch: (path) =>
      isSecretLooking(path) ||
      (readProtection(path, options.ownFolders) !== null && !isOwnOutput(path, options)) ||
      [...rules.deny, ...(rules.ask ?? [])].some((rule) => matchesPathOrParent(rule, "read", path, options)),
  };
}

/** A question to which only the user has the answer: no rule would be read that they keep. */
function distrusting(decision: Decision, why: string): Decision {
  if (decision.verdict !== "ask") return decision;
  const { remember: _, ...asked } = decision;
  return {
    ...asked,
    reasons: [...decision.reasons, say`${why}, so no rule and no mode allows anything`],
    hint: say`No flag allows this while ${why}; repair it first.`,
  };
}
