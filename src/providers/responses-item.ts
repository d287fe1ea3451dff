/** One output item of a Responses stream in the making, and what events say of it. */
import { readCallId } from "./call-id.ts";
import { isJsonObject, isRecord, type JsonRecord, listOf, recordOf, textOf } from "./json.ts";
import type { ProviderEvent } from "./provider.ts";
import { SettledText } from "./settled-text.ts";

export type MessageItem = ItemBase & {
  readonly type: "message";
  readonly text: SettledText;
  /** "commentary" or "final_answer", which has to go back with the message; "" where the server says nothing. */
  phase: string;
  refused: boolean;
};

export type ReasoningItem = ItemBase & {
  readonly type: "reasoning";
  readonly summary: SettledText;
  /** The reasoning itself, of servers that show it. */
  readonly content: SettledText;
  /** Which of the two came first; the other one is not shown beside it. */
  shown?: "summary" | "content";
  /** As the server sent it in the end. */
  whole?: JsonRecord;
};

export type CallItem = ItemBase & {
  readonly type: "call";
  /** Counts the calls of the response, from 0. */
  readonly number: number;
  callId: string;
  /** The server gave it an id of some kind, if only an empty one. */
  hasId: boolean;
  name: string;
  deltas: string;
  /** The arguments where they stood in one piece; the later place counts. */
  inOnePiece: string;
  /** The server says that it was cut off. */
  isCut: boolean;
};

/** Work of the server, calls of tools that nobody offered, and kinds that came later. */
export type OtherItem = ItemBase & { readonly type: "other"; kind: string; callId: string };

type ItemBase = {
  id: string;
  /** Its beginning has come, and not only deltas of it. */
  hasBegun: boolean;
  /** The id was another one in another event: it names nothing. */
  idChanged: boolean;
  isDone: boolean;
};

export type OutputItem = MessageItem | ReasoningItem | CallItem | OtherItem;
export type ItemOf<Type extends OutputItem["type"]> = Extract<OutputItem, { type: Type }>;

/** The arguments of a call, exactly as the model wrote them. */
export function argumentsOf(call: CallItem): string {
  return call.inOnePiece === "" ? call.deltas : call.inOnePiece;
}

/** True for a call of which nothing is missing. */
export function isWholeCall(call: CallItem): boolean {
  return call.hasId && call.name !== "" && !call.isCut && isJsonObject(argumentsOf(call));
}

/** Whether ids say that this is the item: those of calls are what counts for calls. */
export function isItem(item: OutputItem, raw: JsonRecord): boolean {
  const callId = textOf(raw["call_id"]);
  if (item.type === "call" && callId !== "") return item.callId === callId;
  return item.id !== "" && item.id === textOf(raw["id"]);
}

export function emptyItem(type: OutputItem["type"], number: number): OutputItem {
  const base: ItemBase = { id: "", hasBegun: false, idChanged: false, isDone: false };
  switch (type) {
    case "message":
      return { ...base, type, text: new SettledText(), phase: "", refused: false };
    case "reasoning":
      // The parts of a summary are paragraphs with a title of their own.
      return { ...base, type, summary: new SettledText("\n\n"), content: new SettledText() };
    case "call":
      return {
        ...base,
        type,
        number,
        callId: "",
        hasId: false,
        name: "",
        deltas: "",
        inOnePiece: "",
        isCut: false,
      };
    case "other":
      return { ...base, type, kind: "", callId: "" };
    default:
      return type satisfies never;
  }
}

export function typeOf(raw: JsonRecord): OutputItem["type"] {
  switch (raw["type"]) {
    case "message":
      return "message";
    case "reasoning":
      return "reasoning";
    case "function_call":
      return "call";
    default:
      return "other";
  }
}

/** Takes into an item what the server says of it as a whole, at its beginning or its end. */
export function absorb(item: OutputItem, raw: JsonRecord): ProviderEvent[] {
  switch (item.type) {
    case "message": {
      const parts = listOf(raw["content"]).map(recordOf);
      item.phase = textOf(raw["phase"]) || item.phase;
      item.refused ||= parts.some((part) => textOf(part["refusal"]) !== "");
      const texts = parts.map((part) => textOf(part["text"]) || textOf(part["refusal"]));
      return shown(
        "text",
        item.text.settleAll(textOf(raw["content"]) === "" ? texts : [textOf(raw["content"])]),
      );
    }
    case "reasoning": {
      const texts = (key: string) => listOf(raw[key]).map((part) => textOf(recordOf(part)["text"]));
      const content = item.content.settleAll(texts("content"));
      const summary = item.summary.settleAll(texts("summary"));
      return [...show(item, "content", content), ...show(item, "summary", summary)];
    }
    case "call": {
      item.callId = readCallId(raw["call_id"]) || item.callId || readCallId(raw["id"]);
      item.hasId ||= (raw["call_id"] ?? raw["id"] ?? undefined) !== undefined;
      item.name = textOf(raw["name"]).trim() || item.name;
      item.inOnePiece = argumentsText(raw["arguments"]) || item.inOnePiece;
      item.isCut = raw["status"] === "incomplete";
      return progress(item);
    }
    case "other":
      item.kind = textOf(raw["type"]) || item.kind;
      item.callId = textOf(raw["call_id"]) || item.callId;
      return [];
    default:
      return item satisfies never;
  }
}

export function reason(
  item: ReasoningItem,
  where: "summary" | "content",
  piece: number,
  event: JsonRecord,
): ProviderEvent[] {
  const text = item[where];
  const delta = textOf(event["delta"]);
  return show(
    item,
    where,
    delta === "" ? text.settle(piece, textOf(event["text"])) : text.append(piece, delta),
  );
}

function show(item: ReasoningItem, where: "summary" | "content", text: string): ProviderEvent[] {
  if (text === "") return [];
  item.shown ??= where;
  return item.shown === where ? shown("reasoning", text) : [];
}

export function shown(type: "text" | "reasoning", text: string): ProviderEvent[] {
  return text === "" ? [] : [{ type, text }];
}

export function progress(call: CallItem): ProviderEvent[] {
  return [{ type: "call", index: call.number, name: call.name, length: argumentsOf(call).length }];
}

export function argumentsText(value: unknown): string {
  return isRecord(value) ? JSON.stringify(value) : textOf(value);
}
