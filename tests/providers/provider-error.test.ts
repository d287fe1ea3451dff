import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { providerErrorKindSchema, providerErrorSchema } from "../../src/protocol/provider-error.ts";
import { messageOf } from "../../src/protocol/error.ts";
import { httpError, streamError, thrownError } from "../../src/providers/provider-error.ts";

const context = {
  name: "TestAI",
  baseUrl: "https://api.test.example/v1",
  keyVariable: "TEST_API_KEY",
  baseUrlVariable: "TEST_BASE_URL",
  secrets: ["my-secret-key"],
};

function http(status: number, body: unknown = "", headers: Readonly<Record<string, string>> = {}) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return httpError({ status, headers: new Headers(headers), body: text }, context, () =>
    Date.parse("2026-01-01"),
  );
}

describe("the words of a server are found", () => {
  test.each([
    ["OpenAI", { error: { message: "it broke", type: "t", code: "c" } }],
    ["Anthropic", { type: "error", error: { type: "t", message: "it broke" } }],
    ["xAI and LM Studio", { error: "it broke" }],
    ["FastAPI", { detail: "it broke" }],
    ["FastAPI's validation", { detail: [{ loc: ["body"], msg: "it broke" }] }],
    ["Bedrock", { message: "it broke" }],
    ["old vLLM", { object: "error", message: "it broke", code: 500 }],
    ["Google", [{ error: { message: "it broke", code: 500 } }]],
    [
      "OpenRouter, from upstream",
      { error: { message: "Provider returned error", metadata: { raw: "it broke" } } },
    ],
    ["Cloudflare", { success: false, errors: [{ code: 10000, message: "it broke" }] }],
    ["Baidu", { error_code: 110, error_msg: "it broke" }],
    ["nobody that is known", { status: "bad", why: { reason: "it broke" } }],
    ["plain text", "it broke"],
  ])("in the form of %s", (_form, body) => {
    expect(http(500, body).message).toContain("it broke");
  });

  test.each([
    [{ error: {} }],
    [{ error: { message: { a: 1 } } }],
    [{ error: { metadata: { raw: {} } } }],
    [{}],
    [[]],
    [""],
    ["null"],
  ])("or the message goes without them (%j)", (body) => {
    const { message } = http(500, body);
    expect(message).toStartWith("TestAI answered 500");
    expect(message).not.toContain("[object Object]");
  });

  test("and cut when they are long", () => {
    expect(http(500, { error: { message: "x".repeat(5000) } }).message.length).toBeLessThan(700);
  });

  test("and a key in them is taken out", () => {
    expect(http(401, { error: { message: "bad key my-secret-key" } }).message).not.toContain("my-secret-key");
    expect(http(401, { error: { message: "bad key sk-abcdefghijklmnop1234" } }).message).not.toContain(
      "sk-abc",
    );
  });
});

describe("the message says what to do", () => {
  test.each([401, 403])("%d names the key's variable", (status) => {
    expect(http(status).message).toContain("TEST_API_KEY");
  });

  test("404 with a web page says that the base address is probably wrong", () => {
    const { kind, message } = http(404, "<!doctype html><title>Not Found</title><p>nginx");
    expect(kind).toBe("not_found");
    expect(message).toContain("https://api.test.example/v1");
    expect(message).toContain("base address is probably wrong");
    expect(message).toContain("TEST_BASE_URL");
  });

  test("a web page from a proxy is called one", () => {
    expect(http(502, "<html><head><title>Bad Gateway</title></head></html>").message).toContain(
      "web page (“Bad Gateway”)",
    );
  });
});

describe("the kind comes from code, text or status", () => {
  test.each([
    [400, { error: { message: "x", code: "context_length_exceeded" } }, "context_length", false],
    [413, "", "context_length", false],
    [429, { error: { message: "You exceeded your current quota" } }, "quota", false],
    [402, { error: { message: "pay" } }, "quota", false],
    [400, { error: "Incorrect API key provided" }, "auth", false],
    [422, { error: { message: "bad field" } }, "invalid_request", false],
    [500, { error: { message: "tools param requires --jinja flag" } }, "invalid_request", false],
    [408, "", "timeout", true],
    [503, "", "overloaded", true],
    [504, "", "server", true],
    [418, "", "invalid_request", false],
    [400, { error: { message: "no", code: "content_filter" } }, "content_filter", false],
    [
      403,
      { error: { message: "x requires moderation on y. Your input was flagged" } },
      "content_filter",
      false,
    ],
    [400, { base_resp: { status_code: 1027, status_msg: "output new_sensitive" } }, "content_filter", false],
    [429, { error: { code: "1113", message: "余额不足或无可用资源包,请充值。" } }, "quota", false],
    [429, { error: { type: "usage_limit_reached", message: "x", resets_in_seconds: 99 } }, "quota", false],
    [400, "", "context_length", false],
    [400, { error: { n: 1 } }, "invalid_request", false],
    [409, "", "server", true],
    [520, "<html>", "server", true],
    [429, { error: { message: "Request too large: reduce the length of the messages" } }, "rate_limit", true],
  ] as const)("%d %j is %s", (status, body, kind, retryable) => {
    expect(http(status, body)).toMatchObject({ kind, retryable, status });
  });

  test("the server's own word on a new try counts", () => {
    expect(http(500, "", { "x-should-retry": "false" }).retryable).toBe(false);
    expect(http(400, { error: "later" }, { "x-should-retry": "true" }).retryable).toBe(true);
    expect(http(402, "", { "x-should-retry": "true" }).retryable).toBe(false);
  });
});

describe("what the server asks to wait", () => {
  test.each([
    [{ "retry-after": "12" }, 12_000],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after-ms": "250", "retry-after": "9" }, 250],
    [{ "retry-after-ms": "0", "retry-after": "1" }, 1000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "1e99" }, undefined],
    [{ "retry-after-ms": "Infinity", "retry-after": "2" }, 2000],
    [{}, undefined],
  ] as const)("%j is %p ms", (headers, ms) => {
    expect(http(429, "", headers).retryAfterMs).toBe(ms);
  });
});

describe("what a body asks to wait", () => {
  test.each([
    [{ error: { message: "Rate limit reached. Please try again in 7m12.5s. Visit …" } }, 432_500],
    [{ error: { message: "Please try again in 20ms." } }, 20],
    [{ error: { message: "Please retry after 3 hours" } }, 10_800_000],
    [{ error: { message: "x", resets_in_seconds: 5400 } }, 5_400_000],
    [{ error: { message: "x", metadata: { headers: { "X-RateLimit-Reset": "1767225690000" } } } }, 90_000],
    [[{ error: { code: 429, message: "x", details: [{ retryDelay: "34s" }] } }], 34_000],
    [{ error: { message: "try again in a moment" } }, undefined],
    [{ error: { message: "try again in 3 fortnights" } }, undefined],
    [{ error: { message: "x", resets_in_seconds: -1 } }, undefined],
  ] as const)("%j is %p ms", (body, ms) => {
    expect(http(429, body).retryAfterMs).toBe(ms);
  });

  test("counts less than a header", () => {
    const body = { error: { message: "Please try again in 7m12s." } };
    expect(http(429, body, { "retry-after": "2" }).retryAfterMs).toBe(2000);
  });
});

test("status, code and request are in the words, for the vendor's support", () => {
  const body = { error: { message: "slow down", code: "too_fast" } };
  const { message } = http(429, body, { "x-request-id": "req_42" });
  expect(message).toBe(
    "TestAI limits how much may be asked at the moment (429, too_fast, request req_42): slow down.",
  );
  expect(http(500, body, { "x-request-id": "req_42" }).message).toContain(
    "500 (too_fast, request req_42): slow down.",
  );
});

test("kinds of older logs are read as what they are called now", () => {
  const read = (kind: string) => providerErrorSchema.parse({ kind, message: "m", retryable: true }).kind;
  expect(read("truncated")).toBe("cut");
  expect(read("empty_response")).toBe("empty");
  expect(read("network")).toBe("network");
  expect(() => read("constructor")).toThrow();
});

test("any body of any failed answer becomes words, and nothing of an object's name", () => {
  const body = fc.oneof(
    fc.string(),
    fc.json(),
    fc.object().map((value) => JSON.stringify({ error: value })),
  );
  fc.assert(
    fc.property(fc.integer({ min: 300, max: 599 }), body, (status, text) => {
      const { message, kind } = http(status, text);
      expect(message.trim()).not.toBe("");
      expect(message).not.toContain("[object Object]");
      expect(providerErrorKindSchema.parse(kind)).toBe(kind);
    }),
  );
});

test("the request's id is kept, from a header or the body", () => {
  expect(http(500, "", { "x-request-id": "r1" }).requestId).toBe("r1");
  expect(http(500, { type: "error", error: { message: "x" }, request_id: "r2" }).requestId).toBe("r2");
});

describe("an error in a stream", () => {
  test.each([
    [{ type: "overloaded_error", message: "Overloaded" }, "overloaded", true],
    [{ code: 429, message: "slow down" }, "rate_limit", true],
    [{ code: "tool_use_failed", message: "bad call" }, "tool_use_failed", true],
    [{ message: "something" }, "server", true],
    [{ type: "invalid_request_error", message: "no" }, "invalid_request", false],
    ["only text", "server", true],
  ] as const)("%j is %s", (value, kind, retryable) => {
    expect(streamError(value, context)).toMatchObject({ kind, retryable });
  });
});

describe("an exception", () => {
  const chained = new Error("Connection error.", {
    cause: Object.assign(new Error("connect refused"), { code: "ECONNREFUSED" }),
  });

  test("of the network names the address, and is worth a new try", () => {
    const error = thrownError(chained, context);
    expect(error).toMatchObject({ kind: "network", code: "ECONNREFUSED", retryable: true });
    expect(error.message).toContain(context.baseUrl);
    expect(error.message).toContain("connect refused (ECONNREFUSED)");
  });

  test("is told without the question that the runtime asks back", () => {
    const message = "Unable to connect. Is the computer able to access the url?";
    const error = thrownError(Object.assign(new Error(message), { code: "ECONNREFUSED" }), context);
    expect(error.message).toEndWith("failed: Unable to connect (ECONNREFUSED).");
  });

  test("about a certificate is not worth a new try", () => {
    const thrown = Object.assign(new Error("self signed"), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    expect(thrownError(thrown, context)).toMatchObject({ kind: "network", retryable: false });
  });

  test("with an error object of the server is that error", () => {
    const thrown = Object.assign(new Error("400 {…}"), { error: { message: "no", code: 529 } });
    expect(thrownError(thrown, context)).toMatchObject({ kind: "overloaded", status: 529 });
  });

  test.each([
    ["undefined", undefined],
    ["null", null],
    ["a text", "text"],
    ["an object", { a: 1 }],
    ["an error without words", new Error("")],
    ["a bug", new TypeError("x is not a function")],
  ])("that is %s becomes an error with words", (_name, thrown) => {
    const error = thrownError(thrown, context);
    expect(error.kind).toBe("protocol");
    expect(error.message).not.toContain("[object Object]");
    expect(error.message.length).toBeGreaterThan(10);
  });

  test("in a circle of causes comes to an end", () => {
    const thrown = new Error("a");
    thrown.cause = thrown;
    expect(thrownError(thrown, context).message).toContain(messageOf(thrown));
  });
});

test("an address is shown without what may be a secret in it", () => {
  const secret = { ...context, baseUrl: "http://user:hunter22@127.0.0.1:9/v1?key=abcdefgh" };
  const { message } = thrownError(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), secret);
  expect(message).toContain("http://127.0.0.1:9/v1");
  expect(message).not.toContain("hunter22");
  expect(message).not.toContain("abcdefgh");
});

test("a key that a server echoes URL-encoded is not shown", () => {
  const odd = { ...context, secrets: ["my+secret/key="] };
  const { message } = httpError(
    { status: 400, headers: new Headers(), body: "bad key my%2Bsecret%2Fkey%3D here" },
    odd,
    () => 0,
  );
  expect(message).not.toContain("my%2Bsecret");
});
