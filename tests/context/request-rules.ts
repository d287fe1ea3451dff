/** What must hold for every request that goes out. */
import { type ModelMessage, type ModelRequest, toolCallsOf } from "../../src/protocol/message.ts";

/** Every rule that a request breaks, in words; empty for a valid one. Written apart from the validator, on purpose. */
export function brokenRules(request: ModelRequest, model: string): string[] {
  const broken: string[] = [];
  const rule = (holds: boolean, words: string) => {
    if (!holds) broken.push(words);
  };
  const { messages } = request;
  if (messages.length > 0) {
    rule(messages[0]?.role === "user", "starts with the user");
    rule(messages.at(-1)?.role !== "assistant", "ends with the user or results");
  }
  const ids = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const next = messages[index + 1];
    rule(next?.role !== message.role, `no two neighbours of one role (${message.role})`);
    if (message.role === "user") rule(message.text.trim() !== "", "no blank user text");
    if (message.role === "assistant") {
      rule(
        message.parts.some((part) => part.type !== "reasoning"),
        "no answer without content",
      );
      for (const part of message.parts) {
        if (part.type === "text") rule(part.text.trim() !== "", "no blank text part");
        if (part.type === "reasoning")
          rule(part.text.trim() !== "" || part.opaque !== undefined, "no blank reasoning");
        if (part.type === "reasoning") rule(message.model === model, "reasoning to its own model only");
      }
      const calls = toolCallsOf(message.parts);
      for (const call of calls) {
        rule(!ids.has(call.callId), "unique call ids");
        rule(call.callId !== "" && call.name !== "", "calls have an id and a name");
        rule(isObject(call.argumentsText), "arguments are a JSON object");
        ids.add(call.callId);
      }
      const results = next?.role === "tool" ? next.results : [];
      rule(
        JSON.stringify(results.map(({ callId }) => callId)) ===
          JSON.stringify(calls.map(({ callId }) => callId)),
        "each call's one result stands behind it, in order",
      );
    }
    if (message.role === "tool") {
      rule(messages[index - 1]?.role === "assistant", "results stand behind their calls");
      rule(message.results.length > 0, "no empty message of results");
      for (const { text } of message.results) rule(text.trim() !== "", "no blank result");
    }
  }
  const images = messages.flatMap((message) =>
    message.role === "tool" ? message.results.flatMap((result) => result.images ?? []) : [],
  );
  rule(images.length === 0 || model.startsWith("anthropic/claude"), "images only to models that see");
  rule(images.length <= 20, "at most 20 images");
  for (const { mediaType, data } of images) {
    const bytes = Buffer.from(data, "base64");
    rule(bytes.length > 0 && bytes.toString("base64") === data, "images are base64");
    const isGif = bytes.subarray(0, 4).equals(Buffer.from("GIF8"));
    const isPng = bytes.subarray(1, 4).equals(Buffer.from("PNG")) && bytes.length >= 24;
    rule(isGif || isPng, "images are of a known type");
    rule(mediaType === (isGif ? "image/gif" : "image/png"), "images say what they are");
    rule(!isPng || bytes.readUInt32BE(16) <= 8_000, "no image is too wide");
  }
  rule(
    everyString(request, (text) => text.isWellFormed()),
    "well-formed Unicode",
  );
  return broken;
}

/** The roles of a request's messages, for tests that look at its shape. */
export function roles(messages: readonly ModelMessage[]): string {
  return messages.map(({ role }) => role).join(" ");
}

function isObject(json: string): boolean {
  try {
    const value: unknown = JSON.parse(json);
    return (
      typeof value === "object" &&
      value !== null &&
      !Array.isArray(value) &&
      everyString(value, (t) => t.isWellFormed())
    );
  } catch {
    return false;
  }
}

function everyString(value: unknown, holds: (text: string) => boolean): boolean {
  if (typeof value === "string") return holds(value);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, item]) => holds(key) && everyString(item, holds));
}
