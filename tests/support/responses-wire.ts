/** The Responses protocol of the scripted model, as texts of server-sent events. */

import type { StopKind, Usage } from "../../src/protocol/message.ts";
import type { CallStep, ContentStep } from "./model-script.ts";
import { errorType, event, pieces, type Wire, type WireOptions } from "./model-wire.ts";

/** What an item of each kind looks like at its beginning; its end has what came meanwhile. */
type Open = { readonly type: "text" | "reasoning"; readonly id: string; text: string };

/**
 * https://platform.openai.com/docs/api-reference/responses-streaming, as it is without a store: reasoning comes with
 * its encrypted form, `sealed-N` for the item number N.
 */
export function responsesWire({ model, usage }: WireOptions): Wire {
  let sequence = -1;
  let index = -1;
  let open: Open | undefined;
  const output: object[] = [];
  const say = (type: string, fields: object = {}): string => {
    sequence += 1;
    return event(type, { sequence_number: sequence, ...fields });
  };
  const response = (status: string, fields: object = {}): object => ({
    response: {
      id: "resp_1",
      object: "response",
      created_at: 1_700_000_000,
      model,
      status,
      output,
      ...fields,
    },
  });
  const add = (item: object): string => {
    index += 1;
    return say("response.output_item.added", { output_index: index, item });
  };
  const done = (item: object): string => {
    output.push(item);
    return say("response.output_item.done", { output_index: index, item });
  };
  const close = (): string => {
    if (open === undefined) return "";
    const { type, id, text } = open;
    open = undefined;
    if (type === "text") return done({ ...message(id), status: "completed", content: [textPart(text)] });
    const summary = [{ type: "summary_text", text }];
    return done({ id, type: "reasoning", summary, encrypted_content: `sealed-${index}` });
  };
  const begin = (type: Open["type"]): string => {
    if (open?.type === type) return "";
    const before = close();
    const id = `${type === "text" ? "msg" : "rs"}_${index + 1}`;
    open = { type, id, text: "" };
    const part = (name: string, fields: object): string =>
      say(`response.${name}.added`, { item_id: id, output_index: index, ...fields });
    if (type === "text") {
      const start = add({ ...message(id), status: "in_progress", content: [] });
      return before + start + part("content_part", { content_index: 0, part: textPart("") });
    }
    const start = add({ id, type: "reasoning", summary: [], encrypted_content: "not whole" });
    const empty = { type: "summary_text", text: "" };
    return before + start + part("reasoning_summary_part", { summary_index: 0, part: empty });
  };
  const callItem = ({ id, name, argumentsText, split }: CallStep): string => {
    const before = close();
    const item = { id: `fc_${index + 1}`, type: "function_call", call_id: id, name };
    const start = add({ ...item, status: "in_progress", arguments: "" });
    const at = { item_id: item.id, output_index: index };
    const deltas = pieces(argumentsText, split).map((delta) =>
      say("response.function_call_arguments.delta", { ...at, delta }),
    );
    const end = say("response.function_call_arguments.done", { ...at, arguments: argumentsText });
    const whole = { ...item, status: "completed", arguments: argumentsText };
    return [before, start, ...deltas, end, done(whole)].join("");
  };
  return {
    begin: () => say("response.created", response("in_progress", { output: [], usage: null })),
    content(step: ContentStep) {
      if (step.type === "call") return callItem(step);
      const start = begin(step.type);
      if (open !== undefined) open.text += step.text;
      const at = { item_id: open?.id, output_index: index, delta: step.text };
      return step.type === "text"
        ? start + say("response.output_text.delta", { ...at, content_index: 0, logprobs: [] })
        : start + say("response.reasoning_summary_text.delta", { ...at, summary_index: 0 });
    },
    finish(kind) {
      const last = close();
      const reason = incomplete[kind];
      return reason === undefined
        ? last + say("response.completed", response("completed", { usage: responsesUsage(usage) }))
        : last +
            say(
              "response.incomplete",
              response("incomplete", { incomplete_details: { reason }, usage: responsesUsage(usage) }),
            );
    },
    error: (code, text) => say("error", { code, message: text, param: null }),
    httpError: (status, text) => ({
      error: { message: text, type: errorType(status), param: null, code: null },
    }),
  };
}

const incomplete: Partial<Record<StopKind, string>> = {
  length: "max_output_tokens",
  content_filter: "content_filter",
};

const message = (id: string) => ({ id, type: "message", role: "assistant" });

const textPart = (text: string) => ({ type: "output_text", annotations: [], text });

function responsesUsage(usage: Usage): object {
  return {
    input_tokens: usage.inputTokens,
    input_tokens_details: { cached_tokens: usage.cacheReadTokens ?? 0 },
    output_tokens: usage.outputTokens,
    output_tokens_details: { reasoning_tokens: usage.reasoningTokens ?? 0 },
    total_tokens: usage.inputTokens + usage.outputTokens,
  };
}
