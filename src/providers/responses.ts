/** The Responses API: OpenAI's newer models, and servers that speak its protocol. */
import { newCallId } from "./call-id.ts";
import { type OpenAIServer, openaiEvents } from "./openai-stream.ts";
import type { Provider } from "./provider.ts";
import { createResponsesReader } from "./responses-reader.ts";
import { responsesBody, type ResponsesTraits } from "./responses-request.ts";
import { withSecondTry } from "./responses-second-try.ts";
import { runStream, type StreamOptions } from "./run-stream.ts";
import type { ShapeBody } from "./shape-body.ts";

export type ResponsesOptions = StreamOptions &
  OpenAIServer & {
    /** `provider/model-id`. */
    readonly model: string;
    /** The id that the server knows. */
    readonly modelId: string;
    readonly traits?: ResponsesTraits;
    /** Changes the body last thing before it goes out. */
    readonly shape?: ShapeBody;
    /** Makes ids for calls that came with an empty one. Default: random. */
    readonly newId?: () => string;
  };

/** One model behind a Responses server. */
export function createResponsesProvider(options: ResponsesOptions): Provider {
  const { model, modelId, context, traits = {}, shape = (body) => body, newId = newCallId } = options;
  const target = { model, modelId, traits };
  const patient = withSecondTry(options.fetch ?? fetch);
  return {
    model,
    stream: (request, signal) =>
      runStream({
        ...options,
        fetch: patient,
        signal,
        reader: createResponsesReader(context, newId),
        open: (fetch, signal) =>
          openaiEvents(options, "/responses", shape(responsesBody(request, target)), fetch, signal),
      }),
  };
}
