/**
 * A session as JSON of messages, for programs. The shape, version 1:
 *
 *     { "format": "rein-export", "version": 1, "title", "secretsLeftOut": true,
 *       "session": { "id", "createdAt", "cwd", "gitBranch"?, "version", "forkedFrom"?, "importedFrom"? },
 *       "messages": [ … ] }
 *
 * Each message has `id`, `at` (ISO 8601 in UTC) and a `role`:
 * - `user`: `text`, `images`? ([{ label, mediaType, data }], base64)
 * - `assistant`: `model`, `parts` (`text` and `reasoning` with a `text`; `tool_call` with `callId`, `name`,
 *   `argumentsText`), `stop`, `usage`?, `latencyMs`, `brokenOff`? (why it was asked again),
 *   `imported`? (true: it was given in another program)
 * - `tool`: `callId`, `name`, `title`, `ok`, `text`, `kind`? (of a failure), `images`?, `changes`?, `exitCode`?, `durationMs`
 * - `approval`: `callId`, `answer`
 * - `user_command`: `command`, `cwd`, `exitCode`, `output`, `shared`, `durationMs`
 * - `notice`: `kind` ("notice", "summary", "model", "failover", "turn_end", "context_edit", "restore", "title", "label"),
 *   `text`, and what belongs to it, as `model` and `usage` where a model was asked for it
 *
 * One message stands on a line. Programs leave out what they do not know: more may come without a new version.
 */
import type { AssistantPart } from "../../protocol/message.ts";
import type { Entry, EntryOf } from "../../protocol/entry.ts";
import { jsonLine } from "../../terminal/json-line.ts";
import { filesOf } from "../diff.ts";
import type { ExportDocument, ExportWriter } from "./document.ts";

/** Raised when a reader of the older version could no longer understand the file. */
export const exportVersion = 1;

type Message = { readonly id: string; readonly at: string; readonly role: string } & Readonly<
  Record<string, unknown>
>;

export function jsonWriter({ header, title, secretsLeftOut }: ExportDocument): ExportWriter {
  let isFirst = true;
  return {
    begin() {
      const { sessionId: id, createdAt, cwd, gitBranch, version, forkedFrom, importedFrom } = header;
      const head = {
        format: "rein-export",
        version: exportVersion,
        title,
        secretsLeftOut,
        session: { id, createdAt, cwd, gitBranch, version, forkedFrom, importedFrom },
      };
      const lines = Object.entries(head).map(
        ([name, value]) => `${JSON.stringify(name)}:${jsonLine(value)},\n`,
      );
      return `{\n${lines.join("")}"messages":[`;
    },
    add(entry) {
      const message = messageOf(entry);
      if (message === null) return "";
      const line = `${isFirst ? "" : ","}\n${jsonLine(message)}`;
      isFirst = false;
      return line;
    },
    end: () => `\n]}\n`,
  };
}

function messageOf(entry: Entry): Message | null {
  const { id, at } = entry;
  switch (entry.type) {
    case "user":
      return { id, at, role: "user", text: entry.text, images: entry.images };
    case "assistant": {
      const { model, parts, stop, usage, latencyMs, brokenOff, imported } = entry;
      const because = brokenOff?.message;
      return {
        id,
        at,
        role: "assistant",
        model,
        parts: parts.map(partOf),
        stop,
        usage,
        latencyMs,
        brokenOff: because,
        imported,
      };
    }
    case "tool_result":
      return { id, at, role: "tool", ...resultOf(entry) };
    case "approval":
      return { id, at, role: "approval", callId: entry.callId, answer: entry.answer };
    case "user_command": {
      const { command, cwd, exitCode, output, shared, durationMs } = entry;
      return { id, at, role: "user_command", command, cwd, exitCode, output, shared, durationMs };
    }
    case "notice":
      return { id, at, role: "notice", kind: "notice", text: entry.text };
    case "compaction": {
      const { summary, firstKeptId, model, usage } = entry;
      return { id, at, role: "notice", kind: "summary", text: summary, firstKeptId, model, usage };
    }
    case "model":
      return { id, at, role: "notice", kind: "model", text: entry.model, effort: entry.effort };
    case "failover": {
      const { from, to, error } = entry;
      return { id, at, role: "notice", kind: "failover", text: to, from, because: error?.message };
    }
    case "turn_end": {
      const { outcome, reason, error, steps } = entry;
      return {
        id,
        at,
        role: "notice",
        kind: "turn_end",
        text: outcome,
        because: error?.message ?? reason,
        steps,
      };
    }
    case "turn_start":
    case "tool_start":
    case "question":
    case "mode":
    case "checkpoint":
    case "move":
      return null;
    case "restore": {
      // Of a link also where it leads; what is no link since has none.
      const files = entry.files.map(({ path, linkAfter }) => ({ path, link: linkAfter }));
      return { id, at, role: "notice", kind: "restore", text: "", to: entry.to, files };
    }
    case "title": {
      const { title, by, model, usage } = entry;
      return { id, at, role: "notice", kind: "title", text: title, by, model, usage };
    }
    case "label":
      return { id, at, role: "notice", kind: "label", text: entry.label, entryId: entry.entryId };
    case "context_edit": {
      const { edits, model, usage } = entry;
      return edits.length === 0 && usage === undefined
        ? null
        : { id, at, role: "notice", kind: "context_edit", text: "", edits, model, usage };
    }
    default:
      return entry satisfies never;
  }
}

/** Without what only its provider can read. */
function partOf(part: AssistantPart): Readonly<Record<string, unknown>> {
  if (part.type === "text") return { type: "text", text: part.text };
  if (part.type === "reasoning") return { type: "reasoning", text: part.text, note: part.note };
  return part;
}

function resultOf({ callId, name, title, result, durationMs }: EntryOf<"tool_result">) {
  const { view } = result;
  return {
    callId,
    name,
    title,
    ok: result.ok,
    text: result.ok ? result.text : result.message,
    ...(result.ok ? { images: result.images } : { kind: result.kind }),
    ...(view?.type === "command" ? { exitCode: view.exitCode } : {}),
    ...(view?.type === "changes" || view?.type === "diff" ? { changes: filesOf(view) } : {}),
    durationMs,
  };
}
