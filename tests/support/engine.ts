/** An engine with every part in memory, for tests of the loop alone. */
import { z } from "zod";
import type { EngineDependencies, RequestGuard, SecretVeil } from "../../src/engine/dependencies.ts";
import { QueryEngine } from "../../src/engine/query-engine.ts";
import type { PermissionPolicy } from "../../src/permissions/policy.ts";
import type { Decision, DecisionRequest } from "../../src/protocol/approval.ts";
import type { Entry, EntryOf } from "../../src/protocol/entry.ts";
import type { EngineEvent } from "../../src/protocol/event.ts";
import type { AssistantPart, StopKind, ToolDefinition, Usage } from "../../src/protocol/message.ts";
import type { Risk, ToolResult } from "../../src/protocol/tool-result.ts";
import type { Provider, ProviderEvent } from "../../src/providers/provider.ts";
import { memorySession } from "../../src/sessions/session-store.ts";
import { createReadLedger } from "../../src/tools/read-ledger.ts";
import { createSessionShell } from "../../src/tools/session-shell.ts";
import type { PreparedCall, Tool, ToolContext, ToolRun } from "../../src/tools/tool.ts";
import { hashOf } from "../../src/workspace/read-file.ts";

/** One answer of the scripted model: events to yield, or a function that makes them while the engine waits. */
export type ScriptedAnswer =
  readonly ProviderEvent[] | ((signal: AbortSignal) => AsyncIterable<ProviderEvent>);

/** A tool call as a part of a response. */
export function call(callId: string, name: string, args: unknown = {}): AssistantPart {
  return {
    type: "tool_call",
    callId,
    name,
    argumentsText: typeof args === "string" ? args : JSON.stringify(args),
  };
}

/** A whole response as the events of a stream. Strings are text parts. */
export function response(
  parts: readonly (string | AssistantPart)[],
  options: { stop?: StopKind; usage?: Usage } = {},
): ProviderEvent[] {
  const whole = parts.map((part) =>
    typeof part === "string" ? ({ type: "text", text: part } as const) : part,
  );
  const deltas = whole.flatMap((part): ProviderEvent[] =>
    part.type === "text" ? [{ type: "text", text: part.text }] : [],
  );
  const stop = options.stop ?? (whole.some((part) => part.type === "tool_call") ? "tool_use" : "stop");
  const usage = options.usage === undefined ? {} : { usage: options.usage };
  return [...deltas, { type: "response", response: { parts: whole, stop, ...usage } }];
}

/** A stream that says `text` and then waits until it is stopped. */
export function hanging(text = ""): ScriptedAnswer {
  return async function* (signal) {
    if (text !== "") yield { type: "text", text };
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
  };
}

export type TestToolOptions = {
  readonly risk?: Risk;
  readonly run?: (run: ToolRun, input: Record<string, unknown>) => Promise<ToolResult> | ToolResult;
  /** What a prepared call has in place of the usual; may throw as `prepare` may. */
  readonly prepared?: (
    input: Record<string, unknown>,
  ) => Partial<PreparedCall> | Promise<Partial<PreparedCall>>;
};

/** A tool that takes any object and does what it is told. */
export function tool(name: string, options: TestToolOptions = {}): Tool {
  const risk = options.risk ?? "read";
  const schema = z.record(z.string(), z.unknown());
  const run = options.run ?? (() => ({ ok: true, text: `${name} done` }) as const);
  const made: Tool<Record<string, unknown>> = {
    name,
    description: name,
    risk,
    schema,
    title: (input) => JSON.stringify(input),
    prepare: async (input) => ({
      accesses: risk === "read" ? [] : [{ type: "execute", command: name, cwd: "/" }],
      preview: { type: "text", text: JSON.stringify(input) },
      run: async (context) => run(context, input),
      ...(await options.prepared?.(input)),
    }),
  };
  return made;
}

export type TestEngine = {
  readonly engine: QueryEngine;
  readonly events: EngineEvent[];
  /** What listeners threw, in order. */
  readonly listenerErrors: readonly unknown[];
  readonly entries: () => readonly Entry[];
  /** What the model was sent, one a step: the branch at that moment. */
  readonly requests: (readonly Entry[])[];
  readonly results: () => EntryOf<"tool_result">[];
  readonly turnEnds: () => EntryOf<"turn_end">[];
  /** Resolves with the first event, past or future, that fits. */
  readonly next: <T extends EngineEvent["type"]>(
    type: T,
    fits?: (event: Extract<EngineEvent, { type: T }>) => boolean,
  ) => Promise<Extract<EngineEvent, { type: T }>>;
};

export type TestEngineOptions = {
  readonly answers: readonly ScriptedAnswer[];
  readonly tools?: readonly Tool[];
  /** What the model sees of the tools. @default nothing */
  readonly definitions?: readonly ToolDefinition[];
  readonly decide?: (request: DecisionRequest) => Decision;
  readonly maxSteps?: number;
  readonly canAsk?: boolean;
  /** @default contents are named, and kept nowhere */
  readonly keepBefore?: EngineDependencies["keepBefore"];
  /** @default a context in "/" */
  readonly toolContext?: ToolContext;
  /** Made from a look at the branch. @default none */
  readonly guards?: (entries: () => readonly Entry[]) => readonly RequestGuard[];
  /** @default none: nothing is hidden */
  readonly veil?: SecretVeil;
  readonly confinement?: EngineDependencies["confinement"];
  /** @default none: nothing is kept of an answer before it is over */
  readonly answerFile?: EngineDependencies["answerFile"];
};

const keepNothing: EngineDependencies["keepBefore"] = async (files) =>
  files.map(({ path, before }) =>
    before === null ? { path, before } : { path, before: hashOf(before.bytes), mode: before.mode },
  );

/** Builds one. Reading tools run, others ask, unless `decide` says otherwise. */
export function createTestEngine(options: TestEngineOptions): TestEngine {
  const session = memorySession({ cwd: "/", version: "0" }, { now: () => 0 });
  const tools = options.tools ?? [];
  const requests: (readonly Entry[])[] = [];
  const events: EngineEvent[] = [];
  const listenerErrors: unknown[] = [];
  const watchers = new Set<(event: EngineEvent) => void>();
  let ids = 0;
  let time = 0;
  const dependencies: EngineDependencies = {
    provider: scriptedProvider(options.answers),
    tools: {
      find: (name) => tools.find((tool) => tool.name === name),
      names: () => tools.map((tool) => tool.name),
      definitions: () => options.definitions ?? [],
    },
    toolContext: options.toolContext ?? {
      cwd: "/",
      reads: createReadLedger(),
      shell: createSessionShell({ root: "/", onJobEnd() {} }),
    },
    policy: testPolicy(options.decide),
    session,
    buildRequest: () => {
      requests.push([...session.branch()]);
      return { system: "", messages: [], tools: [] };
    },
    keepBefore: options.keepBefore ?? keepNothing,
    guards: options.guards?.(() => session.branch()) ?? [],
    ...(options.veil === undefined ? {} : { veil: options.veil }),
    ...(options.confinement === undefined ? {} : { confinement: options.confinement }),
    ...(options.answerFile === undefined ? {} : { answerFile: options.answerFile }),
    clock: { elapsed: () => (time += 1) },
    newId: () => String((ids += 1)).padStart(32, "0"),
    maxSteps: options.maxSteps ?? 50,
    canAsk: options.canAsk ?? true,
    onListenerError: (thrown) => listenerErrors.push(thrown),
  };
  const engine = new QueryEngine(dependencies);
  engine.subscribe((event) => {
    events.push(event);
    for (const watcher of watchers) watcher(event);
  });
  const ofType = <T extends Entry["type"]>(type: T) =>
    session.branch().filter((entry): entry is EntryOf<T> => entry.type === type);
  return {
    engine,
    events,
    listenerErrors,
    requests,
    entries: () => session.branch(),
    results: () => ofType("tool_result"),
    turnEnds: () => ofType("turn_end"),
    next: (type, fits = () => true) => {
      const past = events.filter((event) => isOf(event, type)).find(fits);
      if (past !== undefined) return Promise.resolve(past);
      return new Promise((resolve) => {
        const watcher = (event: EngineEvent) => {
          if (!isOf(event, type) || !fits(event)) return;
          watchers.delete(watcher);
          resolve(event);
        };
        watchers.add(watcher);
      });
    },
  };
}

function isOf<T extends EngineEvent["type"]>(
  event: EngineEvent,
  type: T,
): event is Extract<EngineEvent, { type: T }> {
  return event.type === type;
}

function scriptedProvider(answers: readonly ScriptedAnswer[]): Provider {
  const waiting = answers.values();
  return {
    model: "test/model",
    async *stream(_request, signal) {
      const next = waiting.next();
      if (next.done === true) throw new Error("the scripted model has no answer left");
      if (typeof next.value === "function") yield* next.value(signal);
      else yield* next.value;
    },
  };
}

function testPolicy(decide?: (request: DecisionRequest) => Decision): PermissionPolicy {
  let mode: PermissionPolicy["mode"] = "ask";
  const remembered = new Set<string>();
  return {
    get mode() {
      return mode;
    },
    setMode: (next) => {
      mode = next;
    },
    remember: (rule) => {
      remembered.add(rule);
    },
    decide: (request) => {
      if (decide !== undefined) return decide(request);
      if (request.accesses.length === 0 || remembered.has(request.tool))
        return { verdict: "allow", reasons: [] };
      return {
        verdict: "ask",
        reasons: ["it runs something"],
        remember: request.tool,
        hint: `--allow ${request.tool}`,
      };
    },
  };
}
