/**
 * The output items of a Responses stream in the making. Servers differ in what they send of an item: deltas may be
 * missing, and so may its beginning or its end; ids may change from event to event (Copilot); what stands in
 * `output_item.done` is the truth wherever it says anything.
 */
import { type JsonRecord, numberOf, recordOf, textOf } from "./json.ts";
import type { ProviderEvent } from "./provider.ts";
import {
  absorb,
  argumentsText,
  emptyItem,
  isItem,
  type ItemOf,
  type OutputItem,
  progress,
  reason,
  shown,
  typeOf,
} from "./responses-item.ts";

export class OutputItems {
  readonly #items: OutputItem[] = [];
  readonly #byIndex = new Map<number, OutputItem>();

  /** In the order in which they began. */
  get list(): readonly OutputItem[] {
    return this.#items;
  }

  /** Takes an event of the stream and returns the deltas in it; kinds that are not known give none. */
  take(event: JsonRecord): ProviderEvent[] {
    const delta = textOf(event["delta"]);
    const piece = numberOf(event["content_index"]) ?? numberOf(event["summary_index"]) ?? 0;
    switch (event["type"]) {
      case "response.output_item.added":
        return this.#open(recordOf(event["item"]), event);
      case "response.output_item.done":
        return this.#close(recordOf(event["item"]), event);
      case "response.output_text.delta":
        return this.#write("message", event, (item) => shown("text", item.text.append(piece, delta)));
      case "response.output_text.done":
        return this.#write("message", event, (item) =>
          shown("text", item.text.settle(piece, textOf(event["text"]))),
        );
      case "response.refusal.delta":
      case "response.refusal.done":
        return this.#write("message", event, (item) => {
          const whole = textOf(event["refusal"]);
          item.refused ||= delta !== "" || whole !== "";
          return shown(
            "text",
            whole === "" ? item.text.append(piece, delta) : item.text.settle(piece, whole),
          );
        });
      case "response.reasoning_text.delta":
      case "response.reasoning_text.done":
        return this.#write("reasoning", event, (item) => reason(item, "content", piece, event));
      case "response.reasoning_summary_text.delta":
      case "response.reasoning_summary_text.done":
        return this.#write("reasoning", event, (item) => reason(item, "summary", piece, event));
      case "response.function_call_arguments.delta":
        return this.#write("call", event, (call) => {
          call.deltas += delta;
          // What stood at its beginning was only a place for this.
          call.inOnePiece = "";
          return progress(call);
        });
      case "response.function_call_arguments.done":
        return this.#write("call", event, (call) => {
          call.name ||= textOf(event["name"]);
          call.inOnePiece = argumentsText(event["arguments"]) || call.inOnePiece;
          return progress(call);
        });
      default:
        return [];
    }
  }

  /** Takes the items as they stand in the last event: all where none came before, else the ends that are missing. */
  complete(output: readonly unknown[]): ProviderEvent[] {
    const items = output.map(recordOf);
    if (this.#items.length === 0) {
      return items.flatMap((raw, at) => this.#close(raw, { output_index: at }));
    }
    return items.flatMap((raw, at) => {
      const item = this.#byIndex.get(at);
      if (item === undefined || item.isDone || item.type !== typeOf(raw)) return [];
      return this.#close(raw, { output_index: at });
    });
  }

  #open(raw: JsonRecord, event: JsonRecord): ProviderEvent[] {
    const type = typeOf(raw);
    const standing = this.#find(type, event);
    // Only deltas that came too early make an item that begins later. A server that gives all its items one index
    // begins a new one here.
    const isSame = standing !== undefined && !standing.isDone && !standing.hasBegun;
    const item = isSame ? standing : this.#add(type, numberOf(event["output_index"]));
    item.hasBegun = true;
    item.id ||= textOf(raw["id"]);
    const events = absorb(item, raw);
    return item.type === "call" ? progress(item) : events;
  }

  #close(raw: JsonRecord, event: JsonRecord): ProviderEvent[] {
    const type = typeOf(raw);
    const id = textOf(raw["id"]);
    const standing = this.#find(type, { ...event, item_id: id, call_id: raw["call_id"] });
    const isNew = standing === undefined || (standing.isDone && !isItem(standing, raw));
    const item = isNew ? this.#add(type, numberOf(event["output_index"])) : standing;
    if (id !== "" && item.id !== "" && item.id !== id) item.idChanged = true;
    item.id ||= id;
    item.isDone = true;
    if (item.type === "reasoning") item.whole = raw;
    return absorb(item, raw);
  }

  /** Goes on with an item; what comes behind its end says nothing new. */
  #write<Type extends OutputItem["type"]>(
    type: Type,
    event: JsonRecord,
    write: (item: ItemOf<Type>) => ProviderEvent[],
  ): ProviderEvent[] {
    const item = this.#find(type, event) ?? this.#add(type, numberOf(event["output_index"]));
    return item.isDone ? [] : write(item);
  }

  /** By `output_index`; by id, or as the one that is not done, only where the server leaves the index out. */
  #find<Type extends OutputItem["type"]>(type: Type, event: JsonRecord): ItemOf<Type> | undefined {
    const isType = (item: OutputItem | undefined): item is ItemOf<Type> => item?.type === type;
    const index = numberOf(event["output_index"]);
    if (index !== undefined) {
      const item = this.#byIndex.get(index);
      return isType(item) ? item : undefined;
    }
    const ofType = this.#items.filter(isType);
    const named = ofType.findLast((item) =>
      isItem(item, { id: event["item_id"], call_id: event["call_id"] }),
    );
    return named ?? ofType.findLast((item) => !item.isDone);
  }

  #add<Type extends OutputItem["type"]>(type: Type, index: number | undefined): ItemOf<Type>;
  #add(type: OutputItem["type"], index: number | undefined): OutputItem {
    const number = this.#items.filter((item) => item.type === "call").length;
    const item = emptyItem(type, number);
    this.#items.push(item);
    if (index !== undefined) this.#byIndex.set(index, item);
    return item;
  }
}
