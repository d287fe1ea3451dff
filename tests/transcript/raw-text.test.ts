/** Items as they were said, and what is known of when and by whom. */
import { expect, test } from "bun:test";
import type { Entry } from "../../src/protocol/entry.ts";
import { factsOf } from "../../src/transcript/item-facts.ts";
import { rawTextOf } from "../../src/transcript/raw-text.ts";
import { call, command } from "./items.ts";

test("an answer is its markdown, a call is what was asked and all that came of it", () => {
  expect(rawTextOf({ type: "text", id: "a", text: "\n**bold**\n" })).toBe("**bold**");
  const ran = call({ status: "done", argumentsText: '{"command":"ls"}', result: command("a\nb\n") });
  expect(rawTextOf(ran)).toBe('bash {"command":"ls"}\na\nb');
  expect(rawTextOf({ ...ran, editedText: '{"command":"ls -a"}' })).toStartWith('bash {"command":"ls -a"}');
  const failed = call({ result: { ok: false, kind: "failed", message: "no such file" } });
  expect(rawTextOf(failed)).toBe("bash {}\nno such file");
});

test("a notice has its details, a command of the user's its sign", () => {
  expect(rawTextOf({ type: "notice", id: "n", level: "info", text: "told", details: "more" })).toBe(
    "told\nmore",
  );
  const shell = { type: "user_command", id: "c", cwd: "/p", exitCode: 0, durationMs: 1 } as const;
  expect(rawTextOf({ ...shell, command: "ls", output: "a\n", shared: false })).toBe("!!ls\na");
});

const answer: Entry = {
  type: "assistant",
  id: "e1",
  parentId: null,
  at: "2026-11-30T12:00:00.000Z",
  turnId: "t",
  step: 1,
  model: "test/model",
  parts: [],
  stop: "stop",
  usage: { inputTokens: 18_200, outputTokens: 1_000 },
  latencyMs: 3_200,
  firstTokenMs: 400,
  attempts: 2,
};

test("an answer tells its time, its model, how long it took and what it cost", () => {
  const facts = factsOf(answer, () => ({ input: 5, output: 10 }));
  expect(facts).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d · /);
  expect(facts).toEndWith(
    " · test/model · 3.2s · first words after 400ms · attempt 2 · ↑18.2k ↓1.0k · $0.10",
  );
  expect(factsOf(answer, () => undefined)).toEndWith("↑18.2k ↓1.0k");
});

test("a message tells its time, however it was written", () => {
  const message: Entry = { type: "user", id: "u", parentId: null, at: "long ago", text: "hi", via: "submit" };
  expect(factsOf(message, () => undefined)).toBe("long ago");
});
