/** What a file of Gemini CLI's says in the end: it is written on as lines that change what stood before them. */
import { fieldsOf, type Fields, listOf, textOf } from "./fields.ts";
import { type Source, sourceLines } from "./source-lines.ts";

type ChatRecord = {
  readonly facts: Fields;
  readonly messages: readonly Fields[];
  readonly unreadable: number;
};

/** The record as it is in the end, whichever way it was written. */
export function* recordOf(source: Source): Generator<void, ChatRecord> {
  /** A field may be called anything, also what an object would take for its own. */
  const named = new Map<string, unknown>();
  let unreadable = 0;
  let messages = new Map<string, Fields>();
  for (const { value } of sourceLines(source)) {
    yield;
    if (value === null) {
      unreadable += 1;
      continue;
    }
    const rewound = value["$rewindTo"];
    if (typeof rewound === "string") messages = upTo(messages, rewound);
    else if (Object.hasOwn(value, "$patch")) messages = patched(messages, fieldsOf(value["$patch"]));
    else if (typeof value["id"] === "string") messages.set(value["id"], value);
    else {
      const changed = Object.hasOwn(value, "$set") ? fieldsOf(value["$set"]) : value;
      for (const [name, fact] of Object.entries(changed)) named.set(name, fact);
      if (Array.isArray(changed["messages"])) messages = numbered(changed["messages"]);
      const saved = changed["history"];
      if (Array.isArray(saved)) messages = numbered(saved);
    }
  }
  const facts: Fields = Object.fromEntries(named);
  if (facts["sessionId"] !== undefined || messages.size > 0)
    return { facts, messages: [...messages.values()], unreadable };
  return ofDocument(source) ?? { facts, messages: [], unreadable };
}

/** The file as one JSON text, which may have line breaks wherever it likes; null when it is none. */
function ofDocument(source: Source): ChatRecord | null {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(source.read(0, source.length)));
  } catch {
    // Its lines were counted as unreadable.
    return null;
  }
  const facts = fieldsOf(value);
  const list = [value, facts["messages"], facts["history"]].find((one) => Array.isArray(one));
  return { facts, messages: listOf(list).map(fieldsOf), unreadable: 0 };
}

function upTo(messages: ReadonlyMap<string, Fields>, id: string): Map<string, Fields> {
  const all = [...messages];
  const at = all.findIndex(([one]) => one === id);
  return new Map(all.slice(0, Math.max(0, at)));
}

/** What a patch does not order stands before what it does. */
function patched(messages: ReadonlyMap<string, Fields>, patch: Fields): Map<string, Fields> {
  const next = new Map(messages);
  for (const change of [patch, ...listOf(patch["updates"]).map(fieldsOf)]) {
    const id = textOf(change["id"]);
    const message = next.get(id);
    if (message !== undefined) next.set(id, rewritten(message, change));
  }
  for (const id of listOf(patch["removeIds"])) next.delete(textOf(id));
  for (const id of listOf(patch["orderIds"]).map(textOf)) {
    const message = next.get(id);
    next.delete(id);
    if (message !== undefined) next.set(id, message);
  }
  return next;
}

function rewritten(message: Fields, { content = message["content"], toolCalls }: Fields): Fields {
  const results = new Map(
    listOf(toolCalls).map((call): [string, Fields] => [textOf(fieldsOf(call)["id"]), fieldsOf(call)]),
  );
  const calls = listOf(message["toolCalls"])
    .map(fieldsOf)
    .map((call) => withResult(call, results.get(textOf(call["id"])) ?? {}));
  return { ...message, content, ...(calls.length === 0 ? {} : { toolCalls: calls }) };
}

function withResult(call: Fields, change: Fields): Fields {
  return Object.hasOwn(change, "result") ? { ...call, result: change["result"] } : call;
}

function numbered(list: readonly unknown[]): Map<string, Fields> {
  return new Map(list.map((one, at) => [textOf(fieldsOf(one)["id"]) || `#${at}`, fieldsOf(one)]));
}
