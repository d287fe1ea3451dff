import { describe, expect, test } from "bun:test";
import type { AssistantPart, StopKind } from "../../src/protocol/message.ts";
import type { Provider } from "../../src/providers/provider.ts";
import { tolerating } from "../../src/providers/tolerant.ts";
import { collect, requestOf, responseOf, toolsNamed } from "./collect.ts";

const written = '<tool_call>{"name": "bash", "arguments": {"command": "ls"}}</tool_call>';

async function answerOf(parts: readonly AssistantPart[], stop: StopKind = "stop", patterns = ["test/*"]) {
  const provider: Provider = {
    model: "test/qwen3-coder",
    async *stream() {
      yield { type: "response", response: { parts, stop } };
    },
  };
  return responseOf(
    await collect(tolerating(provider, patterns), requestOf(["hi"], { tools: toolsNamed("bash") })),
  );
}

const text = (text: string): AssistantPart => ({ type: "text", text });

describe("an answer of a model whose calls are read from text", () => {
  test("has a call in place of the written one, and the words before it", async () => {
    const { parts, stop } = await answerOf([text(`Let me look.\n${written}`)]);
    expect(stop).toBe("tool_use");
    expect(parts).toMatchObject([
      { type: "text", text: "Let me look." },
      { type: "tool_call", name: "bash", argumentsText: '{"command":"ls"}' },
    ]);
  });

  test("gives every call an id of its own", async () => {
    const { parts } = await answerOf([text(written + written)]);
    expect(new Set(parts.map((part) => (part.type === "tool_call" ? part.callId : ""))).size).toBe(2);
  });

  test("keeps its reasoning as it came, also where the call stands in it", async () => {
    const reasoning: AssistantPart = { type: "reasoning", text: `hm ${written}`, opaque: { signed: true } };
    expect((await answerOf([reasoning])).parts).toMatchObject([
      reasoning,
      { type: "tool_call", name: "bash" },
    ]);
    expect((await answerOf([reasoning, text("Done.")])).parts).toEqual([reasoning, text("Done.")]);
  });

  test.each([
    ["was cut", [text(written)], "length"],
    [
      "has real calls",
      [text(written), { type: "tool_call", callId: "c", name: "bash", argumentsText: "{}" }],
      "tool_use",
    ],
    ["has none", [text("No call.")], "stop"],
  ] as const)("stays as it is where it %s", async (_, parts, stop) => {
    expect(await answerOf(parts, stop)).toEqual({ parts, stop });
  });
});

test.each([
  ["test/qwen3-coder", true],
  ["qwen3-coder", true],
  ["QWEN3*", true],
  ["*coder", true],
  ["test/*", true],
  ["*", true],
  ["qwen3", false],
  ["other/*", false],
  ["qwen3.coder", false],
])("the pattern %s stands for test/qwen3-coder: %p", async (pattern, isMeant) => {
  const { stop } = await answerOf([text(written)], "stop", [pattern]);
  expect(stop === "tool_use").toBe(isMeant);
});
