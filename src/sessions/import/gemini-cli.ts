/**
 * Gemini CLI: `~/.gemini/tmp/<project>/chats/session-<time>-<id>.jsonl`, before that the same with `.json`. From its sources
 * (`core/src/services/chatRecordingTypes.ts` and `chatRecordingService.ts`), what is relied on here:
 *
 * - the `.json` file is one record: `sessionId`, `startTime`, `summary`, `directories`, `kind`, `messages`
 * - the `.jsonl` file has a line with the record's facts, then messages, of which the last with an id counts,
 *   `{ $set: facts }` with what changed of the record, `{ $rewindTo: id }`: the messages from there on are gone, and
 *   `{ $patch: { updates, removeIds, orderIds } }`: messages and results of calls that were written anew, in what order
 * - a message: `id`, `timestamp`, `type` (`user`, `gemini`, `info`, `error`, `warning`), `content`: a text, a part or parts
 *   (`text`, `thought`, `inlineData`, `functionCall`, `functionResponse`). A `gemini` one has `model`, `thoughts` (`subject`,
 *   `description`), `tokens` (`input`, `output`, `cached`, `thoughts`), and `toolCalls` (`id`, `name`, `args`, `result`, `status`)
 * - a saved chat, `checkpoint-<name>.json`, is a list of `{ role, parts }`, or has one in `history`
 */
import { folderOf, lineOf, listOf, textOf, timeOf } from "./fields.ts";
import { GeminiTelling } from "./gemini-telling.ts";
import { recordOf } from "./gemini-record.ts";
import type { Source } from "./source-lines.ts";
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
