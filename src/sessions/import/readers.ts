/** Which reader reads what. */
import { readClaudeCode } from "./claude-code.ts";
import { readCodex } from "./codex.ts";
import { readGeminiCli } from "./gemini-cli.ts";
import { readOpencodeExport } from "./opencode.ts";
import { readPi } from "./pi.ts";
import { type Source, sourceLines, sourceOf } from "./source-lines.ts";
import type { ImportTool, Reading } from "./transcript.ts";

const readers: Readonly<Record<ImportTool, (source: Source) => Reading>> = {
  "claude-code": readClaudeCode,
  codex: readCodex,
  "gemini-cli": readGeminiCli,
  opencode: readOpencodeExport,
  pi: readPi,
};

/** The reader of a program's files. What it gives never throws. */
export function readerOf(tool: ImportTool): (source: Source) => Reading {
  return readers[tool];
}

/** Lines that are looked at to tell whose a file is. */
const mostLines = 20;

/** Whose transcript a file is, by what its first lines look like; null for none that is known. */
export function toolOf(head: Uint8Array): ImportTool | null {
  let count = 0;
  for (const { value } of sourceLines(sourceOf(head))) {
    count += 1;
    if (count > mostLines) break;
    if (value === null) continue;
    if (value["type"] === "session" && "cwd" in value) return "pi";
    if ("payload" in value || value["record_type"] !== undefined) return "codex";
    if ("parentUuid" in value || "leafUuid" in value || ("sessionId" in value && "uuid" in value))
      return "claude-code";
    if ("projectHash" in value) return "gemini-cli";
  }
  return ofDocument(new TextDecoder().decode(head.subarray(0, 4096)));
}

/** One JSON text of which perhaps only the beginning is here. */
function ofDocument(start: string): ImportTool | null {
  if (/^\s*\{\s*"info"\s*:/.test(start)) return "opencode";
  if (/^\s*\{[\s\S]*"(?:projectHash|history)"\s*:/.test(start)) return "gemini-cli";
  if (/^\s*\[\s*\{[\s\S]*"parts"\s*:/.test(start)) return "gemini-cli";
  // The first rollouts began with the bare facts of the session.
  return /^\s*\{"id":"[^"]*","timestamp":/.test(start) ? "codex" : null;
}
