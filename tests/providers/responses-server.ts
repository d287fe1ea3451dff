/** Talking to a scripted Responses server. */
import { createResponsesProvider, type ResponsesOptions } from "../../src/providers/responses.ts";
import type { ModelServer } from "../support/model-server.ts";

/** A provider for a scripted server. */
export function providerFor(server: Pick<ModelServer, "chatUrl">, options: Partial<ResponsesOptions> = {}) {
  return createResponsesProvider({
    model: "test/m1",
    modelId: "m1",
    apiKey: "sk-test",
    context: { name: "TestAI", baseUrl: server.chatUrl, keyVariable: "TEST_API_KEY" },
    newId: () => "made-up",
    ...options,
  });
}

type Fields = Readonly<Record<string, unknown>>;

/** The text of a stream of events, with or without the lines that name them. */
export const events = (all: readonly Fields[], named = true) =>
  all
    .map((one) => `${named ? `event: ${String(one["type"])}\n` : ""}data: ${JSON.stringify(one)}\n\n`)
    .join("");

export const added = (index: number, item: Fields) => ({
  type: "response.output_item.added",
  output_index: index,
  item,
});
export const done = (index: number, item: Fields) => ({
  type: "response.output_item.done",
  output_index: index,
  item,
});
export const completed = (fields: Fields = {}) => ({
  type: "response.completed",
  response: { status: "completed", output: [], ...fields },
});
export const callItem = (call_id: string, fields: Fields = {}) => ({
  type: "function_call",
  id: `fc_${call_id}`,
  call_id,
  name: "read",
  arguments: '{"path":"a"}',
  ...fields,
});
export const messageItem = (text: string, fields: Fields = {}) => ({
  type: "message",
  id: "msg",
  role: "assistant",
  content: [{ type: "output_text", text }],
  ...fields,
});
