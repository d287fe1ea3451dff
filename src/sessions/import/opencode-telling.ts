/** The messages of an opencode session, one behind the other → what they tell. Pure. */
import type { AssistantPart, EncodedImage, Usage } from "../../protocol/message.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";
import { argumentsOf, countOf, type Fields, fieldsOf, listOf, textOf, timeOf, usageOf } from "./fields.ts";
import { modelName } from "./model-names.ts";
import { imageOfAddress, labelled, noPieces, resultOf, unknownPart } from "./source-text.ts";
import type { Told, ToldOf } from "./transcript.ts";

type Answer = { parts: AssistantPart[]; results: ToldOf<"result">[] };

export class OpencodeTelling {
  noise = 0;
  readonly told: Told[] = [];
  /** Where the summary that comes next is to keep from; null while none comes. */
  #keepFrom: string | null = null;

  add(info: Fields, parts: readonly Fields[]): void {
    const at = timeOf(fieldsOf(info["time"])["created"]);
    if (info["role"] === "user") this.#user(info, parts, at);
    else if (info["role"] === "assistant") this.#assistant(info, parts, at);
    else this.noise += 1;
  }

  #user(info: Fields, parts: readonly Fields[], at: string): void {
    const texts: string[] = [];
    const images: EncodedImage[] = [];
    for (const part of parts) {
      const image = part["type"] === "file" ? imageOfAddress(part["url"]) : null;
      if (image !== null) images.push(image);
      else if (part["type"] === "text") this.#text(part, texts, at);
      else if (part["type"] === "file")
        texts.push(`[file: ${textOf(part["filename"]) || textOf(part["url"]).slice(0, 200)}]`);
      else if (part["type"] === "compaction") this.#keepFrom = textOf(part["tail_start_id"]);
      else if (part["type"] === "subtask") texts.push(textOf(part["prompt"]));
    }
    const text = texts.filter((one) => one.trim() !== "").join("\n");
    if (text !== "" || images.length > 0)
      this.told.push({ type: "user", at, key: textOf(info["id"]), ...labelled(text, images) });
  }

  /** What the program added is not the user's, but the model has read it: files that were named, for one. */
  #text(part: Fields, texts: string[], at: string): void {
    const text = textOf(part["text"]);
    if (part["ignored"] === true) this.noise += 1;
    else if (part["synthetic"] !== true) texts.push(text);
    else if (text.trim() !== "") this.told.push({ type: "notice", at, text });
  }

  #assistant(info: Fields, parts: readonly Fields[], at: string): void {
    if (info["summary"] === true) return this.#summary(parts, at);
    const answers: Answer[] = [{ parts: [], results: [] }];
    for (const part of parts) {
      if (part["type"] === "step-start") answers.push({ parts: [], results: [] });
      else this.#part(part, answers.at(-1), at);
    }
    const model = modelName(textOf(info["providerID"]), textOf(info["modelID"]));
    const said = answers.filter((answer) => answer.parts.length > 0);
    const usage = usageIn(fieldsOf(info["tokens"]));
    for (const [index, answer] of said.entries()) {
      this.told.push({
        type: "answer",
        at,
        key: textOf(info["id"]),
        model,
        parts: answer.parts,
        stop: info["finish"] === "length" ? "length" : "stop",
        ...(usage === undefined || index < said.length - 1 ? {} : { usage }),
      });
      this.told.push(...answer.results);
    }
    this.#error(fieldsOf(info["error"]), at);
  }

  #part(part: Fields, answer: Answer | undefined, at: string): void {
    switch (part["type"]) {
      case "text":
        answer?.parts.push({ type: "text", text: textOf(part["text"]) });
        return;
      case "reasoning":
        answer?.parts.push({ type: "reasoning", text: textOf(part["text"]) });
        return;
      case "tool": {
        const callId = textOf(part["callID"]);
        const state = fieldsOf(part["state"]);
        const name = textOf(part["tool"]);
        answer?.parts.push({ type: "tool_call", callId, name, argumentsText: argumentsOf(state["input"]) });
        const result = resultIn(state);
        const { start, end } = fieldsOf(state["time"]);
        const took = countOf(Number(end) - Number(start));
        if (result !== null)
          answer?.results.push({
            type: "result",
            at: timeOf(end) || at,
            callId,
            result,
            ...(took === undefined ? {} : { durationMs: took }),
          });
        return;
      }
      case "step-finish":
      case "snapshot":
      case "patch":
      case "agent":
      case "retry":
        return;
      default:
        answer?.parts.push({ type: "text", text: unknownPart(part) });
    }
  }

  #summary(parts: readonly Fields[], at: string): void {
    const text = parts.map((part) => (part["type"] === "text" ? textOf(part["text"]) : "")).join("\n");
    const keepFrom = this.#keepFrom ?? "";
    this.#keepFrom = null;
    this.told.push({ type: "summary", at, text: text.trim(), ...(keepFrom === "" ? {} : { keepFrom }) });
  }

  #error(error: Fields, at: string): void {
    const name = textOf(error["name"]);
    if (name === "") return;
    const reason = textOf(fieldsOf(error["data"])["message"]) || name;
    if (name === "MessageAbortedError") this.told.push({ type: "end", at, outcome: "interrupted" });
    else this.told.push({ type: "end", at, outcome: "failed", reason });
  }
}

/** Null for a call that had not ended. */
function resultIn(state: Fields): ToolResult | null {
  const pieces = noPieces();
  const metadata = fieldsOf(state["metadata"]);
  if (state["status"] === "error") {
    const kept = metadata["interrupted"] === true ? textOf(metadata["output"]) : "";
    pieces.texts.push(kept || textOf(state["error"]));
    return resultOf(pieces, metadata["interrupted"] === true ? "interrupted" : "failed");
  }
  if (state["status"] !== "completed") return null;
  const output = textOf(state["output"]);
  pieces.texts.push(output);
  for (const file of listOf(state["attachments"]).map(fieldsOf)) {
    const image = imageOfAddress(file["url"]);
    if (image === null) pieces.texts.push(`[file: ${textOf(file["filename"]) || textOf(file["mime"])}]`);
    else pieces.images.push(image);
  }
  const exitCode = countOf(metadata["exit"]);
  return resultOf(pieces, null, exitCode === undefined ? undefined : { type: "command", exitCode, output });
}

/** Their input tokens are without those of the cache, and where there is a total, their output without the reasoning. */
function usageIn(tokens: Fields): Usage | undefined {
  const { read, write } = fieldsOf(tokens["cache"]);
  const cacheRead = countOf(read);
  const cacheWrite = countOf(write);
  const input = countOf(tokens["input"]);
  const whole = input === undefined ? undefined : input + (cacheRead ?? 0) + (cacheWrite ?? 0);
  const total = countOf(tokens["total"]);
  const output = countOf(tokens["output"]);
  return usageOf({
    input: whole,
    output: total === undefined || whole === undefined || total < whole ? output : total - whole,
    cacheRead,
    cacheWrite,
    reasoning: countOf(tokens["reasoning"]),
  });
}
