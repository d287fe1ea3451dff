/** Chat Completions: OpenAI, and nearly every other server of models. */
import { newCallId } from "./call-id.ts";
import { chatBody, type ChatTraits } from "./chat-request.ts";
import { createChatReader } from "./chat-reader.ts";
import { openaiEvents } from "./openai-stream.ts";
import type { Provider } from "./provider.ts";
import { runStream, type StreamOptions } from "./run-stream.ts";
import type { ShapeBody } from "./shape-body.ts";

export type ChatOptions = StreamOptions & {
  /** `provider/model-id`. */
  readonly model: string;
  /** The id that the server knows. */
  readonly modelId: string;
  readonly apiKey: string;
  readonly traits?: ChatTraits;
  /** Headers that the vendor asks for. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Changes the body last thing before it goes out. */
  readonly shape?: ShapeBody;
  /** Makes ids for calls that came with an empty one. Default: random. */
  readonly newId?: () => string;
};

/** One model behind a Chat Completions server. */
export function createChatProvider(options: ChatOptions): Provider {
  const { model, modelId, context, traits = {}, newId = newCallId, shape = (body) => body } = options;
  const target = { model, modelId, traits };
  return {
    model,
    stream: (request, signal) =>
      runStream({
        ...options,
        signal,
        reader: createChatReader(context, newId),
        open: (fetch, signal) =>
          openaiEvents(options, "/chat/completions", shape(chatBody(request, target)), fetch, signal),
      }),
  };
}
