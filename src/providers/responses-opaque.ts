/** What a Responses server wants back unchanged; kept as the `opaque` of reasoning and of text. */
import { isRecord, type JsonRecord, listOf, textOf } from "./json.ts";

export type ResponsesOpaque =
  /** A reasoning item as it came. */
  | { readonly type: "responses"; readonly item: JsonRecord }
  /** The phase of a message: its text is a remark on the way, or the answer. */
  | { readonly type: "responses"; readonly phase: string };

/**
 * Undefined when there is nothing in the item that a server could make use of: without a store, a summary alone says
 * nothing. An id that was another one in every event is not kept.
 */
export function responsesItemOpaque(item: JsonRecord, idChanged: boolean): ResponsesOpaque | undefined {
  if (textOf(item["encrypted_content"]) === "" && listOf(item["content"]).length === 0) return undefined;
  const { id: _id, ...rest } = item;
  return { type: "responses", item: idChanged ? rest : item };
}

/** Undefined for a message without a phase. */
export function responsesPhaseOpaque(phase: string): ResponsesOpaque | undefined {
  return phase === "" ? undefined : { type: "responses", phase };
}

/** Reads an `opaque` that this module made; anything else gives nothing back. */
export function readResponsesOpaque(opaque: unknown): {
  readonly item: JsonRecord | undefined;
  readonly phase: string | undefined;
} {
  const known = isRecord(opaque) && opaque["type"] === "responses" ? opaque : {};
  return {
    item: isRecord(known["item"]) ? known["item"] : undefined,
    phase: typeof known["phase"] === "string" ? known["phase"] : undefined,
  };
}
