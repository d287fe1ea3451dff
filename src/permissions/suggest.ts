/** Which rules past answers speak for. Pure. */
import type { Decision } from "../protocol/approval.ts";
import type { Access } from "../protocol/tool-result.ts";
import { isBroad } from "./broad-rules.ts";
import { parseRule, ruleFault } from "./rule.ts";

/** A call that the user was asked about, with how often it was, in the same words. */
export type PastCall = {
  /** How it is shown: the command, or the files that it changes. */
  readonly shown: string;
  readonly accesses: readonly Access[];
  readonly approved: number;
  readonly declined: number;
};

export type Suggestion = {
  readonly rule: string;
  /** The past calls that are asked now and would run without a question with the rule, the most frequent first. */
  readonly calls: readonly PastCall[];
  /** How many questions that would have been. */
  readonly questions: number;
  /** It allows more than what was approved: other calls that begin alike, or other files of the folder. */
  readonly isWider: boolean;
};

/** What would be decided with more rules than there are now. */
export type DecideWith = (accesses: readonly Access[], rules: readonly string[]) => Decision;

/**
 * The rules that would have answered at least two of the user's answers in the same way, the most useful first. One that
 * would have allowed anything that was declined is not among them, nor one that leaves open what it allows.
 */
export function suggestRules(past: readonly PastCall[], decide: DecideWith): readonly Suggestion[] {
  const asked = past.flatMap((call) => {
    const { verdict, ...decision } = decide(call.accesses, []);
    if (verdict !== "ask") return [];
    return [{ call, rule: "remember" in decision ? decision.remember : undefined }];
  });
  const exact = new Set(asked.flatMap(({ rule }) => rule ?? []));
  const wider = new Set(
    [...exact].flatMap(widened).filter((rule) => ruleFault(rule) === null && !isBroad(parseRule(rule))),
  );
  const suggestion = (rule: string): Suggestion[] => {
    const calls = asked
      .filter(({ call }) => decide(call.accesses, [rule]).verdict === "allow")
      .map(({ call }) => call);
    const approved = calls.filter((call) => call.approved > 0);
    const questions = approved.reduce((sum, call) => sum + call.approved, 0);
    const isWider = wider.has(rule);
    if (questions < 2 || calls.some((call) => call.declined > 0) || (isWider && approved.length < 2))
      return [];
    const sorted = approved.toSorted((one, other) => other.approved - one.approved);
    return [{ rule, calls: sorted, questions, isWider }];
  };
  const wide = [...wider].flatMap(suggestion);
  const covered = new Set(wide.flatMap(({ calls }) => calls));
  const narrow = [...exact]
    .flatMap(suggestion)
    .filter(({ calls }) => !calls.every((call) => covered.has(call)));
  return [...wide, ...narrow].toSorted((one, other) => other.questions - one.questions);
}

/** A rule for a command as one for its first two words, and one for a file as one for its folder. */
function widened(rule: string): string[] {
  const parsed = parseRule(rule);
  if (parsed.type === "command") {
    const [name, first, ...more] = parsed.words?.map(({ text }) => text) ?? [];
    const isPlain = [name, first].every((word) => word !== undefined && /^[\w.:][\w.:-]*$/.test(word));
    return isPlain && more.length > 0 ? [`bash(${name} ${first}:*)`] : [];
  }
  if (parsed.type !== "path") return [];
  const folder = parsed.glob.slice(0, parsed.glob.lastIndexOf("/"));
  // Only below the project: a folder elsewhere is nothing that one file speaks for.
  if (folder === "" || parsed.glob.startsWith("/")) return [];
  return [`${parsed.kind === "read" ? "read" : "edit"}(${folder}/**)`];
}
