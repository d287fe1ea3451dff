/** May this call run? One pure function, and the reasons with the answer. */
import type { CallClass, Decision, DecisionRequest, PermissionMode } from "../protocol/approval.ts";
import type { Access } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";
import { judgeCommand } from "./decide-command.ts";
import { factsAtOnce } from "./facts-at-once.ts";
import { classifyCommand } from "./judge-command.ts";
import { judgePath } from "./judge-path.ts";
import { judgeAddress, judgeMcp } from "./judge-remote.ts";
import { allow, ask, type Facts, type Judgement, type Policy } from "./judgement.ts";
import { parseRule } from "./rule.ts";

export type { Facts, Policy } from "./judgement.ts";

/**
 * Decides one prepared call. The strictest of its accesses decides; a call that touches nothing runs. `remember` is
 * there only when, with that rule, the same call would run without a question; `hint` names only flags of which the
 * same is true. Never throws.
 */
export function decide(request: DecisionRequest, policy: Policy, known: Facts): Decision {
  const facts = factsAtOnce(known);
  const judgements = judgeAll(request, policy, facts);
  const verdict = strictest(judgements);
  const reasons = [...new Set(judgements.flatMap((one) => (one.verdict === verdict ? one.reason : [])))];
  const kind = { class: classOf(request, policy, facts) };
  if (verdict === "deny") return { ...kind, verdict, reasons };
  if (verdict === "allow")
    return { ...kind, verdict, reasons: reasons.length === 0 ? [say`it touches nothing`] : reasons };

  const asking = judgements.filter((one) => one.verdict === "ask");
  const wouldRun = (changed: Partial<Policy>) =>
    strictest(judgeAll(request, { ...policy, ...changed }, facts)) === "allow";
  const rules = [...new Set(asking.flatMap(({ rule }) => rule ?? []))];
  const rulesWork =
    rules.length > 0 && wouldRun({ sessionRules: [...policy.sessionRules, ...rules.map(parseRule)] });
  const [rule, ...more] = rules;
  const parts = asking.length === 1 && request.accesses.length === 1 ? asking[0]?.parts : undefined;
  const isOffered = rulesWork && more.length === 0 && asking.every(({ offer }) => offer === true);
  return {
    ...kind,
    verdict,
    reasons,
    ...(parts === undefined ? {} : { parts }),
    ...(isOffered && rule !== undefined ? { remember: rule } : {}),
    hint: asking.find(({ hint }) => hint !== undefined)?.hint ?? hintFor(rulesWork ? rules : [], wouldRun),
  };
}

function judgeAll(request: DecisionRequest, policy: Policy, facts: Facts): Judgement[] {
  return request.accesses.map((access) => judge(access, policy, facts));
}

function judge(access: Access, policy: Policy, facts: Facts): Judgement {
  switch (access.type) {
    case "read":
    case "write":
      return judgePath(access, policy, facts);
    case "execute":
      return judgeCommand(access.command, access.cwd, policy, facts);
    case "network":
      return judgeAddress(access.url, policy);
    case "mcp":
      return judgeMcp(access, policy);
    case "plan":
      if (policy.mode !== "plan") return allow(say`plan mode is off`);
      return {
        verdict: "ask",
        reason: say`plan mode ends with a plan that you agree to`,
        hint: say`Give the plan as your answer; the user reads it there.`,
      };
    default:
      access satisfies never;
      return ask(say`it does something that rein does not know`);
  }
}

/** What kind of call it is: the strictest of its accesses, without rules and in the default mode. */
function classOf({ accesses }: DecisionRequest, policy: Policy, facts: Facts): CallClass {
  const without: Policy = { mode: "ask", rules: { allow: [], deny: [] }, sessionRules: [] };
  const classes = new Set(
    accesses.map((access): CallClass => {
      if (access.type === "execute") return classifyCommand(access.command, access.cwd, policy, facts).class;
      const judgement = judge(access, without, facts);
      if (judgement.verdict === "allow") return "read_only";
      return judgement.verdict === "ask" && judgement.always === true
        ? "deny_or_always_ask"
        : "needs_approval";
    }),
  );
  if (classes.has("deny_or_always_ask")) return "deny_or_always_ask";
  return classes.has("needs_approval") ? "needs_approval" : "read_only";
}

function strictest(judgements: readonly Judgement[]): Judgement["verdict"] {
  const verdicts = new Set(judgements.map(({ verdict }) => verdict));
  if (verdicts.has("deny")) return "deny";
  return verdicts.has("ask") ? "ask" : "allow";
}

/** A sentence with the flags that would let the call run without asking. */
function hintFor(rules: readonly string[], wouldRun: (changed: Partial<Policy>) => boolean): string {
  const mode: PermissionMode = "accept-edits";
  const flags = [
    ...(rules.length === 0 ? [] : [rules.map((rule) => `--allow ${quoted(rule)}`).join(" ")]),
    ...(wouldRun({ mode }) ? [`--permission-mode ${mode}`] : []),
  ];
  if (flags.length === 0 && wouldRun({ sessionRules: [parseRule("bash")] })) flags.push("--allow bash");
  if (flags.length === 0) return say`No flag allows this; start rein in a terminal, where it can ask you.`;
  return say`To allow it: ${flags.join(say` or `)}.`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
