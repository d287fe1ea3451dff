/** What a server refused once, and requests are built without since. Pure. */
import type { Entry, EntryOf, LeftOut } from "../protocol/entry.ts";
import {
  type AssistantPart,
  type EncodedImage,
  isOnlyReasoning,
  type ModelMessage,
  type ToolMessageResult,
  type UserMessage,
} from "../protocol/message.ts";
import { withoutUserImages } from "../protocol/user-images.ts";
import { noticeText } from "./beside.ts";

/** What of a branch is left out, in a form that is quick to ask. */
export type LeftOutParts = {
  readonly isNothing: boolean;
  readonly has: (what: Exclude<LeftOut["what"], "reasoning" | "text">, callId: string) => boolean;
  readonly hasText: (text: string) => boolean;
  /** Whether the reasoning of this answer is left out. */
  readonly reasoningOf: (entry: EntryOf<"assistant">) => boolean;
};

/** How a text is named in the log: by its SHA-256, hexadecimal. */
export function nameOfText(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text.trim().toWellFormed()).digest("hex");
}

const imageNames = new WeakMap<EncodedImage, string>();

/** How an image of the user's is named in the log: by the SHA-256 of its data, hexadecimal. */
export function nameOfImage(image: EncodedImage): string {
  const name = imageNames.get(image) ?? nameOfText(image.data);
  imageNames.set(image, name);
  return name;
}

/** Gathers what the notices of a branch say. */
export function leftOutOf(branch: readonly Entry[]): LeftOutParts {
  const names = new Set<string>();
  let withoutReasoning = -1;
  for (const [at, entry] of branch.entries()) {
    if (entry.type !== "notice") continue;
    for (const { what, id } of entry.leftOut ?? []) {
      if (what === "reasoning") withoutReasoning = at;
      else names.add(`${what} ${id}`);
    }
  }
  const answers =
    withoutReasoning === -1
      ? new Set<Entry>()
      : new Set(branch.slice(0, withoutReasoning).filter(({ type }) => type === "assistant"));
  const anyText = [...names].some((name) => name.startsWith("text "));
  return {
    isNothing: names.size === 0 && answers.size === 0,
    has: (what, callId) => names.size > 0 && names.has(`${what} ${callId}`),
    hasText: (text) => anyText && names.has(`text ${nameOfText(text)}`),
    reasoningOf: (entry) => answers.has(entry),
  };
}

/** A message of the user's without the images of it that are left out. */
export function messageWithout(message: UserMessage, left: LeftOutParts): UserMessage {
  if (left.isNothing) return message;
  return withoutUserImages(message, (image) =>
    left.has("images", nameOfImage(image)) ? "the model's server refused it" : null,
  );
}

type Answer = Extract<ModelMessage, { role: "assistant" }>;

/** The messages of a step without what is left out. Calls that no server takes back are told in words, with their results. */
export function stepWithout(
  entry: EntryOf<"assistant">,
  answer: Answer,
  results: readonly ToolMessageResult[],
  left: LeftOutParts,
): ModelMessage[] {
  const isTold = (callId: string) => left.has("call", callId);
  const told = answer.parts.filter((part) => part.type === "tool_call" && isTold(part.callId));
  // Reasoning belongs to the calls that it led to.
  const noReasoning = left.reasoningOf(entry) || told.length > 0;
  const parts = answer.parts.filter((part) => {
    if (part.type === "reasoning") return !noReasoning;
    return part.type === "text" ? !left.hasText(part.text) : !isTold(part.callId);
  });
  const kept = results.filter(({ callId }) => !isTold(callId)).map((result) => resultWithout(result, left));
  const words = told.map((part) => inWords(part, results));
  return [
    ...(isOnlyReasoning(parts) ? [] : [{ ...answer, parts }]),
    ...(kept.length === 0 ? [] : [{ role: "tool", results: kept } as const]),
    ...(words.length === 0 ? [] : [{ role: "user", text: words.join("\n\n") } as const]),
  ];
}

function resultWithout(result: ToolMessageResult, left: LeftOutParts): ToolMessageResult {
  const { images, ...rest } = result;
  if (left.has("result", result.callId)) {
    return { ...rest, text: "[this result is left out: the model's server refused it]" };
  }
  if (images === undefined || !left.has("images", result.callId)) return result;
  const which = images.length === 1 ? "image" : `${images.length} images`;
  return { ...rest, text: `${rest.text}\n[${which} left out: the model's server refused it]` };
}

function inWords(call: AssistantPart, results: readonly ToolMessageResult[]): string {
  if (call.type !== "tool_call") return "";
  const text = results.find(({ callId }) => callId === call.callId)?.text ?? "It has no result.";
  return noticeText(
    `You called ${call.name} with ${call.argumentsText}; the model's server does not take that call back in its own form. Its result:\n${text}`,
  );
}
