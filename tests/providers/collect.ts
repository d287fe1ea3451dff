/** Asking a provider in tests. */
import type { ModelMessage, ModelRequest, ToolDefinition } from "../../src/protocol/message.ts";
import type { Provider, ProviderEvent } from "../../src/providers/provider.ts";

/** A request with these messages; a string is a message of the user. */
export function requestOf(
  messages: readonly (string | ModelMessage)[],
  fields: Partial<Omit<ModelRequest, "messages">> = {},
): ModelRequest {
  return {
    system: "",
    tools: [],
    ...fields,
    messages: messages.map((message) =>
      typeof message === "string" ? ({ role: "user", text: message } as const) : message,
    ),
  };
}

/** Tools of these names, with no parameters. */
export function toolsNamed(...names: readonly string[]): ToolDefinition[] {
  return names.map((name) => ({ name, description: name, parameters: { type: "object", properties: {} } }));
}

/** Every event of one request. */
export async function collect(
  provider: Provider,
  request: ModelRequest = requestOf(["hi"]),
  signal: AbortSignal = new AbortController().signal,
): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of provider.stream(request, signal)) events.push(event);
  return events;
}

/** The response at the end. Throws, saying what came instead, if there is none. */
export function responseOf(events: readonly ProviderEvent[]) {
  const last = events.at(-1);
  if (last?.type !== "response") throw new Error(`no response came but ${JSON.stringify(last)}`);
  return last.response;
}

/** The error at the end. Throws, saying what came instead, if there is none. */
export function errorOf(events: readonly ProviderEvent[]) {
  const last = events.at(-1);
  if (last?.type !== "error") throw new Error(`no error came but ${JSON.stringify(last)}`);
  return last.error;
}

/** The text or reasoning that was streamed. */
export function streamed(events: readonly ProviderEvent[], type: "text" | "reasoning"): string {
  return events.map((event) => (event.type === type ? event.text : "")).join("");
}
