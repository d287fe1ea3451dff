/** The messages of a Gemini CLI chat, one behind the other → what they tell. Pure. */
import type { AssistantPart, EncodedImage, ToolCallPart } from "../../protocol/message.ts";
import type { ToolFailureKind } from "../../protocol/tool-result.ts";
import {
  argumentsOf,
  countOf,
  type Fields,
  fieldsOf,
  jsonOf,
  listOf,
  textOf,
  timeOf,
  usageOf,
} from "./fields.ts";
import { modelName } from "./model-names.ts";
import { imageOf, labelled, noPieces, type Pieces, resultOf, unknownPart } from "./source-text.ts";
import type { Told } from "./transcript.ts";

export class GeminiTelling {
  noise = 0;
  readonly told: Told[] = [];
  #model = "";
  /** Ids of calls that have their result; the history may tell it once more. */
  readonly #answered = new Set<string>();
  /** Calls of saved chats have no id: a result belongs to the first open one of its name. */
  #open: ToolCallPart[] = [];

  add(message: Fields): void {
    const at = timeOf(message["timestamp"]);
    const parts = partsIn(message["content"] ?? message["parts"]);
    switch (message["type"] ?? message["role"]) {
      case "user":
        return this.#user(parts, at);
      case "gemini":
      case "model":
        return this.#answer(message, parts, at);
      case "error":
        this.told.push({
          type: "end",
          at,
          outcome: "failed",
          reason: parts.map(({ text }) => textOf(text)).join("\n"),
        });
        return;
      default:
        this.noise += 1;
    }
  }

  #user(parts: readonly Fields[], at: string): void {
    const texts: string[] = [];
    const images: EncodedImage[] = [];
    for (const part of parts) {
      const image = imageIn(part);
      if (Object.hasOwn(part, "functionResponse")) this.#response(part, at);
      else if (image !== null) images.push(image);
      else texts.push(textOf(part["text"]) || unknownPart(part));
    }
    const text = texts.join("\n");
    if (/^\s*<state_snapshot>/.test(text)) this.told.push({ type: "summary", at, text });
    else if (isInserted(text)) this.noise += 1;
    else if (text.trim() !== "" || images.length > 0)
      this.told.push({ type: "user", at, ...labelled(text, images) });
  }

  #answer(message: Fields, contents: readonly Fields[], at: string): void {
    this.#model = textOf(message["model"]) || this.#model;
    const tokens = fieldsOf(message["tokens"]);
    const thoughts = countOf(tokens["thoughts"]);
    const usage = usageOf({
      input: countOf(tokens["input"]),
      output: (countOf(tokens["output"]) ?? 0) + (thoughts ?? 0),
      cacheRead: countOf(tokens["cached"]),
      reasoning: thoughts,
    });
    const calls = listOf(message["toolCalls"]).map(fieldsOf);
    const recorded = calls.map(callOf);
    const told = contents.flatMap(partOf);
    // Where the chat keeps its calls, the content may name them once more.
    const words = recorded.length === 0 ? told : told.filter(({ type }) => type !== "tool_call");
    const parts = [...thoughtsOf(message["thoughts"]), ...words, ...recorded];
    if (parts.length === 0) return;
    this.#open = parts.filter((part) => part.type === "tool_call");
    this.told.push({
      type: "answer",
      at,
      model: modelName("google", this.#model),
      parts,
      stop: "stop",
      ...(usage === undefined ? {} : { usage }),
    });
    for (const call of calls) this.#recorded(call, at);
  }

  #recorded(call: Fields, at: string): void {
    const callId = textOf(call["id"]);
    const { status, result } = call;
    if (result === undefined || result === null) return;
    const pieces = noPieces();
    for (const part of partsIn(result)) addPiece(pieces, part);
    const failure: ToolFailureKind | null =
      status === "error" ? "failed" : status === "cancelled" ? "interrupted" : null;
    this.#answered.add(callId);
    this.told.push({
      type: "result",
      at: timeOf(call["timestamp"]) || at,
      callId,
      result: resultOf(pieces, failure),
    });
  }

  #response(part: Fields, at: string): void {
    const response = fieldsOf(part["functionResponse"]);
    const name = textOf(response["name"]);
    const callId = textOf(response["id"]) || (this.#open.find((call) => call.name === name)?.callId ?? "");
    this.#open = this.#open.filter((call) => call.callId !== callId);
    if (this.#answered.has(callId)) return;
    const pieces = noPieces();
    addPiece(pieces, part);
    const isError = Object.hasOwn(fieldsOf(response["response"]), "error");
    this.told.push({ type: "result", at, callId, result: resultOf(pieces, isError ? "failed" : null) });
  }
}

function partsIn(content: unknown): Fields[] {
  const list = Array.isArray(content) ? content : content === undefined ? [] : [content];
  return list.map((part) => (typeof part === "string" ? { text: part } : fieldsOf(part)));
}

function imageIn(part: Fields): EncodedImage | null {
  const inline = fieldsOf(part["inlineData"]);
  return imageOf(inline["mimeType"], inline["data"]);
}

function addPiece(pieces: Pieces, part: Fields): void {
  const image = imageIn(part);
  if (image !== null) {
    pieces.images.push(image);
    return;
  }
  if (!Object.hasOwn(part, "functionResponse")) {
    pieces.texts.push(textOf(part["text"]) || unknownPart(part));
    return;
  }
  const { response, parts } = fieldsOf(part["functionResponse"]);
  const { output, error } = fieldsOf(response);
  pieces.texts.push(textOf(output) || textOf(error) || jsonOf(response));
  for (const inner of listOf(parts).map(fieldsOf)) addPiece(pieces, inner);
}

function thoughtsOf(thoughts: unknown): AssistantPart[] {
  return listOf(thoughts)
    .map(fieldsOf)
    .map(({ subject, description }) => [textOf(subject), textOf(description)].filter((one) => one !== ""))
    .filter((words) => words.length > 0)
    .map((words) => ({ type: "reasoning", text: words.join("\n") }));
}

function callOf(call: Fields): ToolCallPart {
  return {
    type: "tool_call",
    callId: textOf(call["id"]),
    name: textOf(call["name"]),
    argumentsText: argumentsOf(call["args"]),
  };
}

function partOf(part: Fields): AssistantPart[] {
  const text = textOf(part["text"]);
  if (Object.hasOwn(part, "functionCall")) return [callOf(fieldsOf(part["functionCall"]))];
  if (text !== "") return [{ type: part["thought"] === true ? "reasoning" : "text", text }];
  const { thoughtSignature: _signature, text: _text, ...rest } = part;
  return Object.keys(rest).length === 0 ? [] : [{ type: "text", text: unknownPart(rest) }];
}

/** What the program tells the model before anything is said. */
function isInserted(text: string): boolean {
  return /^\s*(?:<session_context>|This is the Gemini CLI\. We are setting up the context)/.test(text);
}
