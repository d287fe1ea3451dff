/** The lines of a Codex rollout, one behind the other → what they tell. Pure. */
import type { AssistantPart, EncodedImage } from "../../protocol/message.ts";
import { codexCall, codexResult, codexUsage, reasoningText } from "./codex-parts.ts";
import { insertedBy, ownWords, userShell } from "./codex-noise.ts";
import { countOf, type Fields, fieldsOf, folderOf, listOf, textOf } from "./fields.ts";
import { modelName } from "./model-names.ts";
import { imageOfAddress, labelled, unknownPart } from "./source-text.ts";
import type { Told } from "./transcript.ts";

export class CodexTelling {
  noise = 0;
  /** The provider that the session says; its turns name only the model. */
  provider = "";
  cwd: string | null = null;
  #model = "";
  #told: Told[] = [];
  /** The answer that is being gathered: an item for each piece of it. */
  #parts: AssistantPart[] = [];
  #at = "";

  add(type: string, payload: Fields, at: string): void {
    switch (type) {
      case "response_item":
        return this.#item(payload, at);
      case "turn_context":
        this.#model = textOf(payload["model"]) || this.#model;
        this.cwd ??= folderOf(payload["cwd"]);
        return;
      case "event_msg":
        return this.#event(payload, at);
      case "compacted":
        return this.#summary(textOf(payload["message"]), at);
      default:
        this.noise += 1;
    }
  }

  end(): readonly Told[] {
    this.#closeAnswer();
    return this.#told;
  }

  #item(item: Fields, at: string): void {
    switch (item["type"]) {
      case "message":
        return this.#message(item, at);
      case "reasoning":
        return this.#piece({ type: "reasoning", text: reasoningText(item) }, at);
      case "function_call":
      case "custom_tool_call":
      case "local_shell_call":
        return this.#piece(codexCall(item), at);
      case "function_call_output":
      case "custom_tool_call_output":
      case "local_shell_call_output":
        this.#closeAnswer();
        this.#told.push({ type: "result", at, ...codexResult(item) });
        return;
      case "web_search_call":
      case "tool_search_call":
      case "image_generation_call":
        // The server or the program itself did it: there is no result that would have to stand behind a call.
        return this.#piece({ type: "text", text: unknownPart(itemWords(item)) }, at);
      case "agent_message":
        this.#closeAnswer();
        this.#told.push({ type: "notice", at, text: agentMessage(item) });
        return;
      case "ghost_snapshot":
      case "additional_tools":
      case "tool_search_output":
      case "compaction":
      case "compaction_trigger":
      case "context_compaction":
      case "other":
      case undefined:
        this.noise += 1;
        return;
      default:
        return this.#piece({ type: "text", text: unknownPart(item) }, at);
    }
  }

  #message(item: Fields, at: string): void {
    const contents = listOf(item["content"]).map(fieldsOf);
    if (item["role"] === "assistant") {
      for (const content of contents)
        this.#piece({ type: "text", text: textOf(content["text"]) || unknownPart(content) }, at);
      return;
    }
    if (item["role"] !== "user") {
      this.noise += 1;
      return;
    }
    this.#closeAnswer();
    const texts: string[] = [];
    const images: EncodedImage[] = [];
    for (const content of contents) {
      const text = textOf(content["text"]);
      const image = content["type"] === "input_image" ? imageOfAddress(content["image_url"]) : null;
      if (image !== null) images.push(image);
      else if (content["type"] !== "input_text") texts.push(unknownPart(content));
      else if (insertedBy(text)) this.#inserted(text);
      else texts.push(ownWords(text));
    }
    const text = texts.join("\n");
    const shell = userShell(text);
    if (shell !== null) this.#told.push({ type: "command", at, ...shell, shared: true });
    else if (text.trim() !== "" || images.length > 0)
      this.#told.push({ type: "user", at, ...labelled(text, images) });
  }

  /** The first versions told the folder here alone. */
  #inserted(text: string): void {
    this.noise += 1;
    const [, folder] =
      /<cwd>([^<]+)<\/cwd>/.exec(text) ?? /^Current working directory: (.+)$/m.exec(text) ?? [];
    this.cwd ??= folderOf(folder?.trim());
  }

  #event(event: Fields, at: string): void {
    switch (event["type"]) {
      case "token_count":
        return this.#usage(fieldsOf(fieldsOf(event["info"])["last_token_usage"]));
      case "turn_aborted":
        this.#closeAnswer();
        this.#told.push({ type: "end", at, outcome: "interrupted" });
        return;
      case "task_complete":
      case "turn_complete":
        this.#closeAnswer();
        this.#told.push({ type: "end", at, outcome: "completed" });
        return;
      case "error":
        this.#closeAnswer();
        this.#told.push({ type: "end", at, outcome: "failed", reason: textOf(event["message"]) });
        return;
      case "thread_rolled_back":
        return this.#rollBack(countOf(event["num_turns"]) ?? 0);
      default:
      // The same is told by the items, or is only for the screen.
    }
  }

  #usage(counts: Fields): void {
    this.#closeAnswer();
    const usage = codexUsage(counts);
    // It comes behind the answer; what the calls gave may stand between.
    const at = this.#told.findLastIndex(({ type }) => type === "answer");
    const answer = this.#told[at];
    if (usage === undefined || answer?.type !== "answer" || answer.usage !== undefined) return;
    this.#told[at] = { ...answer, usage };
  }

  #rollBack(turns: number): void {
    this.#closeAnswer();
    for (let left = turns; left > 0; left -= 1) {
      const at = this.#told.findLastIndex(({ type }) => type === "user");
      if (at === -1) return;
      this.#told = this.#told.slice(0, at);
    }
  }

  /** A summary that only the server can read stands for nothing here: then all of the conversation is there. */
  #summary(text: string, at: string): void {
    this.#closeAnswer();
    if (text.trim() === "") this.noise += 1;
    else this.#told.push({ type: "summary", at, text });
  }

  #piece(part: AssistantPart, at: string): void {
    if (this.#parts.length === 0) this.#at = at;
    this.#parts.push(part);
  }

  #closeAnswer(): void {
    if (this.#parts.length === 0) return;
    const model = modelName(this.provider || "openai", this.#model);
    this.#told.push({ type: "answer", at: this.#at, model, parts: this.#parts, stop: "stop" });
    this.#parts = [];
  }
}

/** An item without what only its server can read, and without a picture's bytes. */
function itemWords({ type, status, action, arguments: asked, revised_prompt }: Fields): Fields {
  return { type, status, action, arguments: asked, revised_prompt };
}

/** What one agent wrote to another. */
function agentMessage(item: Fields): string {
  const words = listOf(item["content"])
    .map(fieldsOf)
    .map((part) => textOf(part["text"]))
    .filter((text) => text.trim() !== "");
  return `${textOf(item["author"])} → ${textOf(item["recipient"])}: ${words.join("\n")}`;
}
