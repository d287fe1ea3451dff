/** The same for Gemini CLI, opencode and pi. */
import { type Line, pixel } from "./fixtures.ts";

/** A chat of Gemini CLI, as the `.json` files have it. */
export function geminiRecord(): Line {
  return {
    sessionId: "c0ffee00-0000-4000-8000-000000000003",
    projectHash: "0000",
    startTime: "2026-05-04T12:00:00.000Z",
    lastUpdated: "2026-05-04T12:00:09.000Z",
    summary: "Look at the readme",
    messages: [
      { id: "1", timestamp: "2026-05-04T12:00:01.000Z", type: "user", content: "What does the readme say?" },
      { id: "2", timestamp: "2026-05-04T12:00:02.000Z", type: "info", content: "Update available" },
      {
        id: "3",
        timestamp: "2026-05-04T12:00:03.000Z",
        type: "gemini",
        content: "I look.",
        model: "gemini-2.5-pro",
        thoughts: [
          { subject: "Reading", description: "The readme is short.", timestamp: "2026-05-04T12:00:03.000Z" },
        ],
        tokens: { input: 500, output: 20, cached: 100, thoughts: 5, tool: 0, total: 525 },
        toolCalls: [
          {
            id: "read_file-1",
            name: "read_file",
            args: { absolute_path: "/home/mara/shop/README.md" },
            status: "success",
            timestamp: "2026-05-04T12:00:04.000Z",
            result: [
              { functionResponse: { id: "read_file-1", name: "read_file", response: { output: "# Shop" } } },
            ],
          },
        ],
      },
      {
        id: "4",
        timestamp: "2026-05-04T12:00:05.000Z",
        type: "gemini",
        content: "It says: Shop.",
        model: "gemini-2.5-pro",
      },
    ],
  };
}

/** The same chat as the `.jsonl` files have it, with a message written twice and one that was taken back. */
export function geminiLines(): Line[] {
  const { messages, summary, ...facts } = geminiRecord();
  const [first, info, answer, last] = Array.isArray(messages) ? messages : [];
  return [
    facts,
    first,
    info,
    { ...answer, toolCalls: undefined, tokens: null },
    answer,
    { $set: { lastUpdated: "2026-05-04T12:00:06.000Z", summary } },
    { id: "9", timestamp: "2026-05-04T12:00:06.000Z", type: "user", content: "taken back" },
    { $rewindTo: "9" },
    last,
  ];
}

type OpencodeMessage = { readonly info: Line; readonly parts: readonly Line[] };

/** A session of opencode with its messages and parts. */
export function opencodeSession(): { readonly info: Line; readonly messages: readonly OpencodeMessage[] } {
  const at = (second: number) => Date.parse("2026-05-04T13:00:00.000Z") + second * 1000;
  return {
    info: {
      id: "ses_4",
      projectID: "p1",
      directory: "/home/mara/shop",
      title: "Run the linter",
      version: "1.2.0",
      time: { created: at(0), updated: at(9) },
    },
    messages: [
      {
        info: {
          id: "msg_1",
          role: "user",
          time: { created: at(1) },
          agent: "build",
          model: { providerID: "anthropic", modelID: "claude-sonnet-4-6" },
        },
        parts: [
          { id: "prt_1", type: "text", text: "Run the linter on @a.ts" },
          { id: "prt_2", type: "text", synthetic: true, text: "Called the Read tool with a.ts" },
          {
            id: "prt_3",
            type: "file",
            mime: "image/png",
            filename: "x.png",
            url: `data:image/png;base64,${pixel}`,
          },
        ],
      },
      {
        info: {
          id: "msg_2",
          role: "assistant",
          time: { created: at(2), completed: at(5) },
          parentID: "msg_1",
          providerID: "anthropic",
          modelID: "claude-sonnet-4-6",
          cost: 0.01,
          tokens: { total: 1160, input: 100, output: 50, reasoning: 10, cache: { read: 1000, write: 0 } },
        },
        parts: [
          { id: "prt_4", type: "step-start" },
          { id: "prt_5", type: "reasoning", text: "Run it.", time: { start: at(2) } },
          {
            id: "prt_6",
            type: "tool",
            callID: "toolu_9",
            tool: "bash",
            state: {
              status: "completed",
              input: { command: "lint a.ts" },
              output: "1 problem",
              title: "lint",
              metadata: { exit: 1 },
              time: { start: at(3), end: at(4) },
            },
          },
          { id: "prt_7", type: "step-finish", reason: "tool-calls", cost: 0, tokens: {} },
        ],
      },
      {
        info: {
          id: "msg_3",
          role: "assistant",
          time: { created: at(6) },
          providerID: "anthropic",
          modelID: "claude-sonnet-4-6",
        },
        parts: [{ id: "prt_8", type: "text", text: "There is one problem." }],
      },
    ],
  };
}

export function pi(type: string, id: string, parentId: string | null, more: Line): Line {
  return { type, id, parentId, timestamp: "2026-05-04T14:00:01.000Z", ...more };
}

export function piMessage(id: string, parentId: string | null, message: Line): Line {
  return pi("message", id, parentId, { message });
}

/** A session of pi with a branch that was left, a command of the user and a name. */
export function piSession(): Line[] {
  return [
    {
      type: "session",
      version: 3,
      id: "pi-5",
      timestamp: "2026-05-04T14:00:00.000Z",
      cwd: "/home/mara/shop",
    },
    pi("model_change", "m0", null, { provider: "openai-codex", modelId: "gpt-5.3-codex" }),
    piMessage("m1", "m0", { role: "user", content: [{ type: "text", text: "Say it in French" }] }),
    piMessage("m2", "m1", {
      role: "assistant",
      content: [{ type: "text", text: "Salut" }],
      stopReason: "stop",
    }),
    piMessage("m3", "m0", { role: "user", content: "Count the files" }),
    piMessage("m4", "m3", {
      role: "assistant",
      provider: "openai-codex",
      model: "gpt-5.3-codex",
      content: [
        { type: "thinking", thinking: "Use ls." },
        { type: "toolCall", id: "call_1|fc_1", name: "bash", arguments: { command: "ls | wc -l" } },
      ],
      usage: { input: 100, output: 20, cacheRead: 300, cacheWrite: 0, totalTokens: 420 },
      stopReason: "toolUse",
    }),
    piMessage("m5", "m4", {
      role: "toolResult",
      toolCallId: "call_1|fc_1",
      toolName: "bash",
      content: [{ type: "text", text: "7" }],
      isError: false,
    }),
    piMessage("m6", "m5", {
      role: "assistant",
      content: [{ type: "text", text: "Seven." }],
      stopReason: "stop",
    }),
    piMessage("m7", "m6", { role: "bashExecution", command: "pwd", output: "/home/mara/shop", exitCode: 0 }),
    pi("session_info", "m8", "m7", { name: "Counting" }),
  ];
}
