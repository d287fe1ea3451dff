/** One turn without a screen: the answer goes to stdout, everything else to stderr. */
import type { QueryEngine } from "../engine/query-engine.ts";
import { textOf } from "../protocol/message.ts";
import type { TurnOutcome } from "../protocol/entry.ts";
import type { EngineEvent } from "../protocol/event.ts";
import { failoverWords } from "../transcript/project.ts";
import { say } from "../words/say.ts";

/** What `rein -p` exits with. 2 is wrong usage, which never gets this far. */
export const exitCodes = {
  completed: 0,
  failed: 1,
  limit_reached: 3,
  budget_reached: 3,
  interrupted: 130,
} as const satisfies Record<TurnOutcome, number>;

export type PrintOutput = {
  /** Takes the answer; resolves when it is out, or when nobody reads any more. */
  readonly answer: (text: string) => Promise<void>;
  /** Takes a line for the user's eyes, foreign text in it as it came: making it printable is the taker's part. */
  readonly note: (line: string) => void;
};

/** Asks one prompt and returns the exit code. `signal` interrupts the turn. */
export async function runTurn(
  engine: QueryEngine,
  prompt: string,
  output: PrintOutput,
  signal: AbortSignal,
): Promise<number> {
  let answer = "";
  let end: Extract<EngineEvent, { type: "turn_ended" }> | undefined;
  const unsubscribe = engine.subscribe((event) => {
    if (event.type === "turn_ended") end = event;
    else if (event.type === "entry" && event.entry.type === "assistant") answer = textOf(event.entry.parts);
    const note = noteOf(event);
    if (note !== null) output.note(note);
  });
  const interrupt = () => engine.interrupt();
  signal.addEventListener("abort", interrupt, { once: true });
  engine.submit(prompt);
  if (signal.aborted) interrupt();
  await engine.whenIdle();
  unsubscribe();
  signal.removeEventListener("abort", interrupt);

  if (end === undefined) return exitCodes.failed;
  if (end.outcome === "completed") await output.answer(answer);
  else if (answer !== "") output.note(answer);
  if (end.reason !== undefined) output.note(`rein: ${end.reason}`);
  return end.outcome === "completed" && answer.trim() === "" ? exitCodes.failed : exitCodes[end.outcome];
}

/** What someone who watches stderr wants to know of an event; null for nothing. */
function noteOf(event: EngineEvent): string | null {
  switch (event.type) {
    case "call":
      return event.call.status === "running" ? `· ${event.call.name}  ${event.call.title}` : null;
    case "retry":
      return say`· ${event.error.message} Trying again in ${Math.ceil(event.delayMs / 1000)} s (attempt ${event.attempt} of ${event.of}).`;
    case "entry": {
      const { entry } = event;
      if (entry.type === "failover") return `· ${failoverWords(entry)}`;
      if (entry.type === "compaction" && entry.summary !== "")
        return say`· The conversation was near the model's context window; its older part is summarised for the model.`;
      if (entry.type === "notice") return `· ${entry.text.split("\n", 1)[0]}`;
      if (entry.type !== "tool_result" || entry.result.ok) return null;
      return `· ${entry.name}: ${entry.result.message}`;
    }
    default:
      return null;
  }
}
