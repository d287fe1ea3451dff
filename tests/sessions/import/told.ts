/** What a transcript became, in words to compare. */
import type { Entry } from "../../../src/protocol/entry.ts";
import { readerOf } from "../../../src/sessions/import/readers.ts";
import { sourceOf } from "../../../src/sessions/import/source-lines.ts";
import { entriesOf } from "../../../src/sessions/import/told-entries.ts";
import type { ImportTool, Transcript } from "../../../src/sessions/import/transcript.ts";
import { bytesOf } from "./fixtures.ts";

/** Reads a whole text. */
export function read(tool: ImportTool, text: string): Transcript {
  return atOnce(readerOf(tool)(sourceOf(bytesOf(text))));
}

/** The entries that it becomes. */
export function entriesIn(transcript: Transcript): Entry[] {
  return atOnce(entriesOf(transcript, { cwd: "/home/mara/shop", createdAt: "2026-05-04T09:00:00.000Z" }));
}

/** Runs it to its end. */
export function atOnce<T>(work: Generator<void, T>): T {
  while (true) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** The texts of user and model. */
export function messagesOf(transcript: Transcript): string[] {
  return entriesIn(transcript).flatMap((entry) => {
    if (entry.type === "user") return [entry.text];
    if (entry.type !== "assistant") return [];
    return [entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("")];
  });
}

/** Each entry in a few words. */
export function said(transcript: Transcript): string[] {
  return entriesIn(transcript).map((entry) => {
    switch (entry.type) {
      case "user":
        return `user: ${entry.text}`;
      case "turn_start":
        return `turn ${entry.model}`;
      case "assistant":
        return `${entry.step} ${entry.parts.map(partWords).join(" | ")}`;
      case "tool_result": {
        const { result } = entry;
        const text = result.ok ? `ok: ${result.text}` : `${result.kind}: ${result.message}`;
        return `result ${entry.name} ${entry.title} ${text}`;
      }
      case "turn_end":
        return ["end", entry.outcome, ...(entry.reason === undefined ? [] : [entry.reason])].join(" ");
      case "user_command":
        return `command ${entry.command}: ${entry.output}`;
      case "title":
        return `title ${entry.title}`;
      case "notice":
        return `notice ${entry.text}`;
      default:
        return entry.type;
    }
  });
}

function partWords(part: { readonly type: string; readonly text?: string; readonly name?: string }): string {
  if (part.type === "tool_call") return `call ${part.name}`;
  return `${part.type === "reasoning" ? "thought" : "text"} ${part.text}`;
}
