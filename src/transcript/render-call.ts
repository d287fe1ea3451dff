/** A tool call's panel: one head line with sign, name, title, outcome and time, and below it as much as is asked for. */
import type { CallStatus } from "../protocol/tool-result.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Painter, Style } from "../terminal/style.ts";
import { padLine, truncateLine, widthOf, wrapText } from "../terminal/width.ts";
import { diffCounts, diffFile } from "./diff.ts";
import { countOf, formatDuration } from "./format.ts";
import type { CallItem } from "./item.ts";
import { renderDiff } from "./render-diff.ts";
import { renderLiveOutput } from "./render-output.ts";
import type { RenderOptions } from "./render-options.ts";

/** On wide screens the facts stay near the title; columns. */
const widestHead = 100;
/** A title that would get fewer columns than this leaves the line to itself. */
const shortestTitle = 8;
const collapsedDiffLines = 10;
const collapsedLines = 3;
const corner = "  ⎿ ";
const below = "    ";

/** Draws a panel. Collapsed, it says what came of the call in a line or a few; expanded, it keeps nothing back. */
export function renderCall(item: CallItem, options: RenderOptions): string[] {
  const head = renderHead(item, options);
  const body = options.expanded ? expandedBody(item, options) : collapsedBody(item, options);
  return [...head, ...hung(body, options)];
}

/** The room that a body has beside its corner, columns. */
function roomOf({ width }: Pick<RenderOptions, "width">): number {
  return width > below.length * 2 ? width - below.length : Math.max(1, width);
}

function hung(lines: readonly string[], options: RenderOptions): string[] {
  if (roomOf(options) === options.width) return [...lines];
  return lines.map((line, index) => {
    if (index === 0) return options.style.dim(corner) + line;
    return line === "" ? "" : below + line;
  });
}

function renderHead(item: CallItem, { width, style }: RenderOptions): string[] {
  const sign = signOf(item, style);
  const name = sanitize(item.name, "approval_inline");
  const title = oneLine(item.title === "" ? item.argumentsText : item.title);
  const facts = factsOf(item).join(" · ");
  const columns = Math.min(width, widestHead);
  const start = `${sign} ${style.bold(name)}`;
  const left = title === "" ? start : `${start}  ${title}`;
  const room = columns - widthOf(facts) - 2;
  if (widthOf(left) <= room) return [`${padLine(left, room + 2)}${style.dim(facts)}`];
  if (room >= widthOf(start) + 2 + shortestTitle) {
    return [`${padLine(truncateLine(left, room), room + 2)}${style.dim(facts)}`];
  }
  return [truncateLine(left, width), style.dim(truncateLine(`  ${facts}`, width))];
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
function factsOf(item: CallItem): string[] {
  const facts = [outcomeOf(item)];
  if (item.durationMs !== undefined && item.status !== "declined")
    facts.push(formatDuration(item.durationMs));
  return facts;
}

function outcomeOf(item: CallItem): string {
  switch (item.status) {
    case "pending":
      return "pending";
    case "awaiting_approval":
      return "waits for your answer";
    case "running":
      return "running";
    case "done":
      return summaryOf(item);
    case "failed":
      return item.result?.ok === false && item.result.kind === "timeout" ? "timed out" : "failed";
    case "declined":
      return item.result?.ok === false && item.result.kind === "not_allowed" ? "not allowed" : "declined";
    case "interrupted":
      return "interrupted";
    default:
      return item.status satisfies never;
  }
}

function summaryOf({ result }: CallItem): string {
  if (result?.ok !== true) return "done";
  if (result.summary !== undefined && result.summary !== "") return oneLine(result.summary);
  const { view } = result;
  if (view?.type === "diff") return diffCounts(diffFile(view));
  if (view?.type === "command") return view.exitCode === null ? "no exit code" : `exit ${view.exitCode}`;
  return "done";
}

function collapsedBody(item: CallItem, options: RenderOptions): string[] {
  const { result } = item;
  const width = roomOf(options);
  if (item.status === "running") {
    if (item.output === undefined || item.output === "") return [];
    const { output, outputLinesBefore: linesBefore = 0 } = item;
    return renderLiveOutput(output, { ...options, width, rows: options.liveRows ?? 5, linesBefore });
  }
  if (result === undefined) return [];
  if (!result.ok) return folded(printed(result.message), "start", width, options.style);
  if (result.view?.type === "diff") {
    return renderDiff(result.view, { width, style: options.style, maxLines: collapsedDiffLines });
  }
  const output = result.view?.type === "command" ? result.view.output : "";
  return folded(printed(output), "end", width, options.style);
}

/** A few lines, or the one that says most and the number of all. */
function folded(lines: readonly string[], keep: "start" | "end", width: number, style: Style): string[] {
  if (lines.length <= collapsedLines) return lines.map((line) => style.dim(truncateLine(line, width)));
  const line = (keep === "start" ? lines[0] : lines.findLast((text) => text.trim() !== "")) ?? "";
  const note = `… ${countOf(lines.length, "line")} (ctrl+o)`;
  const room = width - widthOf(note) - 3;
  if (room < shortestTitle) return [line, note].map((text) => style.dim(truncateLine(text, width)));
  return [style.dim(`${truncateLine(line, room)} · ${note}`)];
}

function expandedBody(item: CallItem, options: RenderOptions): string[] {
  const width = roomOf(options);
  const { style } = options;
  const { result } = item;
  if (result?.view?.type === "diff") {
    const message = result.ok ? [] : wrapText(printed(result.message).join("\n"), width);
    return [...message, ...renderDiff(result.view, { width, style })];
  }
  const parts = [argumentLines(item.argumentsText), resultLines(item)];
  const [asked = [], answered = []] = parts.map((lines) =>
    lines.flatMap((line) => wrapText(line, width, { hard: true })),
  );
  return [...asked.map(style.dim), ...answered];
}

function resultLines({ result, output }: CallItem): string[] {
  if (result === undefined) return printed(output ?? "");
  const { view } = result;
  const shown =
    view?.type === "command" ? printed(view.output) : view?.type === "text" ? printed(view.text) : null;
  if (result.ok) return shown ?? printed(result.text);
  return [...printed(result.message), ...(shown ?? [])];
}

/** `name: value` for each argument; what is no JSON object is shown as the model wrote it. */
function argumentLines(argumentsText: string): string[] {
  const parsed = parseObject(argumentsText);
  if (parsed === null) return printed(argumentsText);
  return Object.entries(parsed).flatMap(([name, value]) => {
    const [first = "", ...rest] = printed(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
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

/** The printable lines of a tool's text, without blank ones at its end. */
function printed(text: string): string[] {
  const lines = sanitize(text, "output", { lastStateOnly: true }).trimEnd();
  return lines === "" ? [] : lines.split("\n");
}

function oneLine(text: string): string {
  return sanitize(text, "output")
    .trim()
    .replace(/\s*\n\s*/g, " ⏎ ");
}
