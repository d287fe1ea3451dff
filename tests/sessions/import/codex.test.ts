/** A session of Codex comes through whole, in the order in which it was said. */
import { describe, expect, test } from "bun:test";
import { codex, codexMessage, codexSession, lines } from "./fixtures.ts";
import { entriesIn, messagesOf, read, said } from "./told.ts";

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

  test("work of the server's own is told in words, without pictures and lists of tools", () => {
    const item = (more: Record<string, unknown>) => codex("response_item", more, 9);
    const text = lines(
      ...codexSession(),
      item({ type: "additional_tools", role: "developer", tools: [{ name: "secret_tool" }] }),
      item({ type: "web_search_call", status: "completed", action: { type: "search", query: "bun zstd" } }),
      item({ type: "image_generation_call", status: "completed", revised_prompt: "a cat", result: "iVBOR" }),
      item({ type: "tool_search_output", call_id: null, tools: [{ name: "secret_tool" }] }),
      item({
        type: "agent_message",
        author: "/root",
        recipient: "/root/helper",
        content: [
          { type: "input_text", text: "look" },
          { type: "encrypted_content", data: "gAAAA" },
        ],
      }),
    );
    const transcript = read("codex", text);
    expect(said(transcript).slice(-3)).toEqual([
      '1 text [web_search_call: {"status":"completed","action":{"type":"search","query":"bun zstd"}}] | text [image_generation_call: {"status":"completed","revised_prompt":"a cat"}]',
      "notice /root → /root/helper: look",
      "end completed",
    ]);
    expect(JSON.stringify(entriesIn(transcript))).not.toMatch(/secret_tool|iVBOR|gAAAA/);
  });
});
