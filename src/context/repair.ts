/** Which part of a request a server refused, and how the next one does without it. Pure. */
import type { LeftOut } from "../protocol/entry.ts";
import type { ProviderError, ProviderErrorKind } from "../protocol/error.ts";
import { type EncodedImage, type ModelMessage, type ModelRequest, toolCallsOf } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import { nameOfImage, nameOfText } from "./left-out.ts";
import { isGuessedOverflow } from "./window.ts";
import { type Place, placesIn } from "./wire-place.ts";

/** What is to be left out, and what that is in words: “2 images in a result of read_file”. */
export type Repair = { readonly leftOut: readonly LeftOut[]; readonly words: string };

const aboutImages = /image|picture|media_type|pixels|vision|multi-?modal|base64|图片|图像|圖片|画像|이미지/i;
/**
 * Words that say nothing of the fault: Google's, OpenRouter's, and what gateways make of any 400. They stand behind rein's own,
 * and end the message.
 */
const saysNothing =
  /: (?:error: )?(?:bad request|invalid request|invalid[_ ]request[_ ]error|(?:the )?request (?:is|was) (?:invalid|malformed)|(?:request contains an )?invalid argument|unprocessable entity|provider returned error|unknown error|(?:请求)?参数错误|请求无效)[.!。！]?$/i;
const aboutReasoning = /thinking|reasoning|signature|thought/i;
/** Reasoning is asked for that is not there: leaving more of it out would not help. */
const reasoningMissing =
  /expected .{0,40}(?:thinking|reasoning)|(?:reasoning|thinking|thought)\w*.{0,60}(?:missing|must be passed|required|must be provided)|missing .{0,40}(?:reasoning|thinking|thought)/i;
const aboutCalls =
  /tool[_ -]?(?:use|call|result|message)|function[_ ]call|call_id|role.{0,4}tool|unexpected role|roles must alternate|arguments/i;

/**
 * How to go on after a server has refused a request for a part of its history; null when the error names none, or one
 * that cannot be done without: the user's last message. `said` is what the messages of the user are made of: where
 * nobody answered, several stand in one.
 */
export function findRepair(
  error: ProviderError,
  request: ModelRequest,
  said: readonly string[] = [],
): Repair | null {
  const { messages } = request;
  const words = error.message;
  const places = placesIn(words, request);
  // Too many bytes are mostly those of images.
  const namesImages = mayBeImages.has(error.kind) && aboutImages.test(words);
  const images = namesImages || error.status === 413 ? imageRepair(places, messages) : null;
  if (images !== null) return images;
  // Nobody knows what it is about: as a rule about what is new, and of that images are what servers differ about most.
  if (isGuessedOverflow(error) || (mayBeHistory.has(error.kind) && saysNothing.test(words))) {
    const fresh = messages.slice(messages.findLastIndex(({ role }) => role === "assistant") + 1);
    const unseen = imageRepair([], fresh);
    if (unseen !== null) return unseen;
  }
  if (!mayBeHistory.has(error.kind)) return null;
  if (aboutReasoning.test(words) && !reasoningMissing.test(words)) {
    const reasoning = reasoningRepair(messages);
    if (reasoning !== null) return reasoning;
  }
  if (reasoningMissing.test(words) || aboutCalls.test(words)) {
    const calls = callRepair(words, places, messages);
    if (calls !== null) return calls;
  }
  return placeRepair(places, messages, said);
}

/** Kinds of errors that can be about what stands in the history. A missing model or a wrong key is not. */
const mayBeHistory: ReadonlySet<ProviderErrorKind> = new Set(["message_order", "invalid_request"]);
/** Routers say of a model that takes no images that there is none. */
const mayBeImages: ReadonlySet<ProviderErrorKind> = new Set([...mayBeHistory, "not_found", "content_filter"]);

function imageRepair(places: readonly Place[], messages: readonly ModelMessage[]): Repair | null {
  const all = messages.flatMap((message) => picturesIn({ message }));
  const named = places.flatMap(picturesIn);
  // Two readings of a path may lead to the same place.
  const pictures = (named.length > 0 ? named : all).filter(
    ({ id }, at, list) => list.findIndex((other) => other.id === id) === at,
  );
  const [first] = pictures;
  if (first === undefined) return null;
  const count = pictures.reduce((sum, picture) => sum + picture.count, 0);
  const sources = new Set(pictures.map(({ where }) => where));
  const where =
    sources.size === 1 ? first.where : sources.has(yours) ? "" : say`in ${pictures.length} results`;
  return {
    leftOut: pictures.map(({ id }) => ({ what: "images", id })),
    words: `${count === 1 ? say`an image` : say`${count} images`} ${where}`.trim(),
  };
}

const yours = say`in a message of yours`;

type Pictures = { readonly id: string; readonly count: number; readonly where: string };

/** The images at a place, by the names that they are left out by. */
function picturesIn({ message, result, image }: Place): Pictures[] {
  if (image !== undefined) return [ofUser(image)];
  if (message.role === "user") return (message.images ?? []).map((placed) => ofUser(placed.image));
  const results = result !== undefined ? [result] : message.role === "tool" ? message.results : [];
  return results.flatMap(({ callId, name, images = [] }) =>
    images.length === 0 ? [] : [{ id: callId, count: images.length, where: say`in the result of ${name}` }],
  );
}

function ofUser(image: EncodedImage): Pictures {
  return { id: nameOfImage(image), count: 1, where: yours };
}

function reasoningRepair(messages: readonly ModelMessage[]): Repair | null {
  const isThere = messages.some(
    (message) => message.role === "assistant" && message.parts.some(({ type }) => type === "reasoning"),
  );
  if (!isThere) return null;
  return {
    leftOut: [{ what: "reasoning", id: "" }],
    words: say`the model's earlier reasoning`,
  };
}

/** The calls that are named by id, else those of the message that is named, else all of them. */
function callRepair(
  words: string,
  places: readonly Place[],
  messages: readonly ModelMessage[],
): Repair | null {
  const all = messages.flatMap((message) => (message.role === "assistant" ? toolCallsOf(message.parts) : []));
  const named = all.filter(({ callId }) => words.includes(callId));
  const placed = places.flatMap(({ message, result }) => {
    if (message.role === "assistant") return toolCallsOf(message.parts);
    return all.filter(({ callId }) => callId === result?.callId);
  });
  const chosen = [named, placed, all].find((calls) => calls.length > 0);
  if (chosen === undefined) return null;
  const [first] = chosen;
  return {
    leftOut: [...new Set(chosen.map(({ callId }) => callId))].map((id) => ({ what: "call", id })),
    words:
      chosen.length === 1
        ? say`a call of ${first?.name ?? ""}, which is told in words instead`
        : say`${chosen.length} calls, which are told in words instead`,
  };
}

/** What stands at the likeliest place. Another reading of the path would only be a guess at something innocent. */
function placeRepair(
  [place]: readonly Place[],
  messages: readonly ModelMessage[],
  said: readonly string[],
): Repair | null {
  if (place === undefined) return null;
  const { message, result, text } = place;
  if (result !== undefined)
    return { leftOut: [{ what: "result", id: result.callId }], words: say`the result of ${result.name}` };
  const isLast = messages.slice(messages.indexOf(message)).every(({ role }) => role === "user");
  if (text === undefined || isLast) return null;
  const whose = message.role === "user" ? say`a message of yours` : say`something that the model said`;
  const pieces = message.role === "user" ? said.filter((piece) => isPieceOf(text, piece)) : [];
  const names = new Set((pieces.length === 0 ? [text] : pieces).map(nameOfText));
  return { leftOut: [...names].map((id) => ({ what: "text", id })), words: whose };
}

/** The validator joins messages with an empty line between them. */
function isPieceOf(joined: string, piece: string): boolean {
  return piece.trim() !== "" && framed(joined).includes(framed(piece));
}

function framed(text: string): string {
  return `\n\n${text.trim().toWellFormed()}\n\n`;
}
