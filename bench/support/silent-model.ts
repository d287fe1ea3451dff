/**
 * A model on the loopback that keeps nothing of what it is sent. The one of the tests keeps every request, which are
 * gigabytes over a long session, and checks them, which would be most of the time.
 */

/** What a reply holds: its text, or one call. */
export type Reply =
  { readonly text: string } | { readonly name: string; readonly input: Readonly<Record<string, unknown>> };

export type SilentModel = AsyncDisposable & {
  /** The base address for clients of Chat Completions. */
  readonly chatUrl: string;
};

/** Starts it. `reply` is asked with the number of the request, from 0, once all of the request has come. */
export function serveSilently(reply: (index: number) => Reply): SilentModel {
  let index = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    maxRequestBodySize: 2 ** 30,
    idleTimeout: 0,
    fetch: async (request) => {
      await request.arrayBuffer();
      const body = eventsOf(reply(index), index);
      index += 1;
      return new Response(body, { headers: { "content-type": "text/event-stream" } });
    },
  });
  return {
    chatUrl: `http://127.0.0.1:${server.port}/v1`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

function eventsOf(reply: Reply, index: number): string {
  const isCall = "name" in reply;
  const delta = isCall
    ? { tool_calls: [{ index: 0, id: `call_${index}`, type: "function", function: calledBy(reply) }] }
    : { content: reply.text };
  const chunk = (delta: object, finish: string | null) => ({
    id: `c${index}`,
    object: "chat.completion.chunk",
    created: 1_780_000_000,
    model: "bench",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const usage = { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 };
  const all = [chunk({ role: "assistant", ...delta }, null), chunk({}, isCall ? "tool_calls" : "stop")];
  const events = [...all, { ...chunk({}, null), choices: [], usage }];
  return `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")}data: [DONE]\n\n`;
}

function calledBy({ name, input }: Extract<Reply, { name: string }>) {
  return { name, arguments: JSON.stringify(input) };
}
