/** A tool call's panel: one head line with sign, name, title, outcome and time, and below it as much as is asked for. */
import type { CallStatus, FileChange, ToolResult } from "../protocol/tool-result.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Painter, Style } from "../terminal/style.ts";
import { truncateMiddle } from "../terminal/truncate-middle.ts";
import { truncateLine, wrapText } from "../terminal/width.ts";
import { say } from "../words/say.ts";
import { diffCounts, filesOf } from "./diff.ts";
import { failedCall } from "./failed-call.ts";
import { formatDuration, formatElapsed } from "./format.ts";
import type { CallItem } from "./item.ts";
import { outputSummary } from "./output-summary.ts";
import { foldLines, hangBelow, layHead, oneLine, printedLines, roomBelow } from "./panel.ts";
import { renderChanges } from "./render-diff.ts";
import { linesGone, renderLiveOutput } from "./render-output.ts";
import type { RenderOptions } from "./render-options.ts";

const collapsedDiffLines = 10;
const mostTodoChanges = 6;
/** Columns of the folder that a command left its shell in. */
const longestFolder = 24;

/** Draws a panel. Collapsed, it says what came of the call in a line or a few; expanded, it keeps nothing back. */
export function renderCall(item: CallItem, options: RenderOptions): string[] {
  const head = renderHead(item, options);
  const body = options.expanded ? expandedBody(item, options) : collapsedBody(item, options);
  return [...head, ...hangBelow(body, options)];
}

function renderHead(item: CallItem, { width, style }: RenderOptions): string[] {
  const name = sanitize(item.name, "approval_inline");
  const title = oneLine(item.title === "" ? item.argumentsText : item.title);
  const start = `${signOf(item, style)} ${style.bold(name)}`;
  return layHead({ start, title: title === "" ? "" : `  ${title}`, facts: factsOf(item) }, { width, style });
}

function signOf(item: CallItem, style: Style): string {
  const signs: Record<CallStatus, [string, Painter]> = {
    pending: ["◌", style.dim],
    awaiting_approval: ["◌", style.warning],
    running: ["◐", style.accent],
    done: ["●", hasFailedCommand(item) ? style.warning : style.success],
    failed: ["✗", style.danger],
    declined: ["⊘", style.warning],
    interrupted: ["■", style.warning],
  };
  const [sign, paint] = signs[item.status];
  return paint(sign);
}

function hasFailedCommand(item: CallItem): boolean {
  const view = item.result?.view;
  return view?.type === "command" && view.exitCode !== 0;
}

/** What came of it and how long it took, in words: the sign and its colour say nothing that is not here too. */
export function factsOf(item: CallItem): string[] {
  const facts = [outcomeOf(item), ...whatTheUserChanged(item)];
  if (item.durationMs !== undefined && hasRun(item)) facts.push(...durationOf(item.status, item.durationMs));
  if (item.folder !== undefined)
    facts.push(say`now in ${truncateMiddle(sanitize(item.folder, "approval_inline"), longestFolder)}`);
  return facts;
}

/** Of a call that was declined, or stopped before it began, no time is told: it took none. */
export function hasRun({ status, durationMs }: CallItem): boolean {
  return status !== "declined" && !(status === "interrupted" && durationMs === 0);
}

/** What still runs counts whole seconds: its line changes once a second. */
function durationOf(status: CallStatus, ms: number): string[] {
  if (status !== "running") return [formatDuration(ms)];
  return ms < 1000 ? [] : [formatElapsed(ms)];
}

/** What ran is not what the model asked for: the panel says so. */
function whatTheUserChanged({ editedText, hunks }: CallItem): string[] {
  const parts = hunks === undefined ? [] : [takenWords(hunks)];
  return editedText !== undefined || (hunks?.edited ?? 0) > 0 ? [...parts, say`edited by you`] : parts;
}

function takenWords({ taken, of }: NonNullable<CallItem["hunks"]>): string {
  return of === 1 ? say`${taken} of 1 hunk` : say`${taken} of ${of} hunks`;
}

function outcomeOf(item: CallItem): string {
  switch (item.status) {
    case "pending":
      return say`pending`;
    case "awaiting_approval":
      return say`waits for your answer`;
    case "running":
      return say`running`;
    case "done":
      return summaryOf(item);
    case "failed":
      return item.result?.ok === false && item.result.kind === "timeout" ? say`timed out` : say`failed`;
    case "declined":
      return item.result?.ok === false && item.result.kind === "not_allowed"
        ? say`not allowed`
        : say`declined`;
    case "interrupted":
      return say`interrupted`;
    default:
      return item.status satisfies never;
  }
}

function summaryOf({ result }: CallItem): string {
  if (result?.ok !== true) return say`done`;
  if (result.summary !== undefined && result.summary !== "") return oneLine(result.summary);
  const { view } = result;
  if (view?.type === "changes" || view?.type === "diff") return diffCounts(filesOf(view));
  if (view?.type === "command")
    return view.exitCode === null ? say`no exit code` : say`exit ${view.exitCode}`;
  return say`done`;
}

/** What the call changed in files; null for calls that do something else. */
function changedFiles({ result }: CallItem): readonly FileChange[] | null {
  const view = result?.view;
  return view?.type === "changes" || view?.type === "diff" ? filesOf(view) : null;
}

function collapsedBody(item: CallItem, options: RenderOptions): string[] {
  const { result } = item;
  const width = roomBelow(options);
  if (item.status === "running") {
    if (item.output === undefined || item.output === "") return [];
    const { output, outputBefore: before } = item;
    return renderLiveOutput(output, {
      ...options,
      width,
      rows: options.liveRows ?? 5,
      ...(before === undefined ? {} : { before }),
    });
  }
  if (result === undefined) return [];
  if (!result.ok) {
    const { words, output } = failedCall(item, result);
    const { style } = options;
    return [...foldLines(words, "start", width, style), ...foldLines(output, "end", width, style)];
  }
  const files = changedFiles(item);
  if (files !== null)
    return renderChanges(files, { width, style: options.style, maxLines: collapsedDiffLines });
  if (item.todoChanges !== undefined) return changedTodos(item.todoChanges, width, options.style);
  const { view } = result;
  if (view?.type !== "command") return [];
  const lines = printedLines(view.output);
  return foldLines(lines, "end", width, options.style, outputSummary({ lines, exitCode: view.exitCode }));
}

function changedTodos(changes: readonly string[], width: number, style: Style): string[] {
  const shown = changes.length <= mostTodoChanges ? changes : changes.slice(0, mostTodoChanges - 1);
  const more = changes.length - shown.length;
  const lines = shown.map((line) => sanitize(line, "approval_inline"));
  return [...lines, ...(more > 0 ? [say`… ${more} more`] : [])].map((line) =>
    style.dim(truncateLine(line, width)),
  );
}

function expandedBody(item: CallItem, options: RenderOptions): string[] {
  const width = roomBelow(options);
  const { style } = options;
  const { result } = item;
  const files = changedFiles(item);
  if (files !== null) {
    const message = result?.ok === false ? wrapText(failedLines(item, result).join("\n"), width) : [];
    return [...message, ...renderChanges(files, { width, style })];
  }
  const parts = [argumentLines(item.editedText ?? item.argumentsText), resultLines(item)];
  const [asked = [], answered = []] = parts.map((lines) =>
    lines.flatMap((line) => wrapText(line, width, { hard: true })),
  );
  return [...asked.map(style.dim), ...answered];
}

function resultLines(item: CallItem): string[] {
  const { result, output, outputBefore: before } = item;
  if (result === undefined) {
    const gone = before === undefined || before.lines === 0 ? [] : [linesGone(before)];
    return [...gone, ...printedLines(output ?? "")];
  }
  if (!result.ok) return failedLines(item, result);
  const { view } = result;
  if (view?.type === "command") return printedLines(view.output);
  return printedLines(view?.type === "text" ? view.text : result.text);
}

function failedLines(item: CallItem, result: Extract<ToolResult, { ok: false }>): string[] {
  const { words, output, details } = failedCall(item, result);
  return [...words, ...output, ...details];
}

/** `name: value` for each argument; what is no JSON object is shown as the model wrote it. */
function argumentLines(argumentsText: string): string[] {
  const parsed = parseObject(argumentsText);
  if (parsed === null) return printedLines(argumentsText);
  return Object.entries(parsed).flatMap(([name, value]) => {
    const [first = "", ...rest] = printedLines(
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    );
    return [`${sanitize(name, "approval_inline")}: ${first}`].concat(rest.map((line) => `  ${line}`));
  });
}

function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
