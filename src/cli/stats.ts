/** `rein stats`: what was done and what it cost, over all sessions. */
import { parseArgs } from "node:util";
import { dataPaths } from "../sessions/paths.ts";
import { walkLogs } from "../sessions/walk-logs.ts";
import { colourDepthOf, hasAttributes } from "../terminal/colour-depth.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { createStyle, plainStyle } from "../terminal/style.ts";
import { renderStats } from "../transcript/render-stats.ts";
import { type ModelSum, type Stats, StatsCounter, type Sum } from "../transcript/stats.ts";
import { barDays, startOfDay } from "../transcript/stats-days.ts";
import { say } from "../words/say.ts";
import { knownPrices } from "./known-prices.ts";
import { print, printExactly, stdoutColumns, stdoutIsTerminal, tell } from "./output.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein stats                 sessions, tokens, cost, tools and answers by day, project and model: the last 14 days
  rein stats --days N        the last N days, today included; 0 is since ever
  rein stats --json          the same for a program, on one line

Costs are by today's prices. What a session has copied from another one counts there only.`;
const usageError = usageErrors(help);

const defaultDays = 14;
const mostDays = 3660;

/** Prints the sums and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runStats(argv: readonly string[], now = Date.now()): Promise<number> {
  const values = parse(argv);
  if (values.help === true) return print(help);
  const days = readDays(values.days);
  const since = days === 0 ? 0 : startOfDay(now, days - 1);
  const counter = new StatsCounter(since);
  const { unread } = await walkLogs(dataPaths(process.env), { since }, (header, entry) =>
    counter.add(header, entry),
  );
  for (const name of unread) await tell(say`rein: ${name} could not be read, and is not counted.`);
  const stats = counter.stats(await knownPrices());
  if (values.json === true) {
    await printExactly(`${jsonLine(jsonOf(stats, { since, now }))}\n`);
    return 0;
  }
  if (stats.total.sessions === 0)
    return print(
      days === 0
        ? say`There are no sessions yet.\n`
        : days === 1
          ? say`Nothing was done today; --days 0 counts since ever.\n`
          : say`Nothing was done in the last ${days} days; --days 0 counts since ever.\n`,
    );
  const depth = colourDepthOf(process.env);
  const style = stdoutIsTerminal()
    ? createStyle({ colour: depth !== "none", attributes: hasAttributes(process.env), depth })
    : plainStyle;
  const lines = renderStats(stats, {
    width: stdoutColumns(),
    style,
    days: barDays(stats.days.keys(), days, now),
  });
  // Every name in them was made printable where they were drawn; the sequences are the style's own.
  await printExactly(`${lines.join("\n").trimEnd()}\n`);
  return 0;
}

/** The shape that programs read, version 1. Times are ISO 8601 in UTC, days local; `dollars` is null where no price is known. */
function jsonOf(stats: Stats, { since, now }: { readonly since: number; readonly now: number }): unknown {
  const { total, days, projects, models, tools, approvals } = stats;
  return {
    format: "rein-stats",
    version: 1,
    since: since === 0 ? null : new Date(since).toISOString(),
    until: new Date(now).toISOString(),
    total: sumJson({}, total),
    days: [...days].map(([day, sum]) => sumJson({ day }, sum)),
    projects: [...projects].map(([cwd, sum]) => sumJson({ cwd }, sum)),
    models: [...models].map(([model, sum]) => modelJson({ model }, sum)),
    tools: [...tools].map(([name, { calls, ended, durationMs }]) => ({ name, calls, ended, durationMs })),
    approvals,
  };
}

/** `of`: what it is the sum of. */
function sumJson(of: object, { messages, calls, ...sum }: Sum) {
  return modelJson({ ...of, messages, calls }, sum);
}

function modelJson(of: object, { sessions, used, cost }: ModelSum) {
  return { ...of, sessions, ...used, dollars: cost.dollars, unpriced: cost.unpriced };
}

function parse(argv: readonly string[]) {
  const options = {
    days: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  return readArguments(usageError, () => parseArgs({ args: [...argv], options }).values);
}

function readDays(text: string | undefined): number {
  if (text === undefined) return defaultDays;
  if (!/^\d{1,4}$/.test(text) || Number(text) > mostDays)
    throw usageError(say`--days takes a whole number from 0 to ${mostDays}, not “${text}”.`);
  return Number(text);
}
