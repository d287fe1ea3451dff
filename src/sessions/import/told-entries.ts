/** What was told in a transcript → the entries of a log. Pure but for the ids. */
import { type AssistantPart, type ToolCallPart, toolCallsOf } from "../../protocol/message.ts";
import type { Entry, NewEntry } from "../../protocol/entry.ts";
import { entryIdLength, randomId, type RandomBytes } from "../ids.ts";
import { nameOf } from "../title.ts";
import { titleOfCall } from "./source-text.ts";
import type { Told, ToldOf, Transcript } from "./transcript.ts";

export type EntriesOptions = {
  /** The folder of commands that the user ran: absolute. */
  readonly cwd: string;
  /** When the session began, for what does not say when it was; ISO 8601. */
  readonly createdAt: string;
  readonly random?: RandomBytes | undefined;
};

/** What the model reads of a call that the transcript ends in. */
const noResult = "Interrupted: the transcript that this session was made from has no result of this call.";

/**
 * The entries, each the child of the one before it. Every call has exactly one result, every turn an end, and no id stands
 * twice. Throws nothing, whatever was told.
 */
export function* entriesOf(transcript: Transcript, options: EntriesOptions): Generator<void, Entry[]> {
  const builder = new EntryBuilder(transcript, options);
  for (const told of transcript.told) {
    yield;
    builder.add(told);
  }
  return builder.end();
}

type OpenTurn = { readonly id: string; readonly model: string; steps: number };

class EntryBuilder {
  readonly #options: EntriesOptions;
  readonly #entries: Entry[] = [];
  readonly #ids = new Set<string>();
  /** The first entry of each thing that was told, by its key. */
  readonly #byKey = new Map<string, string>();
  /** Results that are still to come, by the id of their call. */
  readonly #awaited = new Map<string, number>();
  #open: ToolCallPart[] = [];
  #turn: OpenTurn | null = null;
  #at: string;
  /** When what was told before happened, and the last answer. */
  #before: string;
  #answeredAt: string;
  #calls = 0;
  readonly #title: Transcript["title"];

  constructor({ told, title }: Transcript, options: EntriesOptions) {
    this.#options = options;
    this.#at = options.createdAt;
    this.#before = this.#at;
    this.#answeredAt = this.#at;
    this.#title = title;
    for (const one of told)
      if (one.type === "result") this.#awaited.set(one.callId, (this.#awaited.get(one.callId) ?? 0) + 1);
  }

  add(told: Told): void {
    this.#before = this.#at;
    if (told.at !== "") this.#at = told.at;
    const before = this.#entries.length;
    this.#tell(told);
    // A message first ends the turn before it: that is no part of it.
    const first = this.#entries
      .slice(before)
      .find(({ type }) => (type === "tool_result" && told.type === "result") || !endings.has(type));
    if (told.key !== undefined && first !== undefined && !this.#byKey.has(told.key))
      this.#byKey.set(told.key, first.id);
  }

  end(): Entry[] {
    this.#closeTurn();
    const title = nameOf(this.#title?.text ?? "");
    if (this.#title !== null && title !== "") this.#append({ type: "title", title, by: this.#title.by });
    return this.#entries;
  }

  #tell(told: Told): void {
    switch (told.type) {
      case "user":
        return this.#user(told);
      case "answer":
        return this.#answer(told);
      case "result":
        return this.#result(told);
      case "summary":
        return this.#summary(told);
      case "end":
        if (this.#turn !== null) this.#closeTurn(told);
        return;
      case "command": {
        const { command, output, exitCode, shared } = told;
        this.#append({
          type: "user_command",
          command,
          cwd: this.#options.cwd,
          exitCode,
          output,
          durationMs: 0,
          shared,
        });
        return;
      }
      case "notice":
        this.#append({ type: "notice", text: told.text });
        return;
      default:
        told satisfies never;
    }
  }

  #user({ text, images, isSteering = false }: ToldOf<"user">): void {
    const isInto = isSteering && this.#turn !== null;
    if (!isInto) this.#closeTurn();
    this.#append({
      type: "user",
      text,
      ...(images.length === 0 ? {} : { images: [...images] }),
      via: isInto ? "steer" : "submit",
    });
  }

  #answer({ model, parts, stop, usage }: ToldOf<"answer">): void {
    const turn = this.#turn ?? this.#begin(model);
    turn.steps += 1;
    this.#closeCalls();
    const whole = parts.map((part) => this.#named(part));
    const calls = toolCallsOf(whole);
    this.#append({
      type: "assistant",
      turnId: turn.id,
      step: turn.steps,
      model,
      parts: whole,
      stop: stop === "stop" && calls.length > 0 ? "tool_use" : stop,
      ...(usage === undefined ? {} : { usage }),
      latencyMs: this.#sinceBefore(),
      attempts: 1,
      imported: true,
    });
    this.#open = [...this.#open, ...calls];
    this.#answeredAt = this.#at;
  }

  #begin(model: string): OpenTurn {
    const turn = { id: this.#hex(), model, steps: 0 };
    this.#append({ type: "turn_start", turnId: turn.id, traceId: this.#hex(), model, mode: "ask" });
    this.#turn = turn;
    return turn;
  }

  /** A call needs an id and a name. Servers that give no ids answer in the order of the calls. */
  #named(part: AssistantPart): AssistantPart {
    if (part.type !== "tool_call") return part;
    const name = part.name.trim() === "" ? "unknown" : part.name;
    if (part.callId.trim() !== "") return { ...part, name };
    this.#calls += 1;
    return { ...part, name, callId: `${unnamed}${this.#calls}` };
  }

  /** A result without an open call answers nothing: its call was summarised, or stood in a damaged line. */
  #result({ callId, result, durationMs = this.#sinceAnswer() }: ToldOf<"result">): void {
    this.#awaited.set(callId, (this.#awaited.get(callId) ?? 1) - 1);
    const isNamed = callId.trim() !== "";
    const call = isNamed
      ? this.#open.findLast((one) => one.callId === callId)
      : this.#open.find((one) => one.callId.startsWith(unnamed));
    if (call === undefined) return;
    this.#open = this.#open.filter((one) => one !== call);
    const title = titleOfCall(call.argumentsText);
    this.#append({ type: "tool_result", callId: call.callId, name: call.name, title, result, durationMs });
  }

  #summary({ text, keepFrom, tokens }: ToldOf<"summary">): void {
    if (text.trim() === "") return;
    const id = this.#newId();
    // Where nothing before it is kept, what comes behind it is: that begins with the summary itself.
    const firstKeptId = (keepFrom === undefined ? undefined : this.#byKey.get(keepFrom)) ?? id;
    this.#append(
      { type: "compaction", summary: text, firstKeptId, ...(tokens === undefined ? {} : { tokens }) },
      id,
    );
  }

  /** Calls whose result does not come any more; one that comes late is the call's all the same. */
  #closeCalls(): void {
    const left = this.#open.filter(({ callId }) => !this.#isAwaited(callId));
    for (const { callId, name, argumentsText } of left) {
      const result = { ok: false, kind: "interrupted", message: noResult } as const;
      this.#append({
        type: "tool_result",
        callId,
        name,
        title: titleOfCall(argumentsText),
        result,
        durationMs: 0,
      });
    }
    this.#open = this.#open.filter((call) => !left.includes(call));
  }

  #isAwaited(callId: string): boolean {
    return (this.#awaited.get(callId.startsWith(unnamed) ? "" : callId) ?? 0) > 0;
  }

  #closeTurn(end?: ToldOf<"end">): void {
    const hadOpen = this.#open.length > 0;
    this.#closeCalls();
    const turn = this.#turn;
    if (turn === null) return;
    this.#turn = null;
    const outcome = end?.outcome ?? (hadOpen ? "interrupted" : "completed");
    const reason = end?.reason?.trim() ?? "";
    this.#append({
      type: "turn_end",
      turnId: turn.id,
      outcome,
      steps: turn.steps,
      ...(reason === "" ? {} : { reason }),
    });
  }

  /** Nobody measured how long an answer took: it is the time since what came before it, ms. */
  #sinceBefore(): number {
    return Math.max(0, Date.parse(this.#at) - Date.parse(this.#before)) || 0;
  }

  /** A call was done when its result was there: the time since its answer, ms. */
  #sinceAnswer(): number {
    return Math.max(0, Date.parse(this.#at) - Date.parse(this.#answeredAt)) || 0;
  }

  #append(content: NewEntry, id = this.#newId()): void {
    const parentId = this.#entries.at(-1)?.id ?? null;
    this.#entries.push({ ...content, id, parentId, at: this.#at });
  }

  #newId(): string {
    while (true) {
      const id = randomId(entryIdLength, this.#options.random);
      if (this.#ids.has(id)) continue;
      this.#ids.add(id);
      return id;
    }
  }

  #hex(): string {
    const bytes = (this.#options.random ?? ((one) => crypto.getRandomValues(one)))(new Uint8Array(16));
    return Buffer.from(bytes).toString("hex");
  }
}

/** What an end of something is told by. */
const endings: ReadonlySet<string> = new Set(["tool_result", "turn_end"]);

/** What the ids of calls begin with that had none. */
const unnamed = "call_without_id_";
