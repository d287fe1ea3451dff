import { afterAll, describe, expect, test } from "bun:test";
import { askForModels, checkKey, readModels } from "../../src/providers/ask-for-models.ts";
import type { ProviderFamily } from "../../src/providers/provider-family.ts";

describe("a list of models is read", () => {
  test("as OpenAI sends it, without those that nobody can talk to", () => {
    const data = ["gpt-5.4", "text-embedding-3-large", "whisper-1", "gpt-image-1", "o4-mini"].map((id) => ({
      id,
    }));
    expect(readModels({ object: "list", data })).toEqual([{ id: "gpt-5.4" }, { id: "o4-mini" }]);
  });

  test("with OpenRouter's windows and prices of one token", () => {
    const pricing = { prompt: "0.000003", completion: "0.000015", input_cache_read: "0.0000003" };
    expect(readModels({ data: [{ id: "anthropic/claude", context_length: 200_000, pricing }] })).toEqual([
      { id: "anthropic/claude", contextWindow: 200_000, prices: { input: 3, output: 15, cacheRead: 0.3 } },
    ]);
    expect(
      readModels({ data: [{ id: "openrouter/auto", pricing: { prompt: "-1", completion: "-1" } }] }),
    ).toEqual([{ id: "openrouter/auto" }]);
  });

  test("as Together sends it, a bare list with prices of a million tokens", () => {
    expect(
      readModels([{ id: "meta/llama", context_length: 8192, pricing: { input: 0.88, output: 0.88 } }]),
    ).toEqual([{ id: "meta/llama", contextWindow: 8192, prices: { input: 0.88, output: 0.88 } }]);
  });

  test("with the windows of vLLM, Groq and Anthropic", () => {
    const data = [
      { id: "a", max_model_len: 1 },
      { id: "b", context_window: 2 },
      { id: "c", max_input_tokens: 3 },
    ];
    expect(readModels({ data }).map(({ contextWindow }) => contextWindow)).toEqual([1, 2, 3]);
  });

  test.each([null, 7, "x", {}, { data: "no" }, { data: [null, {}, { id: 3 }] }])(
    "as empty from %j",
    (body) => {
      expect(readModels(body)).toEqual([]);
    },
  );
});

type Seen = { path: string; headers: Headers };
const seen: Seen[] = [];
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request) {
    const { pathname, search } = new URL(request.url);
    seen.push({ path: pathname + search, headers: request.headers });
    if (pathname === "/away/models") return Response.redirect("http://127.0.0.1:1/", 302);
    const key = request.headers.get("authorization") ?? request.headers.get("x-api-key") ?? "";
    if (!key.endsWith("right")) return Response.json({ error: { message: "no such key" } }, { status: 401 });
    return Response.json({ data: [{ id: "m" }] });
  },
});
afterAll(() => server.stop(true));

const base = `http://127.0.0.1:${server.port}`;
const family = (more: Partial<ProviderFamily> = {}): ProviderFamily => ({
  id: "x",
  name: "X",
  protocol: "chat",
  baseUrl: base,
  keyVariables: [],
  ...more,
});
const ask = (apiKey: string, more: Partial<ProviderFamily> = {}, baseUrl = base) =>
  askForModels({ family: family(more), baseUrl, apiKey }, fetch, AbortSignal.timeout(5_000));

describe("a server is asked for its models", () => {
  test("with the key, in each protocol's own words", async () => {
    expect(await ask("right")).toEqual({ type: "models", models: [{ id: "m" }] });
    expect(seen.at(-1)?.path).toBe("/models");
    expect(await ask("right", { protocol: "messages" })).toMatchObject({ type: "models" });
    expect(seen.at(-1)?.path).toBe("/v1/models?limit=1000");
    expect(seen.at(-1)?.headers.get("x-api-key")).toBe("right");
    await ask("right", { keyHeader: "api-key" });
    expect(seen.at(-1)?.headers.get("api-key")).toBe("right");
  });

  test("and a refused key is told without the key", async () => {
    const answer = await ask("sk-wrong-0123456789");
    expect(answer).toMatchObject({ type: "failed", error: { kind: "auth" } });
    expect(JSON.stringify(answer)).not.toContain("sk-wrong");
  });

  test("and a redirect is not followed: the key stays here", async () => {
    expect(await ask("right", {}, `${base}/away`)).toMatchObject({ type: "failed" });
  });

  test("and nobody there is an error that names the address", async () => {
    const answer = await ask("right", {}, "http://127.0.0.1:1/v1");
    expect(answer).toMatchObject({ type: "failed", error: { kind: "network" } });
    expect(JSON.stringify(answer)).toContain("127.0.0.1:1");
  });
});

describe("a key is checked", () => {
  const check = (apiKey: string, more: Partial<ProviderFamily> = {}, baseUrl = base) =>
    checkKey({ family: family(more), baseUrl, apiKey }, fetch, AbortSignal.timeout(5_000));

  test("with a page that only a right key is shown, where the list is open to all", async () => {
    expect(await check("right", { keyCheck: "/key" })).toBeNull();
    expect(seen.at(-1)?.path).toBe("/key");
    expect(await check("wrong", { keyCheck: "/key" })).toMatchObject({ kind: "auth" });
  });

  test("with the list, behind an address of the user's own", async () => {
    await check("right", { keyCheck: "/key", baseUrl: "https://vendor.example" });
    expect(seen.at(-1)?.path).toBe("/models");
  });
});
