/** A conversation told as it goes: each change of state is a line, each finished block of an answer is said once. */
import type { Entry, EntryOf } from "../../protocol/entry.ts";
import type { EngineEvent } from "../../protocol/event.ts";
import { type BlockStream, createBlockStream } from "../../transcript/block-stream.ts";
import type { Block } from "../../transcript/block.ts";
import { formatDuration } from "../../transcript/format.ts";
import type { CallItem, Item } from "../../transcript/item.ts";
import { imageLine } from "../../transcript/picture.ts";
import { Projection } from "../../transcript/project.ts";
import { endOfCall, startOfCall } from "./call-words.ts";
import { blockLines, textLines } from "./text-lines.ts";
import type { Voice } from "./voice.ts";
import { say, sayCount } from "../../words/say.ts";

export type NarratorOptions = {
  readonly voice: Voice;
  /** The project's folder; a shell that stands elsewhere is told of. */
  readonly root: string;
  /** Elapsed time, ms. */
  readonly now: () => number;
};

/** Takes entries and events in order. */
export class Narrator {
  readonly #options: NarratorOptions;
  #projection: Projection;
  /** The answer that is being written, and whether something of it was said. */
  #answer: { readonly stream: BlockStream; isBegun: boolean } | undefined;
  /** Text of the running response was said as it came. */
  #isStreamed = false;
  /** What was said to be under way last. */
  doing = "";
  readonly #running = new Set<string>();
  /** Calls that the user said no to just now: that was said with the answer. */
  readonly #declined = new Set<string>();
  /** How many calls of a stopped turn were not begun. */
  #notBegun = 0;
  #startedAt = 0;

  constructor(options: NarratorOptions) {
    this.#options = options;
    this.#projection = new Projection(options.root);
  }

  /** The call that ended last. */
  get lastCall(): CallItem | undefined {
    return this.#projection.items.findLast(
      (item): item is CallItem => item.type === "call" && item.result !== undefined,
    );
  }

  /** Takes over a session that was opened, and says the last message with what came of it. */
  restore(entries: readonly Entry[], sessionId: string): void {
    for (const entry of entries) this.#projection.add(entry);
    this.#projection.cutOff();
    const { items } = this.#projection;
    if (items.length === 0) return;
    const last = items.findLastIndex(({ type }) => type === "user");
    const messages = items.filter(({ type }) => type === "user").length;
    const { speak } = this.#options.voice;
    speak(
      say`Going on with session ${sessionId}, ${sayCount(messages, "message")} of yours so far; “rein sessions show ${sessionId}” prints all of it.`,
      ...(last > 0 ? [say`The last message and what came of it:`] : []),
      ...items.slice(Math.max(0, last)).flatMap(linesOf),
    );
  }

  /** The conversation went to another branch: what is asked about it is about this one. Says nothing. */
  takeUp(entries: readonly Entry[]): void {
    this.#projection = new Projection(this.#options.root);
    for (const entry of entries) this.#projection.add(entry);
    this.#projection.cutOff();
    this.#notBegun = 0;
  }

  onEvent(event: EngineEvent): void {
    switch (event.type) {
      case "turn_started":
        this.#startedAt = this.#options.now();
        this.doing = "";
        return;
      case "activity":
        return this.#do(`${upper(event.label)}…`);
      case "request":
        this.doing = "";
        return this.#do(say`Thinking…`);
      case "retry":
        this.#endAnswer();
        return this.#options.voice.tell(
          say`${event.error.message} Trying again in ${formatDuration(event.delayMs)}, attempt ${event.attempt} of ${event.of}.`,
          "warning",
        );
      case "text_delta":
        return this.#hear(event.text);
      case "call":
        if (event.call.status !== "running" || this.#running.has(event.call.callId)) return;
        this.#running.add(event.call.callId);
        return this.#do(startOfCall(event.call));
      case "approval_answered":
        if (event.answer.type === "decline" || event.answer.type === "stop") this.#declined.add(event.callId);
        return;
      case "entry":
        return this.#onEntry(event.entry);
      default:
        return;
    }
  }

  /** How long the turn took, for the line at its end. */
  turnTime(): string {
    return formatDuration(this.#options.now() - this.#startedAt);
  }

  #do(what: string): void {
    if (this.doing === what) return;
    this.doing = what;
    this.#options.voice.speak(what);
  }

  #hear(text: string): void {
    this.#isStreamed = true;
    this.#answer ??= { stream: createBlockStream(), isBegun: false };
    this.#sayBlocks(this.#answer.stream.push(text));
  }

  #endAnswer(): void {
    if (this.#answer === undefined) return;
    this.#sayBlocks(this.#answer.stream.end());
    this.#answer = undefined;
  }

  #sayBlocks(blocks: readonly Block[]): void {
    const answer = this.#answer;
    const lines = blocks.flatMap(blockLines);
    const [first, ...rest] = lines;
    if (answer === undefined || first === undefined) return;
    this.#options.voice.speak(answer.isBegun ? first : say`Answer: ${first}`, ...rest);
    answer.isBegun = true;
  }

  #onEntry(entry: Entry): void {
    const { items } = this.#projection;
    if (entry.type === "assistant") this.#endAnswer();
    const before = items.length;
    this.#projection.add(entry);
    const { speak } = this.#options.voice;
    if (entry.type === "user") return speak(...messageLines(entry));
    if (entry.type === "tool_result") {
      const wasBegun = this.#running.delete(entry.callId);
      const call = items.findLast((item) => item.type === "call" && item.result === entry.result);
      if (call?.type !== "call" || this.#declined.delete(entry.callId)) return;
      if (call.status === "interrupted" && !wasBegun) this.#notBegun += 1;
      else speak(...endOfCall(call));
      return;
    }
    if (this.#notBegun > 0) speak(say`${sayCount(this.#notBegun, "call")} not begun.`);
    this.#notBegun = 0;
    const isSaid = entry.type === "assistant" && this.#isStreamed;
    if (entry.type === "assistant") this.#isStreamed = false;
    for (const item of items.slice(before)) {
      if (item.type === "notice" || (item.type === "text" && !isSaid)) speak(...linesOf(item));
    }
  }
}

/** What was typed at the terminal stands there already. */
function messageLines({ text, via }: EntryOf<"user">): string[] {
  if (via === "submit") return [];
  return [say`Sending the message that waited: ${text}`];
}

/** A finished item, as it is told of a session that is gone on with. Thoughts are not told. */
function linesOf(item: Item): string[] {
  switch (item.type) {
    case "user":
      return [say`You: ${item.text}`, ...(item.images ?? []).map(imageLine)];
    case "text": {
      const [first = "", ...rest] = textLines(item.text);
      return [say`Answer: ${first}`, ...rest];
    }
    case "reasoning":
      return [];
    case "call":
      return item.title === "" ? endOfCall(item) : [startOfCall(item), ...endOfCall(item)];
    case "user_command":
      return [
        say`You ran: ${item.command}`,
        item.exitCode === null ? say`A signal ended it.` : say`It ended: exit ${item.exitCode}`,
      ];
    case "notice":
      return [`${noticeWords[item.level]}${item.text}`];
    default:
      return item satisfies never;
  }
}

const noticeWords = { info: say`Note: `, warning: say`Warning: `, error: say`Error: ` } as const;

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
