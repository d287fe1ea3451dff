/** Talking to a scripted Chat Completions server. */
import { createChatProvider, type ChatOptions } from "../../src/providers/chat-completions.ts";
import type { Provider, ProviderEvent } from "../../src/providers/provider.ts";
import type { ModelServer } from "../support/model-server.ts";
import { requestOf } from "./collect.ts";

/** A provider for a scripted server. */
export function providerFor(server: Pick<ModelServer, "chatUrl">, options: Partial<ChatOptions> = {}) {
  return createChatProvider({
    model: "test/m1",
    modelId: "m1",
    apiKey: "sk-test",
    context: {
      name: "TestAI",
      baseUrl: server.chatUrl,
      keyVariable: "TEST_API_KEY",
      baseUrlVariable: "TEST_BASE_URL",
    },
    newId: () => "made-up",
    ...options,
  });
}

/** The text of a stream of chunks. */
export const chunks = (...all: readonly unknown[]) =>
  all.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");
export const done = "data: [DONE]\n\n";
/** A chunk with this delta. */
export const delta = (fields: object, finish: string | null = null) => ({
  id: "c",
  choices: [{ index: 0, delta: fields, finish_reason: finish }],
});

/** Every event of one request; `open` is called when the first text is here. */
export async function collectOpening(provider: Provider, open: () => void): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of provider.stream(requestOf(["hi"]), new AbortController().signal)) {
    events.push(event);
    if (event.type === "text") open();
  }
  return events;
}
