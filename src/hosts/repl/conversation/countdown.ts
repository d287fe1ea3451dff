/** The wait before a request is sent again, as the activity line counts it down. */
import type { EngineEvent } from "../../../protocol/event.ts";
import { say } from "../../../words/say.ts";

type Retry = Extract<EngineEvent, { type: "retry" }>;

/** What the activity line says `sinceMs` after the retry was told. */
export function countdown({ attempt, of, delayMs, error }: Retry, sinceMs: number): string {
  const left = Math.ceil((delayMs - sinceMs) / 1000);
  // What moves comes first: a narrow window shows the beginning.
  const again = left > 0 ? say`again in ${left}s · ` : "";
  return `${again}${say`attempt ${attempt} of ${of}`} · ${error.message}`;
}
