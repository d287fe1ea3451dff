/** A session that is long enough to be read while keys are taken, on the disk of a project. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Header, logFormatVersion, type NewEntry } from "../../src/protocol/entry.ts";
import { fileNameOf } from "../../src/sessions/file-name.ts";
import { serializeEntry, serializeHeader } from "../../src/sessions/log.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import type { TestProject } from "./project.ts";

/** How a turn of it was asked for and answered, from 0. */
export const askedIn = (turn: number) => `what about part ${turn}?`;
export const answerIn = (turn: number) => `That was part ${turn}.`;

/** So many turns at its end are not summarised. */
const keptTurns = 3;

/** Writes one of so many turns, each with a result of so many bytes; all but the last of them are summarised. Returns its file. */
export function writeLongSession(
  { folder, env }: Pick<TestProject, "folder" | "env">,
  { turns, resultSize }: { readonly turns: number; readonly resultSize: number },
): string {
  const header: Header = {
    type: "header",
    format: logFormatVersion,
    sessionId: "longsession",
    createdAt: "2030-01-02T03:04:05.000Z",
    cwd: folder,
    version: "0",
  };
  const file = join(dataPaths(env).sessions, fileNameOf(header));
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, serializeHeader(header), { mode: 0o600 });
  let count = 0;
  for (let turn = 0; turn < turns; turn += 1) {
    const summary: NewEntry = {
      type: "compaction",
      summary: "Parts were asked about.",
      firstKeptId: `e${count + 1}`,
    };
    const contents = turnOf(turn, resultSize);
    const lines = (turn === turns - keptTurns ? [summary, ...contents] : contents).map((content) => {
      const parentId = count === 0 ? null : `e${count - 1}`;
      count += 1;
      return serializeEntry({ ...content, id: `e${count - 1}`, parentId, at: header.createdAt }).line;
    });
    appendFileSync(file, lines.join(""));
  }
  return file;
}

function turnOf(turn: number, resultSize: number): NewEntry[] {
  const [turnId, callId] = [`t${turn}`, `call${turn}`];
  const response = { type: "assistant", turnId, model: "openai/test", latencyMs: 1, attempts: 1 } as const;
  const argumentsText = JSON.stringify({ path: `part-${turn}.txt` });
  const result = { ok: true, text: `part ${turn} `.repeat(Math.ceil(resultSize / 8)) } as const;
  return [
    { type: "user", text: askedIn(turn), via: "submit" },
    { type: "turn_start", turnId, traceId: "0", model: "openai/test", mode: "ask" },
    {
      ...response,
      step: 1,
      parts: [{ type: "tool_call", callId, name: "read_file", argumentsText }],
      stop: "tool_use",
    },
    { type: "tool_start", callId, name: "read_file", title: `part-${turn}.txt` },
    { type: "tool_result", callId, name: "read_file", title: `part-${turn}.txt`, result, durationMs: 1 },
    { ...response, step: 2, parts: [{ type: "text", text: answerIn(turn) }], stop: "stop" },
    { type: "turn_end", turnId, outcome: "completed", steps: 2 },
  ];
}
