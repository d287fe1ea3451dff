/** What would be decided about a call, in words and as data. */
import type { Decision } from "../protocol/approval.ts";
import type { Access } from "../protocol/tool-result.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Place } from "./permission-place.ts";
import { say } from "../words/say.ts";

export type PartExplained = { readonly text: string; readonly class: string; readonly why: string };

export type Explained = {
  readonly decision: Decision;
  /** The parts of its commands. */
  readonly parts: readonly PartExplained[];
  /** Why a command is not understood as a whole. */
  readonly unclear: readonly string[];
  /** The rules that the decision speaks of, with where they come from. */
  readonly rules: readonly { readonly rule: string; readonly from: string }[];
};

/** What would be decided now about a call that touches this. */
export function explain(tool: string, accesses: readonly Access[], { policy, rules }: Place): Explained {
  const decision = policy.decide({ tool, accesses });
  const found = accesses.flatMap((access) =>
    access.type === "execute" ? [policy.explain(access.command, access.cwd)] : [],
  );
  const reasons = decision.reasons.join("\n");
  return {
    decision,
    parts: found.flatMap(({ parts }) => parts),
    unclear: found.flatMap(({ unclear }) => unclear ?? []),
    rules: rules.filter(({ rule }) => reasons.includes(` ${rule} `)),
  };
}

const verdictWords = {
  allow: say`It would run without a question`,
  ask: say`It would be asked`,
  deny: say`It would be refused`,
};
const classWords: Readonly<Record<string, string>> = {
  read_only: say`only reads`,
  needs_approval: say`needs approval`,
  deny_or_always_ask: say`always asked`,
};

/** The same as lines for a person. What is foreign in them is spelled out and stays on its line: it makes none of its own. */
export function explainedLines({ decision, parts, unclear, rules }: Explained, { mode }: Place): string[] {
  return [
    ...parts.flatMap(({ text, class: kind, why }) => [
      `  ${onOneLine(text)}`,
      `      ${classWords[kind] ?? kind}: ${onOneLine(why)}`,
    ]),
    ...unclear.map((why) => say`  It is not understood as a whole: ${onOneLine(why)}`),
    say`${verdictWords[decision.verdict]} (${mode} mode): ${onOneLine(decision.reasons.join("; "))}.`,
    ...rules.map(({ rule, from }) => say`The rule ${onOneLine(rule)} comes from: ${onOneLine(from)}.`),
    ...(decision.verdict === "ask" && decision.remember !== undefined
      ? [say`The question would offer to keep the rule ${onOneLine(decision.remember)}.`]
      : []),
    ...(decision.verdict === "ask" ? [onOneLine(decision.hint)] : []),
  ];
}

/** Foreign text in a line of ours: every character that is not plainly seen is spelled out, and so is the end of a line. */
export function onOneLine(text: string): string {
  return sanitize(text, "approval").replace(/\s*\n\s*/g, " ⏎ ");
}

/** The same as data, in the names that `test --json` has. */
export function explainedData({ decision, parts, unclear, rules }: Explained) {
  const { verdict, class: kind, reasons } = decision;
  return {
    verdict,
    class: kind,
    because: reasons,
    parts,
    unclear,
    rules: rules.map(({ rule, from }) => ({ rule, from })),
    ...(decision.verdict === "ask" ? { remember: decision.remember ?? null, hint: decision.hint } : {}),
  };
}
