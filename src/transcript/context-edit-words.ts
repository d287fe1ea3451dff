/** What the user reads of a change of what requests hold. */
import type { EntryOf } from "../protocol/entry.ts";
import { say, sayCount } from "../words/say.ts";
import { formatTokens } from "./format.ts";

type Edits = EntryOf<"context_edit">["edits"];

/** One sentence a kind of change; empty for an entry that changes nothing. `isSummary` knows summaries by their ids. */
export function contextEditWords(edits: Edits, isSummary: (entryId: string) => boolean): string {
  const summaries = edits.filter(({ entryId, action }) => action === "exclude" && isSummary(entryId));
  const others = edits.filter((edit) => !summaries.includes(edit));
  const of = (action: Edits[number]["action"]) => others.filter((edit) => edit.action === action);
  const [left, back] = [of("exclude"), of("restore")];
  const shorter = [...of("shorten"), ...of("summarise")];
  const size = formatTokens(left.reduce((sum, { tokens = 0 }) => sum + tokens, 0));
  const parts = (list: Edits) => sayCount(list.length, "part");
  return [
    left.length === 0 ? "" : say`Left out of the requests from here on: ${parts(left)}, ${size} tokens.`,
    shorter.length === 0 ? "" : say`Shorter in the requests from here on: ${parts(shorter)}.`,
    summaries.length === 0
      ? ""
      : say`The summary is taken back: what it stood for is in the requests again, as it was said.`,
    back.length === 0 ? "" : say`Put back into the requests: ${parts(back)}.`,
    of("pin").length === 0 ? "" : say`Pinned, so that no summary takes its place: ${parts(of("pin"))}.`,
    of("unpin").length === 0 ? "" : say`No longer pinned: ${parts(of("unpin"))}.`,
  ]
    .filter((sentence) => sentence !== "")
    .join(" ");
}
