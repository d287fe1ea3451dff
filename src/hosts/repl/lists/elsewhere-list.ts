/** A session is open in another place: what can be done about that. */
import type { OpenElsewhereError } from "../../../sessions/elsewhere.ts";
import { say } from "../../../words/say.ts";
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
