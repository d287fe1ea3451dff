/** The turns that `/tree` can be given, to choose from while it is written. */
import type { Session } from "../../../sessions/session.ts";
import { sessionTree } from "../../../sessions/tree.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { turnWords } from "../../../transcript/render-tree.ts";
import { say } from "../../../words/say.ts";
import type { ArgumentChoice } from "../composer/argument-choice.ts";

/** By their numbers, the youngest first: that is where one has come from. */
export function treeChoices(session: Pick<Session, "tree">): ArgumentChoice[] {
  const { turns, here } = sessionTree(session.tree());
  return turns
    .map((turn) => {
      const labels = turn.labels.map(({ label }) => `[${sanitize(label, "approval_inline")}] `).join("");
      const place = turn.index === here ? ` ${say`← you are here`}` : "";
      return { value: `${turn.index + 1}`, help: `${labels}${turnWords(turn)}${place}` };
    })
    .toReversed();
}
