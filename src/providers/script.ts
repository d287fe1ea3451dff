/** A model that plays answers from a file; see `script-format.ts`. */
import { readFileSync } from "node:fs";
import { messageOf, type ProviderError, UserError } from "../protocol/error.ts";
import type { AssistantPart, ToolCallPart } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import { newCallId } from "./call-id.ts";
import { isRetryable } from "./error-kind.ts";
import { PartList } from "./part-list.ts";
import { piecesOf } from "./pieces.ts";
import type { ModelResponse, Provider, ProviderEvent } from "./provider.ts";
import { localError } from "./provider-error.ts";
import { parseScript, type ScriptCall, type ScriptResponse, type ScriptStep } from "./script-format.ts";
import { sleep as realSleep, type Sleep } from "./timers.ts";

export type ScriptOptions = {
  /** `script:FILE`. */
  readonly model: string;
  readonly responses: readonly ScriptResponse[];
  readonly sleep?: Sleep;
  readonly newId?: () => string;
};

/** Reads a script's file. Throws a `UserError` that says what is wrong with it, and on which line. */
export function readScript(
  file: string,
  read = (path: string) => readFileSync(path, "utf8"),
): ScriptResponse[] {
  let text: string;
  try {
    text = read(file);
  } catch (thrown) {
    const isMissing = thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT";
    const why = isMissing ? say`there is no such file` : messageOf(thrown);
    throw new UserError(say`The script ${file} can not be read: ${why}.`, { cause: thrown });
  }
  return parseScript(text, file);
}

/** A provider that answers each request, retries included, with the next response. */
export function createScriptProvider(options: ScriptOptions): Provider {
  const { model, responses, sleep = realSleep, newId = newCallId } = options;
  let requests = 0;
  return {
    model,
    async *stream(_request, signal) {
      if (signal.aborted) return;
      requests += 1;
      const response = responses[requests - 1];
      if (response === undefined) {
        const message = say`The script ended: it has ${responses.length} responses and this is request ${requests}.`;
        yield { type: "error", error: { kind: "invalid_request", message, retryable: false }, parts: [] };
        return;
      }
      yield* play(response, signal, sleep, newId);
    },
  };
}

async function* play(
  response: ScriptResponse,
  signal: AbortSignal,
  sleep: Sleep,
  newId: () => string,
): AsyncGenerator<ProviderEvent> {
  const said = new PartList();
  const calls: ToolCallPart[] = [];
  for (const step of response) {
    if (step.delay_ms !== undefined) await sleep(step.delay_ms, signal);
    if (signal.aborted) return;
    for (const event of deltasOf(step)) {
      said.add(event.type, event.text);
      yield event;
      if (signal.aborted) return;
    }
    for (const call of step.calls ?? []) {
      const problem = callProblem(call);
      if (problem !== undefined) {
        yield {
          type: "error",
          error: localError("protocol", say`The script broke the protocol: ${problem}.`),
          parts: said.list(),
        };
        return;
      }
      const part = partOf(call, newId);
      yield { type: "call", index: calls.length, name: part.name, length: part.argumentsText.length };
      calls.push(part);
    }
    if (step.error !== undefined) {
      yield { type: "error", error: errorOf(step.error), parts: said.list() };
      return;
    }
  }
  yield { type: "response", response: responseOf(response, [...said.list(), ...calls]) };
}

type TextEvent = { readonly type: "text" | "reasoning"; readonly text: string };

function deltasOf(step: ScriptStep): TextEvent[] {
  const reasoning: TextEvent[] = step.reasoning ? [{ type: "reasoning", text: step.reasoning }] : [];
  const pieces = Array.isArray(step.chunks) ? step.chunks : piecesOf(step.text ?? "", step.chunks ?? 1);
  const text = pieces
    .filter((piece) => piece !== "")
    .map((piece): TextEvent => ({ type: "text", text: piece }));
  return [...reasoning, ...text];
}

/** What a real server's answer would be refused for. */
function callProblem(call: ScriptCall): string | undefined {
  if (call.name === undefined || call.name.trim() === "") return say`it has a tool call without a name`;
  if (call.id === null || call.id === "") return say`it has a tool call without an id`;
  return undefined;
}

function partOf(call: ScriptCall, newId: () => string): ToolCallPart {
  return {
    type: "tool_call",
    callId: call.id ?? newId(),
    name: call.name ?? "",
    argumentsText: typeof call.arguments === "string" ? call.arguments : JSON.stringify(call.arguments),
  };
}

function errorOf(error: NonNullable<ScriptStep["error"]>): ProviderError {
  return {
    kind: error.kind,
    message: error.message,
    retryable: error.retryable ?? isRetryable(error.kind),
    ...(error.status === undefined ? {} : { status: error.status }),
    ...(error.code === undefined ? {} : { code: error.code }),
    ...(error.retry_after_ms === undefined ? {} : { retryAfterMs: error.retry_after_ms }),
  };
}

/** The last step that says how the answer ends, or what it cost, counts. */
function responseOf(steps: ScriptResponse, parts: readonly AssistantPart[]): ModelResponse {
  const stop = steps.findLast((step) => step.stop !== undefined)?.stop;
  const usage = steps.findLast((step) => step.usage !== undefined)?.usage;
  const hasCalls = parts.some((part) => part.type === "tool_call");
  return { parts, stop: stop ?? (hasCalls ? "tool_use" : "stop"), ...(usage === undefined ? {} : { usage }) };
}
