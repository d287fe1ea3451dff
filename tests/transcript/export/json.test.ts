/** An export as JSON: the messages as they were, in a shape that programs can rely on. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { jsonWriter } from "../../../src/transcript/export/json.ts";
import { log, user } from "../log.ts";
import { documentOf, entriesSaying, written } from "./saying.ts";

const textOf = (said: string) => written(jsonWriter, documentOf(entriesSaying(said)));

test("it says what it is, and has a message a line with its role", () => {
  const text = textOf("hi");
  const value = JSON.parse(text);
  expect(value).toMatchObject({
    format: "rein-export",
    version: 1,
    title: "hi",
    secretsLeftOut: true,
    session: { id: "abc123", cwd: "/project" },
  });
  expect(value.messages.map(({ role }: { role: string }) => role)).toEqual([
    "user",
    "assistant",
    "approval",
    "tool",
    "tool",
    "tool",
    "tool",
    "user_command",
    ...Array.from({ length: 7 }, () => "notice"),
  ]);
  expect(value.messages[0]).toMatchObject({
    text: "hi",
    images: [{ label: "[hi]", mediaType: "image/png" }],
  });
  expect(value.messages[3]).toMatchObject({ callId: "c1", ok: true, exitCode: 1, text: "hi" });
  expect(value.messages[4]).toMatchObject({ ok: false, kind: "failed", text: "hi" });
  expect(text.split("\n").filter((line) => line.startsWith('{"id"'))).toHaveLength(value.messages.length);
});

test("names, labels, files that were brought back and what summaries took are in it", () => {
  const usage = { inputTokens: 10, outputTokens: 1 };
  const entries = log(
    user("hi"),
    { type: "title", title: "a name", by: "model", model: "a/b", usage },
    { type: "label", entryId: "e1", label: "start" },
    { type: "restore", to: "e1", files: [{ path: "/p/a", before: "00", after: null }] },
    { type: "compaction", summary: "s", firstKeptId: "e1", model: "a/b", usage },
    {
      type: "context_edit",
      edits: [{ entryId: "e1", action: "shorten", text: "h" }],
      model: "a/b",
      usage,
    },
    { type: "move", from: "e2" },
  );
  const { title, messages } = JSON.parse(written(jsonWriter, documentOf(entries, { named: "a name" })));
  expect(title).toBe("a name");
  expect(messages.slice(1)).toMatchObject([
    { role: "notice", kind: "title", text: "a name", by: "model", model: "a/b", usage },
    { role: "notice", kind: "label", text: "start", entryId: "e1" },
    { role: "notice", kind: "restore", text: "", to: "e1", files: [{ path: "/p/a" }] },
    { role: "notice", kind: "summary", text: "s", model: "a/b", usage },
    { role: "notice", kind: "context_edit", edits: [{ entryId: "e1", text: "h" }], model: "a/b", usage },
  ]);
});

test("any text comes back as it was said, and none of its characters steers a terminal", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (said) => {
      const text = textOf(said);
      expect(JSON.parse(text).messages[0].text).toBe(said);
      expect(text).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }),
    { numRuns: 50 },
  );
});
