/** A session for a program: every event of the engine is a line of JSON, and so is what the program wants of it. */
import { z } from "zod";
import type { AnswerOutcome } from "../engine/questions.ts";
import type { QueryEngine } from "../engine/query-engine.ts";
import { approvalAnswerSchema, permissionModeSchema } from "../protocol/approval.ts";
import { messageOf } from "../protocol/error.ts";
import type { EngineEvent } from "../protocol/event.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { say } from "../words/say.ts";

/** What a program can say: `docs/events.md` explains it. */
export const inputLineSchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("submit"), text: z.string() }),
  z.object({ type: z.literal("steer"), text: z.string() }),
  z.object({ type: z.literal("answer"), callId: z.string(), answer: approvalAnswerSchema }),
  z.object({ type: z.literal("interrupt") }),
  z.object({ type: z.literal("mode"), mode: permissionModeSchema }),
]);
type InputLine = z.infer<typeof inputLineSchema>;

/** What a program is told beside the engine's events. */
export type HostLine =
  /** The first line. `format` is raised when a program that knows the older one would misread it. */
  | {
      readonly type: "ready";
      readonly format: number;
      readonly version: string;
      readonly sessionId: string;
      readonly cwd: string;
      readonly model: string;
      readonly mode: string;
    }
  /** What the user should know beside the conversation. */
  | { readonly type: "note"; readonly level: "info" | "warning" | "error"; readonly text: string }
  /** A line of the program came to nothing. */
  | { readonly type: "error"; readonly message: string; readonly callId?: string };

export type EventsOutput = {
  /** Takes one line, without its end. */
  readonly write: (line: string) => void;
  /** True while so much waits to be read that what is only live should be left out. */
  readonly isBehind: () => boolean;
};

/** A line that was read, or that there was one which cannot be taken. */
export type ReadLine = { readonly text: string } | { readonly fault: string };

/**
 * Serves one program: until its lines end, or the signal fires. A running turn is then interrupted; resolves when it has
 * ended and everything is written.
 */
export async function serveEvents(
  engine: QueryEngine,
  lines: AsyncIterable<ReadLine>,
  output: EventsOutput,
  signal: AbortSignal,
): Promise<void> {
  const unsubscribe = engine.subscribe((event) => {
    if (!isLive(event) || !output.isBehind()) output.write(lineOf(event));
  });
  const stop = () => engine.interrupt();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  for await (const line of lines) {
    const error = "fault" in line ? line.fault : obey(line.text, engine);
    if (error !== null) output.write(lineOf(typeof error === "string" ? errorLine(error) : error));
  }
  // What waits behind the turn stays unsent: nobody would be there to answer its questions.
  while (engine.takeBack() !== undefined);
  engine.interrupt();
  await engine.whenIdle();
  signal.removeEventListener("abort", stop);
  unsubscribe();
}

/** What is told as one line. */
export function lineOf(value: EngineEvent | HostLine): string {
  return jsonLine(value);
}

/** Does what a line says. Returns what was wrong with it, or null. */
function obey(text: string, engine: QueryEngine): string | HostLine | null {
  if (text.trim() === "") return null;
  const input = readInput(text);
  if (typeof input === "string") return input;
  switch (input.type) {
    case "submit":
      engine.submit(input.text);
      return blankFault(input.text);
    case "steer":
      engine.steer(input.text);
      return blankFault(input.text);
    case "answer":
      return refusedAnswer(input.callId, engine.answer(input.callId, input.answer));
    case "interrupt":
      engine.interrupt();
      return null;
    case "mode":
      engine.setMode(input.mode);
      return null;
    default:
      input satisfies never;
      return say`rein does not know this type of line.`;
  }
}

function readInput(text: string): InputLine | string {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (thrown) {
    return say`This line is not valid JSON (${messageOf(thrown)}). Nothing was done.`;
  }
  const parsed = inputLineSchema.safeParse(json);
  return parsed.success
    ? parsed.data
    : say`This line says nothing that rein knows. Nothing was done.\n${z.prettifyError(parsed.error)}`;
}

function refusedAnswer(callId: string, outcome: AnswerOutcome): HostLine | null {
  return outcome.type === "taken" ? null : { ...errorLine(outcome.why), callId };
}

function blankFault(text: string): string | null {
  return text.trim() === "" ? say`A message without words is not sent.` : null;
}

function errorLine(message: string): Extract<HostLine, { type: "error" }> {
  return { type: "error", message };
}

/** Of these the log has the whole, in an entry that comes later. */
function isLive({ type }: EngineEvent): boolean {
  return ["text_delta", "reasoning_delta", "call_delta", "call_output"].includes(type);
}
