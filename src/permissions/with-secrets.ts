/** Calls into which secrets are put when they run: that is never done on a rule alone, and no rule comes of it. Pure. */
import type { Decision } from "../protocol/approval.ts";
import { say } from "../words/say.ts";

/** The decision about a call that runs with these secrets (`NAME#1` each); as it was where there are none. */
export function withSecrets(decision: Decision, names: readonly string[]): Decision {
  if (names.length === 0 || decision.verdict === "deny") return decision;
  const named = names.join(", ");
  const reason =
    names.length === 1 ? say`it runs with a secret: ${named}` : say`it runs with secrets: ${named}`;
  if (decision.verdict === "allow") {
    const kind = decision.class === undefined ? {} : { class: decision.class };
    return {
      ...kind,
      verdict: "ask",
      reasons: [reason],
      hint: say`No flag allows this; start rein in a terminal, where it can ask you.`,
    };
  }
  const { remember: _, ...asked } = decision;
  return asked;
}
