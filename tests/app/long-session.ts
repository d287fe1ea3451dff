/** A session on the disk that talks to a scripted model, with any history; for stories of long and of broken ones. */
import { type Conversation } from "../../src/app/conversation.ts";
import { openApp } from "../../src/app/open-app.ts";
import type { PermissionMode } from "../../src/protocol/approval.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { EngineEvent } from "../../src/protocol/event.ts";
import type { AssistantPart, Usage } from "../../src/protocol/message.ts";
import { readSession, createSession } from "../../src/sessions/session-store.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { type Answer, type ModelServer, serveModel } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";

export type StoryOptions = {
  readonly protocol?: keyof typeof modelOf;
  /** `provider/model-id`. @default a model that rein knows nothing about */
  readonly model?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly tools?: readonly string[];
  /** What the project holds. */
  readonly files?: Readonly<Record<string, string>>;
  /** US dollars. */
  readonly maxCost?: number;
  readonly permissionMode?: PermissionMode;
};

/** A model that rein knows nothing about, for each protocol. */
const modelOf = {
  chat: "openai/test-model",
  messages: "anthropic/test-model",
  responses: "mine/test-model",
} as const;

export interface LongSession extends AsyncDisposable {
  readonly project: TestProject;
  readonly server: ModelServer;
  /** The open one; another after `again`. */
  readonly conversation: Conversation;
  readonly events: readonly EngineEvent[];
  /** Sends a message and waits for the end of the turn. */
  say(text: string): Promise<Extract<EngineEvent, { type: "turn_ended" }>>;
  /** Closes the session and opens it again, as another start of the program does. */
  again(options?: Pick<StoryOptions, "model" | "maxCost" | "permissionMode">): Promise<void>;
  /** What stands in the session's file. */
  inFile(): readonly Entry[];
}

/** Opens a session with this history: entries, or the log's lines behind its header as they stand on the disk. */
export async function openLongSession(
  history: readonly NewEntry[] | string,
  script: readonly Answer[] | Extract<Answer, (...args: never) => unknown>,
  { protocol = "chat", settings = {}, files = {}, model = modelOf[protocol], ...options }: StoryOptions = {},
): Promise<LongSession> {
  const project = await makeProject(files);
  const server = await serveModel(script);
  const config = `${project.env["XDG_CONFIG_HOME"] ?? `${project.env["HOME"]}/.config`}/rein/settings.json`;
  await Bun.write(config, JSON.stringify(withOwnServer(settings, server)));
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
  const saved = createSession(
    { cwd: project.folder, version: "0" },
    { paths: dataPaths(env), now: Date.now },
  );
  if (typeof history === "string")
    await Bun.write(saved.file ?? "", `${JSON.stringify(saved.header)}\n${history}`);
  else for (const entry of history) saved.append(entry);
  saved.close();
  const events: EngineEvent[] = [];
  const start = async (more: StoryOptions, id: string | undefined) => {
    const { tools, maxCost } = { ...options, ...more };
    const app = await openApp({
      cwd: project.folder,
      env,
      version: "0",
      canAsk: false,
      defaultMaxTurns: 20,
      permissionMode: options.permissionMode ?? "auto",
      allow: ["bash"],
      deny: [],
      ...more,
      ...(tools === undefined ? {} : { tools }),
      ...(maxCost === undefined ? {} : { maxCost }),
    });
    const conversation = app.converse(id === undefined ? undefined : { type: "id", id });
    conversation.engine.subscribe((event) => events.push(event));
    return { app, conversation };
  };
  let { app, conversation } = await start(
    { model },
    history.length === 0 ? undefined : saved.header.sessionId,
  );
  return {
    project,
    server,
    get conversation() {
      return conversation;
    },
    events,
    async say(text) {
      conversation.engine.submit(text);
      await conversation.engine.whenIdle();
      const end = events.findLast((event) => event.type === "turn_ended");
      if (end === undefined) throw new Error("no turn has ended");
      return end;
    },
    async again(more = {}) {
      const id = conversation.session.header.sessionId;
      conversation.close();
      app.close();
      ({ app, conversation } = await start(more, id));
    },
    inFile: () => readSession(conversation.session.file ?? "").session.entries,
    async [Symbol.asyncDispose]() {
      conversation.close();
      app.close();
      await server[Symbol.asyncDispose]();
      await project[Symbol.asyncDispose]();
    },
  };
}

/** The settings, and in them the server as a provider of the user's own that speaks Responses. */
function withOwnServer(settings: Readonly<Record<string, unknown>>, server: ModelServer) {
  const { providers } = settings;
  const mine = { baseUrl: server.chatUrl, protocol: "responses" };
  return { ...settings, providers: { ...(typeof providers === "object" ? providers : {}), mine } };
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
