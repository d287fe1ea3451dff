/** An export as JSON: the messages as they were, in a shape that programs can rely on. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { jsonParts } from "../../../src/transcript/export/json.ts";
import { documentOf, entriesSaying } from "./saying.ts";

const textOf = (said: string) => [...jsonParts(documentOf(entriesSaying(said)))].join("");

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
    "notice",
    "notice",
    "notice",
  ]);
  expect(value.messages[0]).toMatchObject({
    text: "hi",
    images: [{ label: "[hi]", mediaType: "image/png" }],
  });
  expect(value.messages[3]).toMatchObject({ callId: "c1", ok: true, exitCode: 1, text: "hi" });
  expect(value.messages[4]).toMatchObject({ ok: false, kind: "failed", text: "hi" });
  expect(text.split("\n").filter((line) => line.startsWith('{"id"'))).toHaveLength(value.messages.length);
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
