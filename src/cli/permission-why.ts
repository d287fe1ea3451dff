/** `rein permissions why`: what was decided about a call and why, and what would be now. */
import type { HunkAnswer } from "../protocol/approval.ts";
import { withSecrets } from "../permissions/with-secrets.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import { dataPaths } from "../sessions/paths.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { accessesOfLogged, type LoggedCall, loggedSessions } from "./permission-history.ts";
import type { Place } from "./permission-place.ts";
import { explain, explainedData, explainedLines, type Explained, onOneLine } from "./permission-words.ts";
import { say } from "../words/say.ts";

/** So many sessions are searched for the id of a call. */
const searched = 20;

export type Why = {
  readonly call: LoggedCall | null;
  /** What came of it then, in a sentence; null for a command that is only asked about. */
  readonly before: string | null;
  readonly now: Explained | null;
  /** Why nothing can be said about now. */
  readonly fault: string | null;
};

/**
 * About `last`, the id of a call (or the beginning of one), or else a command. Throws a `UserError` when there is no last
 * call.
 */
export function why(word: string, place: Place): Why {
  const { sessions } = loggedSessions(dataPaths(process.env), place.cwd, searched);
  const calls = sessions.flatMap((session) => session.calls.toReversed());
  const isId = word.length >= 4 && !/\s/.test(word);
  const call =
    word === "last"
      ? calls[0]
      : (calls.find(({ callId }) => callId === word) ??
        (isId ? calls.find(({ callId }) => callId.startsWith(word)) : undefined));
  if (call === undefined) {
    if (word === "last")
      throw new UserError(
        say`No session of ${place.cwd} has a call yet. Say rein permissions why 'COMMAND'.`,
      );
    const access = { type: "execute", command: word, cwd: place.cwd } as const;
    return { call: null, before: null, now: explain("bash", [access], place), fault: null };
  }
  const before = outcomeOf(call);
  try {
    const now = explain(call.tool, accessesOfLogged(call, place.cwd), place);
    const decision = withSecrets(now.decision, call.secrets);
    return { call, before, now: { ...now, decision }, fault: null };
  } catch (thrown) {
    return { call, before, now: null, fault: messageOf(thrown) };
  }
}

function outcomeOf({ answer, edited, keptRule, started, result }: LoggedCall): string {
  const asked = edited === undefined ? say`You were asked,` : say`You were asked, changed it,`;
  switch (answer?.type) {
    case "once":
      return say`${asked} and said yes.`;
    case "hunks":
      return hunksWords(asked, answer.hunks);
    case "edit":
      return say`You were asked, and changed it before it ran.`;
    case "remember":
      return say`${asked} said yes, and kept the rule ${keptRule ?? say`that was offered`}.`;
    case "decline":
      return answer.words.trim() === ""
        ? say`${asked} and said no.`
        : say`${asked} and said no: ${answer.words.trim()}`;
    case "stop":
      return say`${asked} said no, and stopped.`;
    case undefined:
      if (started) return say`It ran without a question.`;
      if (result === undefined) return say`It was not run; the session ends before.`;
      if (result.ok) return say`It ran without a question.`;
      return say`It was not run: ${result.message.replace(/^Not run: /, "")}`;
  }
}

function hunksWords(asked: string, hunks: readonly HunkAnswer[]): string {
  const taken = hunks.filter(({ type }) => type !== "leave").length;
  return taken === 0
    ? say`${asked} and said no to every hunk.`
    : say`${asked} and took ${taken} of its ${hunks.length} hunks.`;
}

/** For a person; what is foreign in it stays on its line. */
export function whyText({ call, before, now, fault }: Why, place: Place): string {
  const head =
    call === null
      ? []
      : [
          onOneLine(`${call.tool}  ${call.argumentsText}`),
          ...(call.edited === undefined ? [] : [onOneLine(say`  changed to: ${call.edited}`)]),
          `  ${onOneLine(say`call ${call.callId} of session ${call.sessionId}, ${call.at}`)}`,
        ];
  return [
    ...head,
    ...(before === null ? [] : [say`Then: ${onOneLine(before)}`, say`Now:`]),
    ...(now === null ? [] : explainedLines(now, place)),
    ...(fault === null ? [] : [say`It cannot be decided again: ${onOneLine(fault)}`]),
  ].join("\n");
}

/** As one line of JSON. */
export function whyJson({ call, before, now, fault }: Why): string {
  return jsonLine({
    call:
      call === null
        ? null
        : {
            id: call.callId,
            session: call.sessionId,
            at: call.at,
            tool: call.tool,
            arguments: call.argumentsText,
            ...(call.edited === undefined ? {} : { edited: call.edited }),
          },
    before,
    now: now === null ? null : explainedData(now),
    ...(fault === null ? {} : { error: fault }),
  });
}
