/** A session's tree as lines: a rail for each branch that was left, a mark for each turn, and what it was about. */
import type { TurnOutcome } from "../protocol/entry.ts";
import { rowsOfTree, type TreeRow } from "../sessions/tree-rows.ts";
import type { SessionTree, TreeCall, TreeTurn } from "../sessions/tree.ts";
import { printable } from "../terminal/sanitize.ts";
import { plainStyle, type Style } from "../terminal/style.ts";
import { padLine, truncateLine, widthOf } from "../terminal/width.ts";
import { say, sayCount } from "../words/say.ts";

export type TreeLook = {
  readonly width: number;
  readonly style: Style;
};

/** A narrower window has no room for numbers and facts beside the words. */
const narrowest = 40;
/** At most this part of the width is spent on rails. */
const railShare = 3;
/** So much of a message is looked at for its first line, UTF-16 units. */
const mostRead = 500;

/** The line of one row, at most `width` columns. */
export function renderTreeRow(row: TreeRow, tree: SessionTree, { width, style }: TreeLook): string {
  const turn = tree.turns[row.turn];
  if (turn === undefined) return "";
  const call = row.call === null ? undefined : turn.calls[row.call];
  if (call !== undefined) return callLine(call, row, { width, style });
  const isHere = tree.here === turn.index;
  const mark = isHere ? "◉" : turn.isActive ? "●" : "○";
  const rails = style.dim(railsOf(row, width));
  const number =
    width < narrowest
      ? ""
      : style.dim(`${padLine(`${turn.index + 1}`, `${tree.turns.length}`.length, "right")} `);
  const folded = row.hidden === 0 ? "" : style.accent(`▸ +${row.hidden} `);
  const labels = turn.labels.map(({ label }) => `[${printable(label)}] `).join("");
  const words = turn.isActive ? turnWords(turn) : style.dim(turnWords(turn));
  const left = `${rails}${turn.isActive ? style.accent(mark) : mark} ${number}${folded}${style.accent(labels)}${words}`;
  const facts = width < narrowest ? "" : turnFacts(turn, tree).join(" · ");
  return beside(left, facts, { width, style });
}

/** What a turn was about, on one line. */
export function turnWords({ message }: TreeTurn): string {
  if (message === null) return say`(asked again)`;
  const line =
    message.text
      .slice(0, mostRead)
      .split("\n")
      .find((text) => text.trim() !== "") ?? "";
  return line === "" ? say`(nothing said)` : printable(line.trim());
}

/** The whole tree as lines with a number for each turn, for those without a screen. */
export function treeLines(tree: SessionTree, width: number): string[] {
  return rowsOfTree(tree).map((row) => renderTreeRow(row, tree, { width, style: plainStyle }).trimEnd());
}

function callLine({ name, title, end }: TreeCall, row: TreeRow, { width, style }: TreeLook): string {
  const sign =
    end === "done"
      ? ""
      : end === "failed"
        ? style.danger(` · ${say`failed`}`)
        : style.warning(` · ${say`no result`}`);
  const words = `${style.dim(`${railsOf(row, width)}  ⎿ `)}${printable(name)} ${style.dim(printable(title.split("\n", 1)[0] ?? ""))}`;
  return truncateLine(words, Math.max(1, width - widthOf(sign))) + (width > widthOf(sign) ? sign : "");
}

/** Where there is no room for all rails the outer ones are left out, and a sign stands for them. */
function railsOf({ depth, isSide }: TreeRow, width: number): string {
  const most = Math.max(1, Math.floor(width / railShare / 2));
  const kept = Math.min(depth, most);
  if (kept === 0) return "";
  const rails = isSide ? `${"│ ".repeat(kept - 1)}├─` : "│ ".repeat(kept);
  return kept < depth ? `…${rails.slice(1)}` : rails;
}

/** How it ended and what it did, a few words each; nothing for one that was completed without a call. */
export function turnFacts({ index, outcome, calls, files, isMidway }: TreeTurn, tree: SessionTree): string[] {
  const end = outcome === null ? say`no end` : outcomeWords[outcome];
  return [
    ...(end === "" ? [] : [end]),
    ...(calls.length === 0 ? [] : [sayCount(calls.length, "call")]),
    ...(files === 0 ? [] : [sayCount(files, "file")]),
    ...(isMidway ? [say`from midway`] : []),
    ...(tree.here === index ? [tree.isMidway ? say`you are here, midway` : say`you are here`] : []),
  ];
}

const outcomeWords: Readonly<Record<TurnOutcome, string>> = {
  completed: "",
  failed: say`failed`,
  limit_reached: say`limit reached`,
  interrupted: say`stopped`,
  budget_reached: say`budget reached`,
};

/** The facts at the end of the line; they make way for at most half of the words. */
function beside(left: string, facts: string, { width, style }: TreeLook): string {
  const room = width - widthOf(facts) - 2;
  if (facts === "" || room < Math.min(widthOf(left), width / 2)) return truncateLine(left, width);
  return `${padLine(truncateLine(left, room), room + 2)}${style.dim(facts)}`;
}
