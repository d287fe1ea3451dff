import { describe, expect, test } from "bun:test";
import { chooseModel } from "../../src/providers/choose.ts";
import { openProvider } from "../../src/providers/open.ts";
import { ownFamilies } from "../../src/providers/own-providers.ts";
import { localError } from "../../src/providers/provider-error.ts";
import { longSilence, openaiProtocol, refusesChat } from "../../src/providers/wire-protocol.ts";
import { httpError, serveModel, text } from "../support/model-server.ts";
import { collect, errorOf, streamed } from "./collect.ts";

const official = "https://api.openai.com/v1";

describe("OpenAI's own models are asked", () => {
  test.each([
    "gpt-5",
    "gpt-5.4",
    "gpt-5.5-pro",
    "gpt-5.3-codex",
    "gpt-6",
    "gpt-10-mini",
    "o3-pro",
    "o4-mini",
    "codex-mini-latest",
    "ft:gpt-5-mini:acme::1",
  ])("%s over Responses", (modelId) => {
    expect(openaiProtocol({ protocol: "chat" }, { modelId, baseUrl: official })).toBe("responses");
  });

  test.each([
    "gpt-4o",
    "gpt-4.1-mini",
    "gpt-3.5-turbo",
    "o1-mini",
    "gpt-5-chat-latest",
    "gpt-5-search-api",
    "ft:gpt-4.1:acme::1",
  ])("%s over Chat Completions", (modelId) => {
    expect(openaiProtocol({ protocol: "chat" }, { modelId, baseUrl: official })).toBe("chat");
  });
});

test("another address speaks Chat Completions, whatever its models are called, unless the settings say otherwise", () => {
  for (const baseUrl of ["http://127.0.0.1:8000/v1", "https://api.openai.com.example.org/v1", "no address"]) {
    const choice = { modelId: "gpt-5.5", baseUrl };
    expect(openaiProtocol({ protocol: "chat" }, choice)).toBe("chat");
    expect(openaiProtocol({ protocol: "responses", protocolIsAsked: true }, choice)).toBe("responses");
  }
  const asked = { protocol: "chat", protocolIsAsked: true } as const;
  expect(openaiProtocol(asked, { modelId: "gpt-5.5", baseUrl: official })).toBe("chat");
});

test.each([
  ["This model is only supported in v1/responses and not in v1/chat/completions.", true],
  [
    "Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.",
    true,
  ],
  ['model "gpt-5-codex" is not accessible via the /chat/completions endpoint', true],
  ["This is not a chat model and thus not supported in the v1/chat/completions endpoint.", false],
  ["The model `gpt-9` does not exist", false],
])("“%s” sends us to Responses: %p", (message, expected) => {
  expect(refusesChat(localError("not_found", message))).toBe(expected);
});

test("models that think for long may be silent for long, unless the user has said how long", () => {
  expect(longSilence("gpt-5.5-pro", undefined).idleMs).toBeGreaterThan(10 * 60_000);
  expect(longSilence("gpt-5.5-pro", 1000)).toEqual({});
  expect(longSilence("gpt-5.5", undefined)).toEqual({});
});

describe("a chosen model", () => {
  const env = (url: string) => ({ OPENAI_BASE_URL: url, OPENAI_API_KEY: "sk-test" });

  test("that its server has under Responses only is asked there, from the first request on", async () => {
    const message = "This model is only supported in v1/responses and not in v1/chat/completions.";
    await using server = await serveModel([
      [httpError(404, { error: { message, type: "invalid_request_error", param: "model", code: null } })],
      [text("hello")],
      [text("again")],
    ]);
    const provider = openProvider(chooseModel({ flag: "openai/gpt-9-codex", env: env(server.chatUrl) }));
    const events = await collect(provider);
    expect(events.map(({ type }) => type)).toEqual(["text", "response"]);
    expect(streamed(await collect(provider), "text")).toBe("again");
    expect(server.requests.map(({ path }) => path)).toEqual([
      "/v1/chat/completions",
      "/v1/responses",
      "/v1/responses",
    ]);
  });

  test("that no protocol knows is told about as before", async () => {
    await using server = await serveModel([[httpError(404, { error: { message: "no such model" } })]]);
    const provider = openProvider(chooseModel({ flag: "openai/gpt-9", env: env(server.chatUrl) }));
    expect(errorOf(await collect(provider)).message).toContain("no such model");
    expect(server.requests).toHaveLength(1);
  });

  test("of a server that the settings name with this protocol is asked in it", async () => {
    await using server = await serveModel([[text("hello")]]);
    const { families } = ownFamilies({ mine: { baseUrl: server.chatUrl, protocol: "responses" } });
    const choice = chooseModel({ flag: "mine/some-model", env: {}, own: families });
    expect(streamed(await collect(openProvider(choice, { own: families })), "text")).toBe("hello");
    const { path, body } = await server.nextRequest(0);
    expect(path).toBe("/v1/responses");
    expect(body).toMatchObject({ stream: true, store: false });
    expect(body).not.toHaveProperty("prompt_cache_key");
  });

  test("of OpenAI's own address is asked over Responses, with the session's cache key and effort", async () => {
    await using server = await serveModel([[text("hello")]]);
    const asked: string[] = [];
    const fetchHere = (input: string | URL | Request, init?: RequestInit) => {
      const url = new URL(input instanceof Request ? input.url : input);
      asked.push(url.href);
      return fetch(`${server.url}${url.pathname}`, init);
    };
    const choice = chooseModel({ flag: "openai/gpt-5.4:high", env: { OPENAI_API_KEY: "sk-test" } });
    const provider = openProvider(choice, { fetch: fetchHere });
    const request = {
      system: "",
      tools: [],
      messages: [{ role: "user", text: "hi" }],
      cacheKey: "s1",
    } as const;
    expect(streamed(await collect(provider, request), "text")).toBe("hello");
    expect(asked).toEqual(["https://api.openai.com/v1/responses"]);
    expect(server.requests[0]?.body).toMatchObject({
      model: "gpt-5.4",
      prompt_cache_key: "s1",
      reasoning: { effort: "high", summary: "auto" },
    });
  });
});
