/** The end of a turn beside the tree: what was asked, and the last words of what came back. */
import type { TreeTurn } from "../../../sessions/tree.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { turnWords } from "../../../transcript/render-tree.ts";

const mostLines = 4;
/** So much of the end of an answer is looked at for its lines, UTF-16 units. */
const mostShown = 2_000;

/** At most four lines of this width. */
export function previewOf(turn: TreeTurn, width: number, style: Style): string[] {
  const said = (turn.answer?.parts ?? []).flatMap((part) => (part.type === "text" ? [part.text] : []));
  const answer = said
    .join("\n")
    .slice(-mostShown)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(1 - mostLines);
  const lines = [`> ${turnWords(turn)}`, ...answer.map((line) => sanitize(line, "approval_inline"))];
  return lines.map((line) => style.dim(truncateLine(line, width)));
}
