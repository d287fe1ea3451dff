/** Models in words: in lists, and what can be set of them. */
import type { ModelRow } from "../../../app/model-list.ts";
import type { Effort } from "../../../protocol/effort.ts";
import type { ModelInfo, ModelPrices } from "../../../providers/model-info.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { formatTokens } from "../../../transcript/format.ts";
import { say } from "../../../words/say.ts";

/** What a list says of a model beside its name; printable. */
export function modelHelp({ info }: ModelRow, isCurrent: boolean): string {
  const window = info.contextWindow === undefined ? "" : formatTokens(info.contextWindow);
  const now = isCurrent ? say`  ← now` : "";
  const beside = info.provider === "demo" ? say`needs no key and no network` : priceWords(info.prices);
  return `${window.padStart(7)}  ${beside}${now}`.trimEnd();
}

/** One printable line: name, window, prices. `width` is what the name takes at least, columns. */
export function modelRow(row: ModelRow, width: number, isCurrent: boolean): string {
  return sanitize(`${row.name.padEnd(width)}  ${modelHelp(row, isCurrent)}`, "approval_inline").trimEnd();
}

/** Input and output, dollars per million tokens: `$2 in, $10 out`; "" when they are not known. */
function priceWords(prices: ModelPrices | undefined): string {
  return prices === undefined ? "" : say`$${prices.input} in, $${prices.output} out`;
}

/** What /effort says without a level. */
export function effortHelp(model: string, info: ModelInfo | undefined, effort: Effort | undefined): string {
  const efforts = info?.efforts ?? [];
  if (efforts.length === 0) return say`How much ${model} thinks cannot be set.`;
  const now = effort === undefined ? say`as much as its server pleases` : say`at ${effort}`;
  return say`${model} thinks ${now}. /effort ${efforts.join("|")} changes it, /effort default leaves it to the server.`;
}
