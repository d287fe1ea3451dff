import { describe, expect, test } from "bun:test";
import { probeLocal, type ProbeTarget } from "../../src/providers/probe-local.ts";
import { probeWords } from "../../src/providers/probe-words.ts";

type Answers = Readonly<Record<string, unknown>>;

/** A server with these answers by path; everything else is 404. */
function serve(answers: Answers) {
  const bodies: unknown[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method === "POST") bodies.push(await request.json());
      return pathname in answers ? Response.json(answers[pathname]) : new Response("no", { status: 404 });
    },
  });
  return {
    bodies,
    baseUrl: `http://127.0.0.1:${server.port}/v1`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

async function probe(kind: ProbeTarget["kind"], modelId: string, answers: Answers) {
  await using server = serve(answers);
  const found = await probeLocal({ kind, modelId, baseUrl: server.baseUrl });
  return { found, bodies: server.bodies };
}

describe("Ollama says", () => {
  const show = {
    capabilities: ["completion", "tools"],
    model_info: { "qwen3.context_length": 40_960, "general.architecture": "qwen3" },
  };

  test("with which window a model is in memory, and whether it calls tools", async () => {
    const { found, bodies } = await probe("ollama", "qwen3", {
      "/api/show": show,
      "/api/ps": { models: [{ name: "other:1b" }, { name: "qwen3:latest", context_length: 4096 }] },
    });
    expect(found).toEqual({ contextWindow: 4096, trainedWindow: 40_960, tools: true, vision: false });
    expect(bodies).toEqual([{ model: "qwen3" }]);
  });

  test("what a model's own file asks for, before it is in memory", async () => {
    const parameters = "stop      x\nnum_ctx    16384";
    const { found } = await probe("ollama", "q", {
      "/api/show": { ...show, parameters },
      "/api/ps": { models: [] },
    });
    expect(found?.contextWindow).toBe(16_384);
  });

  test("nothing of the window of a model that is not in memory", async () => {
    const { found } = await probe("ollama", "q", { "/api/show": show });
    expect(found).not.toHaveProperty("contextWindow");
  });
});

test("LM Studio says with which length a model was loaded", async () => {
  const models = [
    { id: "embed", type: "embeddings", state: "loaded" },
    { id: "a", type: "llm", state: "not-loaded", max_context_length: 9 },
    {
      id: "b",
      type: "vlm",
      state: "loaded",
      loaded_context_length: 4096,
      max_context_length: 131_072,
      capabilities: ["tool_use"],
    },
  ];
  const wanted = { contextWindow: 4096, trainedWindow: 131_072, vision: true, tools: true };
  expect((await probe("lmstudio", "b", { "/api/v0/models": { data: models } })).found).toEqual(wanted);
  // A name that it does not know is answered by what is loaded.
  expect((await probe("lmstudio", "any", { "/api/v0/models": { data: models } })).found).toEqual(wanted);
});

test("llama.cpp says how large one slot is", async () => {
  const props = {
    default_generation_settings: { n_ctx: 8192 },
    chat_template_caps: { supports_tools: false },
    modalities: { vision: true },
  };
  expect((await probe("llamacpp", "default", { "/props": props })).found).toEqual({
    contextWindow: 8192,
    tools: false,
    vision: true,
  });
});

test("vLLM says its longest model length", async () => {
  const data = [
    { id: "other", max_model_len: 1 },
    { id: "qwen/q", max_model_len: 32_768 },
  ];
  expect((await probe("vllm", "qwen/q", { "/v1/models": { data } })).found).toEqual({
    contextWindow: 32_768,
  });
});

describe("nothing is known", () => {
  test.each(["ollama", "lmstudio", "llamacpp", "vllm"] as const)(
    "of %s when it does not run, does not know the question, or answers nonsense",
    async (kind) => {
      expect(await probeLocal({ kind, modelId: "m", baseUrl: "http://127.0.0.1:1/v1" })).toBeNull();
      expect((await probe(kind, "m", {})).found).toBeNull();
      const nonsense = Object.fromEntries(
        ["/api/show", "/api/v0/models", "/props", "/v1/models"].map((path) => [path, ["no"]]),
      );
      expect((await probe(kind, "m", nonsense)).found).toBeNull();
    },
  );

  test("when the time is over", async () => {
    const held = Promise.withResolvers<Response>();
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => held.promise });
    const stop = new AbortController();
    const target = { kind: "llamacpp", modelId: "m", baseUrl: `http://127.0.0.1:${server.port}/v1` } as const;
    const found = probeLocal(target, fetch, stop.signal);
    stop.abort();
    expect(await found).toBeNull();
    held.resolve(new Response("late"));
    await server.stop(true);
  });
});

describe("the user is told", () => {
  test("of Ollama's small window, and how to raise it", () => {
    const lines = probeWords(
      { kind: "ollama", modelId: "q" },
      { contextWindow: 4096, trainedWindow: 40_960 },
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ level: "warning" });
    expect(lines[0]?.text).toContain("4,096 tokens of the 40,960");
    expect(lines[0]?.text).toContain("OLLAMA_CONTEXT_LENGTH=32768");
  });

  test("of a small window only what the model can take", () => {
    const [line] = probeWords(
      { kind: "llamacpp", modelId: "q" },
      { contextWindow: 2048, trainedWindow: 8192 },
    );
    expect(line?.text).toContain("-c 8192");
  });

  test("of a model that cannot call tools", () => {
    const lines = probeWords({ kind: "vllm", modelId: "q" }, { tools: false, contextWindow: 32_768 });
    expect(lines.map(({ level }) => level)).toEqual(["warning", "info"]);
    expect(lines[0]?.text).toContain("cannot call tools");
  });

  test("of a large window without alarm, and of an unknown one where that is no danger nothing", () => {
    expect(probeWords({ kind: "vllm", modelId: "q" }, { contextWindow: 32_768, tools: true })).toMatchObject([
      { level: "info" },
    ]);
    expect(probeWords({ kind: "lmstudio", modelId: "q" }, {})).toEqual([]);
    expect(probeWords({ kind: "ollama", modelId: "q" }, {})).toMatchObject([{ level: "warning" }]);
  });
});
