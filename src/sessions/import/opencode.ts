/**
 * opencode: a session, its messages and their parts as records of their own; see `opencode-store.ts` for where they are. From
 * its sources (`opencode/src/session/message-v2.ts` and `session.sql.ts`), what is relied on here:
 *
 * - a session: `id`, `directory`, `title`, `time.created`, `parentID`, `revert.messageID` (from there on it was taken back)
 * - a message: `id`, `role`, `time.created`; an `assistant` one has `providerID`, `modelID`, `tokens` (`input`, `output`,
 *   `reasoning`, `total`, `cache.read`, `cache.write`), `summary`, `finish`, `error`
 * - a part: `type`: `text` (`synthetic`, `ignored`), `reasoning`, `file` (`mime`, `url`, `filename`), `tool` (`callID`, `tool`,
 *   `state` with `status`, `input`, `output`, `error`, `time`, `attachments`, `metadata.exit`), `step-start`, `compaction`
 *   (`tail_start_id`)
 */
import { type Fields, fieldsOf, folderOf, lineOf, textOf, timeOf } from "./fields.ts";
import { OpencodeTelling } from "./opencode-telling.ts";
import { lineAt, type Source } from "./source-lines.ts";
import type { Reading } from "./transcript.ts";

/** A session with all that belongs to it, messages and parts in their order. */
export type OpencodeSession = {
  readonly info: Fields;
  readonly messages: readonly { readonly info: Fields; readonly parts: readonly Fields[] }[];
  /** Records that could not be read. */
  readonly unreadable: number;
};

/** Reads the records of a session. */
export function* readOpencode({ info, messages, unreadable }: OpencodeSession): Reading {
  const telling = new OpencodeTelling();
  const reverted = textOf(fieldsOf(info["revert"])["messageID"]);
  for (const message of messages) {
    yield;
    if (reverted !== "" && textOf(message.info["id"]) === reverted) break;
    telling.add(message.info, message.parts);
  }
  const title = textOf(info["title"]);
  return {
    tool: "opencode",
    id: lineOf(info["id"]),
    isHelper: textOf(info["parentID"]) !== "",
    cwd: folderOf(info["directory"]),
    createdAt: timeOf(fieldsOf(info["time"])["created"]) || null,
    gitBranch: null,
    // What a session is called before anything was said in it.
    title: title === "" || /^(?:New|Child) session - /.test(title) ? null : { text: title, by: "model" },
    told: telling.told,
    leftOut: { unreadable, helpers: 0, noise: telling.noise },
  };
}

/** A session as the program exports it: one JSON object with all of it. */
export function* readOpencodeExport(source: Source): Reading {
  const whole = lineAt(source, { start: 0, end: source.length });
  const { info, messages } = whole;
  return yield* readOpencode({
    info: fieldsOf(info),
    messages: (Array.isArray(messages) ? messages : []).map(fieldsOf).map((message) => ({
      info: fieldsOf(message["info"]),
      parts: (Array.isArray(message["parts"]) ? message["parts"] : []).map(fieldsOf),
    })),
    unreadable: Object.keys(whole).length === 0 && source.length > 0 ? 1 : 0,
  });
}
