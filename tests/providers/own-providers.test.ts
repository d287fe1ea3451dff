import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chooseModel } from "../../src/providers/choose.ts";
import { openProvider } from "../../src/providers/open.ts";
import { type OwnProvider, ownFamilies } from "../../src/providers/own-providers.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";
import { serveModel, text } from "../support/model-server.ts";
import { collect, errorOf } from "./collect.ts";

type Providers = Readonly<Record<string, OwnProvider>>;

async function ask(name: string, providers: Providers, env: Record<string, string> = {}) {
  const { families: own } = ownFamilies(providers);
  return collect(openProvider(chooseModel({ flag: name, env, own }), { own }));
}

describe("a provider of the user's own", () => {
  test("is asked at its address in its protocol, with its headers and the key of its variable", async () => {
    await using server = await serveModel([[text("hi")], [text("hi")]]);
    const headers = { "x-team": "blue" };
    const key = { env: "WORK_KEY" };
    const providers: Providers = {
      work: { baseUrl: `${server.chatUrl}/`, headers, key },
      claude: { baseUrl: server.url, protocol: "messages", key },
    };
    await ask("work/big-model", providers, { WORK_KEY: "secret-1" });
    await ask("claude/m", providers, { WORK_KEY: "secret-1" });
    expect(server.requests[0]).toMatchObject({
      path: "/v1/chat/completions",
      headers: { authorization: "Bearer secret-1", "x-team": "blue" },
      body: { model: "big-model" },
    });
    expect(server.requests[1]).toMatchObject({ path: "/v1/messages", headers: { "x-api-key": "secret-1" } });
  });

  test("may have its key in a file, or printed by a command", async () => {
    await using server = await serveModel([[text("hi")], [text("hi")]]);
    const file = join(temporaryFolder(), "key");
    writeFileSync(file, "from-file\n");
    const at = (key: OwnProvider["key"]): Providers => ({ work: { baseUrl: server.chatUrl, key: key! } });
    await ask("work/m", at({ file }));
    await ask("work/m", at({ command: "echo from-command" }));
    expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer from-file",
      "Bearer from-command",
    ]);
  });

  test.each([
    [{ file: "/nowhere/key" }, "/nowhere/key"],
    [{ command: "echo topsecret; exit 3" }, "ended with exit code 3"],
    [{ command: "echo two words" }, "more than one word"],
    [{ command: "true" }, "holds nothing"],
  ])("whose key cannot be read (%j) says so and asks nobody", async (key, words) => {
    await using server = await serveModel([]);
    const { kind, message } = errorOf(await ask("work/m", { work: { baseUrl: server.chatUrl, key } }));
    expect(kind).toBe("auth");
    expect(message).toContain(words);
    expect(message).toContain("work");
    expect(message).not.toMatch(/: topsecret/);
    expect(server.requests).toHaveLength(0);
  });

  test("may differ from OpenAI's in the ways that the settings say", async () => {
    await using server = await serveModel([[text("hi")]]);
    const model = {
      maxOutput: 500,
      efforts: ["low", "high"],
      traits: { omit: ["stream_options"], maxTokensField: "max_completion_tokens", effort: "thinking" },
    } as const;
    await ask("work/m:high", { work: { baseUrl: server.chatUrl, models: { m: model } } });
    const body = server.requests[0]?.body;
    expect(body).toMatchObject({ max_completion_tokens: 500, reasoning_effort: "high" });
    expect(body).not.toHaveProperty("stream_options");
    expect(body).not.toHaveProperty("max_tokens");
  });

  test("has headers whose values are as secret as a key", async () => {
    await using server = await serveModel([[text("hi")]]);
    const headers = { "x-gateway-pass": "pass-0123456789-abcdef", "x-team": "blue" };
    const { families: own } = ownFamilies({ work: { baseUrl: server.chatUrl, headers } });
    const records: unknown[] = [];
    const options = { own, trace: (record: unknown) => void records.push(record) };
    await collect(openProvider(chooseModel({ flag: "work/m", env: {}, own }), options));
    expect(server.requests[0]?.headers).toMatchObject(headers);
    expect(JSON.stringify(records)).toContain("blue");
    expect(JSON.stringify(records)).not.toContain("pass-0123456789");
  });

  test("may stand in the place of one that rein knows", () => {
    const { families: own } = ownFamilies({ deepseek: { baseUrl: "https://proxy.example/ds" } });
    const choice = chooseModel({ flag: "deepseek", env: { DEEPSEEK_API_KEY: "k" }, own });
    expect(choice).toMatchObject({ baseUrl: "https://proxy.example/ds", modelId: "deepseek-v4-pro" });
  });

  test("is never the default by itself: its key may be there for other things", () => {
    const { families: own } = ownFamilies({
      work: { baseUrl: "https://x.example", key: { env: "WORK_KEY" } },
    });
    expect(chooseModel({ env: { WORK_KEY: "k" }, own }).family).toBe("demo");
  });

  test("without an address, or in the demo's place, is left out and its key is named", () => {
    const { families, faults } = ownFamilies({ new: {}, demo: { baseUrl: "https://x.example" } });
    expect(families).toEqual([]);
    expect(faults.map(({ key }) => key)).toEqual(["providers.new.baseUrl", "providers.demo"]);
  });
});
