/** Which part of a request the path in an error means: `messages.3.content.1`, `messages[3]`, `message at index 3`. Pure. */
import { readResponsesOpaque } from "../providers/responses-opaque.ts";
import type { EncodedImage, ModelMessage, ModelRequest, ToolMessageResult } from "../protocol/message.ts";
import { partsOfUser } from "../protocol/user-images.ts";

/** A message, and what of it: a result, or something that was said. */
export type Place = {
  readonly message: ModelMessage;
  readonly result?: ToolMessageResult;
  readonly text?: string;
  /** One of the user's. */
  readonly image?: EncodedImage;
};

/** A path as servers write it: the number of a message, and maybe of a part of its content. */
const path =
  /(?:messages?|input|contents?)\.?(?:\[|\.| at index | index | #?)(\d+)\]?(?:\.?content(?:\[|\.)(\d+)\]?)?/gi;

/**
 * The places that the words name, the most likely first. Each protocol counts messages in its own way and the words do
 * not say in which, so both are tried: where a path has dots, Anthropic's comes first. Only Responses has an `input`.
 */
export function placesIn(words: string, request: ModelRequest): Place[] {
  const found = [...words.matchAll(path)].flatMap(([whole, message, part]) => {
    const index = Number(message);
    const inner = part === undefined ? undefined : Number(part);
    if (/^input/i.test(whole)) return [itemPlace(request.messages, index)];
    const byBlocks = blockPlace(request.messages, index, inner);
    const byMessages = chatPlace(request, index);
    return /^messages\.\d/i.test(whole) ? [byBlocks, byMessages] : [byMessages, byBlocks];
  });
  return found.filter((place) => place !== undefined);
}

/** As the Messages API counts: neighbours of one role are one message, with a block for each of its parts. */
function blockPlace(messages: readonly ModelMessage[], index: number, part = 0): Place | undefined {
  const groups: { readonly role: string; readonly places: Place[] }[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const last = groups.at(-1);
    if (last?.role === role) last.places.push(...blocksOf(message));
    else groups.push({ role, places: blocksOf(message) });
  }
  const places = groups[index]?.places ?? [];
  return places[part] ?? places[0];
}

function blocksOf(message: ModelMessage): Place[] {
  if (message.role === "user") {
    // Its text is in pieces around its images, but left out as a whole.
    return partsOfUser(message).map((part) =>
      part.type === "image" ? { message, image: part.image } : { message, text: message.text },
    );
  }
  if (message.role === "tool") return message.results.map((result) => ({ message, result }));
  return message.parts.map((part) => (part.type === "text" ? { message, text: part.text } : { message }));
}

/** As Responses counts: each part of an answer and each result is an item. Reasoning is one only before what it led to. */
function itemPlace(messages: readonly ModelMessage[], index: number): Place | undefined {
  const places = messages.flatMap((message): Place[] => {
    if (message.role === "user") return [{ message, text: message.text }];
    return message.role === "assistant" ? itemsOf(message) : blocksOf(message);
  });
  return places[index];
}

function itemsOf(message: Extract<ModelMessage, { role: "assistant" }>): Place[] {
  const last = message.parts.findLastIndex(({ type }) => type !== "reasoning");
  return message.parts.slice(0, last + 1).flatMap((part): Place[] => {
    if (part.type === "text") return [{ message, text: part.text }];
    const isItem = part.type === "tool_call" || readResponsesOpaque(part.opaque).item !== undefined;
    return isItem ? [{ message }] : [];
  });
}

/** As Chat Completions counts: the system prompt is the first message, each result is one, and images stand behind them. */
function chatPlace({ system, messages }: ModelRequest, index: number): Place | undefined {
  const places: (Place | undefined)[] = system === "" ? [] : [undefined];
  for (const [at, message] of messages.entries()) {
    if (message.role === "tool") {
      places.push(...message.results.map((result) => ({ message, result })));
      const pictured = message.results.find(({ images }) => images !== undefined);
      // What the user says behind images stands in one message with them.
      if (pictured === undefined) continue;
      places.push({ message, result: pictured });
      continue;
    }
    const before = messages[at - 1];
    const joined = before?.role === "tool" && before.results.some(({ images }) => images !== undefined);
    if (message.role === "user" && joined) continue;
    const text = message.role === "user" ? message.text : firstText(message);
    places.push({ message, ...(text === undefined ? {} : { text }) });
  }
  return places[index];
}

function firstText({ parts }: Extract<ModelMessage, { role: "assistant" }>): string | undefined {
  return parts.find((part) => part.type === "text")?.text;
}
