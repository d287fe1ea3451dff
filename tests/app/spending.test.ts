import { expect, test } from "bun:test";
import { openApp } from "../../src/app/open-app.ts";
import type { AppOptions } from "../../src/app/options.ts";
import { type ModelServer, serveModel, text, usage } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";

/** A cent an answer: 4,000 tokens at 2.50 dollars a million. */
const centAnswer = () => [text("yes"), usage({ inputTokens: 4000, outputTokens: 0 })];

const open = ({ folder, env }: TestProject, server: ModelServer, more: Partial<AppOptions> = {}) =>
  openApp({
    cwd: folder,
    env: { ...env, OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.chatUrl },
    version: "0.0.0",
    canAsk: false,
    defaultMaxTurns: 9,
    allow: [],
    deny: [],
    model: "openai/gpt-5.4",
    ...more,
  });

/** Says "go" so often and returns how the turns ended. */
async function turns(app: Awaited<ReturnType<typeof open>>, count: number, resume = false) {
  const conversation = app.converse(resume ? { type: "latest" } : undefined);
  const warnings: string[] = [];
  conversation.onTrouble((message, level) => warnings.push(`${level}: ${message}`));
  for (let turn = 0; turn < count; turn += 1) {
    conversation.engine.submit("go");
    await conversation.engine.whenIdle();
  }
  const ends = conversation.session.branch().filter((entry) => entry.type === "turn_end");
  const { dollars } = conversation.spending.cost();
  conversation.close();
  return { outcomes: ends.map(({ outcome }) => outcome), dollars, warnings };
}

test("maxCost in the settings ends a session's turns; a flag counts more", async () => {
  await using project = await makeProject();
  await using server = await serveModel(centAnswer);
  await Bun.write(`${project.env["XDG_CONFIG_HOME"]}/rein/settings.json`, '{"maxCost": 0.024}');
  const short = await turns(await open(project, server), 3);
  expect(short.outcomes).toEqual(["completed", "completed", "budget_reached"]);
  expect(short.dollars).toBeCloseTo(0.02, 9);
  expect(short.warnings).toEqual([
    "warning: The session has cost $0.01 of its budget of $0.02; the next request brings it to about 83%.",
  ]);
  const longer = await turns(await open(project, server, { maxCost: 0.034 }), 4);
  expect(longer.outcomes).toEqual(["completed", "completed", "completed", "budget_reached"]);
});

test("a session that goes on has cost what it had cost", async () => {
  await using project = await makeProject();
  await using server = await serveModel(centAnswer);
  await turns(await open(project, server), 2);
  const again = await turns(await open(project, server, { maxCost: 0.024 }), 1, true);
  expect(again.outcomes).toEqual(["completed", "completed", "budget_reached"]);
  expect(again.dollars).toBeCloseTo(0.02, 9);
});
