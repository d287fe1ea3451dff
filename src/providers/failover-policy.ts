/** Which of several models is asked: the chosen one, and while it rests after a failure the next. Pure. */
import type { ProviderError, ProviderErrorKind } from "../protocol/error.ts";
import { longestAskedWait } from "./retry.ts";

/** Until when each model rests, by its place in the list; ms on the caller's clock. 0: it does not. */
export type Rests = readonly number[];

/** How long a model that failed is left alone at least, ms: long enough that a short outage is over. */
export const restMs = 5 * 60 * 1000;

/** The kinds of failure that another model or account may not have. A request that is wrong is wrong everywhere. */
const passing: ReadonlySet<ProviderErrorKind> = new Set([
  "auth",
  "rate_limit",
  "quota",
  "not_found",
  "overloaded",
  "server",
  "network",
  "timeout",
  "cut",
  "empty",
]);

/** Whether another model is asked after this error, which no retry of the same one has cured. */
export function shouldFailOver({ kind }: ProviderError): boolean {
  return passing.has(kind);
}

/** The places of the models to ask, in order. When all of them rest, none is refused: each is asked again. */
export function askingOrder(rests: Rests, now: number): readonly number[] {
  const places = rests.map((_, place) => place);
  const rested = places.filter((place) => (rests[place] ?? 0) <= now);
  return rested.length === 0 ? places : rested;
}

/** The rests after a model failed: as long as its server asked for, where that is longer. */
export function afterFailure(rests: Rests, place: number, error: ProviderError, now: number): Rests {
  const asked = error.retryAfterMs ?? 0;
  const until = now + Math.max(restMs, asked > longestAskedWait ? asked : 0);
  return rests.map((rest, index) => (index === place ? until : rest));
}

/** The rests after a model answered. */
export function afterAnswer(rests: Rests, place: number): Rests {
  return rests.map((rest, index) => (index === place ? 0 : rest));
}
