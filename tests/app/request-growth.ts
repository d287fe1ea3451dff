/** Whether requests grow at their end only. */
import { expect } from "bun:test";
import type { RecordedRequest } from "../support/model-server.ts";

/** What Anthropic is told of its cache: it moves with the history. */
export const mark = '"cache_control":{"type":"ephemeral"}';

/** A body in two parts: all but the messages, and the messages without what closes them, and without marks. */
export function parts({ bodyText }: RecordedRequest): { readonly frame: string; readonly messages: string } {
  const { messages, input, ...frame } = JSON.parse(bodyText.replaceAll(`,${mark}`, ""));
  const said = JSON.stringify(messages ?? input);
  return { frame: JSON.stringify(frame), messages: said.replace(/["\]}]+$/, "") };
}

/** Each request begins with the bytes of the one before it, and has more behind them. */
export function expectGrowth(requests: readonly RecordedRequest[]): void {
  for (const [at, request] of requests.entries()) {
    const next = requests[at + 1];
    if (next === undefined) break;
    expect(parts(next).frame).toBe(parts(request).frame);
    expect(parts(next).messages.startsWith(parts(request).messages)).toBe(true);
    expect(parts(next).messages.length).toBeGreaterThan(parts(request).messages.length);
  }
}
