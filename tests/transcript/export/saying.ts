/** A session in which one text stands wherever a text can stand. */
import type { Entry, Header } from "../../../src/protocol/entry.ts";
import {
  type ExportDocument,
  type ExportWriter,
  titleIn,
  titleOfSilent,
} from "../../../src/transcript/export/document.ts";
import { assistant, calls, log, says, thinks, toolResult, turnStart } from "../log.ts";

export const header: Header = {
  type: "header",
  format: 1,
  sessionId: "abc123",
  createdAt: "2026-01-01T10:00:00.000Z",
  cwd: "/project",
  version: "0.0.0",
};

/** A PNG of one pixel, base64. */
export const onePixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

export function documentOf(
  entries: readonly Entry[],
  { named = "", ...more }: Partial<ExportDocument> & { readonly named?: string } = {},
): ExportDocument {
  const texts = [named, ...entries.flatMap((entry) => (entry.type === "user" ? [entry.text] : []))];
  const title = texts.map(titleIn).find((one) => one !== null) ?? titleOfSilent(header);
  return {
    header,
    title,
    entries,
    secretsLeftOut: true,
    isRunning: false,
    priceOf: () => undefined,
    ...more,
  };
}

/** All that is written of a document. */
export function written(
  writerOf: (document: ExportDocument) => ExportWriter,
  document: ExportDocument,
): string {
  const writer = writerOf(document);
  return [writer.begin(), ...document.entries.map((entry) => writer.add(entry)), writer.end()].join("");
}

/** Entries of every kind that is shown, with `text` in each of their texts. */
export function entriesSaying(text: string): Entry[] {
  const image = { mediaType: "image/png", data: onePixel };
  const hunks = [{ oldStart: 1, newStart: 1, lines: [` ${text}`, `-${text}`, `+${text}`] }];
  return log(
    { type: "user", text, via: "submit", images: [{ ...image, label: `[${text}]` }] },
    turnStart,
    assistant([
      thinks(text),
      says(text),
      calls("c1", "bash", JSON.stringify({ command: text })),
      calls("c2", text, JSON.stringify({ [text]: text, other: [text] })),
      calls("c3", "edit_file", text),
      calls("c4", "read_file", text),
    ]),
    {
      type: "approval",
      callId: "c1",
      answer: { type: "decline", words: text },
      preview: { type: "text", text },
    },
    toolResult("c1", { ok: true, text, view: { type: "command", exitCode: 1, output: text } }),
    toolResult("c2", { ok: false, kind: "failed", message: text, view: { type: "text", text } }),
    toolResult("c3", {
      ok: true,
      text,
      view: { type: "changes", files: [{ path: text, kind: "modified", movedFrom: text, hunks }] },
    }),
    toolResult("c4", {
      ok: true,
      text,
      summary: text,
      images: [{ ...image, mediaType: `image/${text}` }, image],
    }),
    {
      type: "user_command",
      command: text,
      cwd: text,
      exitCode: 0,
      output: text,
      durationMs: 1,
      shared: true,
    },
    { type: "notice", text: `${text}\n${text}` },
    { type: "compaction", summary: text, firstKeptId: "e1" },
    { type: "turn_end", turnId: "t1", outcome: "failed", steps: 1, reason: text },
    { type: "title", title: text, by: "user" },
    { type: "label", entryId: "e1", label: text },
    { type: "restore", to: "e1", files: [{ path: text, before: null, after: null, notKept: text }] },
    { type: "context_edit", edits: [{ entryId: "e1", action: "shorten", text }] },
  );
}
