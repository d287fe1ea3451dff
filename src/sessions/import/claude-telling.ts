/** The lines of a Claude Code conversation, one behind the other → what they tell. Pure. */
import type { AssistantPart, EncodedImage } from "../../protocol/message.ts";
import { claudeCommand, isReminder, slashCommand, withoutReminders } from "./claude-noise.ts";
import { claudeResult, claudeStop, claudeUsage } from "./claude-parts.ts";
import { argumentsOf, countOf, type Fields, fieldsOf, listOf, textOf, timeOf } from "./fields.ts";
import { modelName } from "./model-names.ts";
import { imageOf, labelled, unknownPart } from "./source-text.ts";
import type { Told, ToldOf } from "./transcript.ts";

type Answer = Omit<ToldOf<"answer">, "parts"> & { readonly parts: AssistantPart[] };

export class ClaudeTelling {
  noise = 0;
  readonly #told: Told[] = [];
  /** Responses by their id: each has a line for every block. */
  readonly #answers = new Map<string, { readonly at: number; readonly answer: Answer }>();
  /** A slash command that waits for the text that it stands for. */
  #command = "";
  /** A shell command of the user that waits for its output. */
  #shell = "";
  #boundary: Fields = {};

  add(line: Fields): void {
    switch (line["type"]) {
      case "user":
        return this.#user(line);
      case "assistant":
        return this.#assistant(line);
      case "system":
        if (line["subtype"] === "compact_boundary") this.#boundary = fieldsOf(line["compactMetadata"]);
        return;
      case "attachment":
        return this.#attachment(line);
      default:
      // How far a tool or a hook is: nothing that anybody said.
    }
  }

  end(): readonly Told[] {
    this.#closeCommand();
    return this.#told;
  }

  #user(line: Fields): void {
    const at = timeOf(line["timestamp"]);
    const { content } = fieldsOf(line["message"]);
    if (line["isCompactSummary"] === true) return this.#summary(at, content);
    const blocks =
      typeof content === "string" ? [{ type: "text", text: content }] : listOf(content).map(fieldsOf);
    const said: string[] = [];
    const images: EncodedImage[] = [];
    for (const block of blocks) {
      const image = block.type === "image" ? claudeImage(block) : null;
      if (block.type === "tool_result")
        this.#told.push({
          type: "result",
          at,
          callId: textOf(block["tool_use_id"]),
          result: claudeResult(block, fieldsOf(line["toolUseResult"])),
        });
      else if (image !== null) images.push(image);
      else said.push(block.type === "text" ? textOf(block["text"]) : unknownPart(block));
    }
    const text = said.join("\n");
    if (line["isMeta"] === true) return this.#meta(text, at);
    if (text.trim() !== "" || images.length > 0) this.#said(text, images, { at, key: textOf(line["uuid"]) });
  }

  #said(
    text: string,
    images: readonly EncodedImage[],
    place: { readonly at: string; readonly key: string },
  ): void {
    const { at } = place;
    if (/^\[Request interrupted by user[^\]]*\]$/.test(text.trim())) {
      this.#told.push({ type: "end", at, outcome: "interrupted" });
      return;
    }
    const slash = slashCommand(text);
    if (slash !== null) {
      this.#closeCommand();
      this.#command = slash;
      return;
    }
    const shell = claudeCommand(text);
    if (shell?.type === "input") {
      this.#shell = shell.text;
      return;
    }
    if (shell?.type === "output" && this.#shell !== "") {
      const command = { command: this.#shell, output: shell.text, exitCode: 0, shared: true };
      this.#told.push({ type: "command", at, ...command });
      this.#shell = "";
      return;
    }
    this.#closeCommand();
    const own = withoutReminders(text);
    if (own !== text) this.noise += 1;
    if ((shell !== null || isReminder(own)) && images.length === 0) {
      this.noise += 1;
      return;
    }
    if (/^\s*<task-notification>/.test(own)) this.#told.push({ type: "notice", at, text: own.trim() });
    else if (own.trim() !== "" || images.length > 0)
      this.#told.push({ type: "user", ...place, ...labelled(own, images) });
  }

  /** Only what a slash command stands for is the user's; all else was put in by the program. */
  #meta(text: string, at: string): void {
    const own = withoutReminders(text);
    if (this.#command === "" || own.trim() === "" || isReminder(own)) {
      this.noise += 1;
      return;
    }
    this.#told.push({ type: "user", at, text: `${this.#command}\n\n${own.trim()}`, images: [] });
    this.#command = "";
  }

  /** A command that stood for no text was one of the program's own. */
  #closeCommand(): void {
    if (this.#command !== "") this.noise += 1;
    this.#command = "";
  }

  #summary(at: string, content: unknown): void {
    const blocks = listOf(content).map(fieldsOf);
    const text =
      typeof content === "string" ? content : blocks.map(({ text: one }) => textOf(one)).join("\n");
    const before = countOf(this.#boundary["preTokens"]);
    const after = countOf(this.#boundary["postTokens"]);
    const keepFrom = textOf(fieldsOf(this.#boundary["preservedSegment"])["headUuid"]);
    this.#boundary = {};
    this.#told.push({
      type: "summary",
      at,
      text,
      ...(keepFrom === "" ? {} : { keepFrom }),
      ...(before === undefined || after === undefined ? {} : { tokens: { before, after } }),
    });
  }

  #assistant(line: Fields): void {
    const at = timeOf(line["timestamp"]);
    const message = fieldsOf(line["message"]);
    const model = textOf(message["model"]);
    const parts = partsOf(message["content"]);
    if (line["isApiErrorMessage"] === true || model === "<synthetic>") {
      const reason = parts.map((part) => (part.type === "text" ? part.text : "")).join("\n");
      if (line["isApiErrorMessage"] === true) this.#told.push({ type: "end", at, outcome: "failed", reason });
      else this.noise += 1;
      return;
    }
    this.#closeCommand();
    const usage = claudeUsage(message["usage"]);
    const id = textOf(message["id"]);
    const before = this.#answers.get(id);
    const answer: Answer = {
      type: "answer",
      at,
      key: textOf(line["uuid"]),
      ...before?.answer,
      model: modelName("anthropic", model),
      parts: [...(before?.answer.parts ?? []), ...parts],
      stop: claudeStop(message["stop_reason"]),
      ...(usage === undefined ? {} : { usage }),
    };
    const place = before?.at ?? this.#told.length;
    this.#told[place] = answer;
    if (id !== "") this.#answers.set(id, { at: place, answer });
  }

  #attachment(line: Fields): void {
    const attachment = fieldsOf(line["attachment"]);
    if (attachment["type"] !== "queued_command" || attachment["isMeta"] === true) {
      this.noise += 1;
      return;
    }
    const { prompt } = attachment;
    const blocks =
      typeof prompt === "string" ? [{ type: "text", text: prompt }] : listOf(prompt).map(fieldsOf);
    const images = blocks.flatMap((block) => claudeImage(block) ?? []);
    const text = blocks.map((block) => textOf(block["text"])).join("\n");
    if (text.trim() === "" && images.length === 0) return;
    const at = timeOf(line["timestamp"]);
    if (/^\s*<task-notification>/.test(text)) this.#told.push({ type: "notice", at, text: text.trim() });
    else this.#told.push({ type: "user", at, isSteering: true, ...labelled(text, images) });
  }
}

function claudeImage(block: Fields): EncodedImage | null {
  const source = fieldsOf(block["source"]);
  return block["type"] === "image" ? imageOf(source["media_type"], source["data"]) : null;
}

function partsOf(content: unknown): AssistantPart[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return listOf(content)
    .map(fieldsOf)
    .flatMap((block): AssistantPart[] => {
      switch (block["type"]) {
        case "text":
          return [{ type: "text", text: textOf(block["text"]) }];
        case "thinking":
          return [{ type: "reasoning", text: textOf(block["thinking"]) }];
        case "redacted_thinking":
          return [];
        case "tool_use":
          return [
            {
              type: "tool_call",
              callId: textOf(block["id"]),
              name: textOf(block["name"]),
              argumentsText: argumentsOf(block["input"]),
            },
          ];
        default:
          return [{ type: "text", text: unknownPart(block) }];
      }
    });
}
