import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { chooseModel } from "../../src/providers/choose.ts";
import { openProvider } from "../../src/providers/open.ts";
import type { OpenOptions } from "../../src/providers/open-options.ts";
import { call, httpError, reasoning, serveModel, text } from "../support/model-server.ts";
import { collect, errorOf, requestOf, responseOf, streamed } from "./collect.ts";

type Env = Readonly<Record<string, string>>;
const open = (flag: string, env: Env, options: OpenOptions = {}) =>
  openProvider(chooseModel({ flag, env }), options);
const at = (url: string, family = "OPENAI"): Env => ({
  [`${family}_BASE_URL`]: url,
  [`${family}_API_KEY`]: "sk-very-secret-key-0123456789",
});

describe("a chosen model is asked in its protocol", () => {
  test("Chat Completions", async () => {
    await using server = await serveModel([[text("hello")]]);
    const provider = open("openai/gpt-5.4", at(server.chatUrl));
    expect(provider).toMatchObject({ model: "openai/gpt-5.4", contextWindow: 1_050_000 });
    expect(streamed(await collect(provider), "text")).toBe("hello");
    const { path, body, headers } = await server.nextRequest(0);
    expect(path).toBe("/v1/chat/completions");
    expect(body).toMatchObject({ model: "gpt-5.4" });
    expect(body).not.toHaveProperty("max_tokens");
    expect(headers["authorization"]).toBe("Bearer sk-very-secret-key-0123456789");
    expect(headers["openai-organization"]).toBeUndefined();
  });

  test("Messages, with the catalogue's limit for the answer, or a careful one", async () => {
    await using server = await serveModel([[text("hello")], [text("hello")]]);
    const env = at(server.url, "ANTHROPIC");
    await collect(open("anthropic/claude-haiku-4-5", env));
    await collect(open("anthropic/some-new-model", env));
    expect(server.requests.map(({ body }) => body?.["max_tokens"])).toEqual([64_000, 8192]);
  });

  test("with what its vendor wants back", async () => {
    await using server = await serveModel([
      [reasoning("hm"), call("read", {}, { id: "c1" })],
      [text("done")],
    ]);
    const provider = open("deepseek/deepseek-v4-pro", at(server.chatUrl, "DEEPSEEK"));
    const { parts } = responseOf(await collect(provider));
    const result = { callId: "c1", name: "read", text: "x", isError: false };
    await collect(
      provider,
      requestOf([
        "hi",
        { role: "assistant", model: provider.model, parts },
        { role: "tool", results: [result] },
      ]),
    );
    expect(server.requests[1]?.body).toMatchObject({
      messages: [{}, { role: "assistant", reasoning_content: "hm" }, { role: "tool" }],
    });
  });

  test("and again, when it was too busy the first time", async () => {
    await using server = await serveModel([
      [httpError(529, undefined, { "retry-after": "2" })],
      [text("hello")],
    ]);
    const waits: number[] = [];
    const sleep = async (ms: number) => {
      waits.push(ms);
    };
    const events = await collect(open("openai/m", at(server.chatUrl), { retry: { sleep } }));
    expect(events[0]).toMatchObject({
      type: "retry",
      attempt: 2,
      delayMs: 2000,
      error: { kind: "overloaded" },
    });
    expect(streamed(events, "text")).toBe("hello");
    expect(waits).toEqual([2000]);
  });
});

test("the errors name the user's own address and variable, never the key", async () => {
  await using server = await serveModel([
    [httpError(401, { error: { message: "no key sk-very-secret-key-0123456789" } })],
  ]);
  const { message } = errorOf(await collect(open("openai/m", at(server.chatUrl))));
  expect(message).toContain("OPENAI_API_KEY");
  expect(message).toContain(new URL(server.url).host);
  expect(message).not.toContain("secret");
});

describe("the debug log", () => {
  test("holds requests and answers, and no key", async () => {
    await using server = await serveModel([[text("the key is sk-very-secret-key-0123456789")]]);
    const records: Readonly<Record<string, unknown>>[] = [];
    const provider = open("openai/m", at(server.chatUrl), { trace: (record) => records.push(record) });
    await collect(
      provider,
      requestOf(["my key is sk-very-secret-key-0123456789 and ghp_0123456789abcdefghijkl"]),
    );
    expect(records.map(({ type }) => type)).toEqual(["request", "response", "response_body"]);
    expect(records[0]).toMatchObject({ method: "POST", body: { model: "m" } });
    expect(records[1]).toMatchObject({ status: 200 });
    expect(records[2]).toMatchObject({ text: expect.stringContaining("the key is [removed]") });
    expect(JSON.stringify(records)).not.toContain("secret");
    expect(JSON.stringify(records)).not.toContain("ghp_");
  });

  test("holds the key of Messages neither", async () => {
    await using server = await serveModel([[text("hello")]]);
    const records: unknown[] = [];
    const provider = open("anthropic/m", at(server.url, "ANTHROPIC"), {
      trace: (record) => records.push(record),
    });
    await collect(provider);
    expect(records.length).toBeGreaterThan(1);
    expect(JSON.stringify(records)).not.toContain("secret");
  });

  test("holds what the demo was asked and said", async () => {
    const types: unknown[] = [];
    await collect(open("demo", {}, { trace: ({ type }) => types.push(type), delays: { demoMs: 0 } }));
    expect(types[0]).toBe("request");
    expect(types).toContain("event");
  });
});

test("neither SDK is loaded before the first request", () => {
  const source = join(import.meta.dir, "..", "..", "src", "providers");
  const program = `
    const { chooseModel } = await import(${JSON.stringify(join(source, "choose.ts"))});
    const { openProvider } = await import(${JSON.stringify(join(source, "open.ts"))});
    openProvider(chooseModel({ flag: "anthropic/m", env: { ANTHROPIC_API_KEY: "k" } }));
    const loaded = [...Object.keys(require.cache), ...(globalThis.Loader?.registry?.keys() ?? [])];
    process.stdout.write(JSON.stringify([loaded.length > 0, loaded.filter((file) => /node_modules.(openai|@anthropic)/.test(file))]));
  `;
  const { stdout } = Bun.spawnSync([process.execPath, "-e", program]);
  expect(JSON.parse(stdout.toString())).toEqual([true, []]);
});
