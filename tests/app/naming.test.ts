/** The title of the open session: the user's words, the model's where the settings say so, else by rule. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { openApp } from "../../src/app/open-app.ts";
import type { Conversation } from "../../src/app/conversation.ts";
import { listIndexed } from "../../src/sessions/index/indexed-sessions.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { gate, httpError, call, type ModelServer, serveModel, text, usage } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { optionsFor } from "./app-options.ts";

type Open = { readonly titles?: "rule" | "model"; readonly canAsk?: boolean; readonly maxCost?: number };

async function open(project: TestProject, server: ModelServer, more: Open = {}): Promise<Conversation> {
  const { titles = "model", canAsk = true, maxCost } = more;
  await Bun.write(
    `${project.env["XDG_CONFIG_HOME"]}/rein/settings.json`,
    JSON.stringify({ titles, sandbox: "none" }),
  );
  const env = { ...project.env, OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.chatUrl };
  const limits = maxCost === undefined ? {} : { maxCost };
  const app = await openApp(optionsFor(project, { env, model: "openai/gpt-5.4", canAsk, ...limits }));
  return app.converse();
}

async function turn({ engine }: Conversation, words: string): Promise<void> {
  engine.submit(words);
  await engine.whenIdle();
}

/** The title entry of a session, as soon as there is one. */
function titled({ engine, session }: Conversation) {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  engine.subscribe((event) => {
    if (event.type === "entry" && event.entry.type === "title") resolve(event.entry);
  });
  const there = session.entries().findLast(({ type }) => type === "title");
  if (there !== undefined) resolve(there);
  return promise;
}

describe("titles by the model", () => {
  test("are asked for after the first turn, small and without tools, and what they cost counts", async () => {
    await using project = await makeProject();
    await using server = await serveModel([
      [text("Done."), usage({ inputTokens: 4_000, outputTokens: 0 })],
      [text('**Title:** "The login affair."\n'), usage({ inputTokens: 4_000, outputTokens: 0 })],
      [text("More.")],
    ]);
    const conversation = await open(project, server);
    const title = titled(conversation);
    await turn(conversation, "fix the login");
    expect(await title).toMatchObject({
      title: "The login affair",
      by: "model",
      model: "openai/gpt-5.4",
      usage: { inputTokens: 4_000 },
    });
    expect(conversation.title()).toBe("The login affair");
    const { body } = await server.nextRequest(1);
    expect(body?.["tools"]).toBeUndefined();
    expect(JSON.stringify(body).length).toBeLessThan(3_000);
    await conversation.spending.loadPrices();
    expect(conversation.spending.cost().dollars).toBeCloseTo(0.02, 9);
    // There is one: nobody is asked again, and no later request holds it.
    await turn(conversation, "go on");
    expect(JSON.stringify((await server.nextRequest(2)).body)).not.toContain("login affair");
    conversation.close();
    expect(server.requests).toHaveLength(3);
    expect(await listIndexed(dataPaths(project.env))).toMatchObject([{ title: "The login affair" }]);
  });

  test("wait for nobody: the next message lets them go, and is answered", async () => {
    await using project = await makeProject();
    const held = gate();
    await using server = await serveModel([
      [text("Done.")],
      [held.shut, text("Too late")],
      [text("More.")],
      [text("At last")],
    ]);
    const conversation = await open(project, server);
    await turn(conversation, "fix the login");
    await server.nextRequest(1);
    const title = titled(conversation);
    await turn(conversation, "go on");
    held.open();
    expect(await title).toMatchObject({ title: "At last" });
    expect(conversation.session.entries().filter(({ type }) => type === "title")).toHaveLength(1);
    conversation.close();
  });

  test("that do not come are no trouble: the title is by rule, and no word is said", async () => {
    await using project = await makeProject();
    await using server = await serveModel([
      [text("Done.")],
      [httpError(400, { error: { message: "no" } })],
      [text("More.")],
    ]);
    const conversation = await open(project, server);
    const troubles: string[] = [];
    conversation.onTrouble((message) => troubles.push(message));
    await turn(conversation, "fix the login");
    await server.nextRequest(1);
    await turn(conversation, "go on");
    expect(conversation.title()).toBe("fix the login");
    expect(troubles).toEqual([]);
    conversation.close();
  });

  test("that are none count what they cost, and are not asked for again", async () => {
    await using project = await makeProject({ "a.txt": "apple" });
    await using server = await serveModel([
      [text("Done.")],
      [text("I look."), call("read_file", { path: "a.txt" }), usage({ inputTokens: 9, outputTokens: 1 })],
    ]);
    const conversation = await open(project, server);
    const title = titled(conversation);
    await turn(conversation, "fix the login");
    expect(await title).toMatchObject({ title: "", usage: { inputTokens: 9 } });
    expect(conversation.title()).toBe("fix the login");
    conversation.close();
  });

  test("are not asked for without somebody at the screen, beyond the budget, or where a session has a name", async () => {
    await using project = await makeProject();
    await using server = await serveModel(() => [
      text("Done."),
      usage({ inputTokens: 4_000, outputTokens: 0 }),
    ]);
    const headless = await open(project, server, { canAsk: false });
    await turn(headless, "one");
    headless.close();
    const spent = await open(project, server, { maxCost: 0.01 });
    await turn(spent, "two");
    spent.close();
    const named = await open(project, server);
    named.rename("mine");
    await turn(named, "three");
    named.close();
    const byRule = await open(project, server, { titles: "rule" });
    await turn(byRule, "four");
    byRule.close();
    expect(server.requests).toHaveLength(4);
  });
});

test("a name of the user's stays over others, is without secrets, and goes again", async () => {
  await using project = await makeProject();
  await using server = await serveModel(() => [text("Done.")]);
  writeFileSync(project.path(".env"), "API_TOKEN=s3cr3t-0123456789abcdef\n");
  const conversation = await open(project, server, { titles: "rule" });
  expect(conversation.title()).toBe("");
  await turn(conversation, "fix the login");
  conversation.rename("with s3cr3t-0123456789abcdef in it");
  expect(conversation.title()).not.toContain("s3cr3t");
  expect(conversation.title()).toContain("with ");
  conversation.rename("");
  expect(conversation.title()).toBe("fix the login");
  conversation.close();
});
