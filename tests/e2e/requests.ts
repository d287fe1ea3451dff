/** What a recorded request says to the model, in the same terms for all protocols. */
import { z } from "zod";
import type { RecordedRequest } from "../support/model-server.ts";

export type Said =
  | { readonly who: "user"; readonly text: string }
  | { readonly who: "model"; readonly text: string; readonly calls: readonly string[] }
  | { readonly who: "tool"; readonly id: string; readonly text: string };

const chatBody = z.object({
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.string().nullish(),
      tool_calls: z.array(z.object({ id: z.string() })).optional(),
      tool_call_id: z.string().optional(),
    }),
  ),
});

const textBlock = z.object({ type: z.literal("text"), text: z.string() });
const toolUse = z.object({ type: z.literal("tool_use"), id: z.string() });
const toolResult = z.object({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(textBlock)]),
});
const thinking = z.object({ type: z.enum(["thinking", "redacted_thinking"]) });
const block = z.discriminatedUnion("type", [textBlock, toolUse, toolResult, thinking]);
const messagesBody = z.object({
  messages: z.array(
    z.object({ role: z.enum(["user", "assistant"]), content: z.union([z.string(), z.array(block)]) }),
  ),
});

const responsesBody = z.object({
  input: z.array(
    z.object({
      type: z.string().optional(),
      role: z.string().optional(),
      content: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).optional(),
      call_id: z.string().optional(),
      output: z.union([z.string(), z.array(z.object({ text: z.string().optional() }))]).optional(),
    }),
  ),
});

/** The conversation in a request, without its system prompt. */
export function conversationOf({ protocol, body }: RecordedRequest): Said[] {
  if (protocol === "responses") return responsesConversation(body);
  return protocol === "chat" ? chatConversation(body) : messagesConversation(body);
}

/** The user's messages in a request, first to last. */
export function userTexts(request: RecordedRequest): string[] {
  return conversationOf(request).flatMap((said) => (said.who === "user" ? [said.text] : []));
}

/** The results in a request, by the ids of their calls, in the order in which they stand there. */
export function resultsIn(request: RecordedRequest): Record<string, string> {
  const results = conversationOf(request).flatMap((said) =>
    said.who === "tool" ? [[said.id, said.text] as const] : [],
  );
  return Object.fromEntries(results);
}

function chatConversation(body: unknown): Said[] {
  return chatBody
    .parse(body)
    .messages.flatMap(({ role, content, tool_calls = [], tool_call_id = "" }): Said[] => {
      const text = content ?? "";
      if (role === "user") return [{ who: "user", text }];
      if (role === "tool") return [{ who: "tool", id: tool_call_id, text }];
      return role === "assistant" ? [{ who: "model", text, calls: tool_calls.map(({ id }) => id) }] : [];
    });
}

function messagesConversation(body: unknown): Said[] {
  return messagesBody.parse(body).messages.flatMap(({ role, content }): Said[] => {
    const blocks = typeof content === "string" ? [{ type: "text" as const, text: content }] : content;
    const text = blocks.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");
    if (role === "assistant") {
      return [
        {
          who: "model",
          text,
          calls: blocks.flatMap((block) => (block.type === "tool_use" ? [block.id] : [])),
        },
      ];
    }
    const results = blocks.flatMap((block): Said[] =>
      block.type === "tool_result"
        ? [{ who: "tool", id: block.tool_use_id, text: plain(block.content) }]
        : [],
    );
    return text === "" ? results : results.concat({ who: "user", text });
  });
}

/** Over Responses, words and calls of one answer are items; they are one here, as in the other protocols. */
function responsesConversation(body: unknown): Said[] {
  const words = (said: string | readonly { readonly text?: string | undefined }[] = "") =>
    typeof said === "string" ? said : said.map(({ text = "" }) => text).join("");
  const conversation: Said[] = [];
  for (const { type, role, content, call_id: id = "", output } of responsesBody.parse(body).input) {
    const last = conversation.at(-1);
    if (role === "user") conversation.push({ who: "user", text: words(content) });
    else if (role === "assistant") conversation.push({ who: "model", text: words(content), calls: [] });
    else if (type === "function_call_output") conversation.push({ who: "tool", id, text: words(output) });
    else if (type === "function_call" && last?.who === "model")
      conversation[conversation.length - 1] = { ...last, calls: [...last.calls, id] };
    else if (type === "function_call") conversation.push({ who: "model", text: "", calls: [id] });
  }
  return conversation;
}

function plain(content: z.infer<typeof toolResult>["content"]): string {
  return typeof content === "string" ? content : content.map(({ text }) => text).join("");
}
