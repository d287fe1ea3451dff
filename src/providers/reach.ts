/** Whether a model server can be reached at all. No key goes along. */
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { networkError } from "./network-error.ts";
import type { Fetch } from "./wire.ts";

export type Reach =
  /** It answered, with whatever status: the way to it is free. */
  | { readonly type: "answered"; readonly status: number; readonly ms: number }
  | { readonly type: "failed"; readonly why: string };

/** The longest that a server is waited for, ms. */
const longestReach = 5_000;

/** Asks for the address once, without a key. Never rejects. */
export async function reach(
  baseUrl: string,
  fetch: Fetch = globalThis.fetch,
  signal: AbortSignal = AbortSignal.timeout(longestReach),
): Promise<Reach> {
  const from = performance.now();
  try {
    const response = await fetch(baseUrl, { method: "HEAD", redirect: "manual", signal });
    await response.body?.cancel();
    return { type: "answered", status: response.status, ms: Math.round(performance.now() - from) };
  } catch (thrown) {
    const why = signal.aborted
      ? say`it did not answer in time`
      : (networkError(thrown, { baseUrl })?.message ?? say`it could not be asked: ${messageOf(thrown)}`);
    return { type: "failed", why };
  }
}
