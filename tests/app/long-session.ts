/** A session on the disk that talks to a scripted model, with any history; for stories of long and of broken ones. */
import { type Conversation } from "../../src/app/conversation.ts";
import { openApp } from "../../src/app/open-app.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { EngineEvent } from "../../src/protocol/event.ts";
import type { AssistantPart, Usage } from "../../src/protocol/message.ts";
import { readSession, createSession } from "../../src/sessions/session-store.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { type Answer, type ModelServer, serveModel } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";

export type StoryOptions = {
  readonly protocol?: "chat" | "messages";
  /** `provider/model-id`. @default a model that rein knows nothing about */
  readonly model?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly string[];
};

export interface LongSession extends AsyncDisposable {
  readonly project: TestProject;
  readonly server: ModelServer;
  readonly conversation: Conversation;
  readonly events: readonly EngineEvent[];
  /** Sends a message and waits for the end of the turn. */
  say(text: string): Promise<Extract<EngineEvent, { type: "turn_ended" }>>;
  /** What stands in the session's file. */
  inFile(): readonly Entry[];
}

/** Opens a session with this history. */
export async function openLongSession(
  history: readonly NewEntry[],
  script: readonly Answer[] | Extract<Answer, (...args: never) => unknown>,
  { protocol = "chat", settings = {}, tools, ...options }: StoryOptions = {},
): Promise<LongSession> {
  const project = await makeProject({});
  const server = await serveModel(script);
  const config = `${project.env["XDG_CONFIG_HOME"] ?? `${project.env["HOME"]}/.config`}/rein/settings.json`;
  await Bun.write(config, JSON.stringify(settings));
  const env = {
    ...project.env,
    OPENAI_API_KEY: "test",
    OPENAI_BASE_URL: server.chatUrl,
    DEEPSEEK_API_KEY: "test",
    DEEPSEEK_BASE_URL: server.chatUrl,
    OPENROUTER_API_KEY: "test",
    OPENROUTER_BASE_URL: server.chatUrl,
    ANTHROPIC_API_KEY: "test",
    ANTHROPIC_BASE_URL: server.url,
  };
  const model = options.model ?? (protocol === "chat" ? "openai/test-model" : "anthropic/test-model");
  const saved = createSession(
    { cwd: project.folder, version: "0" },
    { paths: dataPaths(env), now: Date.now },
  );
  for (const entry of history) saved.append(entry);
  saved.close();
  const app = await openApp({
    cwd: project.folder,
    env,
    version: "0",
    canAsk: false,
    defaultMaxTurns: 20,
    permissionMode: "auto",
    allow: ["bash"],
    deny: [],
    model,
    ...(tools === undefined ? {} : { tools }),
  });
  const conversation = app.converse(
    history.length === 0 ? undefined : { type: "id", id: saved.header.sessionId },
  );
  const events: EngineEvent[] = [];
  conversation.engine.subscribe((event) => events.push(event));
  return {
    project,
    server,
    conversation,
    events,
    async say(text) {
      conversation.engine.submit(text);
      await conversation.engine.whenIdle();
      const end = events.findLast((event) => event.type === "turn_ended");
      if (end === undefined) throw new Error("no turn has ended");
      return end;
    },
    inFile: () => readSession(conversation.session.file ?? "").session.entries,
    async [Symbol.asyncDispose]() {
      conversation.close();
      await app.close();
      await server[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

let count = 0;

/** A turn: a message of the user's, a call with a result of this text, and an answer. */
export function turn(
  said: string,
  result: string | ToolResult,
  more: { readonly usage?: Usage; readonly model?: string; readonly parts?: readonly AssistantPart[] } = {},
): NewEntry[] {
  count += 1;
  const turnId = `t${count}`;
  const model = more.model ?? "openai/test-model";
  const callId = `call_${turnId}`;
  const answer = (step: number, parts: AssistantPart[]): NewEntry => ({
    type: "assistant",
    turnId,
    step,
    model,
    parts,
    stop: "stop",
    latencyMs: 1,
    attempts: 1,
    ...(more.usage === undefined ? {} : { usage: more.usage }),
  });
  return [
    { type: "user", text: said, via: "submit" },
    { type: "turn_start", turnId, traceId: "0", model, mode: "auto" },
    answer(1, [
      ...(more.parts ?? []),
      { type: "tool_call", callId, name: "read_file", argumentsText: '{"path":"a.ts"}' },
    ]),
    {
      type: "tool_result",
      callId,
      name: "read_file",
      title: "a.ts",
      durationMs: 1,
      result: typeof result === "string" ? { ok: true, text: result } : result,
    },
    answer(2, [{ type: "text", text: `that was ${said}` }]),
    { type: "turn_end", turnId, outcome: "completed", steps: 2 },
  ];
}

/** Text of about so many tokens. */
export function words(tokens: number): string {
  return "alpha beta gamma delta ".repeat(Math.ceil(tokens / 4));
}

/** Settings in which the model of the stories has a window of so many tokens. */
export function windowOf(tokens: number): { readonly settings: Readonly<Record<string, unknown>> } {
  return { settings: { providers: { openai: { models: { "test-model": { contextWindow: tokens } } } } } };
}
