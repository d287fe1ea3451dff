/** Stopping: what an interrupt makes of things that were under way. */
import { type Interruption, interruptionSentence } from "../protocol/interruption.ts";
import type { ToolResult } from "../protocol/tool-result.ts";

/** The result of a call that the user stopped. `how` says how far it had come, `output` is what it had printed. */
export function interruptedResult(how: Interruption, output = ""): ToolResult {
  const printed = output.trim() === "" ? "" : `\nIts last output:\n${output.trimEnd()}`;
  return {
    ok: false,
    kind: "interrupted",
    message: interruptionSentence(how) + printed,
    ...(output === "" ? {} : { view: { type: "text", text: output } }),
  };
}

/** The promise's value, or "aborted" as soon as the signal fires. A later rejection of the promise is nobody's. */
export async function settleOrAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | "aborted"> {
  const aborted = Promise.withResolvers<"aborted">();
  const onAbort = () => aborted.resolve("aborted");
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
    promise.catch(() => undefined);
  }
}
