/** The loop: think, act, observe, until the model has answered. One turn at a time. */
import type { ApprovalAnswer, ApprovalRequest, PermissionMode } from "../protocol/approval.ts";
import type { Entry, NewEntry, TurnOutcome, UserCommand } from "../protocol/entry.ts";
import { messageOf } from "../protocol/error.ts";
import type { EngineEvent, EngineState, QueuedMessage } from "../protocol/event.ts";
import { toolCallsOf } from "../protocol/message.ts";
import type { ModelResponse, Provider } from "../providers/provider.ts";
import type { Session } from "../sessions/session.ts";
import { act, type ActContext, refuseAll } from "./act.ts";
import { usedCallIds, withUniqueCallIds } from "./call-ids.ts";
import type { EngineDependencies } from "./dependencies.ts";
import { createMessageQueue } from "./message-queue.ts";
import { createQuestions } from "./questions.ts";
import { createStateMachine } from "./state-machine.ts";
import { endOf, refusalOf, type TurnEnd } from "./stop-kinds.ts";
import { think, type Thought } from "./think.ts";

type Answer = Pick<ModelResponse, "parts" | "stop" | "usage"> & { readonly requestedAfter: string };

type Turn = { readonly id: string; readonly controller: AbortController; steps: number };

/**
 * Moves one session forward. Hosts call its methods and listen to its events; every method returns at once, and no
 * method throws for what a model, a tool or a user does.
 */
export class QueryEngine {
  readonly #dependencies: EngineDependencies;
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  readonly #machine = createStateMachine((state) => this.#emit({ type: "state", state }));
  readonly #queue = createMessageQueue((queue) => this.#emit({ type: "queue", queue }));
  readonly #questions = createQuestions((approval) => this.#emit({ type: "approval_requested", approval }));
  readonly #callIds: Set<string>;
  #provider: Provider;
  #turn: Turn | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    this.#provider = dependencies.provider;
    this.#callIds = usedCallIds(dependencies.session.branch());
  }

  get state(): EngineState {
    return this.#machine.state;
  }

  get model(): string {
    return this.#provider.model;
  }

  get mode(): PermissionMode {
    return this.#dependencies.policy.mode;
  }

  get queued(): readonly QueuedMessage[] {
    return this.#queue.messages;
  }

  get openQuestion(): ApprovalRequest | undefined {
    return this.#questions.open;
  }

  /** Calls `listener` for every event from now on; returns the way to stop that. */
  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a message: starts a turn, or while one runs waits behind it. Blank text does nothing. */
  submit(text: string): void {
    if (text.trim() === "") return;
    if (this.#turn !== undefined) this.#queue.add(text, "queue");
    else this.#start({ text, via: "submit" });
  }

  /** Sends a message after the running turn, or at once when idle. */
  queue(text: string): void {
    this.submit(text);
  }

  /** Sends a message into the running turn, before its next request; when idle, at once. */
  steer(text: string): void {
    if (this.#turn === undefined || text.trim() === "") this.submit(text);
    else this.#queue.add(text, "steer");
  }

  /** Takes the youngest waiting message back; undefined when none waits. */
  takeBack(): QueuedMessage | undefined {
    return this.#queue.takeBack();
  }

  /** Answers the open question of a call. False, and nothing happens, when that call has no open question. */
  answer(callId: string, answer: ApprovalAnswer): boolean {
    const answered = this.#questions.answer(callId, answer);
    if (answered) this.#emit({ type: "approval_answered", callId, answer });
    return answered;
  }

  /** Stops the running turn: the request, every running tool, every open question. Idle: does nothing. */
  interrupt(): void {
    this.#turn?.controller.abort();
  }

  setMode(mode: PermissionMode): void {
    if (mode === this.mode) return;
    this.#dependencies.policy.setMode(mode);
    this.#append({ type: "mode", mode });
    this.#emit({ type: "mode", mode });
  }

  /**
   * Tells the user now and the model with its next request that something has happened: also that background jobs have
   * ended, by their ids. Starts no turn.
   */
  note(text: string, endedJobs: readonly string[] = []): void {
    const ended = endedJobs.length === 0 ? {} : { endedJobs: [...endedJobs] };
    this.#append({ type: "notice", text, ...ended });
  }

  /** Writes down a command that the user ran. A shared one is told to the model with its next request. */
  noteUserCommand(command: UserCommand): void {
    this.#append({ type: "user_command", ...command });
  }

  /** Asks another model from the next request on. */
  setProvider(provider: Provider): void {
    if (provider.model !== this.model) this.#append({ type: "model", model: provider.model });
    this.#provider = provider;
  }

  /** Resolves when no turn runs and none will start by itself. */
  async whenIdle(): Promise<void> {
    while (this.#turn !== undefined) await this.#running;
  }

  #start(message: { readonly text: string; readonly via: "submit" | "queue" }): void {
    const turn: Turn = {
      id: this.#dependencies.newId().slice(0, 12),
      controller: new AbortController(),
      steps: 0,
    };
    this.#turn = turn;
    this.#machine.move("submit");
    this.#running = this.#run(turn, message);
  }

  async #run(
    turn: Turn,
    message: { readonly text: string; readonly via: "submit" | "queue" },
  ): Promise<void> {
    let end: TurnEnd;
    try {
      this.#append({ type: "user", text: message.text, via: message.via });
      this.#append({
        type: "turn_start",
        turnId: turn.id,
        traceId: this.#dependencies.newId(),
        model: this.model,
        mode: this.mode,
      });
      this.#emit({ type: "turn_started", turnId: turn.id });
      end = await this.#loop(turn);
    } catch (thrown) {
      end = { outcome: "failed", reason: `rein failed in the middle of the turn: ${messageOf(thrown)}` };
    }
    this.#finish(turn, end);
  }

  /** Think, act, observe. Returns how the turn ended. */
  async #loop(turn: Turn): Promise<TurnEnd> {
    const { signal } = turn.controller;
    while (true) {
      this.#deliverSteering();
      const stopped = await this.#guarded(turn);
      if (stopped !== null) return stopped;
      turn.steps += 1;
      const thought = await this.#think(turn);
      if (thought.type === "error")
        return { outcome: "failed", reason: thought.error.message, error: thought.error };
      if (thought.type === "interrupted") return { outcome: "interrupted" };

      const { stop } = thought.response;
      const calls = toolCallsOf(thought.response.parts);
      if (calls.length > 0) {
        this.#machine.move("calls");
        const refusal = refusalOf(stop);
        if (refusal === null) await act(calls, this.#actContext(turn));
        else refuseAll(calls, refusal, this.#actContext(turn));
        if (signal.aborted) return { outcome: "interrupted" };
      }
      const end = endOf(stop, thought.response.parts);
      if (end !== "go on" && !(end.outcome === "completed" && this.#hasSteering())) return end;
      if (turn.steps >= this.#dependencies.maxSteps) return this.#limitReached();
      if (this.state === "acting") this.#machine.move("results");
    }
  }

  /** Null when the next request may go out, else how the turn ends. */
  async #guarded({ id: turnId, controller: { signal } }: Turn): Promise<TurnEnd | null> {
    for (const guard of this.#dependencies.guards ?? []) {
      const append = (entry: NewEntry) => void this.#append(entry);
      const end = await guard({ turnId, model: this.model, signal, append });
      if (signal.aborted) return { outcome: "interrupted" };
      if (end !== null) return end;
    }
    return null;
  }

  async #think(turn: Turn): Promise<Thought> {
    const { buildRequest, clock, session } = this.#dependencies;
    const requestedAfter = leafOf(session);
    const request = buildRequest(this.model);
    const { signal } = turn.controller;
    const emit = (event: EngineEvent) => this.#emit(event);
    const thought = await think(this.#provider, request, signal, clock, turn.steps, emit);
    if (thought.type !== "response") {
      // What was said before it broke off was on screen, so it stays in the log.
      const { parts } = thought;
      if (parts.length > 0) this.#appendAnswer(turn, thought, { parts, stop: "truncated", requestedAfter });
      return thought;
    }
    const parts = withUniqueCallIds(thought.response.parts, this.#callIds);
    const response = { ...thought.response, parts };
    this.#appendAnswer(turn, thought, { ...response, requestedAfter });
    return { ...thought, response };
  }

  #appendAnswer(turn: Turn, thought: Thought, answer: Answer): void {
    const { parts, stop, usage, requestedAfter } = answer;
    this.#append({
      type: "assistant",
      turnId: turn.id,
      step: turn.steps,
      model: this.model,
      parts: [...parts],
      stop,
      latencyMs: thought.latencyMs,
      attempts: thought.attempts,
      ...(thought.firstTokenMs === undefined ? {} : { firstTokenMs: thought.firstTokenMs }),
      ...(usage === undefined ? {} : { usage }),
      // The model did not know what was written down while it answered.
      ...(requestedAfter === leafOf(this.#dependencies.session) ? {} : { requestedAfter }),
    });
  }

  #actContext(turn: Turn): ActContext {
    const { signal } = turn.controller;
    return {
      dependencies: this.#dependencies,
      signal,
      append: (entry) => this.#append(entry),
      emit: (event) => this.#emit(event),
      ask: (approval) => this.#questions.ask(approval, signal),
      stop: () => turn.controller.abort(),
    };
  }

  #limitReached(): TurnEnd {
    const { maxSteps } = this.#dependencies;
    const reason = `Stopped after ${maxSteps} model ${maxSteps === 1 ? "response" : "responses"}, the limit of a turn. The next message goes on from here.`;
    return { outcome: "limit_reached", reason };
  }

  /** Writes the end, becomes idle, and goes on with the queue where the turn was completed. */
  #finish(turn: Turn, end: TurnEnd): void {
    this.#append({ type: "turn_end", turnId: turn.id, steps: turn.steps, ...end });
    this.#turn = undefined;
    this.#machine.move(transitionOf[end.outcome]);
    this.#emit({ type: "turn_ended", turnId: turn.id, ...end });
    // After a stop or a failure the user decides what happens next; the queue waits.
    if (end.outcome === "completed")
      this.#queue.deliverNext(({ text }) => this.#start({ text, via: "queue" }));
  }

  #hasSteering(): boolean {
    return this.#queue.messages.some((message) => message.via === "steer");
  }

  #deliverSteering(): void {
    this.#queue.deliverSteering(({ text }) => this.#append({ type: "user", text, via: "steer" }));
  }

  #append(entry: NewEntry): Entry {
    const written = this.#dependencies.session.append(entry);
    this.#emit({ type: "entry", entry: written });
    return written;
  }

  #emit(event: EngineEvent): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (thrown) {
        this.#dependencies.onListenerError(thrown);
      }
    }
  }
}

function leafOf(session: Session): string {
  return session.branch().at(-1)?.id ?? "";
}

const transitionOf = {
  completed: "answer",
  failed: "error",
  limit_reached: "limit",
  budget_reached: "limit",
  interrupted: "interrupt",
} as const satisfies Record<TurnOutcome, string>;
