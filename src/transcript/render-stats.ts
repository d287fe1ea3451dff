/** Sums over sessions as lines: tables that fit, and a bar for each day. */
import type { ApprovalAnswer } from "../protocol/approval.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { truncateMiddle } from "../terminal/truncate-middle.ts";
import { padLine, truncateLine, widthOf } from "../terminal/width.ts";
import { say, sayCount } from "../words/say.ts";
import { formatDuration, formatMoney, formatTokens } from "./format.ts";
import { type Stats, type Sum, tokensOf } from "./stats.ts";
import type { Cost, Used } from "./usage.ts";

export type StatsOptions = {
  /** Columns that no line goes beyond. */
  readonly width: number;
  readonly style: Style;
  /** The last days, `2026-11-30` each, oldest first: every one gets a bar. */
  readonly days: readonly string[];
};

/** Rows of a table; the others are counted. */
const mostRows = 8;
const longestBar = 40;
const narrowestName = 12;

/** The lines: everything together, days, projects, models, tools, answers. */
export function renderStats(stats: Stats, options: StatsOptions): string[] {
  const { total, projects, models, tools } = stats;
  const head = [
    sayCount(total.sessions, "session"),
    sayCount(total.messages, "message"),
    sayCount(total.calls, "tool call"),
    tokenWords(total.used),
    costWords(total.cost),
  ];
  return [
    ...section(say`Together`, [`  ${head.filter((part) => part !== "").join(" · ")}`], options),
    ...section(say`By day`, chart(stats, options), options),
    ...section(
      say`By project`,
      table(
        [...projects].map(([cwd, sum]) => [cwd === "" ? say`unknown folder` : cwd].concat(sumCells(sum))),
        options,
      ),
      options,
    ),
    ...section(
      say`By model`,
      table(
        [...models].map(([model, { sessions, used, cost }]) => [
          model,
          costWords(cost),
          tokenWords(used),
          sayCount(used.answers, "answer"),
          sayCount(sessions, "session"),
        ]),
        options,
      ),
      options,
    ),
    ...section(
      say`Tools`,
      table(
        [...tools].map(([name, { calls, ended, durationMs }]) => [
          name,
          sayCount(calls, "call"),
          failedWords(ended),
          formatDuration(durationMs),
        ]),
        options,
      ),
      options,
    ),
    ...section(say`Your answers`, answerLines(stats, options), options),
    ...unpricedLine(total.cost, options),
  ];
}

/** Blank lines apart, under their names; nothing where there is nothing. */
function section(name: string, lines: readonly string[], { width, style }: StatsOptions): string[] {
  if (lines.length === 0) return [];
  return [style.bold(truncateLine(name, width)), ...lines.map((line) => truncateLine(line, width)), ""];
}

const eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** A bar of a length in columns, to an eighth of one; never nothing for what is more than nothing. */
export function bar(columns: number): string {
  if (columns <= 0) return "";
  const parts = Math.max(1, Math.round(columns * 8));
  return "█".repeat(Math.floor(parts / 8)) + (eighths[parts % 8] ?? "");
}

/** By cost where any is known, else by tokens. */
function chart({ days: sums }: Stats, { width, style, days }: StatsOptions): string[] {
  if (sums.size === 0) return [];
  const isPriced = [...sums.values()].some(({ cost }) => (cost.dollars ?? 0) > 0);
  const sizeOf = (sum: Sum | undefined) =>
    sum === undefined ? 0 : isPriced ? (sum.cost.dollars ?? 0) : tokensOf(sum);
  const most = Math.max(...days.map((day) => sizeOf(sums.get(day))));
  const rows = days.map((day) => {
    const sum = sums.get(day);
    const facts =
      sum === undefined
        ? ""
        : [costWords(sum.cost), tokenWords(sum.used), sayCount(sum.sessions, "session")]
            .filter((part) => part !== "")
            .join(" · ");
    return { day, size: sizeOf(sum), facts };
  });
  const right = Math.max(...rows.map(({ facts }) => widthOf(facts)));
  const room = Math.min(longestBar, width - 2 - "2026-11-30".length - 2 - 2 - right);
  return rows.map(({ day, size, facts }) => {
    const drawn = room < 4 || most === 0 ? "" : padLine(bar((size / most) * room), room + 2);
    return `  ${day}  ${style.accent(drawn)}${facts === "" ? style.dim("–") : facts}`;
  });
}

function sumCells(sum: Sum): string[] {
  return [
    costWords(sum.cost),
    tokenWords(sum.used),
    sayCount(sum.sessions, "session"),
    sayCount(sum.calls, "tool call"),
  ];
}

/** Columns side by side, the first cut in its middle to what the others leave; the last ones go where that is nothing. */
function table(rows: readonly (readonly string[])[], options: StatsOptions): string[] {
  const shown = rows
    .slice(0, mostRows)
    .map((cells) => cells.map((cell) => sanitize(cell, "approval_inline")));
  const columns = Math.max(0, ...shown.map((cells) => cells.length));
  const widths = Array.from({ length: columns }, (_, at) =>
    Math.max(...shown.map((cells) => widthOf(cells[at] ?? ""))),
  );
  let used = columns;
  const taken = () => widths.slice(1, used).reduce((sum, width) => sum + width + 2, 2);
  const narrowest = Math.min(narrowestName, widths[0] ?? 0);
  while (used > 1 && options.width - taken() < narrowest) used -= 1;
  const first = Math.max(1, Math.min(widths[0] ?? 0, options.width - taken()));
  const lines = shown.map((cells) =>
    [
      `  ${padLine(truncateMiddle(cells[0] ?? "", first), first)}`,
      ...cells.slice(1, used).map((cell, at) => padLine(cell, widths[at + 1] ?? 0, "right")),
    ]
      .join("  ")
      .trimEnd(),
  );
  const more = rows.length - shown.length;
  return more > 0 ? [...lines, options.style.dim(say`  … and ${more} more`)] : lines;
}

function failedWords({ failed = 0, declined = 0 }: Readonly<Partial<Record<string, number>>>): string {
  const parts = [failed > 0 ? say`${failed} failed` : "", declined > 0 ? say`${declined} declined` : ""];
  return parts.filter((part) => part !== "").join(", ");
}

function answerLines({ approvals }: Stats, options: StatsOptions): string[] {
  const answers: readonly (readonly [name: string, type: ApprovalAnswer["type"]])[] = [
    [say`allowed once`, "once"],
    [say`allowed from then on`, "remember"],
    [say`edited, then allowed`, "edit"],
    [say`allowed in part`, "hunks"],
    [say`declined`, "decline"],
    [say`declined, and the turn stopped`, "stop"],
  ];
  const rows = answers.flatMap(([name, type]) => {
    const count = approvals[type] ?? 0;
    return count === 0 ? [] : [[name, `${count}`]];
  });
  return table(rows, options);
}

function unpricedLine({ unpriced }: Cost, { width, style }: StatsOptions): string[] {
  if (unpriced.length === 0) return [];
  const names = unpriced.map((name) => sanitize(name, "approval_inline")).join(", ");
  return [style.dim(truncateLine(say`Without a known price, and not in the cost: ${names}`, width))];
}

function tokenWords({ inputTokens, outputTokens }: Used): string {
  if (inputTokens + outputTokens === 0) return "";
  return `↑${formatTokens(inputTokens)} ↓${formatTokens(outputTokens)}`;
}

function costWords({ dollars, unpriced }: Cost): string {
  if (dollars === null || (dollars === 0 && unpriced.length > 0)) return "";
  return `${formatMoney(dollars)}${unpriced.length === 0 ? "" : "+"}`;
}
