/** The blocks of a Messages answer in the making. */
import type { AssistantPart } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import { serverNote } from "./anthropic-notes.ts";
import type { MessagesOpaque } from "./anthropic-opaque.ts";
import { distinctCallIds, readCallId } from "./call-id.ts";
import { isJsonObject, isRecord, type JsonRecord, listOf, parseJson, recordOf, textOf } from "./json.ts";
import type { ProviderEvent } from "./provider.ts";

export type Block =
  | { readonly type: "text"; text: string; readonly citations: unknown[] }
  | { readonly type: "thinking"; text: string; signature: string }
  | { readonly type: "redacted_thinking"; readonly data: string }
  | {
      readonly type: "tool_use";
      readonly id: string;
      /** The field was there, if only as "" or "null": then an id is made up. */
      readonly hasId: boolean;
      readonly name: string;
      /** Given at once, in the block's start, by some calls; deltas replace it. */
      readonly input: JsonRecord;
      /** Which of the answer's calls it is, from 0. */
      readonly number: number;
      inputText: string;
    }
  /** Work that the server did itself, and kinds that came later: kept as they are, to go back as they are. */
  | { readonly type: "server"; readonly fields: Record<string, unknown>; inputText: string };

/** The block that begins; `number` counts the calls before it. */
export function readBlock(raw: JsonRecord, number: number): Block {
  switch (raw["type"]) {
    case "text":
      return { type: "text", text: textOf(raw["text"]), citations: [...listOf(raw["citations"])] };
    case "thinking":
      return { type: "thinking", text: textOf(raw["thinking"]), signature: textOf(raw["signature"]) };
    case "redacted_thinking":
      return { type: "redacted_thinking", data: textOf(raw["data"]) };
    case "tool_use": {
      const id = readCallId(raw["id"]);
      const hasId = raw["id"] !== undefined && raw["id"] !== null;
      const input = recordOf(raw["input"]);
      return { type: "tool_use", id, hasId, name: textOf(raw["name"]), input, number, inputText: "" };
    }
    default:
      return { type: "server", fields: { ...raw }, inputText: "" };
  }
}

/** What is seen of a block as soon as it begins. */
export function beginningOf(block: Block): ProviderEvent[] {
  switch (block.type) {
    case "text":
      return deltaOf("text", block.text);
    case "thinking":
      return deltaOf("reasoning", block.text);
    case "tool_use":
      return [{ type: "call", index: block.number, name: block.name, length: 0 }];
    case "redacted_thinking":
    case "server":
      return [];
    default:
      return block satisfies never;
  }
}

/** Takes one delta into its block. A delta of a kind that does not belong to it is passed over. */
export function continueBlock(block: Block, delta: JsonRecord): ProviderEvent[] {
  const type = delta["type"];
  if (type === "input_json_delta" && (block.type === "tool_use" || block.type === "server")) {
    block.inputText += textOf(delta["partial_json"]);
    if (block.type === "server") return [];
    return [{ type: "call", index: block.number, name: block.name, length: block.inputText.length }];
  }
  if (block.type === "text" && type === "text_delta") {
    block.text += textOf(delta["text"]);
    return deltaOf("text", textOf(delta["text"]));
  }
  if (block.type === "text" && type === "citations_delta" && isRecord(delta["citation"])) {
    block.citations.push(delta["citation"]);
  }
  if (block.type === "thinking" && type === "thinking_delta") {
    block.text += textOf(delta["thinking"]);
    return deltaOf("reasoning", textOf(delta["thinking"]));
  }
  if (block.type === "thinking" && type === "signature_delta") block.signature += textOf(delta["signature"]);
  if (block.type === "server") addFields(block.fields, delta);
  return [];
}

/** Deltas of the other kinds hold what is to be put behind the block's fields of the same names (a summary's text). */
function addFields(fields: Record<string, unknown>, delta: JsonRecord): void {
  for (const [name, value] of Object.entries(delta)) {
    if (name !== "type" && typeof value === "string") fields[name] = textOf(fields[name]) + value;
  }
}

/** What is seen of a block once it is whole. */
export function endOfBlock(block: Block): ProviderEvent[] {
  if (block.type !== "server") return [];
  const note = serverNote(wholeFields(block) ?? block.fields);
  return note === "" ? [] : [{ type: "reasoning", text: `\n${note}\n` }];
}

export function deltaOf(type: "text" | "reasoning", text: string): ProviderEvent[] {
  return text === "" ? [] : [{ type, text }];
}

/** The parts of an answer. `newId` makes ids for calls whose id is empty or was used before. */
export function partsOf(blocks: readonly Block[], newId: () => string): AssistantPart[] {
  const idOf = distinctCallIds(newId);
  return blocks.flatMap((block): AssistantPart[] => {
    switch (block.type) {
      case "text": {
        const { text, citations } = block;
        const opaque: MessagesOpaque = { type: "citations", citations };
        return text === "" ? [] : [{ type: "text", text, ...(citations.length === 0 ? {} : { opaque }) }];
      }
      case "thinking": {
        const opaque: MessagesOpaque = { type: "thinking", signature: block.signature };
        // Thinking may be hidden: then the text is empty, and the signature has to be kept all the same.
        return [{ type: "reasoning", text: block.text, ...(block.signature === "" ? {} : { opaque }) }];
      }
      case "redacted_thinking": {
        const opaque: MessagesOpaque = { type: "redacted_thinking", data: block.data };
        return [{ type: "reasoning", text: "", opaque }];
      }
      case "tool_use": {
        const callId = idOf(block.id);
        return [{ type: "tool_call", callId, name: block.name, argumentsText: argumentsTextOf(block) }];
      }
      case "server":
        return serverPart(block);
      default:
        return block satisfies never;
    }
  });
}

function serverPart(block: Extract<Block, { type: "server" }>): AssistantPart[] {
  if (textOf(block.fields["type"]) === "") return [];
  const whole = wholeFields(block);
  const note = serverNote(whole ?? block.fields);
  if (whole === undefined) return note === "" ? [] : [{ type: "reasoning", text: "", note }];
  const opaque: MessagesOpaque = { type: "block", block: whole };
  return [{ type: "reasoning", text: "", opaque, ...(note === "" ? {} : { note }) }];
}

/** The block with its input; undefined when the input is not whole, and the block can not go back. */
function wholeFields({ fields, inputText }: Extract<Block, { type: "server" }>): JsonRecord | undefined {
  if (inputText === "") return fields;
  const input = parseJson(inputText);
  return isRecord(input) ? { ...fields, input } : undefined;
}

/** The call's arguments as the server wrote them. */
export function argumentsTextOf(block: Extract<Block, { type: "tool_use" }>): string {
  if (block.inputText !== "" || Object.keys(block.input).length === 0) return block.inputText;
  return JSON.stringify(block.input);
}

/** Whether a block is worth keeping of a response that broke off: a call only if nothing of it is missing. */
export function isWhole(block: Block): boolean {
  if (block.type !== "tool_use") return true;
  return block.hasId && block.name !== "" && isJsonObject(argumentsTextOf(block));
}

/** What makes a call one that nobody could answer. */
export function callProblem(blocks: readonly Block[]): string | undefined {
  for (const block of blocks) {
    if (block.type !== "tool_use") continue;
    if (block.name === "") return say`the server sent a tool call without a name`;
    if (!block.hasId) return say`the server sent a tool call without an id`;
  }
  return undefined;
}
