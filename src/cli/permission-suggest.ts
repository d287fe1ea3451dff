/** `rein permissions suggest`: which rules past answers speak for. */
import { type Suggestion, suggestRules } from "../permissions/suggest.ts";
import { dataPaths } from "../sessions/paths.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { loggedSessions, pastCalls } from "./permission-history.ts";
import type { Place } from "./permission-place.ts";
import { onOneLine } from "./permission-words.ts";
import { say, sayCount } from "../words/say.ts";

export type Suggestions = {
  readonly suggestions: readonly Suggestion[];
  /** How many questions were answered with yes in the sessions that were read. */
  readonly approved: number;
  readonly sessions: number;
  readonly warnings: readonly string[];
};

/** Reads the sessions of the folder and decides every approved call again with each rule that comes up. */
export function suggest(place: Place): Suggestions {
  const logged = loggedSessions(dataPaths(process.env), place.cwd);
  const past = pastCalls(logged, place.cwd);
  return {
    suggestions: suggestRules(past, (accesses, rules) =>
      place.policyWith(rules).decide({ tool: "suggested", accesses }),
    ),
    approved: past.reduce((sum, call) => sum + call.approved, 0),
    sessions: logged.sessions.length,
    warnings: logged.warnings,
  };
}

/** For a person; what is foreign in it stays on its line. */
export function suggestText({ suggestions, approved, sessions }: Suggestions): string {
  const read = say`${sayCount(approved, "approval")} in ${sayCount(sessions, "session")} of this folder`;
  if (suggestions.length === 0) return say`No rule comes of ${read}: none would answer two questions safely.`;
  return [
    say`From ${read}:`,
    ...suggestions.flatMap(({ rule, calls, questions, isWider }) => [
      "",
      isWider
        ? say`${onOneLine(rule)}  would have answered ${sayCount(questions, "question")}; it allows more than these:`
        : say`${onOneLine(rule)}  would have answered ${sayCount(questions, "question")}:`,
      ...calls.map((call) => `  ${String(call.approved).padStart(3)} × ${onOneLine(call.shown)}`),
      `  rein permissions allow ${quoted(rule)}`,
    ]),
  ].join("\n");
}

/** As one line of JSON. */
export function suggestJson({ suggestions, approved, sessions }: Suggestions): string {
  return jsonLine({
    sessions,
    approved,
    suggestions: suggestions.map(({ rule, calls, questions, isWider }) => ({
      rule,
      questions,
      allows_more: isWider,
      calls: calls.map((call) => ({ call: call.shown, approved: call.approved })),
      add: `rein permissions allow ${quoted(rule)}`,
    })),
  });
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
