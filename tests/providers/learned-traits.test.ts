import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { ProviderError } from "../../src/protocol/error.ts";
import { learnFrom, type LearnedTraits } from "../../src/providers/learned-traits.ts";
import { shapeWith, withoutImages } from "../../src/providers/shape-body.ts";
import { requestOf } from "./collect.ts";

const refused = (message: string, more: Partial<ProviderError> = {}): ProviderError => ({
  kind: "invalid_request",
  status: 400,
  message,
  retryable: false,
  ...more,
});

describe("a refusal teaches what to leave out", () => {
  test.each([
    ["Unknown parameter: 'stream_options'.", "stream_options"],
    ["Unrecognized request argument supplied: prompt_cache_key", "prompt_cache_key"],
    ['json: unknown field "tool_stream"', "tool_stream"],
    ["body.stream_options: Extra inputs are not permitted", "stream_options"],
    ["property 'parallel_tool_calls' is unsupported", "parallel_tool_calls"],
    ["`reasoning_effort` is not supported with this model", "reasoning_effort"],
    ["Model grok-4 does not support parameter reasoningEffort.", "reasoning_effort"],
    ["messages.0.content.0.cache_control: Extra inputs are not permitted", "cache_control"],
    ["tool_choice is not supported in thinking mode", "tool_choice"],
    ["adaptive thinking is not supported on this model: thinking", "thinking"],
  ])("%s", (message, field) => {
    expect(learnFrom(refused(message), {})).toEqual({ omit: [field] });
  });

  test("a limit that is refused goes by its other name, and by none when both are refused", () => {
    const message =
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.";
    const first = learnFrom(refused(message), {});
    expect(first).toEqual({ maxTokensField: "max_completion_tokens" });
    const second = learnFrom(refused("Unknown parameter: 'max_completion_tokens'"), first ?? {});
    expect(second).toEqual({ maxTokensField: "max_completion_tokens", omit: ["max_completion_tokens"] });
  });

  test("who says the system prompt: the developer, then the user", () => {
    const message = "Unsupported value: 'messages[0].role' does not support 'system' with this model.";
    const first = learnFrom(refused(message), {});
    expect(first).toEqual({ systemRole: "developer" });
    const next = refused("Developer instruction is not enabled for models/gemma-3");
    expect(learnFrom(next, first ?? {})).toEqual({ systemRole: "user" });
    const template = refused("System role not supported", { kind: "server", status: 500 });
    expect(learnFrom(template, { systemRole: "user" })).toBeNull();
    expect(learnFrom(template, {})).toEqual({ systemRole: "developer" });
  });

  test.each([
    "image input is not supported - hint: you may need to provide the mmproj",
    "This model does not support image input.",
    "No endpoints found that support image input",
    "unknown variant `image_url`, expected `text`",
  ])("images: %s", (message) => {
    expect(learnFrom(refused(message, { kind: "not_found", status: 404 }), {})).toEqual({ images: false });
  });
});

describe("nothing is learned from", () => {
  test.each([
    ["a wrong key", refused("Unsupported authentication: store", { kind: "auth", status: 401 })],
    ["a limit that is too high", refused("max_tokens is too large: 128000. At most 4096 are supported.")],
    [
      "a level that the model does not have",
      refused("Unsupported value: 'reasoning_effort' does not support 'xhigh'. Supported values are: 'low'."),
    ],
    ["a network", refused("stream_options is not supported", { kind: "network" })],
    ["an overloaded server", refused("unsupported: stream_options", { kind: "overloaded", status: 503 })],
    ["a field that a request cannot do without", refused("Unknown parameter: 'messages'.")],
  ])("%s", (_what, error) => {
    expect(learnFrom(error, {})).toBeNull();
  });

  test("what is known already: the same refusal ends the trying", () => {
    const error = refused("Unknown parameter: 'stream_options'.");
    expect(learnFrom(error, { omit: ["stream_options"] })).toBeNull();
  });

  test("whatever a server goes on to say, there is an end", () => {
    const messages = fc.array(
      fc.oneof(
        fc.constantFrom(
          "Unknown parameter: 'store'",
          "system role is not supported",
          "max_tokens is not supported",
          "max_completion_tokens is not supported",
          "does not support image input",
        ),
        fc.string(),
      ),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(messages, (said) => {
        let known: LearnedTraits = {};
        let lessons = 0;
        for (const message of said) {
          const next = learnFrom(refused(message), known);
          if (next !== null) [known, lessons] = [next, lessons + 1];
        }
        expect(lessons).toBeLessThanOrEqual(26);
      }),
    );
  });
});

describe("a body is shaped", () => {
  const body = {
    model: "m",
    max_tokens: 5,
    stream_options: { include_usage: true },
    messages: [
      { role: "system", content: "be good" },
      { role: "user", content: "hi" },
    ],
  };

  test("with fields added, left out and renamed, and is otherwise as it was", () => {
    const traits: LearnedTraits = { omit: ["stream_options"], maxTokensField: "max_completion_tokens" };
    const shaped: Record<string, unknown> = shapeWith({ reasoning_effort: "high" }, traits)(body);
    expect(shaped).toEqual({
      model: "m",
      max_completion_tokens: 5,
      messages: body.messages,
      reasoning_effort: "high",
    });
    expect(body.max_tokens).toBe(5);
  });

  test("with another speaker of the system prompt", () => {
    expect(shapeWith({}, { systemRole: "developer" })(body).messages[0]).toEqual({
      role: "developer",
      content: "be good",
    });
    expect(shapeWith({}, { systemRole: "user" })(body).messages).toEqual([
      { role: "user", content: "be good\n\nhi" },
    ]);
  });

  test("without cache marks, wherever they stand", () => {
    const marked = { system: [{ text: "x", cache_control: {} }], tools: [{ name: "t", cache_control: {} }] };
    const shaped: unknown = shapeWith({}, { omit: ["cache_control"] })(marked);
    expect(shaped).toEqual({ system: [{ text: "x" }], tools: [{ name: "t" }] });
  });
});

test("images become words that say so", () => {
  const image = { mediaType: "image/png", data: "AAAA" };
  const result = { callId: "c", name: "read_file", text: "a.png", isError: false, images: [image, image] };
  const { messages } = withoutImages(requestOf(["hi", { role: "tool", results: [result] }]));
  expect(messages[1]).toEqual({
    role: "tool",
    results: [
      {
        callId: "c",
        name: "read_file",
        isError: false,
        text: "a.png\n\n[2 images are left out: this model takes none]",
      },
    ],
  });
});
