/** Sessions of Gemini CLI, opencode and pi come through whole, in the order in which they were said. */
import { describe, expect, test } from "bun:test";
import { toolOf } from "../../../src/sessions/import/readers.ts";
import type { ImportTool } from "../../../src/sessions/import/transcript.ts";
import { bytesOf, claudeSession, codexSession, lines } from "./fixtures.ts";
import { geminiLines, geminiRecord, opencodeSession, pi, piMessage, piSession } from "./other-fixtures.ts";
import { entriesIn, read, said } from "./told.ts";

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

  test("messages that were written anew, taken out or put in another order are as they are in the end", () => {
    const user = (id: string, content: string) => ({ id, type: "user", content });
    const call = {
      id: "c1",
      name: "ls",
      args: {},
      status: "success",
      result: [{ text: "all of a long text" }],
    };
    const text = lines(
      { sessionId: "s", projectHash: "h" },
      user("1", "one"),
      user("2", "two"),
      user("3", "three"),
      { id: "4", type: "gemini", content: "", toolCalls: [call] },
      {
        $patch: {
          updates: [
            { id: "1", content: "ONE" },
            { id: "4", toolCalls: [{ id: "c1", result: [{ text: "the end of it" }] }] },
            { id: "nobody", content: "?" },
          ],
          removeIds: ["2"],
          orderIds: ["1", "4"],
        },
      },
    );
    expect(said(read("gemini-cli", text))).toEqual([
      "user: three",
      "user: ONE",
      "turn google/unknown",
      "1 call ls",
      "result ls  ok: the end of it",
      "end completed",
    ]);
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
