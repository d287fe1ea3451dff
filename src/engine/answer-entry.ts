/** One answer of a model as the log keeps it. */
import type { EntryOf, NewEntry } from "../protocol/entry.ts";
import type { ModelResponse } from "../providers/provider.ts";
import type { BrokenOff, SaidSoFar, Thought } from "./think.ts";

export type Answer = Pick<ModelResponse, "parts" | "stop" | "usage"> &
  Pick<EntryOf<"assistant">, "brokenOff"> & {
    /** The last entry that its request was built from, and the last one that there is now. */
    readonly requestedAfter: string;
    readonly leaf: string;
  };

/** The entry for an answer, whole or broken off, that was given in this step of a turn. */
export function answerEntry(
  { turnId, step }: { readonly turnId: string; readonly step: number },
  course: Thought | BrokenOff | SaidSoFar,
  { parts, stop, usage, requestedAfter, leaf, brokenOff }: Answer,
): NewEntry {
  const { model, latencyMs, attempts, firstTokenMs } = course;
  return {
    type: "assistant",
    turnId,
    step,
    model,
    parts: [...parts],
    stop,
    latencyMs,
    attempts,
    ...(firstTokenMs === undefined ? {} : { firstTokenMs }),
    ...(usage === undefined ? {} : { usage }),
    // The model did not know what was written down while it answered.
    ...(requestedAfter === leaf ? {} : { requestedAfter }),
    ...(brokenOff === undefined ? {} : { brokenOff }),
  };
}
