/** `/tree`: shows the tree of the session, or goes to a place in it. */
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import type { SentImage } from "../../../protocol/message.ts";
import type { Style } from "../../../terminal/style.ts";
import type { Screen } from "../screen/screen.ts";
import { pathOf } from "../../../sessions/log.ts";
import { type SessionTree, sessionTree, type TreeTurn } from "../../../sessions/tree.ts";
import { UserError } from "../../../protocol/error.ts";
import { say } from "../../../words/say.ts";
import { requireIdle } from "../commands/require-idle.ts";
import { goingOnBehind, goTo, labelled, nameOf, noSuchTurn, placeOf, turnNamed } from "./places.ts";
import { TreeView } from "./tree-view.ts";

type Parts = {
  readonly app: App;
  readonly conversation: () => Conversation;
  readonly screen: Pick<Screen, "openFull">;
  readonly style: Style;
  readonly tell: (text: string, level?: "info" | "warning") => void;
  /** Puts a conversation in the place of the one on screen. */
  readonly switchTo: (conversation: Conversation) => void;
  /** The conversation on screen went to another place of its tree: shows its branch, and says so in these words. */
  readonly showAnew: (words: string) => void;
  /** Puts a message that was sent back into the composer. */
  readonly giveBack: (text: string, images?: readonly SentImage[]) => void;
};

/**
 * `argument`: the number or the label of a turn to go on behind, or `label N NAME`; empty: the user chooses on the whole
 * window.
 */
export function openTree(argument: string, parts: Parts): void {
  const tree = sessionTree(parts.conversation().session.tree());
  if (tree.turns.length === 0) return parts.tell(say`Nothing was said yet: there is no tree.`, "warning");
  if (argument === "") return parts.screen.openFull(viewOf(tree, parts));
  const named = labelled(argument, tree, parts.conversation().session);
  if (named !== null) return parts.tell(named);
  const turn = turnNamed(tree, argument);
  if (turn === undefined) return parts.tell(noSuchTurn(tree), "warning");
  const told = jump(tree, turn, null, parts);
  if (told !== null) parts.tell(told, "warning");
}

function viewOf(tree: SessionTree, parts: Parts): TreeView {
  let now = tree;
  return new TreeView(tree, parts.style, {
    jump: (turn, call) => jump(now, turn, call, parts),
    edit: (turn) => edit(turn, parts),
    fork: (turn, call) => fork(turn, call, parts),
    label(turn, label) {
      const { session } = parts.conversation();
      session.append({ type: "label", entryId: turn.id, label });
      now = sessionTree(session.tree());
      return now;
    },
  });
}

function jump(tree: SessionTree, turn: TreeTurn, call: number | null, parts: Parts): string | null {
  const place = placeOf(turn, call);
  if (place === tree.place) return say`The conversation is there already.`;
  const to =
    call === null
      ? goingOnBehind(turn)
      : say`The conversation goes on in “${nameOf(turn)}”, behind call ${call + 1}.`;
  return go(place, to, parts);
}

function edit(turn: TreeTurn, parts: Parts): string | null {
  const { message } = turn;
  if (message === null) return say`There is no message here to write anew.`;
  const told = go(turn.before, say`The conversation goes on before “${nameOf(turn)}”.`, parts);
  if (told === null) parts.giveBack(message.text, message.images);
  return told;
}

/** Null when it is there; else why not. */
function go(place: string | null, to: string, parts: Parts): string | null {
  return saying(() => parts.showAnew(goTo(parts.conversation(), place, to)));
}

function fork(turn: TreeTurn, call: number | null, { app, conversation, switchTo }: Parts): string | null {
  const { session } = conversation();
  const { sessionId } = session.header;
  const nodes = pathOf(session.tree(), placeOf(turn, call));
  const entries = nodes.flatMap(({ entry }) => (entry === null ? [] : [entry]));
  return saying(() => {
    requireIdle(conversation());
    switchTo(app.converse({ type: "copy", sessionId, entries, nodes }));
  });
}

function saying(action: () => void): string | null {
  try {
    action();
    return null;
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    return thrown.message;
  }
}
