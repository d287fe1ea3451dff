/**
 * The engine is driven again through a session: with the answers that were recorded of its model's server, and with the
 * results, the user's messages and the user's answers that its log has. What comes out is compared with the log.
 */
import { setImmediate as othersFirst } from "node:timers/promises";
import type { RequestGuard } from "../../engine/dependencies.ts";
import { QueryEngine } from "../../engine/query-engine.ts";
import type { Entry } from "../../protocol/entry.ts";
import type { EngineEvent } from "../../protocol/event.ts";
import { toolCallsOf } from "../../protocol/message.ts";
import { openProvider } from "../../providers/open.ts";
import type { Provider } from "../../providers/provider.ts";
import { memorySession } from "../../sessions/session-store.ts";
import type { Session } from "../../sessions/session.ts";
import { createReadLedger } from "../../tools/read-ledger.ts";
import { createSessionShell } from "../../tools/session-shell.ts";
import { createRequestBuilder } from "../build-requests.ts";
import { registryFor } from "../tools.ts";
import { createCallNames, type Difference, firstDifference, lasting } from "./compare-entries.ts";
import type { FoundLog } from "./find-log.ts";
import { givenEntries, hasAnswer, indexFrom, isBeside, rewritten, turnsIn } from "./given-entries.ts";
import { createRecordedCalls, type RecordedCalls } from "./recorded-calls.ts";

export type Redriven = {
  /** How many entries were compared, the one that differs among them. */
  readonly compared: number;
  /** The first one that differs; null where all are the same. */
  readonly difference: DifferingEntry | null;
  /** The turn, from 1, before which it stopped because nobody can repeat it; null where it went to the end. */
  readonly stoppedBefore: number | null;
};

export type DifferingEntry = Difference & {
  /** Its place among the entries of the branch, from 1. */
  readonly place: number;
  readonly type: Entry["type"];
};

/** The engine's own limit is that of the session, which its log does not say where it was not reached. */
const mostSteps = 10_000;
const never = new AbortController().signal;

/** Drives it. No tool is run and nobody is asked. Throws a `UserError` when the recording cannot be read. */
export async function redrive(
  { header, entries }: Pick<FoundLog, "header" | "entries">,
  recording: string,
): Promise<Redriven> {
  const family = "replay";
  const name = `${family}:${recording}`;
  const provider = openProvider({ model: name, family, modelId: recording, baseUrl: "", why: "" });
  const { cwd, version, sessionId: id, gitBranch = null } = header;
  const session = memorySession({ cwd, version, id, gitBranch }, { now: Date.now });
  return new Redrive({ entries, provider, session }).run();
}

type RedriveParts = {
  readonly entries: readonly Entry[];
  readonly provider: Provider;
  readonly session: Session;
};

class Redrive {
  readonly #entries: readonly Entry[];
  readonly #provider: Provider;
  readonly #session: Session;
  readonly #given: ReadonlySet<Entry>;
  readonly #calls: RecordedCalls;
  readonly #engine: QueryEngine;
  readonly #expectedNames = createCallNames();
  readonly #gotNames = createCallNames();
  /** The log's ids of the calls that the engine made, and the ids here of the log's entries. */
  readonly #logCalls = new Map<string, string>();
  readonly #newIds = new Map<string, string>();
  /** Where the model changed, its name is that of the recording all the same. */
  readonly #ignored: ReadonlySet<string>;
  /** The entry of the log that is to come next. */
  #at = 0;
  #compared = 0;
  #difference: DifferingEntry | null = null;
  /** Recorded answers that were to something else than the loop. */
  #besides = 0;

  constructor({ entries, provider, session }: RedriveParts) {
    this.#entries = entries;
    this.#provider = provider;
    this.#session = session;
    this.#given = givenEntries(entries);
    this.#ignored = new Set(
      entries.some(({ type }) => type === "model" || type === "failover") ? ["model"] : [],
    );
    const tools = registryFor(provider.model, undefined);
    this.#calls = createRecordedCalls({
      entries,
      tools,
      whenDue: (callId, signal) => untilTrue(() => this.#isDue(callId), signal),
    });
    this.#engine = this.#openEngine(tools);
    this.#engine.subscribe((event) => this.#onEvent(event));
  }

  async run(): Promise<Redriven> {
    for (const [index, turn] of turnsIn(this.#entries).entries()) {
      this.#give();
      const first = this.#entries[this.#at];
      if (turn === null || (first?.type !== "user" && first?.type !== "turn_start"))
        return this.#result(index + 1);
      const start = this.#entries[turn.start];
      if (start?.type === "turn_start") this.#calls.policy.setMode(start.mode);
      await this.#passBesides(never);
      if (first.type === "user") this.#engine.submit(first.text, first.images);
      else this.#engine.retry();
      await this.#engine.whenIdle();
      if (this.#difference === null && this.#at <= turn.end)
        this.#differs({ field: "", expected: this.#entries[this.#at]?.type, got: undefined });
      if (this.#difference !== null) break;
    }
    return this.#result(null);
  }

  #result(stoppedBefore: number | null): Redriven {
    return { compared: this.#compared, difference: this.#difference, stoppedBefore };
  }

  #openEngine(tools: RecordedCalls["tools"]): QueryEngine {
    const [entries, session, provider] = [this.#entries, this.#session, this.#provider];
    const { cwd } = session.header;
    const { build } = createRequestBuilder({
      session,
      cwd,
      scratchFolder: "/tmp",
      instructions: null,
      tools: () => tools.definitions(),
      provider: () => provider,
    });
    const at = () => this.#at;
    return new QueryEngine({
      provider,
      tools: this.#calls.tools,
      toolContext: {
        cwd,
        reads: createReadLedger(),
        shell: createSessionShell({ root: cwd, onJobEnd: () => undefined }),
      },
      policy: this.#calls.policy,
      session,
      buildRequest: (model) => build(session.branch(), model),
      keepBefore: () => Promise.resolve([]),
      guards: [this.#guard],
      clock: { elapsed: () => performance.now() },
      newId: () => crypto.randomUUID().replaceAll("-", ""),
      get maxSteps() {
        const end = entries[indexFrom(entries, at(), ({ type }) => type === "turn_end")];
        return end?.type === "turn_end" && end.outcome === "limit_reached"
          ? Math.max(1, end.steps)
          : mostSteps;
      },
      canAsk: true,
      onListenerError: (thrown) => {
        queueMicrotask(() => {
          throw thrown;
        });
      },
    });
  }

  #guard: RequestGuard = async ({ signal }) => {
    await this.#passBesides(signal);
    const next = this.#entries[this.#at];
    if (next?.type !== "turn_end" || next.outcome !== "budget_reached") return null;
    return { outcome: next.outcome, ...(next.reason === undefined ? {} : { reason: next.reason }) };
  };

  #onEvent(event: EngineEvent): void {
    if (event.type === "approval_requested") queueMicrotask(() => this.#answer());
    if (event.type !== "entry" || this.#difference !== null || isBeside(event.entry)) return;
    const { entry } = event;
    const expected = this.#entries[this.#at];
    this.#compared += 1;
    if (entry.type === "assistant" && expected?.type === "assistant") {
      const theirs = toolCallsOf(expected.parts);
      for (const [index, { callId }] of toolCallsOf(entry.parts).entries())
        this.#logCalls.set(callId, theirs[index]?.callId ?? callId);
      this.#calls.begin(expected, this.#at);
    }
    const found = firstDifference(
      expected === undefined ? undefined : lasting(expected, this.#expectedNames, this.#ignored),
      lasting(entry, this.#gotNames, this.#ignored),
    );
    if (found !== null) {
      this.#differs(found, entry.type);
      return this.#engine.interrupt();
    }
    if (expected !== undefined) this.#newIds.set(expected.id, entry.id);
    this.#at += 1;
    this.#give();
    this.#steer();
    queueMicrotask(() => this.#answer());
  }

  #differs(found: Difference, type: Entry["type"] = "turn_end"): void {
    this.#difference = { ...found, place: this.#at + 1, type: this.#entries[this.#at]?.type ?? type };
  }

  /** Puts what does not come of the loop into the session as it stands. */
  #give(): void {
    for (
      let next = this.#entries[this.#at];
      next !== undefined && this.#given.has(next);
      next = this.#entries[this.#at]
    ) {
      this.#at += 1;
      if (hasAnswer(next)) this.#besides += 1;
      // What held files, and where the user went, says nothing to the model.
      if (next.type !== "checkpoint" && next.type !== "move")
        this.#newIds.set(next.id, this.#session.append(rewritten(next, this.#newIds)).id);
    }
  }

  #steer(): void {
    const next = this.#entries[this.#at];
    if (next?.type === "user" && next.via === "steer") this.#engine.steer(next.text, next.images);
  }

  #answer(): void {
    const next = this.#entries[this.#at];
    if (next?.type !== "approval") return;
    const asked = this.#engine.openQuestions.find(({ callId }) => this.#logCalls.get(callId) === next.callId);
    if (asked !== undefined) this.#engine.answer(asked.callId, next.answer);
  }

  /** Whether the next result of the log is that of this call. */
  #isDue(callId: string): boolean {
    const next = this.#entries[indexFrom(this.#entries, this.#at, ({ type }) => type === "tool_result")];
    return next?.type !== "tool_result" || next.callId === callId;
  }

  /** A summary or a title was asked for in between: its answer is passed over. */
  async #passBesides(signal: AbortSignal): Promise<void> {
    for (; this.#besides > 0; this.#besides -= 1) {
      const messages = [{ role: "user", text: "-" }] as const;
      for await (const event of this.#provider.stream({ system: "", messages, tools: [] }, signal))
        if (event.type === "response" || event.type === "error") break;
    }
  }
}

/** How often others get their turn before what is waited for is given up; the comparison says then what is wrong. */
const mostTurns = 50;

async function untilTrue(isTrue: () => boolean, signal: AbortSignal): Promise<void> {
  for (let turns = 0; turns < mostTurns && !isTrue() && !signal.aborted; turns += 1) await othersFirst();
}
