/** When a conversation should be summarised. */
import type { Usage } from "../protocol/message.ts";

/** From here on: it leaves room for the summary and for the answer that is under way. */
export const compactionThreshold = 0.8;

export type CompactionNeed = {
  readonly needed: boolean;
  /** How full the window was after the last response, in whole percent; null when its size or use is unknown. */
  readonly percent: number | null;
};

/** Judges by what the server counted for the last response. `window` is the model's context window, tokens. */
export function needsCompaction(usage: Usage | undefined, window: number | undefined): CompactionNeed {
  if (usage === undefined || window === undefined || window <= 0) return { needed: false, percent: null };
  const share = (usage.inputTokens + usage.outputTokens) / window;
  return { needed: share >= compactionThreshold, percent: Math.round(share * 100) };
}
