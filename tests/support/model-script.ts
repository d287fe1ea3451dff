/** What a scripted model does with one request, step by step, in no vendor's words. */

import type { StopKind, Usage } from "../../src/protocol/message.ts";

export type CallStep = {
  readonly type: "call";
  readonly name: string;
  readonly argumentsText: string;
  readonly id: string;
  /** In how many pieces the arguments come. */
  readonly split: number;
};

/** Steps that are written into the stream in the words of the protocol. */
export type ContentStep =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "reasoning"; readonly text: string }
  | CallStep;

/** Steps after which nothing more comes. */
export type EndStep =
  | { readonly type: "stop"; readonly kind: StopKind }
  | { readonly type: "stream error"; readonly code: string; readonly message: string }
  | {
      readonly type: "http error";
      readonly status: number;
      readonly body: unknown;
      readonly headers: Readonly<Record<string, string>>;
    }
  | { readonly type: "cut" | "reset" | "hold" };

export type Step =
  | ContentStep
  | EndStep
  | { readonly type: "usage"; readonly usage: Usage }
  | { readonly type: "wait"; readonly until: () => Promise<unknown> }
  | { readonly type: "raw"; readonly text: string };

export const text = (text: string): Step => ({ type: "text", text });

export const reasoning = (text: string): Step => ({ type: "reasoning", text });

let calls = 0;

/**
 * A tool call. `args` that are a string are sent as they are, so a test can break them. Without `id` each call gets
 * one that no other call of the test run has.
 */
export function call(
  name: string,
  args: unknown = {},
  options: { readonly id?: string; readonly split?: number } = {},
): Step {
  calls += 1;
  const argumentsText = typeof args === "string" ? args : JSON.stringify(args);
  return { type: "call", name, argumentsText, id: options.id ?? `call_${calls}`, split: options.split ?? 1 };
}

/** What the stream reports as used; 100 tokens in and 10 out if the script does not say. The last one holds. */
export const usage = (usage: Usage): Step => ({ type: "usage", usage });

/** Sends nothing more until the promise is settled: see `gate`. */
export const wait = (until: Promise<unknown>): Step => ({ type: "wait", until: () => until });

/** For benchmarks only. A test opens a gate instead. */
export const delay = (ms: number): Step => ({ type: "wait", until: () => Bun.sleep(ms) });

/** A place in the script that the stream does not pass before the test calls `open`. */
export function gate(): { readonly shut: Step; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { shut: wait(promise), open: resolve };
}

/** The end of the answer, of a kind that the script's content does not imply. */
export const stop = (kind: StopKind = "stop"): Step => ({ type: "stop", kind });

/** An error in the middle of a stream that began with status 200. */
export const streamError = (code = "overloaded_error", message = "Overloaded"): Step => ({
  type: "stream error",
  code,
  message,
});

/** An error instead of a stream; it must be the first step that sends anything. A string is sent as it is. */
export function httpError(
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): Step {
  return { type: "http error", status, body, headers };
}

/** The body ends in good order, but the answer is not finished. */
export const cut = (): Step => ({ type: "cut" });

/** The connection breaks in the middle of the body, behind what was sent; as the first step: before any answer. */
export const reset = (): Step => ({ type: "reset" });

/** Nothing more comes, and the connection stays open until the client leaves. */
export const hold = (): Step => ({ type: "hold" });

/**
 * Bytes as they are. A script with such a step gets no beginning and no end but its own. `raw("")` sends the head of
 * the answer alone.
 */
export const raw = (text: string): Step => ({ type: "raw", text });
