/** What was used and what it cost, in words: the status line, the activity line, /usage and /budget. */
import type { Spending } from "../../../app/spending.ts";
import { dollarsOf, formatDuration, formatMoney, formatTokens } from "../../../transcript/format.ts";
import { type Cost, costOf, totalOf, type Used } from "../../../transcript/usage.ts";
import { say, sayCount } from "../../../words/say.ts";

/** `$0.14`; `$0.14+` when that is not all of it; empty where nothing is known. */
export function costWords({ dollars, unpriced }: Cost): string {
  if (dollars === null || (dollars === 0 && unpriced.length > 0)) return "";
  return `${formatMoney(dollars)}${unpriced.length === 0 ? "" : "+"}`;
}

/** `↑18.2k ↓1.1k`; empty before any was counted. */
export function tokenWords({ inputTokens, outputTokens }: Used): string {
  if (inputTokens + outputTokens === 0) return "";
  return `↑${formatTokens(inputTokens)} ↓${formatTokens(outputTokens)}`;
}

/** What /usage says: the session, each model of it, and how far that is known. */
export function usageText({ priceOf, ...spending }: Pick<Spending, "used" | "priceOf" | "limit">): string {
  const [used, budget] = [spending.used(), spending.limit()];
  if (used.size === 0)
    return [say`No model has answered in this session yet.`, ...budgetLine(budget)].join("\n");
  const total = totalOf(used);
  const cost = costOf(used, priceOf);
  const models = [...used].flatMap(([model, counts]) => [
    `  ${model}  ${headWords(counts, costOf(new Map([[model, counts]]), priceOf))}`,
    `    ${countWords(counts)}`,
  ]);
  return [
    say`This session: ${headWords(total, cost)} · ${formatDuration(total.durationMs)}`,
    ...models,
    ...(used.size === 1 ? [] : [say`  together`, `    ${countWords(total)}`]),
    ...notKnown(total, cost),
    ...budgetLine(budget),
  ].join("\n");
}

/** How far the numbers can be trusted. */
function notKnown({ uncounted }: Used, { unpriced }: Cost): string[] {
  return [
    ...(unpriced.length === 0
      ? []
      : [say`Not in the sum, for rein does not know the price: ${unpriced.join(", ")}.`]),
    ...(uncounted === 0
      ? []
      : [
          say`Without a count of tokens: ${sayCount(uncounted, "answer")} that broke off or whose server does not count.`,
        ]),
  ];
}

function headWords({ answers, retries }: Used, cost: Cost): string {
  return [
    cost.dollars === null && cost.unpriced.length > 0 ? say`price not known` : costWords(cost),
    sayCount(answers, "answer"),
    retries === 0 ? "" : say`${sayCount(retries, "request")} sent again`,
  ]
    .filter((part) => part !== "")
    .join(" · ");
}

function countWords(used: Used): string {
  const input = inBrackets([
    [used.cacheReadTokens, say`from the cache`],
    [used.cacheWriteTokens, say`written to it`],
  ]);
  const output = inBrackets([[used.reasoningTokens, "reasoning"]]);
  return `↑${formatTokens(used.inputTokens)}${input} ↓${formatTokens(used.outputTokens)}${output}`;
}

/** Does what /budget is told, and returns what to say about it. */
export function applyBudget(
  spending: Pick<Spending, "cost" | "limit" | "setLimit">,
  argument: string,
): { readonly text: string; readonly level: "info" | "warning" } {
  const dollars = dollarsOf(argument);
  if (dollars !== null || argument === "off") spending.setLimit(dollars);
  else if (argument !== "") {
    const text = say`/budget takes US dollars above 0, as in /budget 2.00, or off; not “${argument}”.`;
    return { text, level: "warning" };
  }
  return { text: budgetText(spending.limit(), spending.cost()), level: "info" };
}

function budgetText(budget: number | null, { dollars, unpriced }: Cost): string {
  const cost = formatMoney(dollars ?? 0);
  const spent =
    unpriced.length === 0
      ? say`This session has cost ${cost}.`
      : say`This session has cost ${cost}, as far as prices are known.`;
  return budget === null
    ? say`${spent} It has no budget; /budget 2.00 sets one.`
    : say`${spent} Its budget is ${formatMoney(budget)}; /budget off removes it.`;
}

function budgetLine(budget: number | null): string[] {
  return budget === null ? [] : [say`Its budget is ${formatMoney(budget)}.`];
}

function inBrackets(counts: readonly (readonly [number, string])[]): string {
  const words = counts.flatMap(([count, what]) => (count === 0 ? [] : `${formatTokens(count)} ${what}`));
  return words.length === 0 ? "" : ` (${words.join(", ")})`;
}
