import { expect, test } from "bun:test";
import type { Entry } from "../../src/protocol/entry.ts";
import { project } from "../../src/transcript/project.ts";

test("what a server did by itself is told where it happened", () => {
  const entry: Entry = {
    id: "e1",
    parentId: null,
    at: "2026-01-01T00:00:00.000Z",
    type: "assistant",
    turnId: "t",
    step: 1,
    model: "anthropic/m1",
    parts: [
      { type: "text", text: "Let me look." },
      { type: "reasoning", text: "", note: "The server ran web_search: ruby", opaque: {} },
      { type: "reasoning", text: "", opaque: {} },
      { type: "text", text: "It is 4." },
    ],
    stop: "stop",
    latencyMs: 1,
    attempts: 1,
  };
  const said = project([entry]).map((item) => [item.type, "text" in item ? item.text.trim() : ""]);
  expect(said).toEqual([
    ["text", "Let me look."],
    ["reasoning", "The server ran web_search: ruby"],
    ["text", "It is 4."],
  ]);
});
