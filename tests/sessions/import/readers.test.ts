/** What other programs kept of a session comes through whole, in the order in which it was said. */
import { describe, expect, test } from "bun:test";
import { entriesOf } from "../../../src/sessions/import/told-entries.ts";
import { readerOf, toolOf } from "../../../src/sessions/import/readers.ts";
import type { ImportTool, Transcript } from "../../../src/sessions/import/transcript.ts";
import type { Entry } from "../../../src/protocol/entry.ts";
import {
  bytesOf,
  claude,
  claudeAnswer,
  claudeSession,
  claudeUser,
  codex,
  codexMessage,
  codexSession,
  geminiLines,
  geminiRecord,
  lines,
  opencodeSession,
  pi,
  piMessage,
  piSession,
  pixel,
} from "./fixtures.ts";

describe("Claude Code", () => {
  const transcript = read("claude-code", lines(...claudeSession()));

  test("the facts of the session are those of its lines", () => {
    const { id, cwd, gitBranch, createdAt, title, isHelper } = transcript;
    expect({ id, cwd, gitBranch, createdAt, title, isHelper }).toEqual({
      id: "5f0c1d2e-0000-4000-8000-000000000001",
      cwd: "/home/mara/shop",
      gitBranch: "feature/cart",
      createdAt: "2026-05-04T10:00:01.000Z",
      title: { text: "Fix the total of the cart", by: "model" },
      isHelper: false,
    });
  });

  test("a response that stands in several lines is one answer, and each call has its result", () => {
    expect(said(transcript)).toEqual([
      "user: Why is the total wrong?",
      "turn anthropic/claude-sonnet-4-6",
      "1 thought Look at the cart. | text I read both files. | call Read | call Bash",
      "result Read /home/mara/shop/cart.ts ok: 1→let total = 1",
      "result Bash npm test failed: Exit code 1\n1 failed",
      "2 call Edit",
      "result Edit /home/mara/shop/cart.ts ok: Updated.",
      "3 text The total began at 1. It is 0 now.",
      "end completed",
      "title Fix the total of the cart",
    ]);
  });

  test("tokens of the cache count as input, and an edit shows what it changed", () => {
    const entries = entriesIn(transcript);
    expect(entries.find((entry) => entry.type === "assistant")).toMatchObject({
      usage: { inputTokens: 1000, outputTokens: 50, cacheReadTokens: 900, cacheWriteTokens: 90 },
      stop: "tool_use",
    });
    expect(entries.findLast((entry) => entry.type === "tool_result")?.result.view).toEqual({
      type: "changes",
      files: [
        {
          path: "/home/mara/shop/cart.ts",
          kind: "modified",
          hunks: [{ oldStart: 1, newStart: 1, lines: ["-let total = 1", "+let total = 0"] }],
        },
      ],
    });
  });

  test("helpers and reminders are counted, not told", () => {
    expect(transcript.leftOut).toEqual({ unreadable: 0, helpers: 1, noise: 1 });
  });

  test("of a message that was written anew, the last one counts", () => {
    const text = lines(
      claudeUser("u1", null, "first"),
      claudeAnswer("a2", "u1", "msg_1", [{ type: "text", text: "one" }]),
      claudeUser("u3", null, "again"),
      claudeAnswer("a4", "u3", "msg_2", [{ type: "text", text: "two" }]),
    );
    expect(messagesOf(read("claude-code", text))).toEqual(["again", "two"]);
  });

  test("a summary stands for what was before it, and keeps what it is said to keep", () => {
    const text = lines(
      claudeUser("u1", null, "long ago"),
      claudeAnswer("a2", "u1", "msg_1", [{ type: "text", text: "old" }]),
      claudeUser("u3", "a2", "kept"),
      claude("system", "s4", null, {
        subtype: "compact_boundary",
        logicalParentUuid: "u3",
        compactMetadata: { preTokens: 900, postTokens: 90, preservedSegment: { headUuid: "u3" } },
      }),
      claudeUser("u5", "s4", "They talked.", { isCompactSummary: true }),
      claudeUser("u6", "u5", "go on"),
      claudeAnswer("a7", "u6", "msg_2", [{ type: "text", text: "yes" }]),
    );
    const entries = entriesIn(read("claude-code", text));
    const summary = entries.find((entry) => entry.type === "compaction");
    const kept = entries.find((entry) => entry.type === "user" && entry.text === "kept");
    expect(summary).toMatchObject({
      summary: "They talked.",
      firstKeptId: kept?.id,
      tokens: { before: 900, after: 90 },
    });
  });

  test("a slash command is the user's with the text that it stands for; one of the program's own is not", () => {
    const text = lines(
      claudeUser(
        "u1",
        null,
        "<command-message>review</command-message><command-name>/review</command-name><command-args>a.ts</command-args>",
      ),
      claudeUser("u2", "u1", [{ type: "text", text: "Review the file a.ts." }], { isMeta: true }),
      claudeAnswer("a3", "u2", "msg_1", [{ type: "text", text: "Fine." }]),
      claudeUser("u4", "a3", "<command-name>/clear</command-name>"),
      claudeUser("u5", "u4", "<local-command-stdout></local-command-stdout>"),
      claudeUser("u6", "u5", "<bash-input>ls</bash-input>"),
      claudeUser("u7", "u6", "<bash-stdout>a.ts</bash-stdout><bash-stderr></bash-stderr>"),
      claudeUser("u8", "u7", "thanks"),
    );
    const transcript = read("claude-code", text);
    expect(said(transcript)).toEqual([
      "user: /review a.ts\n\nReview the file a.ts.",
      "turn anthropic/claude-sonnet-4-6",
      "1 text Fine.",
      "command ls: a.ts",
      "end completed",
      "user: thanks",
    ]);
  });

  test("pictures, interruptions and what was said into a turn come along", () => {
    const text = lines(
      claudeUser("u1", null, [
        { type: "text", text: "See [Image #1]" },
        { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
      ]),
      claudeAnswer("a2", "u1", "msg_1", [
        { type: "tool_use", id: "t1", name: "Bash", input: { command: "make" } },
      ]),
      claude("attachment", "q3", "a2", { attachment: { type: "queued_command", prompt: "use ninja" } }),
      claudeUser("u4", "q3", [{ type: "text", text: "[Request interrupted by user for tool use]" }]),
    );
    const entries = entriesIn(read("claude-code", text));
    expect(entries[0]).toMatchObject({
      text: "See [Image #1]",
      images: [{ label: "[Image #1]", mediaType: "image/png", data: pixel }],
    });
    expect(entries.slice(3)).toMatchObject([
      { type: "user", text: "use ninja", via: "steer" },
      { type: "tool_result", callId: "t1", result: { ok: false, kind: "interrupted" } },
      { type: "turn_end", outcome: "interrupted" },
    ]);
  });

  test("torn and damaged lines are counted, and the rest is there", () => {
    const whole = claudeSession().map((one) => JSON.stringify(one));
    const damaged = whole.toSpliced(2, 1, "{broken", "\0\0\0").join("\n").slice(0, -20);
    const transcript = read("claude-code", damaged);
    expect(transcript.leftOut.unreadable).toBe(2);
    expect(messagesOf(transcript)).toEqual([
      "Why is the total wrong?",
      "I read both files.",
      "",
      "The total began at 1. It is 0 now.",
    ]);
  });

  test("the file of a helper is read by itself when it is asked for", () => {
    const text = lines(claudeUser("u1", null, "find it", { isSidechain: true, agentId: "x" }));
    expect(read("claude-code", text)).toMatchObject({
      isHelper: true,
      told: [{ type: "user", text: "find it" }],
    });
  });
});

describe("Codex", () => {
  const transcript = read("codex", lines(...codexSession()));

  test("items are answers, calls and results, without what the program inserted", () => {
    expect(said(transcript)).toEqual([
      "user: List the tests",
      "turn openai/gpt-5.3-codex",
      "1 thought Listing | call shell",
      "result shell ls tests ok: a.test.ts\n",
      "2 call apply_patch",
      "result apply_patch *** Begin Patch ok: Success",
      "3 text There is one test.",
      "end completed",
    ]);
    expect(transcript).toMatchObject({ cwd: "/home/mara/shop", gitBranch: "main", leftOut: { noise: 2 } });
  });

  test("tokens and exit codes are where they belong, reasoning without what only its server can read", () => {
    const entries = entriesIn(transcript);
    expect(entries.find((entry) => entry.type === "assistant")).toMatchObject({
      parts: [
        { type: "reasoning", text: "Listing" },
        { type: "tool_call", callId: "call_A" },
      ],
      usage: { inputTokens: 1200, outputTokens: 40, cacheReadTokens: 1000, reasoningTokens: 10 },
    });
    expect(entries.find((entry) => entry.type === "tool_result")).toMatchObject({
      result: { view: { type: "command", exitCode: 0, output: "a.test.ts\n" } },
      durationMs: 400,
    });
    expect(JSON.stringify(entries)).not.toContain("gAAAA");
  });

  test("turns that were taken back are gone", () => {
    const text = lines(
      ...codexSession(),
      codexMessage("user", "no, wrong", 20),
      codexMessage("assistant", "wrong answer", 21),
      codex("event_msg", { type: "thread_rolled_back", num_turns: 1 }, 22),
      codexMessage("user", "and now?", 23),
    );
    expect(messagesOf(read("codex", text)).slice(-2)).toEqual(["There is one test.", "and now?"]);
  });

  test("a result that comes only after the next message is its call's all the same", () => {
    const late = codexSession();
    const output = late.splice(9, 1);
    const text = lines(...late.slice(0, 9), codexMessage("user", "and?", 4), ...output, ...late.slice(9));
    const entries = entriesIn(read("codex", text));
    expect(entries.filter((entry) => entry.type === "tool_result")).toMatchObject([
      { callId: "call_A", result: { ok: true, text: "a.test.ts\n" } },
      { callId: "call_B", result: { ok: true, text: "Success" } },
    ]);
  });

  test("a summary, a stop and an unknown item come through", () => {
    const text = lines(
      ...codexSession(),
      codex("compacted", { message: "They listed tests.", replacement_history: [] }, 20),
      codexMessage("user", "# Context from my IDE setup:\n\n## My request for Codex:\nsearch it", 21),
      codex("response_item", { type: "web_search_call", action: { type: "search", query: "vitest" } }, 22),
      codex("event_msg", { type: "turn_aborted", reason: "interrupted" }, 23),
    );
    const entries = entriesIn(read("codex", text));
    expect(entries.find((entry) => entry.type === "compaction")?.summary).toBe("They listed tests.");
    expect(messagesOf(read("codex", text)).slice(-2)).toEqual([
      "search it",
      '[web_search_call: {"action":{"type":"search","query":"vitest"}}]',
    ]);
    expect(entries.at(-1)).toMatchObject({ type: "turn_end", outcome: "interrupted" });
  });

  test("the first rollouts, without times and wrappings, are read too", () => {
    const text = lines(
      { id: "old-1", timestamp: "2025-06-01T08:00:00.000Z", instructions: null },
      { record_type: "state" },
      {
        type: "message",
        role: "user",
        content: [
          {
            type: "input_text",
            text: "<environment_context>\nCurrent working directory: /srv/old\n</environment_context>",
          },
        ],
      },
      { type: "message", role: "user", content: [{ type: "input_text", text: "hello" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "hi" }] },
    );
    const transcript = read("codex", text);
    expect(messagesOf(transcript)).toEqual(["hello", "hi"]);
    expect(transcript).toMatchObject({ id: "old-1", cwd: "/srv/old", createdAt: "2025-06-01T08:00:00.000Z" });
  });

  test("a session of a helper is told as one", () => {
    const text = lines(codex("session_meta", { id: "x", source: { subagent: { thread_spawn: {} } } }, 0));
    expect(read("codex", text).isHelper).toBe(true);
  });
});

describe("Gemini CLI", () => {
  const told = [
    "user: What does the readme say?",
    "turn google/gemini-2.5-pro",
    "1 thought Reading\nThe readme is short. | text I look. | call read_file",
    "result read_file /home/mara/shop/README.md ok: # Shop",
    "2 text It says: Shop.",
    "end completed",
    "title Look at the readme",
  ];

  test("a record and its lines tell the same", () => {
    const record = read("gemini-cli", JSON.stringify(geminiRecord(), null, 2));
    expect(said(record)).toEqual(told);
    expect(said(read("gemini-cli", lines(...geminiLines())))).toEqual(told);
    expect(entriesIn(record).find((entry) => entry.type === "assistant")).toMatchObject({
      usage: { inputTokens: 500, outputTokens: 25, cacheReadTokens: 100, reasoningTokens: 5 },
    });
  });

  test("a saved chat has calls without ids, which get their results all the same", () => {
    const history = [
      {
        role: "user",
        parts: [{ text: "This is the Gemini CLI. We are setting up the context for our chat." }],
      },
      { role: "user", parts: [{ text: "list" }] },
      {
        role: "model",
        parts: [{ text: "Thinking", thought: true }, { functionCall: { name: "ls", args: { path: "." } } }],
      },
      { role: "user", parts: [{ functionResponse: { name: "ls", response: { error: "no such folder" } } }] },
      { role: "model", parts: [{ text: "It is not there." }] },
    ];
    const expected = [
      "user: list",
      "turn google/unknown",
      "1 thought Thinking | call ls",
      "result ls . failed: no such folder",
      "2 text It is not there.",
      "end completed",
    ];
    expect(said(read("gemini-cli", JSON.stringify(history)))).toEqual(expected);
    expect(said(read("gemini-cli", JSON.stringify({ history, authType: "x" })))).toEqual(expected);
  });
});

describe("opencode", () => {
  test("messages and parts are answers, calls and results", () => {
    const transcript = read("opencode", JSON.stringify(opencodeSession()));
    expect(said(transcript)).toEqual([
      "notice Called the Read tool with a.ts",
      "user: Run the linter on @a.ts [Image #1]",
      "turn anthropic/claude-sonnet-4-6",
      "1 thought Run it. | call bash",
      "result bash lint a.ts ok: 1 problem",
      "2 text There is one problem.",
      "end completed",
      "title Run the linter",
    ]);
    const entries = entriesIn(transcript);
    expect(entries.find((entry) => entry.type === "assistant")?.usage).toEqual({
      inputTokens: 1100,
      outputTokens: 60,
      cacheReadTokens: 1000,
      cacheWriteTokens: 0,
      reasoningTokens: 10,
    });
    expect(entries.find((entry) => entry.type === "tool_result")).toMatchObject({
      durationMs: 1000,
      result: { view: { type: "command", exitCode: 1 } },
    });
  });

  test("what was taken back is gone, a call without an end was interrupted, a summary stands for what was before", () => {
    const { info, messages } = opencodeSession();
    const running = {
      id: "p",
      type: "tool",
      callID: "c",
      tool: "bash",
      state: { status: "running", input: {} },
    };
    const more = [
      {
        info: { id: "msg_4", role: "user", time: {} },
        parts: [{ type: "compaction", tail_start_id: "msg_3" }],
      },
      {
        info: { id: "msg_5", role: "assistant", summary: true, time: {} },
        parts: [{ type: "text", text: "Linted." }],
      },
      { info: { id: "msg_6", role: "assistant", providerID: "script", modelID: "x" }, parts: [running] },
      { info: { id: "msg_7", role: "user", time: {} }, parts: [{ type: "text", text: "taken back" }] },
    ];
    const text = JSON.stringify({
      info: { ...info, revert: { messageID: "msg_7" } },
      messages: [...messages, ...more],
    });
    const entries = entriesIn(read("opencode", text));
    const kept = entries.find((entry) => entry.type === "assistant" && entry.step === 2);
    expect(entries.find((entry) => entry.type === "compaction")).toMatchObject({
      summary: "Linted.",
      firstKeptId: kept?.id,
    });
    expect(JSON.stringify(entries)).not.toContain("taken back");
    // A transcript does not get to name a model that is a file of this disk.
    expect(entries.findLast((entry) => entry.type === "assistant")?.model).toBe("other-script/x");
    expect(entries.findLast((entry) => entry.type === "turn_end")?.outcome).toBe("interrupted");
  });
});

describe("pi", () => {
  const transcript = read("pi", lines(...piSession()));

  test("the branch that the file ends in is told, under the vendor's own name", () => {
    expect(said(transcript)).toEqual([
      "user: Count the files",
      "turn openai/gpt-5.3-codex",
      "1 thought Use ls. | call bash",
      "result bash ls | wc -l ok: 7",
      "2 text Seven.",
      "command pwd: /home/mara/shop",
      "end completed",
      "title Counting",
    ]);
    expect(entriesIn(transcript).find((entry) => entry.type === "assistant")?.usage).toMatchObject({
      inputTokens: 400,
      cacheReadTokens: 300,
    });
  });

  test("a summary keeps from the entry that it names", () => {
    const text = lines(
      ...piSession(),
      pi("compaction", "m9", "m8", { summary: "They counted.", firstKeptEntryId: "m6", tokensBefore: 9 }),
      piMessage("m10", "m9", { role: "user", content: "and now?" }),
    );
    const entries = entriesIn(read("pi", text));
    const kept = entries.find((entry) => entry.type === "assistant" && entry.step === 2);
    expect(entries.find((entry) => entry.type === "compaction")?.firstKeptId).toBe(kept?.id ?? "");
  });

  test("entries of the first version follow each other", () => {
    const text = lines(
      {
        type: "session",
        id: "old",
        timestamp: "2025-11-01T08:00:00.000Z",
        cwd: "/srv",
        provider: "anthropic",
        modelId: "claude-sonnet-4-6",
      },
      { type: "message", timestamp: "2025-11-01T08:00:01.000Z", message: { role: "user", content: "hi" } },
      {
        type: "message",
        timestamp: "2025-11-01T08:00:02.000Z",
        message: {
          role: "assistant",
          content: [{ type: "text", text: "hello" }],
          stopReason: "error",
          errorMessage: "overloaded",
        },
      },
    );
    expect(said(read("pi", text))).toEqual([
      "user: hi",
      "turn anthropic/claude-sonnet-4-6",
      "1 text hello",
      "end failed overloaded",
    ]);
  });
});

test("whose a file is shows in its first lines", () => {
  const whole: readonly [ImportTool, string][] = [
    ["claude-code", lines(...claudeSession())],
    ["codex", lines(...codexSession())],
    ["gemini-cli", lines(...geminiLines())],
    ["gemini-cli", JSON.stringify(geminiRecord(), null, 2)],
    ["gemini-cli", JSON.stringify([{ role: "user", parts: [{ text: "x" }] }])],
    ["opencode", JSON.stringify(opencodeSession())],
    ["pi", lines(...piSession())],
  ];
  expect(whole.map(([, text]) => toolOf(bytesOf(text)))).toEqual(whole.map(([tool]) => tool));
  expect(toolOf(bytesOf('{"name":"a package"}'))).toBeNull();
  expect(toolOf(bytesOf("plain text"))).toBeNull();
});

function read(tool: ImportTool, text: string): Transcript {
  return atOnce(readerOf(tool)(bytesOf(text)));
}

function entriesIn(transcript: Transcript): Entry[] {
  return atOnce(entriesOf(transcript, { cwd: "/home/mara/shop", createdAt: "2026-05-04T09:00:00.000Z" }));
}

function atOnce<T>(work: Generator<void, T>): T {
  while (true) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

function messagesOf(transcript: Transcript): string[] {
  return entriesIn(transcript).flatMap((entry) => {
    if (entry.type === "user") return [entry.text];
    if (entry.type !== "assistant") return [];
    return [entry.parts.map((part) => (part.type === "text" ? part.text : "")).join("")];
  });
}

/** Each entry in a few words. */
function said(transcript: Transcript): string[] {
  return entriesIn(transcript).map((entry) => {
    switch (entry.type) {
      case "user":
        return `user: ${entry.text}`;
      case "turn_start":
        return `turn ${entry.model}`;
      case "assistant":
        return `${entry.step} ${entry.parts.map(partWords).join(" | ")}`;
      case "tool_result": {
        const { result } = entry;
        const text = result.ok ? `ok: ${result.text}` : `${result.kind}: ${result.message}`;
        return `result ${entry.name} ${entry.title} ${text}`;
      }
      case "turn_end":
        return ["end", entry.outcome, ...(entry.reason === undefined ? [] : [entry.reason])].join(" ");
      case "user_command":
        return `command ${entry.command}: ${entry.output}`;
      case "title":
        return `title ${entry.title}`;
      case "notice":
        return `notice ${entry.text}`;
      default:
        return entry.type;
    }
  });
}

function partWords(part: { readonly type: string; readonly text?: string; readonly name?: string }): string {
  if (part.type === "tool_call") return `call ${part.name}`;
  return `${part.type === "reasoning" ? "thought" : "text"} ${part.text}`;
}
