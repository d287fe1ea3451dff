/** A session of any length on the disk, for what is measured when it is opened again. */
import type { NewEntry } from "../../src/protocol/entry.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import type { TestProject } from "../../tests/support/project.ts";

/** What one turn of it holds. */
export type WrittenTurn = {
  readonly said: string;
  /** What the one call of the turn gave. */
  readonly result: string;
  readonly answer: string;
};

/** Writes a session into the home of a project, for `rein -c` there. */
export function writeSession(
  { folder, env }: Pick<TestProject, "folder" | "env">,
  turns: readonly WrittenTurn[],
): void {
  const session = createSession(
    { cwd: folder, version: "0", gitBranch: "main" },
    { paths: dataPaths(env), now: Date.now },
  );
  for (const [index, turn] of turns.entries())
    for (const entry of entriesOf(turn, `t${index}`)) session.append(entry);
  session.close();
}

function entriesOf({ said, result, answer }: WrittenTurn, turnId: string): NewEntry[] {
  const model = "openai/bench";
  const callId = `call_${turnId}`;
  const response = {
    type: "assistant",
    turnId,
    model,
    stop: "stop",
    latencyMs: 900,
    attempts: 1,
    usage: { inputTokens: 1_000, outputTokens: 100 },
  } as const;
  return [
    { type: "user", text: said, via: "submit" },
    { type: "turn_start", turnId, traceId: "0", model, mode: "ask" },
    {
      ...response,
      step: 1,
      parts: [{ type: "tool_call", callId, name: "read_file", argumentsText: '{"path":"src/main.js"}' }],
    },
    {
      type: "tool_result",
      callId,
      name: "read_file",
      title: "src/main.js",
      durationMs: 1,
      result: { ok: true, text: result },
    },
    { ...response, step: 2, parts: [{ type: "text", text: answer }] },
    { type: "turn_end", turnId, outcome: "completed", steps: 2 },
  ];
}

/** A thousand turns as they are: a short message, a file that is read, and an answer of some lines. */
export const thousandTurns: readonly WrittenTurn[] = Array.from({ length: 1_000 }, (_, index) => ({
  said: `question ${index}: what does the price of item ${index} depend on?`,
  result: lines(20, (line) => `${line + 1}\texport const price${line} = read("item ${index}.${line}");`),
  answer: `the price of **item ${index}** depends on these:\n\n${lines(4, (line) => `- \`price${line}\` in the table of part ${index}, read before an order goes out`)}\n\nthat was ${index}.`,
}));

/** A hundred turns whose answers are a thousand lines each. */
export const hundredThousandLines: readonly WrittenTurn[] = Array.from({ length: 100 }, (_, turn) => ({
  said: `list ${turn}`,
  result: "done",
  answer: lines(1_000, (line) => `- line ${lineNumber(turn * 1_000 + line)} of the list, with some words`),
}));

/** How a line of it is numbered, from 0. */
export function lineNumber(index: number): string {
  return String(index).padStart(6, "0");
}

function lines(count: number, line: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => line(index)).join("\n");
}
