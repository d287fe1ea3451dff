/** A session of Claude Code comes through whole, in the order in which it was said. */
import { describe, expect, test } from "bun:test";
import { claude, claudeAnswer, claudeSession, claudeUser, lines, pixel } from "./fixtures.ts";
import { entriesIn, messagesOf, read, said } from "./told.ts";

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
