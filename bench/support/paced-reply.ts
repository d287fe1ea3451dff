/** A reply of markdown that comes at a steady pace. */
import { delay, text, type Step } from "../../tests/support/model-server.ts";
import { markdownTokens } from "./markdown.ts";

/** `count` tokens, `perSecond` of them a second, in so many events a second at most. */
export function pacedReply(count: number, perSecond: number, eventsPerSecond = 200): readonly Step[] {
  const tokens = markdownTokens(count).slice(0, count);
  const perTick = Math.max(1, Math.round(perSecond / eventsPerSecond));
  const tickMs = (1000 * perTick) / perSecond;
  return Array.from({ length: Math.ceil(tokens.length / perTick) }, (_, tick) => [
    text(tokens.slice(tick * perTick, (tick + 1) * perTick).join("")),
    delay(tickMs),
  ]).flat();
}
