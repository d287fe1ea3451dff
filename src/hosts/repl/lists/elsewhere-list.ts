/** A session is open in another place: what can be done about that. */
import type { OpenElsewhereError } from "../../../sessions/elsewhere.ts";
import type { Style } from "../../../terminal/style.ts";
import { say } from "../../../words/say.ts";
import type { StartGate } from "../start-gate.ts";
import { NumberedList } from "./numbered-list.ts";

export type ElsewhereParts = {
  readonly elsewhere: Pick<OpenElsewhereError, "sessionId" | "where">;
  /** Follows it, read-only. */
  readonly onWatch: () => void;
  /** Goes on in a copy; the session stays as it is. */
  readonly onCopy: () => void;
};

/** The list of it. */
export function elsewhereList({ elsewhere, onWatch, onCopy }: ElsewhereParts): NumberedList {
  const { sessionId, where } = elsewhere;
  return new NumberedList({
    heading: say`Session ${sessionId} is open in another place.`,
    details: say`It is open in ${where}.`,
    choices: [
      { words: say`watch it here, read-only`, run: onWatch },
      { words: say`go on in a copy; the session stays as it is`, run: onCopy },
    ],
    otherwise: say`leave it`,
  });
}

/** `none`: the user leaves the session where it is. `leave`: they leave rein. */
export type ElsewhereAnswer = "watch" | "copy" | "none" | "leave";

/** Asks before a session opens. What is written meanwhile stays in the composer. */
export async function askAboutElsewhere(
  elsewhere: ElsewhereParts["elsewhere"],
  { gate, style }: { readonly gate: Pick<StartGate, "ask">; readonly style: Style },
): Promise<ElsewhereAnswer> {
  const answered = Promise.withResolvers<ElsewhereAnswer>();
  const list = elsewhereList({
    elsewhere,
    onWatch: () => answered.resolve("watch"),
    onCopy: () => answered.resolve("copy"),
  });
  gate.ask({
    status: style.dim(say`  waiting for your answer`),
    view: (columns) => list.view(columns),
    onCommand(command) {
      const isOver = list.onCommand(command);
      // Where something was chosen, that counts.
      if (isOver) answered.resolve("none");
      return isOver;
    },
    leave: () => answered.resolve("leave"),
  });
  return answered.promise;
}
