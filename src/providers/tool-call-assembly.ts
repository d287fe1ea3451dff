/**
 * Chat Completions tool calls arrive in pieces, and servers differ in every field of a piece: `index` is missing,
 * always 0 or wrong; `id` and `name` come late, empty or again in each piece; `arguments` is a string, an object,
 * null or absent, in pieces or whole. This puts the calls together again.
 */
import type { ToolCallPart } from "../protocol/message.ts";
import { say } from "../words/say.ts";
import { distinctCallIds, readCallId } from "./call-id.ts";
import { isJsonObject, isRecord, type JsonRecord, recordOf, textOf } from "./json.ts";

/** How far one call is; `index` counts calls from 0 in the order they began, `length` is in UTF-16 units. */
export type CallProgress = { readonly index: number; readonly name: string; readonly length: number };

export type AssembledCalls =
  | { readonly ok: true; readonly calls: readonly ToolCallPart[] }
  /** `message` says for the user what the server left out. */
  | { readonly ok: false; readonly message: string };

type Delta = {
  readonly index: number | undefined;
  readonly id: string;
  /** The field was there, if only as "" or "null": the server has ids, and one may be made up for it. */
  readonly hasId: boolean;
  readonly name: string;
  readonly argumentsText: string;
  /** What Gemini's endpoint wants back with the call. */
  readonly extra: JsonRecord | undefined;
};

type PendingCall = {
  readonly index: number | undefined;
  id: string;
  hasId: boolean;
  name: string;
  argumentsText: string;
  /** The arguments end in one: else they cannot be whole, and need not be parsed to see it. */
  endsInBrace: boolean;
  extra: JsonRecord | undefined;
};

/** The calls of one response in the making. */
export class ToolCallAssembler {
  readonly #calls: PendingCall[] = [];
  readonly #byIndex = new Map<number, PendingCall>();
  readonly #newId: () => string;

  /** `newId` makes an id that is unique in the session, for servers that send an empty one. */
  constructor(newId: () => string) {
    this.#newId = newId;
  }

  get size(): number {
    return this.#calls.length;
  }

  /** Takes the `tool_calls` of one delta and returns how far the calls are that it touched. */
  add(toolCalls: unknown): CallProgress[] {
    const deltas = Array.isArray(toolCalls) ? toolCalls : isRecord(toolCalls) ? [toolCalls] : [];
    const touched = new Set<PendingCall>();
    for (const raw of deltas) {
      if (!isRecord(raw)) continue;
      const call = this.#take(readDelta(raw));
      if (call !== undefined) touched.add(call);
    }
    return [...touched].map((call) => ({
      index: this.#calls.indexOf(call),
      name: call.name,
      length: call.argumentsText.length,
    }));
  }

  /** All calls, once the response has ended properly. A call that nobody could answer makes the response invalid. */
  finish(): AssembledCalls {
    for (const call of this.#calls) {
      if (call.name === "") return { ok: false, message: say`the server sent a tool call without a name` };
      if (!call.hasId) return { ok: false, message: say`the server sent a tool call without an id` };
    }
    return { ok: true, calls: this.#named(this.#calls) };
  }

  /** The calls that had arrived whole when the response broke off. They must not be run. */
  whole(): readonly ToolCallPart[] {
    return this.#named(this.#calls.filter(isWhole));
  }

  /** What came as `extra_content` with each call, null where nothing did; in the order of `finish`'s calls. */
  extras(): (JsonRecord | null)[] {
    return this.#calls.map((call) => call.extra ?? null);
  }

  #named(calls: readonly PendingCall[]): ToolCallPart[] {
    const idOf = distinctCallIds(this.#newId);
    return calls.map(({ id, name, argumentsText }) => ({
      type: "tool_call",
      callId: idOf(id),
      name,
      argumentsText,
    }));
  }

  #take(delta: Delta): PendingCall | undefined {
    const found = this.#find(delta);
    if (found === "nothing") return undefined;
    const call = found ?? this.#start(delta);
    if (delta.index !== undefined) this.#byIndex.set(delta.index, call);
    // The first value counts: later pieces repeat it or carry an empty one (DashScope, Venice, Kimi on OpenRouter).
    if (call.id === "") call.id = delta.id;
    if (call.name === "") call.name = delta.name;
    call.hasId ||= delta.hasId;
    call.extra ??= delta.extra;
    if (delta.argumentsText !== "" && !isRepeat(call, delta)) {
      call.argumentsText += delta.argumentsText;
      const said = delta.argumentsText.trimEnd();
      if (said !== "") call.endsInBrace = said.endsWith("}");
    }
    return call;
  }

  #start(delta: Delta): PendingCall {
    const call = {
      index: delta.index,
      id: "",
      hasId: false,
      name: "",
      argumentsText: "",
      endsInBrace: false,
      extra: undefined,
    };
    this.#calls.push(call);
    return call;
  }

  /** The call that the delta belongs to; undefined when it starts a new one, "nothing" when it says nothing. */
  #find(delta: Delta): PendingCall | "nothing" | undefined {
    const sameId = delta.id === "" ? undefined : this.#calls.findLast((call) => call.id === delta.id);
    if (sameId !== undefined) return startsAnother(sameId, delta) ? undefined : sameId;
    const atIndex = delta.index === undefined ? undefined : this.#byIndex.get(delta.index);
    if (saysNothing(delta))
      return atIndex ?? (delta.index === undefined ? this.#calls.at(-1) : undefined) ?? "nothing";
    const candidate = atIndex ?? this.#unfinished(delta);
    return candidate === undefined || isNewCall(candidate, delta) ? undefined : candidate;
  }

  /** The call that a delta without a usable index goes on with. */
  #unfinished(delta: Delta): PendingCall | undefined {
    const last = this.#calls.at(-1);
    if (last === undefined || delta.index === undefined) return last;
    // An index that was never seen starts a call, unless the piece has neither id nor name and the last call is
    // not whole yet: then only its index is wrong.
    if (delta.id !== "" || delta.name !== "") return undefined;
    return hasWholeArguments(last) ? undefined : last;
  }
}

function readDelta(raw: JsonRecord): Delta {
  const called = recordOf(raw["function"]);
  const extra = raw["extra_content"];
  return {
    index: typeof raw["index"] === "number" ? raw["index"] : undefined,
    id: readCallId(raw["id"]),
    hasId: raw["id"] !== undefined && raw["id"] !== null,
    name: textOf(called["name"]).trim(),
    argumentsText: argumentsTextOf(called["arguments"]),
    extra: isRecord(extra) ? extra : undefined,
  };
}

function argumentsTextOf(value: unknown): string {
  if (typeof value === "string") return value;
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

function isWhole(call: PendingCall): boolean {
  return call.hasId && call.name !== "" && hasWholeArguments(call);
}

function hasWholeArguments(call: PendingCall): boolean {
  return call.endsInBrace && isJsonObject(call.argumentsText);
}

function saysNothing(delta: Delta): boolean {
  return delta.id === "" && delta.name === "" && delta.argumentsText === "";
}

/** Whether a delta with a call's own id is another call all the same: some servers give every call one id. */
function startsAnother(call: PendingCall, delta: Delta): boolean {
  if (delta.name === "") return false;
  if (delta.index === undefined) return delta.name === call.name && isWhole(call) && !isRepeat(call, delta);
  if (delta.index === call.index) return false;
  return delta.name !== call.name || hasWholeArguments(call);
}

/** Whether a delta that could go on with `call`, and does not have its id, starts a new one (Ollama: all index 0). */
function isNewCall(call: PendingCall, delta: Delta): boolean {
  if (delta.name === "") return delta.index === undefined && delta.id !== "" && call.id !== "";
  if (call.name === "") return false;
  if (delta.id !== "" && call.id !== "") return true;
  return delta.name !== call.name || (hasWholeArguments(call) && !isRepeat(call, delta));
}

/** True when the whole arguments come once more. More text behind a whole object could never be right. */
function isRepeat(call: PendingCall, delta: Delta): boolean {
  if (delta.argumentsText === "") return true;
  return delta.argumentsText === call.argumentsText && hasWholeArguments(call);
}
