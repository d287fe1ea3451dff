import { describe, expect, test } from "bun:test";
import { UserError } from "../../src/protocol/error.ts";
import { families } from "../../src/providers/catalogue.ts";
import { chooseModel } from "../../src/providers/choose.ts";
import { findModel } from "../../src/providers/find-model.ts";

type Env = Readonly<Record<string, string>>;
const choose = (flag?: string, env: Env = {}, model?: string) =>
  chooseModel({ flag, env, settings: { model } });

/** The complaint about a choice, and what the process would exit with. */
function complaint(choice: () => unknown): { message: string; exitCode: number } {
  try {
    choice();
  } catch (thrown) {
    if (thrown instanceof UserError) return { message: thrown.message, exitCode: thrown.exitCode };
    throw thrown;
  }
  throw new Error("nothing was refused");
}

describe("the model is", () => {
  const key = { ANTHROPIC_API_KEY: "k", REIN_MODEL: "deepseek/env", DEEPSEEK_API_KEY: "d", ZAI_API_KEY: "z" };

  test("the flag's before REIN_MODEL's before the settings' before that of a key", () => {
    expect(choose("zai/flag", key, "anthropic/setting").model).toBe("zai/flag");
    expect(choose(undefined, key, "anthropic/setting").model).toBe("deepseek/env");
    expect(choose(undefined, { ...key, REIN_MODEL: "" }, "anthropic/setting").model).toBe(
      "anthropic/setting",
    );
    expect(choose(undefined, { ...key, REIN_MODEL: " " }).model).toBe("anthropic/claude-sonnet-5");
  });

  test.each([
    ["ANTHROPIC_API_KEY", "anthropic"],
    ["OPENAI_API_KEY", "openai"],
    ["DEEPSEEK_API_KEY", "deepseek"],
    ["ZHIPU_API_KEY", "zhipu"],
    ["ZAI_API_KEY", "zai"],
    ["DASHSCOPE_API_KEY", "dashscope"],
    ["MOONSHOT_API_KEY", "moonshot"],
    ["OPENROUTER_API_KEY", "openrouter"],
    ["GROQ_API_KEY", "groq"],
  ])("found by %s", (variable, family) => {
    const choice = choose(undefined, { [variable]: "the-key" });
    expect(choice).toMatchObject({ family, apiKey: "the-key", keyVariable: variable });
    expect(choice.why).toContain(variable);
  });

  test("found by the first key, in the order of the catalogue", () => {
    const keys = { OPENROUTER_API_KEY: "1", MOONSHOT_API_KEY: "2", OPENAI_API_KEY: "3" };
    expect(choose(undefined, keys).family).toBe("openai");
  });

  test("the demo without any key, with a word on how to get another", () => {
    const choice = choose();
    expect(choice).toMatchObject({ model: "demo/offline", family: "demo" });
    expect(choice.why).toContain("ANTHROPIC_API_KEY");
    expect(choice.why).not.toContain("\n");
  });
});

describe("a name", () => {
  test("may be a provider alone", () => {
    expect(choose("demo").model).toBe("demo/offline");
    expect(choose("openai", { OPENAI_API_KEY: "k" }).model).toBe("openai/gpt-5.4");
    expect(choose("openai", { OPENAI_API_KEY: "k", OPENAI_MODEL: "mine" }).model).toBe("openai/mine");
  });

  test("may hold slashes in the model's id", () => {
    const choice = choose("openrouter/anthropic/claude-x", { OPENROUTER_API_KEY: "k" });
    expect(choice).toMatchObject({ family: "openrouter", modelId: "anthropic/claude-x" });
  });

  test("may be a model that the catalogue knows, preferably of a provider whose key is there", () => {
    expect(choose("claude-sonnet-5", { ANTHROPIC_API_KEY: "k" }).model).toBe("anthropic/claude-sonnet-5");
    expect(choose("glm-5.2", { ZAI_API_KEY: "k" }).model).toBe("zai/glm-5.2");
  });

  test.each(["my-model", "qwen/qwen3-32b"])("may be any model (%s) behind OPENAI_BASE_URL", (name) => {
    const env = { OPENAI_BASE_URL: "https://models.example/v1", OPENAI_API_KEY: "k" };
    expect(choose(name, env)).toMatchObject({ model: `openai/${name}`, modelId: name });
  });

  test("may be a script's file, and the name found in a log means the same again", () => {
    const choice = choose("script:/tmp/a b.json");
    expect(choice).toMatchObject({
      model: "script:/tmp/a b.json",
      family: "script",
      modelId: "/tmp/a b.json",
    });
    expect(choose(choice.model)).toEqual(choice);
  });

  test("that means nothing is refused with the list of providers", () => {
    const { message, exitCode } = complaint(() => choose("nonsense/model"));
    expect(exitCode).toBe(2);
    for (const { id } of families) expect(message).toContain(id);
  });

  test.each(["script", "script:", "ollama", "demo/other"])("that is half a name (%s) is refused", (name) => {
    expect(complaint(() => choose(name)).exitCode).toBe(2);
  });

  test("of a provider whose key is missing is refused with the variable", () => {
    const { message, exitCode } = complaint(() => choose("moonshot/kimi-k2.6"));
    expect(message).toContain("MOONSHOT_API_KEY");
    expect(exitCode).toBe(1);
  });
});

describe("an address", () => {
  test.each([
    ["http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1"],
    ["http://127.0.0.1:8000//", "http://127.0.0.1:8000"],
    ["https://x.example/api/paas/v4", "https://x.example/api/paas/v4"],
  ])("%s is asked as %s", (given, asked) => {
    expect(choose("openai/m", { OPENAI_BASE_URL: given, OPENAI_API_KEY: "k" }).baseUrl).toBe(asked);
  });

  test("of each provider can be replaced", () => {
    const env = { ANTHROPIC_BASE_URL: "https://proxy.example", ANTHROPIC_API_KEY: "k" };
    expect(choose("anthropic", env).baseUrl).toBe("https://proxy.example");
    const other = { DEEPSEEK_BASE_URL: "https://proxy.example/ds", DEEPSEEK_API_KEY: "k" };
    expect(choose("deepseek", other).baseUrl).toBe("https://proxy.example/ds");
  });

  test("of this machine needs no key", () => {
    const env = { OPENAI_BASE_URL: "http://localhost:8000/v1", OPENAI_MODEL: "local" };
    expect(choose(undefined, env)).toMatchObject({ model: "openai/local", apiKey: "none" });
    expect(choose("ollama/qwen3")).toMatchObject({
      model: "ollama/qwen3",
      baseUrl: "http://localhost:11434/v1",
    });
  });

  test("of another machine needs one", () => {
    const env = { OPENAI_BASE_URL: "https://models.example/v1" };
    expect(choose(undefined, env).family).toBe("demo");
    expect(complaint(() => choose("openai/m", env)).message).toContain("OPENAI_API_KEY");
  });

  test("that is none is refused with its variable", () => {
    const env = { OPENAI_BASE_URL: "localhost:8000", OPENAI_API_KEY: "k" };
    expect(complaint(() => choose("openai/m", env)).message).toContain("OPENAI_BASE_URL");
  });
});

test("every default model is one whose window is known from the start", () => {
  const unknown = families.flatMap((family) => {
    const { id, protocol, defaultModel, local } = family;
    if (defaultModel === undefined || local !== undefined || protocol === "demo") return [];
    return findModel(family, defaultModel).contextWindow === undefined ? [id] : [];
  });
  expect(unknown).toEqual([]);
});
