/** A Chat Completions provider for a model of which only its server knows that it wants to be asked otherwise. */
import type { Provider } from "./provider.ts";
import { refusesChat } from "./wire-protocol.ts";

/** Asks `chat`; where its server says that the model is found under Responses, the provider of `open` from then on. */
export function orResponses(chat: Provider, open: () => Provider | Promise<Provider>): Provider {
  let instead: Provider | undefined;
  return {
    ...chat,
    async *stream(request, signal) {
      if (instead === undefined) {
        for await (const event of chat.stream(request, signal)) {
          if (event.type !== "error" || !refusesChat(event.error)) {
            yield event;
            continue;
          }
          instead = await open();
          break;
        }
      }
      if (instead !== undefined) yield* instead.stream(request, signal);
    },
  };
}
