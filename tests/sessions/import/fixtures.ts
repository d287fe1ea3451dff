/** Small sessions as the other programs write them: a question, a call with its result, an answer. */

type Line = Readonly<Record<string, unknown>>;

/** The lines of a JSONL file. */
export function lines(...objects: readonly (Line | string)[]): string {
  return objects.map((one) => `${typeof one === "string" ? one : JSON.stringify(one)}\n`).join("");
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** A PNG of one pixel, base64. */
export const pixel =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const claudeBase = {
  sessionId: "5f0c1d2e-0000-4000-8000-000000000001",
  cwd: "/home/mara/shop",
  gitBranch: "feature/cart",
  isSidechain: false,
  userType: "external",
  version: "2.1.12",
};

/** A line of Claude Code's with a place in the tree. */
export function claude(type: string, uuid: string, parentUuid: string | null, more: Line): Line {
  const second = claudeSeconds(uuid);
  return { ...claudeBase, type, uuid, parentUuid, timestamp: `2026-05-04T10:00:${second}.000Z`, ...more };
}

/** Each line a second after the one before: the number in its id. */
function claudeSeconds(uuid: string): string {
  return String(Number(uuid.replace(/\D/g, "")) % 60).padStart(2, "0");
}

export function claudeUser(uuid: string, parent: string | null, content: unknown, more: Line = {}): Line {
  return claude("user", uuid, parent, { message: { role: "user", content }, ...more });
}

export function claudeAnswer(
  uuid: string,
  parent: string,
  id: string,
  content: readonly Line[],
  more: Line = {},
): Line {
  return claude("assistant", uuid, parent, {
    message: { id, role: "assistant", model: "claude-sonnet-4-6", content, ...more },
  });
}

/** A session with reminders, calls side by side, an edit, a helper and a title. */
export function claudeSession(): Line[] {
  return [
    { type: "file-history-snapshot", messageId: "m", snapshot: {} },
    claudeUser("u1", null, "Why is the total wrong?\n<system-reminder>Be kind.</system-reminder>"),
    claudeAnswer("a2", "u1", "msg_1", [
      { type: "thinking", thinking: "Look at the cart.", signature: "c2ln" },
    ]),
    claudeAnswer("a3", "a2", "msg_1", [{ type: "text", text: "I read both files." }]),
    claudeAnswer("a4", "a3", "msg_1", [
      { type: "tool_use", id: "toolu_1", name: "Read", input: { file_path: "/home/mara/shop/cart.ts" } },
    ]),
    claudeAnswer(
      "a5",
      "a4",
      "msg_1",
      [
        {
          type: "tool_use",
          id: "toolu_2",
          name: "Bash",
          input: { command: "npm test", description: "Run tests" },
        },
      ],
      {
        stop_reason: "tool_use",
        usage: {
          input_tokens: 10,
          cache_read_input_tokens: 900,
          cache_creation_input_tokens: 90,
          output_tokens: 50,
        },
      },
    ),
    // The result of the first call hangs off the branch, as calls that ran side by side do.
    claudeUser("r6", "a4", [
      {
        type: "tool_result",
        tool_use_id: "toolu_1",
        content: [{ type: "text", text: "1→let total = 1\n<system-reminder>No malware.</system-reminder>" }],
      },
    ]),
    claudeUser("r7", "a5", [
      { type: "tool_result", tool_use_id: "toolu_2", content: "Exit code 1\n1 failed", is_error: true },
    ]),
    claudeUser("h8", null, "Look for other totals", { isSidechain: true, agentId: "a1b2" }),
    claudeAnswer("a9", "r7", "msg_2", [
      {
        type: "tool_use",
        id: "toolu_3",
        name: "Edit",
        input: { file_path: "/home/mara/shop/cart.ts", old_string: "1", new_string: "0" },
      },
    ]),
    claudeUser("r10", "a9", [{ type: "tool_result", tool_use_id: "toolu_3", content: "Updated." }], {
      toolUseResult: {
        filePath: "/home/mara/shop/cart.ts",
        structuredPatch: [
          { oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ["-let total = 1", "+let total = 0"] },
        ],
      },
    }),
    claudeAnswer("a11", "r10", "msg_3", [{ type: "text", text: "The total began at 1. It is 0 now." }], {
      stop_reason: "end_turn",
    }),
    claude("system", "s12", "a11", { subtype: "turn_duration", durationMs: 5000 }),
    { type: "ai-title", aiTitle: "Fix the total of the cart", sessionId: claudeBase.sessionId },
  ];
}

export function codex(type: string, payload: Line, second: number): Line {
  return { timestamp: `2026-05-04T11:00:${String(second).padStart(2, "0")}.000Z`, type, payload };
}

export function codexMessage(role: string, text: string, second: number): Line {
  const type = role === "assistant" ? "output_text" : "input_text";
  return codex("response_item", { type: "message", role, content: [{ type, text }] }, second);
}

/** A rollout with what the program inserts, a command, a patch and the counts of tokens. */
export function codexSession(): Line[] {
  return [
    codex(
      "session_meta",
      {
        id: "019a0000-1111-7000-8000-000000000002",
        timestamp: "2026-05-04T11:00:00.000Z",
        cwd: "/home/mara/shop",
        originator: "codex_cli_rs",
        cli_version: "0.80.0",
        model_provider: "openai",
        git: { branch: "main" },
      },
      0,
    ),
    codexMessage("developer", "<permissions instructions>ask</permissions instructions>", 0),
    codexMessage("user", "<environment_context>\n  <cwd>/home/mara/shop</cwd>\n</environment_context>", 0),
    codex(
      "turn_context",
      { cwd: "/home/mara/shop", model: "gpt-5.3-codex", approval_policy: "on-request" },
      1,
    ),
    codexMessage("user", "List the tests", 1),
    codex("event_msg", { type: "user_message", message: "List the tests" }, 1),
    codex(
      "response_item",
      { type: "reasoning", summary: [{ type: "summary_text", text: "Listing" }], encrypted_content: "gAAAA" },
      2,
    ),
    codex(
      "response_item",
      { type: "function_call", name: "shell", arguments: '{"command":["ls","tests"]}', call_id: "call_A" },
      3,
    ),
    codex(
      "event_msg",
      {
        type: "token_count",
        info: {
          last_token_usage: {
            input_tokens: 1200,
            cached_input_tokens: 1000,
            output_tokens: 40,
            reasoning_output_tokens: 10,
          },
        },
      },
      3,
    ),
    codex(
      "response_item",
      {
        type: "function_call_output",
        call_id: "call_A",
        output: JSON.stringify({ output: "a.test.ts\n", metadata: { exit_code: 0, duration_seconds: 0.4 } }),
      },
      4,
    ),
    codex(
      "response_item",
      {
        type: "custom_tool_call",
        name: "apply_patch",
        input: "*** Begin Patch\n*** End Patch",
        call_id: "call_B",
      },
      5,
    ),
    codex("response_item", { type: "custom_tool_call_output", call_id: "call_B", output: "Success" }, 6),
    codexMessage("assistant", "There is one test.", 7),
    codex("event_msg", { type: "task_complete" }, 8),
  ];
}

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
