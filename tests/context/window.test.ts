/** What is read out of a refusal. */
import { expect, test } from "bun:test";
import { isOverflow, windowIn } from "../../src/context/window.ts";
import type { ProviderError } from "../../src/protocol/error.ts";
import { httpError } from "../../src/providers/provider-error.ts";

/** The error that rein makes of a server's words. */
const errorOf = (message: string, status = 400): ProviderError =>
  httpError(
    {
      status,
      headers: new Headers(),
      body: JSON.stringify({ error: { message, type: "invalid_request_error" } }),
    },
    { name: "It", baseUrl: "http://localhost" },
  );

test.each([
  ["This model's maximum context length is 8192 tokens. However, you requested 9000 tokens", 8_192],
  ["prompt is too long: 215000 tokens > 200000 maximum", 200_000],
  [
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length",
    200_000,
  ],
  ["This model's maximum prompt length is 131072 but the request contains 140000 tokens.", 131_072],
  ["request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it", 4_096],
  ["Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)", 262_144],
  ["Prompt contains 40000 tokens, too large for model with 32,768 maximum context length", 32_768],
  [
    "The number of tokens to keep is greater than the context length. The model is loaded with context length of only 4096 tokens",
    4_096,
  ],
  ["The decoder prompt (length 9000) is longer than the maximum model length of 8192.", 8_192],
  ["The input (9000 tokens) is longer than the model's context length (8192 tokens).", 8_192],
  [
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` tokens",
    4_096,
  ],
  ["Range of input length should be [1, 98304]", 98_304],
  ["The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).", 1_048_576],
  ["Requested input length 9000 exceeds maximum input length 8192", 8_192],
])("an overflow is known, and the window is in its words: “%s”", (message, window) => {
  expect(errorOf(message).kind).toBe("context_length");
  expect(windowIn(errorOf(message))).toBe(window);
});

test.each([
  "Your input exceeds the context window of this model. Please adjust your input and try again.",
  "Please reduce the length of the messages or completion.",
  "Input is too long for requested model.",
  "maximum context length is 12 tokens",
])("no window is made up from “%s”", (message) => {
  expect(windowIn(errorOf(message))).toBeUndefined();
});

test("unknown words of a refusal count as an overflow only near the window", () => {
  expect(isOverflow(errorOf("E1337"), 95_000, 100_000)).toBe(true);
  expect(isOverflow(errorOf("E1337"), 30_000, 100_000)).toBe(false);
  expect(isOverflow(errorOf("E1337"), 95_000, undefined)).toBe(false);
  expect(isOverflow(errorOf("bad key", 401), 95_000, 100_000)).toBe(false);
  expect(isOverflow(errorOf("no such model", 404), 95_000, 100_000)).toBe(false);
  expect(isOverflow(errorOf("slow down", 429), 95_000, 100_000)).toBe(false);
  expect(isOverflow(errorOf("prompt is too long"), 10, 100_000)).toBe(true);
});

test("a status alone is taken for an overflow only from the smallest window on", () => {
  const bare = (status: number, body = "") =>
    httpError({ status, headers: new Headers(), body }, { name: "It", baseUrl: "http://localhost" });
  for (const refusal of [bare(400), bare(400, "{}"), bare(413), bare(413, "<html>Too Large</html>")]) {
    expect(isOverflow(refusal, 1_800, undefined)).toBe(false);
    expect(isOverflow(refusal, 1_800, 2_000)).toBe(false);
    expect(isOverflow(refusal, 9_000, 100_000)).toBe(true);
  }
});
