/** A tool call in words: what it is, and how it ended. */
import type { CallSnapshot } from "../../protocol/event.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { filesOf } from "../../transcript/diff.ts";
import { failedCall } from "../../transcript/failed-call.ts";
import { formatDuration } from "../../transcript/format.ts";
import type { CallItem } from "../../transcript/item.ts";
import { oneLine, printedLines } from "../../transcript/panel.ts";
import { countWords } from "./change-lines.ts";
import { hasRun } from "../../transcript/render-call.ts";
import { say, sayCount } from "../../words/say.ts";

/** Of what a call printed, so many lines are said; /output says all. */
const mostSaid = 5;

/** `Running bash: npm test` */
export function startOfCall({ name, title }: Pick<CallSnapshot, "name" | "title">): string {
  const what = title === "" ? "" : say`: ${oneLine(title)}`;
  return say`Running ${sanitize(name, "approval_inline")}${what}`;
}

/** How it ended in a line, and the end of what it printed. */
export function endOfCall(item: CallItem): string[] {
  const name = sanitize(item.name, "approval_inline");
  const facts = factsOf(item).join(say`, `);
  return [`${name} ${endWord(item)}${facts === "" ? "" : say`: ${facts}`}`, ...bodyOf(item)];
}

/** All that came of a call, line by line. */
export function wholeOutput(item: CallItem): string[] {
  const { result } = item;
  if (result === undefined) return printedLines(item.output ?? "");
  if (!result.ok) {
    const { words, output, details } = failedCall(item, result);
    return [...words, ...output, ...details];
  }
  const { view } = result;
  const shown = view?.type === "command" ? view.output : view?.type === "text" ? view.text : null;
  return printedLines(shown ?? result.text);
}

function endWord({ status, result }: CallItem): string {
  switch (status) {
    case "done":
      return say`ended`;
    case "failed":
      return result?.ok === false && result.kind === "timeout" ? say`ran into its time limit` : say`failed`;
    case "declined":
      return result?.ok === false && result.kind === "not_allowed" ? say`was not allowed` : say`was declined`;
    case "interrupted":
      return say`was interrupted`;
    case "pending":
    case "awaiting_approval":
    case "running":
      return say`has not ended`;
    default:
      return status satisfies never;
  }
}

function factsOf(item: CallItem): string[] {
  const { durationMs, folder, editedText, hunks } = item;
  const isEdited = editedText !== undefined || (hunks?.edited ?? 0) > 0;
  return [
    ...outcomeOf(item),
    ...(hunks === undefined ? [] : [say`${hunks.taken} of ${sayCount(hunks.of, "hunk")}`]),
    ...(isEdited ? [say`edited by you`] : []),
    ...(durationMs === undefined || !hasRun(item) ? [] : [formatDuration(durationMs)]),
    ...(folder === undefined ? [] : [say`now in ${sanitize(folder, "approval_inline")}`]),
  ];
}

function outcomeOf({ result }: CallItem): string[] {
  if (result?.ok !== true) return [];
  const { view, summary } = result;
  if (view?.type === "changes" || view?.type === "diff") return [countWords(filesOf(view))];
  const exit =
    view?.type !== "command" ? [] : [view.exitCode === null ? say`no exit code` : say`exit ${view.exitCode}`];
  const said = summary === undefined || summary === "" ? [] : [oneLine(summary)];
  return [...exit.filter((words) => !(said[0] ?? "").includes(words)), ...said];
}

function bodyOf(item: CallItem): string[] {
  const { result } = item;
  if (result === undefined || item.status === "declined") {
    const isRefused = result?.ok === false && result.kind === "not_allowed";
    return isRefused ? failedCall(item, result).words.slice(0, mostSaid) : [];
  }
  const why =
    result.ok || item.status === "interrupted" ? [] : failedCall(item, result).words.slice(0, mostSaid);
  if (result.view?.type !== "command") return why;
  const lines = printedLines(result.view.output);
  if (lines.length === 0) return [...why, say`It printed nothing.`];
  const head =
    lines.length <= mostSaid
      ? say`It printed:`
      : say`It printed ${lines.length} lines, /output says all of them; the last ${mostSaid}:`;
  return [...why, head, ...lines.slice(-mostSaid)];
}
