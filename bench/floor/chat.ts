/** A bare client of Chat Completions: fetch, server-sent events, JSON. */

export type Call = { readonly id: string; readonly name: string; arguments: string };

export type Reply = { readonly text: string; readonly calls: readonly Call[] };

type Chunk = {
  readonly choices: readonly {
    readonly delta: {
      readonly content?: string;
      readonly tool_calls?: readonly {
        readonly index: number;
        readonly id?: string;
        readonly function: { readonly name?: string; readonly arguments: string };
      }[];
    };
  }[];
};

/** Asks once; tells of text as it comes and returns all of it, with the calls. */
export async function ask(
  messages: readonly unknown[],
  tools: readonly unknown[],
  onText: (text: string) => void,
): Promise<Reply> {
  const response = await fetch(`${process.env["OPENAI_BASE_URL"]}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model: "bench", stream: true, messages, tools }),
  });
  if (response.body === null || !response.ok) throw new Error(`the server answered ${response.status}`);
  let text = "";
  const calls: Call[] = [];
  for await (const chunk of chunks(response.body)) {
    const delta = chunk.choices[0]?.delta;
    if (delta?.content !== undefined && delta.content !== "") {
      text += delta.content;
      onText(delta.content);
    }
    for (const { index, id = "", function: part } of delta?.tool_calls ?? []) {
      calls[index] ??= { id, name: part.name ?? "", arguments: "" };
      calls[index].arguments += part.arguments;
    }
  }
  return { text, calls };
}

async function* chunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Chunk> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of body) {
    const events = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) {
      if (event === "data: [DONE]") return;
      const chunk: Chunk = JSON.parse(event.slice("data: ".length));
      yield chunk;
    }
  }
}
