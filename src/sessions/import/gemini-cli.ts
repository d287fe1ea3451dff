/**
 * Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, before that the same with `.json`. From its sources
 * (`core/src/services/chatRecordingTypes.ts` and `chatRecordingService.ts`), what is relied on here:
 *
 * - the `.json` file is one record: `sessionId`, `startTime`, `summary`, `directories`, `kind`, `messages`
 * - the `.jsonl` file has a line with the record's facts, then messages, of which the last with an id counts,
 *   `{ $set: facts }` with what changed of the record, and `{ $rewindTo: id }`: the messages from there on are gone
 * - a message: `id`, `timestamp`, `type` (`user`, `gemini`, `info`, `error`, `warning`), `content`: a text, a part or parts
 *   (`text`, `thought`, `inlineData`, `functionCall`, `functionResponse`). A `gemini` one has `model`, `thoughts` (`subject`,
 *   `description`), `tokens` (`input`, `output`, `cached`, `thoughts`), and `toolCalls` (`id`, `name`, `args`, `result`, `status`)
 * - a saved chat, `checkpoint-<name>.json`, is a list of `{ role, parts }`, or has one in `history`
 */
import { fieldsOf, type Fields, folderOf, lineOf, listOf, textOf, timeOf } from "./fields.ts";
import { GeminiTelling } from "./gemini-telling.ts";
import { type Source, sourceLines } from "./source-lines.ts";
import type { Reading } from "./transcript.ts";

/** Reads a chat. */
export function* readGeminiCli(source: Source): Reading {
  const { facts, messages, unreadable } = yield* recordOf(source);
  const telling = new GeminiTelling();
  for (const message of messages) {
    yield;
    telling.add(message);
  }
  const first = messages.map(({ timestamp }) => timeOf(timestamp)).find((at) => at !== "");
  const summary = textOf(facts["summary"]);
  return {
    tool: "gemini-cli",
    id: lineOf(facts["sessionId"]),
    isHelper: facts["kind"] === "subagent",
    cwd: folderOf(listOf(facts["directories"])[0]),
    createdAt: timeOf(facts["startTime"]) || first || null,
    gitBranch: null,
    title: summary === "" ? null : { text: summary, by: "model" },
    told: telling.told,
    leftOut: { unreadable, helpers: 0, noise: telling.noise },
  };
}

type ChatRecord = {
  readonly facts: Fields;
  readonly messages: readonly Fields[];
  readonly unreadable: number;
};

function* recordOf(source: Source): Generator<void, ChatRecord> {
  let facts: Fields = {};
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
    else if (typeof value["id"] === "string") messages.set(value["id"], value);
    else {
      const changed = Object.hasOwn(value, "$set") ? fieldsOf(value["$set"]) : value;
      facts = { ...facts, ...changed };
      if (Array.isArray(changed["messages"])) messages = numbered(changed["messages"]);
      const saved = changed["history"];
      if (Array.isArray(saved)) messages = numbered(saved);
    }
  }
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

function numbered(list: readonly unknown[]): Map<string, Fields> {
  return new Map(list.map((one, at) => [textOf(fieldsOf(one)["id"]) || `#${at}`, fieldsOf(one)]));
}
