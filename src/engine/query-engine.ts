/** A session in motion: what hosts may ask of it, one turn at a time. The loop of a turn is in `turn-loop.ts`. */
import type { ApprovalAnswer, ApprovalRequest, PermissionMode } from "../protocol/approval.ts";
import type { Effort } from "../protocol/effort.ts";
import type { Entry, NewEntry, UserCommand } from "../protocol/entry.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import type { EngineEvent, EngineState, QueuedMessage } from "../protocol/event.ts";
import type { SentImage } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";
import { say } from "../words/say.ts";
import { concealText } from "./acting/conceal.ts";
import { usedCallIds } from "./call-ids.ts";
import type { EngineDependencies, GuardedTurn } from "./dependencies.ts";
import { createJudge } from "./judge.ts";
import { createMessageQueue, type RemovedMessage } from "./message-queue.ts";
import { type AnswerOutcome, createQuestions } from "./questions.ts";
import { createStateMachine, transitionOf } from "./state-machine.ts";
import type { TurnEnd } from "./stop-kinds.ts";
import { guardedTurn, runTurn, type Turn, type TurnContext } from "./turn-loop.ts";
import { type SentMessage, userEntry } from "./user-entry.ts";

/** A message that begins a turn. */
type Sent = SentMessage & { readonly via: "submit" | "queue" };

/**
 * Moves one session forward. Hosts call its methods and listen to its events; every method returns at once, and no
 * method throws for what a model, a tool or a user does.
 */
export class QueryEngine {
  readonly #dependencies: EngineDependencies;
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  readonly #machine = createStateMachine((state) => this.#emit({ type: "state", state }));
  readonly #queue = createMessageQueue((queue) => this.#emit({ type: "queue", queue }));
  readonly #questions = createQuestions({
    onOpen: (approval) => this.#emit({ type: "approval_requested", approval }),
    onAnswer: (callId, answer) => this.#emit({ type: "approval_answered", callId, answer }),
    onWithdraw: (callId) => this.#emit({ type: "approval_withdrawn", callId }),
  });
  readonly #context: TurnContext;
  #provider: Provider;
  #turn: Turn | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(dependencies: EngineDependencies) {
    this.#dependencies = dependencies;
    this.#provider = dependencies.provider;
    this.#context = {
      dependencies,
      provider: () => this.#provider,
      machine: this.#machine,
      queue: this.#queue,
      questions: this.#questions,
      callIds: usedCallIds(dependencies.session.entries()),
      append: (entry) => this.#append(entry),
      emit: (event) => this.#emit(event),
    };
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

  /** The questions that wait for the user, in the order in which their calls first asked. */
  get openQuestions(): readonly ApprovalRequest[] {
    return this.#questions.open;
  }

  /** Calls `listener` for every event from now on; returns the way to stop that. */
  subscribe(listener: (event: EngineEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Sends a message: starts a turn, or while one runs waits behind it. Blank text does nothing. */
  submit(text: string, images: readonly SentImage[] = []): void {
    if (text.trim() === "") return;
    if (this.#turn !== undefined) this.#queue.add(text, "queue", images);
    else this.#start({ text, images, via: "submit" });
  }

  /** Sends a message after the running turn, or at once when idle. */
  queue(text: string): void {
    this.submit(text);
  }

  /** Sends a message into the running turn, before its next request; when idle, at once. */
  steer(text: string, images: readonly SentImage[] = []): void {
    if (this.#turn === undefined || text.trim() === "") this.submit(text, images);
    else this.#queue.add(text, "steer", images);
  }

  /** Takes the youngest waiting message back; undefined when none waits. */
  takeBack(): QueuedMessage | undefined {
    return this.#queue.takeBack();
  }

  /** Takes one waiting message out, to change or to drop it; undefined when it waits no more. */
  remove(id: string): RemovedMessage | undefined {
    return this.#queue.remove(id);
  }

  /** Puts a message that was taken out back in its place, with the text it has now. A blank one is dropped. */
  putBack(removed: RemovedMessage): void {
    if (removed.message.text.trim() !== "") this.#queue.putBack(removed);
  }

  /** Moves a waiting message so many places towards the end, or with a negative number towards the front. */
  move(id: string, by: number): void {
    this.#queue.move(id, by);
  }

  /** Has a waiting message sent before the next request (`steer`), when idle at once, or after the turn (`queue`). */
  setVia(id: string, via: QueuedMessage["via"]): void {
    if (via === "queue" || this.#turn !== undefined) this.#queue.setVia(id, via);
    else this.#queue.deliver(id, (message) => this.#start({ ...message, via: "queue" }));
  }

  /**
   * Answers the open question of a call. Refused, with the reason, is what comes too late, was asked of no call, or does
   * not fit the question; nothing happens then.
   */
  answer(callId: string, answer: ApprovalAnswer): AnswerOutcome {
    return this.#questions.answer(callId, answer);
  }

  /** Stops the running turn: the request, every running tool, every open question. Idle: does nothing. */
  interrupt(): void {
    this.#turn?.controller.abort();
  }

  /** The program ends this instant, with no time to stop in order: what the model has said so far is written down. */
  breakOff(): void {
    this.#turn?.breakOff?.();
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

  /** Writes down what of requests is to be otherwise from now on. False, and nothing happens, while a turn runs. */
  editContext(edit: Omit<Extract<NewEntry, { type: "context_edit" }>, "type">): boolean {
    if (this.#turn !== undefined) return false;
    this.#append({ type: "context_edit", ...edit });
    return true;
  }

  /** Writes down what the session is called from now on. */
  noteTitle(title: Omit<Extract<NewEntry, { type: "title" }>, "type">): void {
    this.#append({ type: "title", ...title });
  }

  /** Writes down a command that the user ran. A shared one is told to the model with its next request. */
  noteUserCommand(command: UserCommand): void {
    this.#append({ type: "user_command", ...command });
  }

  /**
   * Goes to another place of the session's tree, behind the entry `to` (null: before everything), and appends there what
   * `behind` says of the branch. Messages that wait stay. Throws a `UserError` while a turn runs, and when there is no such
   * place.
   */
  goTo(to: string | null, behind: (branch: readonly Entry[]) => readonly NewEntry[]): void {
    if (this.#turn !== undefined)
      throw new UserError(say`That has to wait until the turn is over; Esc stops it.`);
    this.#go(to, behind);
  }

  /**
   * Asks again what was asked last: a turn without a new message, for one that failed. False, and nothing happens, while
   * a turn runs and before anything was asked.
   */
  retry(): boolean {
    const isAsked = this.#dependencies.session.branch().some(({ type }) => type === "user");
    if (this.#turn !== undefined || !isAsked) return false;
    this.#start(null);
    return true;
  }

  /**
   * Has the host work on the log in place of a turn, as /compact does: messages wait behind it, and `interrupt` stops it.
   * `goTo` goes to another place of the tree in the middle of it. `waiting`: whether messages that wait are sent when it is
   * completed. Returns how it ended, at once null while a turn runs.
   */
  work(
    task: (turn: GuardedTurn, goTo: QueryEngine["goTo"]) => Promise<TurnEnd>,
    waiting: "deliver" | "stay" = "deliver",
  ): Promise<TurnEnd> | null {
    if (this.#turn !== undefined) return null;
    const turn = this.#begin();
    this.#emit({ type: "turn_started", turnId: turn.id });
    const { signal } = turn.controller;
    const goTo: QueryEngine["goTo"] = (to, behind) => this.#go(to, behind);
    const done = task(guardedTurn(turn, this.#context), goTo).catch((thrown: unknown) =>
      broken(thrown, this.#dependencies),
    );
    const ended = done.then((end) =>
      this.#end(turn, signal.aborted ? { outcome: "interrupted" } : end, waiting),
    );
    this.#running = ended.then(() => undefined);
    return ended;
  }

  /** Asks another model from the next request on. */
  setProvider(provider: Provider): void {
    const chosen = chosenOf(provider);
    const before = chosenOf(this.#provider);
    // Whoever is told of the change asks at once which model it is.
    this.#provider = provider;
    if (chosen.model !== before.model || chosen.effort !== before.effort)
      this.#append({ type: "model", ...chosen });
  }

  /** Resolves when no turn runs and none will start by itself. */
  async whenIdle(): Promise<void> {
    while (this.#turn !== undefined) await this.#running;
  }

  #start(message: Sent | null): void {
    const turn = this.#begin();
    this.#running = this.#run(turn, message);
  }

  #begin(): Turn {
    const id = this.#dependencies.newId().slice(0, 12);
    const turn: Turn = { id, controller: new AbortController(), judge: createJudge(), steps: 0 };
    this.#turn = turn;
    this.#machine.move("submit");
    return turn;
  }

  async #run(turn: Turn, message: Sent | null): Promise<void> {
    let end: TurnEnd;
    try {
      if (message !== null) this.#append(userEntry(message, message.via));
      this.#append({
        type: "turn_start",
        turnId: turn.id,
        traceId: this.#dependencies.newId(),
        ...chosenOf(this.#provider),
        mode: this.mode,
      });
      this.#emit({ type: "turn_started", turnId: turn.id });
      end = await runTurn(turn, this.#context);
    } catch (thrown) {
      end = await broken(thrown, this.#dependencies);
    }
    this.#append({ type: "turn_end", turnId: turn.id, steps: turn.steps, ...end });
    this.#end(turn, end);
  }

  /** Becomes idle, and goes on with the queue where the turn was completed. */
  #end(turn: Turn, end: TurnEnd, waiting: "deliver" | "stay" = "deliver"): TurnEnd {
    this.#turn = undefined;
    this.#questions.endAll();
    this.#machine.move(transitionOf[end.outcome]);
    this.#emit({ type: "turn_ended", turnId: turn.id, ...end });
    // After a stop or a failure the user decides what happens next; the queue waits.
    if (end.outcome === "completed" && waiting === "deliver")
      this.#queue.deliverNext((message) => this.#start({ ...message, via: "queue" }));
    return end;
  }

  #go(to: string | null, behind: (branch: readonly Entry[]) => readonly NewEntry[]): void {
    const { session } = this.#dependencies;
    if (!session.tree().some(({ id }) => to === null || id === to))
      throw new UserError(say`This session has no such place to go to; nothing was changed.`);
    this.#emit({ type: "entry", entry: session.move(to) });
    for (const entry of behind(session.branch())) this.#append(entry);
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

/** How a turn ends after a fault of rein's own: in words that may have held a secret. */
async function broken(thrown: unknown, { veil }: EngineDependencies): Promise<TurnEnd> {
  const reason = say`rein failed in the middle of the turn: ${await concealText(messageOf(thrown), veil)}`;
  return { outcome: "failed", reason };
}

/** The model that the user chose, another one may stand in for it, and how much it is to think. */
export function chosenOf({ chosenModel, model, effort }: Provider): { model: string; effort?: Effort } {
  return { model: chosenModel ?? model, ...(effort === undefined ? {} : { effort }) };
}
