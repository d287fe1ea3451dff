/** The loop: think, act, observe, until the model has answered. */
import type { Entry, NewEntry } from "../protocol/entry.ts";
import type { EngineEvent } from "../protocol/event.ts";
import { type ModelRequest, toolCallsOf } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";
import type { ActContext } from "./acting/act-context.ts";
import { act, refuseAll } from "./acting/act.ts";
import { type Answer, answerEntry } from "./answer-entry.ts";
import { askAgain } from "./ask-again.ts";
import { withUniqueCallIds } from "./call-ids.ts";
import type { EngineDependencies, GuardedTurn } from "./dependencies.ts";
import type { Judge } from "./judge.ts";
import type { MessageQueue } from "./message-queue.ts";
import type { Questions } from "./questions.ts";
import type { StateMachine } from "./state-machine.ts";
import { userEntry } from "./user-entry.ts";
import { limitReached, refusalOf, type TurnEnd } from "./stop-kinds.ts";
import { type BrokenOff, type SaidSoFar, think, type Thought } from "./think.ts";

/** One turn under way. */
export type Turn = {
  readonly id: string;
  readonly controller: AbortController;
  readonly judge: Judge;
  /** Model responses that were asked for so far. */
  steps: number;
  /** While the model is asked: writes down at once what it has said so far. */
  breakOff?: () => void;
};

/** What a turn has of its engine. */
export type TurnContext = {
  readonly dependencies: EngineDependencies;
  /** Who is asked next: the user may choose another one in the middle of a turn. */
  readonly provider: () => Provider;
  readonly machine: StateMachine;
  readonly queue: MessageQueue;
  readonly questions: Questions;
  /** Every call id that the session has used. */
  readonly callIds: Set<string>;
  readonly append: (entry: NewEntry) => Entry;
  readonly emit: (event: EngineEvent) => void;
};

/** Think, act, observe. Returns how the turn ended. */
export async function runTurn(turn: Turn, context: TurnContext): Promise<TurnEnd> {
  const { machine, queue, append, dependencies } = context;
  const { maxSteps, session, tools } = dependencies;
  const { signal } = turn.controller;
  while (true) {
    queue.deliverSteering((message) => append(userEntry(message, "steer")));
    const stopped = await askGuards(turn, context);
    if (stopped !== null) return stopped;
    turn.steps += 1;
    const thought = await askAgain({
      build: () => dependencies.buildRequest(context.provider().model),
      think: (request) => thinkAndKeep(request, turn, context),
      recover: dependencies.recover,
      turn: () => guardedTurn(turn, context),
    });
    if (thought.type === "error")
      return { outcome: "failed", reason: thought.error.message, error: thought.error };
    if (thought.type === "interrupted") return { outcome: "interrupted" };

    const { parts, stop } = thought.response;
    const calls = toolCallsOf(parts);
    if (calls.length > 0) {
      machine.move("calls");
      const refusal = refusalOf(stop);
      if (refusal === null) await act(calls, actContext(turn, context));
      else await refuseAll(calls, refusal, actContext(turn, context));
      if (signal.aborted) return { outcome: "interrupted" };
    }
    const { end, tell } = turn.judge({ parts, stop, branch: session.branch(), offered: tools.names() });
    if (tell !== undefined) append({ type: "notice", text: tell });
    if (end !== "go on" && !(end.outcome === "completed" && queue.hasSteering)) return end;
    if (turn.steps >= maxSteps) return limitReached(maxSteps);
    if (machine.state === "acting") machine.move("results");
  }
}

/** Null when the next request may go out, else how the turn ends. */
async function askGuards(turn: Turn, context: TurnContext): Promise<TurnEnd | null> {
  for (const guard of context.dependencies.guards ?? []) {
    const end = await guard(guardedTurn(turn, context));
    if (turn.controller.signal.aborted) return { outcome: "interrupted" };
    if (end !== null) return end;
  }
  return null;
}

/** The turn as it stands now, for those who look at it from outside. */
export function guardedTurn({ id, controller }: Turn, { provider, append, emit }: TurnContext): GuardedTurn {
  return {
    turnId: id,
    model: provider().model,
    signal: controller.signal,
    append: (entry) => void append(entry),
    tell: (label) => emit({ type: "activity", label }),
  };
}

/** Thinks, and writes down what was said, whole or broken off. */
async function thinkAndKeep(request: ModelRequest, turn: Turn, context: TurnContext): Promise<Thought> {
  const { dependencies, provider, callIds, append, emit } = context;
  const { clock, session } = dependencies;
  const leaf = () => session.branch().at(-1)?.id ?? "";
  const requestedAfter = leaf();
  const file = dependencies.answerFile;
  const place = { turnId: turn.id, step: turn.steps };
  const keep = (course: Thought | BrokenOff | SaidSoFar, answer: Omit<Answer, "leaf" | "requestedAfter">) => {
    append(answerEntry(place, course, { ...answer, requestedAfter, leaf: leaf() }));
    file?.end();
  };
  const keepWhatWasSaid = (said: SaidSoFar) => {
    if (said.parts.length > 0) keep(said, { parts: said.parts, stop: "truncated" });
  };
  let keepAside: (() => void) | undefined;
  const thought = await think(provider(), request, {
    signal: turn.controller.signal,
    clock,
    step: turn.steps,
    emit: (event) => {
      emit(event);
      if (event.type === "text_delta") file?.add("text", event.text);
      else if (event.type === "reasoning_delta") file?.add("reasoning", event.text);
    },
    onBegin: (saidSoFar) => {
      turn.breakOff = () => keepWhatWasSaid(saidSoFar());
      keepAside = () =>
        file?.begin(() =>
          answerEntry(place, saidSoFar(), { parts: [], stop: "truncated", requestedAfter, leaf: leaf() }),
        );
      keepAside();
    },
    onBrokenOff: (attempt) => {
      keep(attempt, { parts: attempt.parts, stop: "truncated", brokenOff: attempt.error });
      keepAside?.();
    },
    onFailover: append,
  });
  delete turn.breakOff;
  if (thought.type !== "response") {
    // What was said before it broke off was on screen, so it stays in the log.
    keepWhatWasSaid(thought);
    file?.end();
    return thought;
  }
  const parts = withUniqueCallIds(thought.response.parts, callIds);
  const response = { ...thought.response, parts };
  keep(thought, response);
  return { ...thought, response };
}

function actContext({ controller }: Turn, context: TurnContext): ActContext {
  const { dependencies, questions, append, emit } = context;
  return {
    dependencies,
    signal: controller.signal,
    append,
    emit,
    ask: (approval) => questions.ask(approval, controller.signal),
    withdraw: (callId) => questions.withdraw(callId),
    stop: () => controller.abort(),
  };
}
