/** Models in words: in lists, and what can be set of them. */
import type { ModelRow } from "../../app/model-list.ts";
import type { Effort } from "../../protocol/effort.ts";
import type { ModelInfo, ModelPrices } from "../../providers/model-info.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { formatTokens } from "../../transcript/format.ts";

/** One printable line: name, window, prices. `width` is what the name takes at least, columns. */
export function modelRow({ name, info }: ModelRow, width: number, isCurrent: boolean): string {
  const now = isCurrent ? "  ← now" : "";
  const window = info.contextWindow === undefined ? "" : formatTokens(info.contextWindow);
  return sanitize(
    `${name.padEnd(width)}  ${window.padStart(7)}  ${priceWords(info.prices)}${now}`,
    "approval_inline",
  ).trimEnd();
}

/** Input and output, dollars per million tokens: `$2 in, $10 out`; "" when they are not known. */
function priceWords(prices: ModelPrices | undefined): string {
  return prices === undefined ? "" : `$${prices.input} in, $${prices.output} out`;
}

/** What /effort says without a level. */
export function effortHelp(model: string, info: ModelInfo | undefined, effort: Effort | undefined): string {
  const efforts = info?.efforts ?? [];
  if (efforts.length === 0) return `How much ${model} thinks cannot be set.`;
  const now = effort === undefined ? "as much as its server pleases" : `at ${effort}`;
  return `${model} thinks ${now}. /effort ${efforts.join("|")} changes it, /effort default leaves it to the server.`;
}
