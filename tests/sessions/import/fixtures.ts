/** Small sessions as the other programs write them: a question, a call with its result, an answer. */

/** One object of a file. */
export type Line = Readonly<Record<string, unknown>>;

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
