/** For models whose servers cannot read their calls: calls that are written as text become calls. */
import type { AssistantPart } from "../protocol/message.ts";
import { newCallId } from "./call-id.ts";
import type { ModelResponse, Provider } from "./provider.ts";
import { findTextCalls, type TextCall, withoutTextCalls } from "./text-calls.ts";

/** Whether a model is one of these. `*` stands for anything; a pattern without a slash is one of ids alone. */
export function isTolerated(model: string, patterns: readonly string[]): boolean {
  const id = model.slice(model.indexOf("/") + 1);
  return patterns.some((pattern) => {
    const parts = pattern
      .toLowerCase()
      .split("*")
      .map((part) => RegExp.escape(part));
    const wanted = new RegExp(`^${parts.join(".*")}$`, "s");
    return wanted.test(model.toLowerCase()) || wanted.test(id.toLowerCase());
  });
}

/** The provider, which reads calls from the text where its model is one of these. */
export function tolerating(provider: Provider, patterns: readonly string[]): Provider {
  return isTolerated(provider.model, patterns) ? withTextCalls(provider) : provider;
}

/** The provider, with calls in place of those that its answers hold as text. They are asked for like any other. */
export function withTextCalls(provider: Provider, newId: () => string = newCallId): Provider {
  return {
    ...provider,
    // They may change while it is used.
    get contextWindow() {
      return provider.contextWindow;
    },
    get vision() {
      return provider.vision ?? false;
    },
    async *stream(request, signal) {
      const offered = request.tools.map(({ name }) => name);
      for await (const event of provider.stream(request, signal)) {
        yield event.type === "response"
          ? { ...event, response: withCalls(event.response, offered, newId) }
          : event;
      }
    },
  };
}

function withCalls(response: ModelResponse, offered: readonly string[], newId: () => string): ModelResponse {
  if (response.stop !== "stop" && response.stop !== "tool_use") return response;
  const found = writtenCalls(response.parts, offered);
  if (found.length === 0) return response;
  const parts = response.parts.flatMap((part): AssistantPart[] => {
    const calls = found.find((one) => one.part === part)?.calls ?? [];
    const written = calls.map(({ name, argumentsText }): AssistantPart => {
      return { type: "tool_call", callId: newId(), name, argumentsText };
    });
    // Reasoning goes back as it came, and so does what belongs to it.
    if (part.type !== "text" || calls.length === 0) return [part, ...written];
    const text = withoutTextCalls(part.text, calls);
    return text.trim() === "" ? written : [{ type: "text", text }, ...written];
  });
  return { ...response, parts, stop: "tool_use" };
}

export type WrittenIn = { readonly part: AssistantPart; readonly calls: readonly TextCall[] };

/**
 * The calls that an answer without any holds as text: in its text, or where it says nothing, in its reasoning. None
 * for an answer with calls.
 */
export function writtenCalls(parts: readonly AssistantPart[], offered: readonly string[]): WrittenIn[] {
  if (parts.some((part) => part.type === "tool_call")) return [];
  const said = parts.filter((part) => part.type === "text" && part.text.trim() !== "");
  const searched = said.length > 0 ? said : parts.filter((part) => part.type === "reasoning");
  return searched.flatMap((part) => {
    const calls = part.type === "tool_call" ? [] : findTextCalls(part.text, offered);
    return calls.length === 0 ? [] : [{ part, calls }];
  });
}
