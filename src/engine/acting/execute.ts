/** Running what was allowed. */
import type { EntryOf } from "../../protocol/entry.ts";
import type { ToolResult } from "../../protocol/tool-result.ts";
import { plainOutput } from "../../tools/plain-output.ts";
import type { FurtherQuestion, ToolRun } from "../../tools/tool.ts";
import type { WatchedCommand } from "../dependencies.ts";
import { interruptedResult, settleOrAbort } from "../interruption.ts";
import type { ActContext } from "./act-context.ts";
import { announce, type CallCase } from "./call-case.ts";
import type { Clearance } from "./clear.ts";
import { concealAnswer, concealPreview, concealText } from "./conceal.ts";
import { failureOf } from "./take-up.ts";

/** How much of an interrupted call's last output its result keeps, UTF-16 units. */
const keptOutput = 4_000;

export type Ran = {
  readonly result: ToolResult;
  /** What the files hold that it changed, as far as that is known. */
  readonly files: NonNullable<EntryOf<"tool_result">["files"]>;
  /** Without the time in which the user was asked. */
  readonly durationMs: number;
};

/** Runs a call. An interrupt ends the wait at once, whatever the tool does, and keeps its last output. */
export async function execute(
  one: CallCase,
  cleared: Extract<Clearance, { type: "run" }>,
  context: ActContext,
): Promise<Ran> {
  const { call } = one;
  const { signal, dependencies } = context;
  const { clock, veil } = dependencies;
  let output = "";
  let waited = 0;
  let isOver = false;

  let concealer = veil?.concealer();
  const show = (text: string, skipped?: Parameters<ToolRun["onOutput"]>[1]) => {
    if (isOver || (text === "" && skipped === undefined)) return;
    output = (skipped === undefined ? output + text : text).slice(-keptOutput);
    const event = { type: "call_output", callId: call.callId, text } as const;
    context.emit(skipped === undefined ? event : { ...event, skipped });
  };
  const onOutput: ToolRun["onOutput"] = (text, skipped) => {
    if (concealer === undefined) return show(text, skipped);
    // What was held back before a gap is cut off there: it may be the half of a secret.
    if (skipped !== undefined) concealer = veil?.concealer();
    show(concealer?.push(text) ?? text, skipped);
  };
  const changed = new Set<string>();
  const keepBefore: ToolRun["keepBefore"] = async (files) => {
    for (const { path } of files) changed.add(path);
    const kept = await dependencies.keepBefore(files);
    // The call has its result by then: nothing may come behind it, and nothing may be changed any more.
    signal.throwIfAborted();
    if (kept.length > 0) context.append({ type: "checkpoint", callId: call.callId, files: kept });
  };
  const ask = async (question: FurtherQuestion): Promise<"yes" | "no"> => {
    if (isOver || signal.aborted || !dependencies.canAsk) return "no";
    const since = clock.elapsed();
    const answer = await askFurther(one, question, cleared, context);
    waited += clock.elapsed() - since;
    return answer;
  };

  const { class: kind } = cleared;
  const run: ToolRun = { signal, onOutput, keepBefore, ask, ...(kind === undefined ? {} : { class: kind }) };
  const watched = await watchedCommand(one, cleared, context);
  const start = clock.elapsed();
  let running: Promise<ToolResult> | undefined;
  const result = await outcomeOf(
    () => {
      signal.throwIfAborted();
      running = cleared.prepared.run(run);
      return running;
    },
    one,
    signal,
    () => {
      show(concealer?.end() ?? "");
      return plainOutput(output);
    },
  );
  isOver = true;
  const durationMs = Math.max(0, clock.elapsed() - start - waited);
  if (watched !== undefined)
    return { result, durationMs, files: await seen(watched, result, running, one, context) };
  const files =
    changed.size === 0 || signal.aborted ? [] : await dependencies.fileWatch?.written([...changed]);
  return { result, durationMs, files: files ?? [] };
}

/** A look at the project before a command that may write in it; others need none. */
async function watchedCommand(
  { call }: CallCase,
  { ready, prepared, class: kind }: Extract<Clearance, { type: "run" }>,
  { dependencies, signal }: ActContext,
): Promise<WatchedCommand | undefined> {
  const { fileWatch } = dependencies;
  if (fileWatch === undefined || ready.tool.risk !== "execute" || kind === "read_only") return undefined;
  const command = prepared.accesses
    .map((access) => (access.type === "execute" ? access.command : ""))
    .join("\n");
  return fileWatch.begin({ callId: call.callId, command }, signal);
}

/** What a command has changed. Nobody waits for that either when it is stopped. */
async function seen(
  watched: WatchedCommand,
  result: ToolResult,
  running: Promise<ToolResult> | undefined,
  { call }: CallCase,
  { append, signal }: ActContext,
): Promise<Ran["files"]> {
  const changes = signal.aborted ? "aborted" : await settleOrAbort(watched.end(result), signal);
  if (changes === "aborted") {
    watched.leave(Promise.resolve(running));
    return [];
  }
  const { after, ...seenOf } = changes;
  if (seenOf.files.length > 0 || seenOf.note !== undefined)
    append({ type: "checkpoint", callId: call.callId, ...seenOf });
  return after;
}

async function outcomeOf(
  run: () => Promise<ToolResult>,
  { call }: CallCase,
  signal: AbortSignal,
  printed: () => string,
): Promise<ToolResult> {
  try {
    const result = await settleOrAbort(run(), signal);
    const output = printed();
    return result === "aborted" ? interruptedResult("stopped", output) : result;
  } catch (thrown) {
    const output = printed();
    return signal.aborted ? interruptedResult("stopped", output) : failureOf(call, thrown);
  }
}

/** A question of the running call's own. Only “once” is a yes; what the user says to it is told with the result. */
async function askFurther(
  one: CallCase,
  question: FurtherQuestion,
  { ready }: Extract<Clearance, { type: "run" }>,
  context: ActContext,
): Promise<"yes" | "no"> {
  const { callId } = one.call;
  const { veil } = context.dependencies;
  const { hide, names } = ready.putBack;
  const preview = await concealPreview(question.preview, hide, veil);
  const reasons = await Promise.all(question.reasons.map((reason) => concealText(hide(reason), veil)));
  announce(one, "awaiting_approval", context);
  const end = await context.ask({
    callId,
    tool: ready.tool.name,
    title: one.title,
    wants: await concealText(hide(question.wants), veil),
    preview,
    reasons,
    ...(names.length === 0 ? {} : { secrets: names }),
  });
  if (end === "interrupted" || end === "withdrawn") return "no";
  context.append({
    type: "approval",
    callId,
    answer: veil === undefined ? end : await concealAnswer(end, veil),
    preview,
  });
  announce(one, "running", context);
  if (end.type === "decline" && end.words.trim() !== "") one.said.push(end.words.trim());
  if (end.type === "stop") context.stop();
  return end.type === "once" ? "yes" : "no";
}
