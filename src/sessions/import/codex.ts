/**
 * Codex: `<home>/sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl`, one `{ timestamp, type, payload }` a line, in the order in
 * which it happened; one that was not used for long is compressed, `.jsonl.zst`. From its sources (`protocol/src/protocol.rs` and `models.rs`), what is relied on here:
 *
 * - `session_meta`: `id`, `timestamp`, `cwd`, `model_provider`, `git.branch`, `source.subagent`; the first one counts
 * - `turn_context`: `model`, `cwd`
 * - `response_item`: `message` (`role`, `content` of `input_text`, `output_text`, `input_image.image_url`), `reasoning`
 *   (`summary`, `content`), `function_call` (`name`, `arguments`, `call_id`), `custom_tool_call` (`input`), `local_shell_call`
 *   (`action`), and their outputs (`call_id`, `output`); `web_search_call`, `tool_search_call`, `image_generation_call` and
 *   `agent_message` are told in words, without pictures and without what only the server can read
 * - `event_msg`: `token_count` (`info.last_token_usage`), `turn_aborted`, `task_complete`, `turn_complete`, `error`,
 *   `thread_rolled_back` (`num_turns`). What else it tells is in the items, too
 * - `compacted`: `message`
 *
 * The first versions wrote the meta and the items as they are, without time and type.
 */
import { CodexTelling } from "./codex-telling.ts";
import { type Fields, fieldsOf, folderOf, lineOf, textOf, timeOf } from "./fields.ts";
import { type Source, sourceLines } from "./source-lines.ts";
import type { Reading } from "./transcript.ts";

/** Reads a rollout. */
export function* readCodex(source: Source): Reading {
  const telling = new CodexTelling();
  let meta: Fields | null = null;
  let unreadable = 0;
  let createdAt = "";
  for (const { value } of sourceLines(source)) {
    yield;
    if (value === null) {
      unreadable += 1;
      continue;
    }
    const at = timeOf(value["timestamp"]);
    createdAt ||= at;
    const isWrapped = Object.hasOwn(value, "payload");
    const payload = isWrapped ? fieldsOf(value["payload"]) : value;
    if (value["type"] === "session_meta" || (!isWrapped && isOldMeta(value))) {
      meta ??= payload;
      telling.provider ||= textOf(payload["model_provider"]);
      continue;
    }
    telling.add(isWrapped ? textOf(value["type"]) : "response_item", payload, at);
  }
  const facts = meta ?? {};
  return {
    tool: "codex",
    id: lineOf(facts["id"]),
    isHelper: isHelper(facts),
    cwd: folderOf(facts["cwd"]) ?? telling.cwd,
    createdAt: timeOf(facts["timestamp"]) || createdAt || null,
    gitBranch: lineOf(fieldsOf(facts["git"])["branch"]) || null,
    title: null,
    told: telling.end(),
    leftOut: { unreadable, helpers: 0, noise: telling.noise },
  };
}

function isOldMeta(line: Fields): boolean {
  return (
    line["type"] === undefined && typeof line["id"] === "string" && typeof line["timestamp"] === "string"
  );
}

function isHelper(meta: Fields): boolean {
  return Object.hasOwn(fieldsOf(meta["source"]), "subagent");
}
