/** /tree: the turns of the session on all its branches, a line each; going on behind one of them. */
import type { Conversation } from "../../app/conversation.ts";
import { rowsOfTree, type TreeRow } from "../../sessions/tree-rows.ts";
import { type SessionTree, sessionTree, type TreeTurn } from "../../sessions/tree.ts";
import { plainStyle } from "../../terminal/style.ts";
import { turnFacts, turnWords } from "../../transcript/render-tree.ts";
import { say, sayCount } from "../../words/say.ts";
import { goingOnBehind, goTo, labelled, noSuchTurn, placeOf, turnNamed } from "../repl/tree/places.ts";
import { previewOf } from "../repl/tree/tree-preview.ts";
import type { Voice } from "./voice.ts";

/** So many turns are said, around where the conversation is. */
const mostSaid = 60;
/** Lines are not cut: who listens has no width. */
const anyWidth = 1_000;

/**
 * Lists the turns, goes on behind the one with this number or label, or gives one a name (`label N NAME`). Throws a
 * `UserError` while a turn runs.
 */
export function tellTree(argument: string, conversation: Conversation, { speak, tell }: Voice): void {
  const tree = sessionTree(conversation.session.tree());
  if (tree.turns.length === 0) return tell(say`Nothing was said yet: there is no tree.`, "warning");
  if (argument === "") return speak(...listed(tree));
  const named = labelled(argument, tree, conversation.session);
  if (named !== null) return tell(named);
  const turn = turnNamed(tree, argument);
  if (turn === undefined) return tell(noSuchTurn(tree), "warning");
  const place = placeOf(turn, null);
  if (place === tree.place) return tell(say`The conversation is there already.`);
  speak(goTo(conversation, place, goingOnBehind(turn)), ...previewOf(turn, anyWidth, plainStyle));
}

function listed(tree: SessionTree): string[] {
  const rows = rowsOfTree(tree);
  const here = rows.findIndex(({ turn }) => turn === tree.here);
  const from = Math.max(0, Math.min(here - mostSaid / 2, rows.length - mostSaid));
  const said = rows.slice(from, from + mostSaid);
  const part =
    rows.length > said.length ? [say`These are ${said.length} of ${rows.length}, around where you are.`] : [];
  return [
    say`${sayCount(tree.turns.length, "turn")}; /tree N goes on behind one:`,
    ...said.map((row) => lineOf(row, tree)),
    ...part,
  ];
}

/** Branches are told in words: rails mean nothing to who listens. */
function lineOf({ turn: index }: TreeRow, tree: SessionTree): string {
  const turn = tree.turns[index];
  if (turn === undefined) return "";
  const follows = followsElsewhere(turn, tree) ? ` ${followWords(turn)}` : "";
  const labels = turn.labels.map(({ label }) => ` [${label}]`).join("");
  const facts = turnFacts(turn, tree);
  return [`${index + 1}${follows}:${labels} ${turnWords(turn)}`, ...facts].join(", ");
}

function followWords({ parent }: TreeTurn): string {
  return parent === null ? say`(from the beginning)` : say`(follows ${parent + 1})`;
}

/** Whether it stands below another turn than the one that it follows. */
function followsElsewhere({ parent }: TreeTurn, { turns, roots }: SessionTree): boolean {
  return parent === null ? roots.length > 1 : (turns[parent]?.children.length ?? 0) > 1;
}
