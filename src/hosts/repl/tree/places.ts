/** Where a jump in the tree leads, and what is said of it. */
import type { Conversation } from "../../../app/conversation.ts";
import { isSameHeld } from "../../../sessions/file-held.ts";
import { filesAt, leftInFiles } from "../../../sessions/file-history.ts";
import type { LogNode } from "../../../sessions/log.ts";
import type { Session } from "../../../sessions/session.ts";
import { type SessionTree, sessionTree, type TreeTurn } from "../../../sessions/tree.ts";
import { turnWords } from "../../../transcript/render-tree.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";

/** So much of a message is enough to know it again in a sentence, columns. */
const nameColumns = 40;

/** The entry behind which a turn, or one of its calls, is over. */
export function placeOf(turn: TreeTurn, call: number | null): string {
  return (call === null ? undefined : turn.calls[call]?.at) ?? turn.endId;
}

/** The turn that is named by its number, or by its label in any case; undefined for none. */
export function turnNamed(tree: SessionTree, name: string): TreeTurn | undefined {
  if (/^\d{1,9}$/.test(name)) return tree.turns[Number(name) - 1];
  const wanted = name.toLowerCase();
  return tree.turns.findLast(({ labels }) => labels.some(({ label }) => label.toLowerCase() === wanted));
}

/**
 * For `label N NAME`: gives the turn with this number or label the name, without one takes it away, and returns what to
 * say of it. Null for any other argument.
 */
export function labelled(
  argument: string,
  tree: SessionTree,
  session: Pick<Session, "append">,
): string | null {
  const [all, name = "", label = ""] = /^label\s+(\S+)(?:\s+([^]*))?$/.exec(argument) ?? [];
  if (all === undefined) return null;
  const turn = turnNamed(tree, name);
  if (turn === undefined) return noSuchTurn(tree);
  if (label.includes("\n")) return say`That has several lines: nothing was put in.`;
  const entry = session.append({ type: "label", entryId: turn.id, label: label.trim() });
  const kept = entry.type === "label" ? entry.label : "";
  return kept === "" ? say`“${nameOf(turn)}” has no name.` : say`“${nameOf(turn)}” is called “${kept}” now.`;
}

/** What is said where no turn has that number or label. */
export function noSuchTurn({ turns }: SessionTree): string {
  return say`/tree N: N is from 1 to ${turns.length}, or a label. /tree alone shows them all.`;
}

/**
 * Goes on behind `place` (null: before everything) and returns what to say of it: `to` names it, and how to come back is
 * told. Files stay as they are. Throws a `UserError` when the conversation is not idle.
 */
export function goTo(conversation: Conversation, place: string | null, to: string): string {
  const { session } = conversation;
  const nodes = session.tree();
  const left = sessionTree(nodes);
  const from = left.here === null ? undefined : left.turns[left.here];
  const differing = filesDiffering(nodes, place);
  conversation.goTo(place);
  const back =
    from === undefined
      ? say`/tree leads back.`
      : say`It was at “${nameOf(from)}”: /tree ${from.index + 1} leads back.`;
  return [to, back, fileWords(differing)].join(" ");
}

/**
 * How many files hold something else now than they did when the entry `place` was the last one of the log, as far as the
 * log knows. Files have no branches.
 */
function filesDiffering(nodes: readonly LogNode[], place: string | null): number {
  const entries = nodes.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  const at = nodes.findIndex(({ id }) => id === place);
  // What this version cannot read has changed no file that it knows of.
  const last = nodes.slice(0, at + 1).findLast(({ entry }) => entry !== null);
  const left = leftInFiles(entries);
  const then = filesAt(entries, last?.id ?? null) ?? [];
  return then.filter((file) => {
    const [now] = left.get(file.path) ?? [];
    if (now === undefined || file.type === "unknown") return true;
    return !isSameHeld(now, file.type === "content" ? { type: "file", hash: file.hash } : file);
  }).length;
}

/** What is said of having gone behind a turn. */
export function goingOnBehind(turn: TreeTurn): string {
  return say`The conversation goes on behind “${nameOf(turn)}”.`;
}

/** A turn in a few words. */
export function nameOf(turn: TreeTurn): string {
  return truncateLine(turnWords(turn), nameColumns);
}

function fileWords(differing: number): string {
  if (differing === 0) return say`Files were not touched.`;
  return differing === 1
    ? say`Files were not touched: one has changed since, and /rewind brings it back.`
    : say`Files were not touched: ${differing} have changed since, and /rewind brings them back.`;
}
