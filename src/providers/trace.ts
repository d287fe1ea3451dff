/** The debug log: what goes out and what comes back, with the keys taken out. */
import { parseJson } from "./json.ts";
import type { Provider, ProviderTrace } from "./provider.ts";
import { redactHeaders, redactText, shownAddress } from "./redact.ts";
import type { Fetch } from "./wire.ts";

/**
 * `fetch`, with a record of each request, of each answer's head and, when it has ended or broken off, of its body.
 * `secrets` are removed wherever they stand.
 */
export function traceFetch(fetch: Fetch, trace: ProviderTrace, secrets: readonly string[]): Fetch {
  return async (input, init) => {
    const url = redactText(shownAddress(urlOf(input)), secrets);
    const body = typeof init?.body === "string" ? redactText(init.body, secrets) : "";
    trace({
      type: "request",
      method: init?.method ?? "GET",
      url,
      headers: redactHeaders(new Headers(init?.headers), secrets),
      body: parseJson(body) ?? body,
    });
    let response: Response;
    try {
      response = await fetch(input, init);
    } catch (thrown) {
      trace({ type: "no_response", url, error: redactText(String(thrown), secrets) });
      throw thrown;
    }
    const { status, statusText, headers } = response;
    trace({ type: "response", url, status, headers: redactHeaders(headers, secrets) });
    if (response.body === null) return response;
    const traced = traceBody(response.body, (text, end) =>
      trace({ type: "response_body", url, end, text: redactText(text, secrets) }),
    );
    return new Response(traced, { status, statusText, headers });
  };
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input);
}

/** The stream, with its whole text told once: when it has ended, broken off or been given up. */
function traceBody(
  body: ReadableStream<Uint8Array>,
  tell: (text: string, end: "end" | "error" | "cancelled") => void,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          tell(text, "end");
          controller.close();
          return;
        }
        text += decoder.decode(value, { stream: true });
        controller.enqueue(value);
      } catch (thrown) {
        tell(text, "error");
        controller.error(thrown);
      }
    },
    async cancel(reason) {
      tell(text, "cancelled");
      await reader.cancel(reason);
    },
  });
}

/** A provider that asks no server, with a record of each request and each event. */
export function traceProvider(provider: Provider, trace: ProviderTrace): Provider {
  return {
    ...provider,
    async *stream(request, signal) {
      trace({ type: "request", model: provider.model, body: request });
      for await (const event of provider.stream(request, signal)) {
        trace({ type: "event", model: provider.model, event });
        yield event;
      }
    },
  };
}
