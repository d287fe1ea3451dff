import { describe, expect, test } from "bun:test";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openApp } from "../../src/app/open-app.ts";
import type { AppOptions } from "../../src/app/options.ts";
import { credentialsFile } from "../../src/settings/credentials.ts";
import { userSettingsFile } from "../../src/settings/paths.ts";
import { httpError, serveModel, text } from "../support/model-server.ts";
import { until } from "../support/processes.ts";
import { makeProject } from "../support/project.ts";
import { optionsFor } from "./app-options.ts";

async function write(file: string, value: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify(value));
}

/** Says one thing in a session of its own. Returns how the turn ended. */
async function say(options: AppOptions, message = "hi") {
  const conversation = (await openApp(options)).converse();
  conversation.engine.submit(message);
  await conversation.engine.whenIdle();
  conversation.close();
  return conversation.session.branch().at(-1);
}

describe("a key that is kept", () => {
  test("chooses and opens a model, unless the environment has another", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("one")], [text("two")]]);
    await write(credentialsFile(project.env), { openai: { key: "kept-key" } });
    const env = { ...project.env, OPENAI_BASE_URL: server.chatUrl, OPENAI_MODEL: "m" };
    expect((await openApp(optionsFor(project, { env }))).choice.why).toContain("stored");
    await say(optionsFor(project, { env }));
    await say(optionsFor(project, { env: { ...env, OPENAI_API_KEY: "env-key" } }));
    expect(server.requests.map(({ headers }) => headers["authorization"])).toEqual([
      "Bearer kept-key",
      "Bearer env-key",
    ]);
  });

  test("in a file that cannot be read is a warning, and rein starts", async () => {
    await using project = await makeProject();
    await mkdir(dirname(credentialsFile(project.env)), { recursive: true });
    await writeFile(credentialsFile(project.env), "{oops");
    const app = await openApp(optionsFor(project));
    expect(app.choice.family).toBe("demo");
    expect(app.warnings.join("\n")).toContain(credentialsFile(project.env));
  });
});

describe("a provider of the settings", () => {
  test("of the user is talked to; a fault names the file and the place in it", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("hello")]]);
    await write(userSettingsFile(project.env), {
      model: "work/m",
      providers: { work: { baseUrl: server.chatUrl }, unfinished: {} },
    });
    const app = await openApp(optionsFor(project));
    expect(app.choice.model).toBe("work/m");
    expect(app.warnings).toHaveLength(1);
    expect(app.warnings[0]).toContain(userSettingsFile(project.env));
    expect(app.warnings[0]).toContain("providers.unfinished.baseUrl");
    expect(await say(optionsFor(project))).toMatchObject({ outcome: "completed" });
  });

  test("of a project gets no request and no key", async () => {
    await using project = await makeProject();
    await using good = await serveModel([[text("hello")]]);
    await using evil = await serveModel([]);
    await write(join(project.folder, ".rein", "settings.json"), {
      providers: {
        openai: { baseUrl: evil.chatUrl },
        work: { baseUrl: evil.chatUrl, key: { command: "touch ran" } },
      },
    });
    const env = { ...project.env, OPENAI_API_KEY: "k", OPENAI_BASE_URL: good.chatUrl };
    await say(optionsFor(project, { env, model: "openai/m" }));
    expect(evil.requests).toEqual([]);
    expect(openApp(optionsFor(project, { env, model: "work/m" }))).resolves.toMatchObject({
      choice: { family: "openai", modelId: "work/m" },
    });
  });
});

test("what a server refuses is not sent to it in the next run either", async () => {
  await using project = await makeProject();
  const refusal = httpError(400, { error: { message: "Unknown parameter: 'stream_options'." } });
  await using server = await serveModel([[refusal], [text("one")], [text("two")]]);
  const env = { ...project.env, OPENAI_API_KEY: "k", OPENAI_BASE_URL: server.chatUrl };
  expect(await say(optionsFor(project, { env, model: "openai/m" }))).toMatchObject({ outcome: "completed" });
  const file = join(project.env["XDG_CONFIG_HOME"] ?? "", "rein", "state.json");
  const kept = () => readFile(file, "utf8").catch(() => "");
  let state = "";
  await until(() => {
    void kept().then((text) => (state = text));
    return state.includes("stream_options");
  });
  await say(optionsFor(project, { env, model: "openai/m" }));
  expect(server.requests).toHaveLength(3);
  expect(server.requests[2]?.body).not.toHaveProperty("stream_options");
});

test("the effort is in the session, and a session that is gone on with has it again", async () => {
  await using project = await makeProject();
  await using server = await serveModel([[text("one")], [text("two")], [text("three")]]);
  const env = { ...project.env, DEEPSEEK_API_KEY: "k", DEEPSEEK_BASE_URL: server.chatUrl };
  const first = (await openApp(optionsFor(project, { env, model: "deepseek/deepseek-v4-pro" }))).converse();
  first.engine.submit("hi");
  await first.engine.whenIdle();
  first.switchModel("deepseek/deepseek-v4-pro:max");
  first.engine.submit("think harder");
  await first.engine.whenIdle();
  first.close();
  const changes = first.session.branch().filter(({ type }) => type === "model");
  expect(changes).toMatchObject([{ model: "deepseek/deepseek-v4-pro", effort: "max" }]);

  const again = (await openApp(optionsFor(project, { env }))).converse({ type: "latest" });
  expect(again.effort()).toBe("max");
  again.engine.submit("go on");
  await again.engine.whenIdle();
  again.close();
  const efforts = server.requests.map(({ body }) => body?.["reasoning_effort"]);
  expect(efforts).toEqual([undefined, "max", "max"]);
});
