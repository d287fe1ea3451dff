/** The entries of a pi session, one behind the other → what they tell. Pure. */
import type { AssistantPart, EncodedImage, StopKind, Usage } from "../../protocol/message.ts";
import {
  argumentsOf,
  countOf,
  type Fields,
  fieldsOf,
  listOf,
  textOf,
  timeOf,
  usageBesideCache,
} from "./fields.ts";
import { modelName } from "./model-names.ts";
import { imageOf, labelled, noPieces, type Pieces, resultOf, unknownPart } from "./source-text.ts";
import type { Told } from "./transcript.ts";

export class PiTelling {
  noise = 0;
  readonly told: Told[] = [];
  #provider: string;
  #model: string;

  /** What the session began with, where it says so. */
  constructor(provider: string, model: string) {
    this.#provider = provider;
    this.#model = model;
  }

  add(entry: Fields): void {
    const at = timeOf(entry["timestamp"]);
    const key = textOf(entry["id"]);
    switch (entry["type"]) {
      case "message":
        return this.#message(fieldsOf(entry["message"]), { at, key });
      case "compaction":
        this.told.push({
          type: "summary",
          at,
          text: textOf(entry["summary"]),
          keepFrom: textOf(entry["firstKeptEntryId"]),
        });
        return;
      case "branch_summary":
        return this.#notice(textOf(entry["summary"]), at);
      case "custom_message":
        return this.#notice(piecesOf(entry["content"]).texts.join("\n"), at);
      case "model_change":
        this.#provider = textOf(entry["provider"]) || this.#provider;
        this.#model = textOf(entry["modelId"]) || this.#model;
        return;
      default:
      // Labels, levels of thinking and what extensions keep for themselves: nothing that anybody said.
    }
  }

  #notice(text: string, at: string): void {
    if (text.trim() !== "") this.told.push({ type: "notice", at, text });
  }

  #message(message: Fields, place: { readonly at: string; readonly key: string }): void {
    const { at } = place;
    switch (message["role"]) {
      case "user": {
        const { texts, images } = piecesOf(message["content"]);
        const text = texts.join("\n");
        if (text.trim() !== "" || images.length > 0)
          this.told.push({ type: "user", ...place, ...labelled(text, images) });
        return;
      }
      case "assistant":
        return this.#answer(message, place);
      case "toolResult":
        this.told.push({
          type: "result",
          ...place,
          callId: textOf(message["toolCallId"]),
          result: resultOf(piecesOf(message["content"]), message["isError"] === true ? "failed" : null),
        });
        return;
      case "bashExecution":
        this.told.push({
          type: "command",
          ...place,
          command: textOf(message["command"]),
          output: textOf(message["output"]),
          exitCode: countOf(message["exitCode"]) ?? null,
          shared: message["excludeFromContext"] !== true,
        });
        return;
      case "custom":
      case "hookMessage":
        return this.#notice(piecesOf(message["content"]).texts.join("\n"), at);
      case "branchSummary":
        return this.#notice(textOf(message["summary"]), at);
      case "compactionSummary":
        this.told.push({ type: "summary", at, text: textOf(message["summary"]) });
        return;
      default:
        this.noise += 1;
    }
  }

  #answer(message: Fields, place: { readonly at: string; readonly key: string }): void {
    const usage = usageIn(fieldsOf(message["usage"]));
    const model = modelName(
      textOf(message["provider"]) || this.#provider,
      textOf(message["model"]) || this.#model,
    );
    const parts = listOf(message["content"]).map(fieldsOf).map(partOf);
    const { stopReason } = message;
    if (parts.length > 0)
      this.told.push({
        type: "answer",
        ...place,
        model,
        parts,
        stop: stopOf(stopReason),
        ...(usage === undefined ? {} : { usage }),
      });
    const { at } = place;
    if (stopReason === "aborted") this.told.push({ type: "end", at, outcome: "interrupted" });
    if (stopReason === "error")
      this.told.push({ type: "end", at, outcome: "failed", reason: textOf(message["errorMessage"]) });
  }
}

function stopOf(reason: unknown): StopKind {
  if (reason === "length") return "length";
  return reason === "toolUse" ? "tool_use" : "stop";
}

function partOf(block: Fields): AssistantPart {
  switch (block["type"]) {
    case "text":
      return { type: "text", text: textOf(block["text"]) };
    case "thinking":
      return { type: "reasoning", text: textOf(block["thinking"]) };
    case "toolCall":
      return {
        type: "tool_call",
        callId: textOf(block["id"]),
        name: textOf(block["name"]),
        argumentsText: argumentsOf(block["arguments"]),
      };
    default:
      return { type: "text", text: unknownPart(block) };
  }
}

function piecesOf(content: unknown): Pieces {
  const pieces = noPieces();
  const blocks =
    typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).map(fieldsOf);
  for (const block of blocks) {
    const image: EncodedImage | null = block.type === "image" ? imageIn(block) : null;
    if (image !== null) pieces.images.push(image);
    else pieces.texts.push(block.type === "text" ? textOf(block["text"]) : unknownPart(block));
  }
  return pieces;
}

function imageIn(block: Fields): EncodedImage | null {
  return imageOf(block["mimeType"], block["data"]);
}

/** Their input tokens are without those of the cache. */
function usageIn(usage: Fields): Usage | undefined {
  return usageBesideCache({
    input: countOf(usage["input"]),
    output: countOf(usage["output"]),
    cacheRead: countOf(usage["cacheRead"]),
    cacheWrite: countOf(usage["cacheWrite"]),
  });
}
