/** When something was said, by which model, how long that took and what it cost: a line above an item. */
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { formatDuration, formatMoney, formatTokens } from "./format.ts";
import { type PriceOf, priceOfUsage } from "./usage.ts";
import { say } from "../words/say.ts";

/** The line about the entry that an item came from: its local time first, then what is known of it. */
export function factsOf(entry: Entry, priceOf: PriceOf): string {
  return [clockOf(entry.at), ...(entry.type === "assistant" ? responseFacts(entry, priceOf) : [])].join(
    " · ",
  );
}

function responseFacts(entry: EntryOf<"assistant">, priceOf: PriceOf): string[] {
  const { model, latencyMs, firstTokenMs, usage, attempts } = entry;
  const prices = priceOf(model);
  return [
    model,
    formatDuration(latencyMs),
    ...(firstTokenMs === undefined ? [] : [say`first words after ${formatDuration(firstTokenMs)}`]),
    ...(attempts > 1 ? [say`attempt ${attempts}`] : []),
    ...(usage === undefined
      ? []
      : [`↑${formatTokens(usage.inputTokens)} ↓${formatTokens(usage.outputTokens)}`]),
    ...(usage === undefined || prices === undefined ? [] : [formatMoney(priceOfUsage(usage, prices))]),
  ];
}

/** `2026-11-30 14:03:22` where the user is; what is no time is left as it was written. */
function clockOf(at: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(":")}`;
}

function two(part: number): string {
  return `${part}`.padStart(2, "0");
}
