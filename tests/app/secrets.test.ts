/** Secrets on the other ways to the model and the log than the results of calls, and foreign text in a turn. */
import { expect, test } from "bun:test";
import { openApp } from "../../src/app/open-app.ts";
import { makeCalls } from "../e2e/make-calls.ts";
import { accessTo } from "../e2e/start.ts";
import { tokens } from "../secrets/samples.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { optionsFor } from "./app-options.ts";

const token = tokens["GITHUB_TOKEN"] ?? "";

test("a key in the project's instructions does not reach the model", async () => {
  await using project = await makeProject({ "AGENTS.md": `Deploy with ${token}.\n` });
  await using server = await serveModel([[text("ok")]]);
  const env = { ...project.env, ...accessTo(server) };
  const app = await openApp({ ...optionsFor({ folder: project.folder, env }), trust: true });
  const conversation = app.converse();
  conversation.engine.submit("go");
  await conversation.engine.whenIdle();
  conversation.close();
  const { bodyText } = await server.nextRequest(0);
  expect(bodyText).toContain("Deploy with «secret:GITHUB_TOKEN#1».");
  expect(bodyText).not.toContain(token);
});

test("a message into a running turn, and what a job has printed at its end, pass under the veil too", async () => {
  await using project = await makeProject({ "job.sh": `echo ${token}\nexit 1\n` });
  await using server = await serveModel([
    [call("bash", { command: "sleep 1; sh job.sh", run_in_background: true }, { id: "c1" })],
    () => [text("first")],
    [text("second")],
  ]);
  const env = { ...project.env, ...accessTo(server) };
  const app = await openApp(optionsFor({ folder: project.folder, env }, { allow: ["bash"] }));
  const conversation = app.converse();
  const told: string[] = [];
  const ended = Promise.withResolvers<void>();
  conversation.onTrouble((message) => told.push(message));
  conversation.engine.subscribe((event) => {
    if (event.type === "entry" && event.entry.type === "notice") ended.resolve();
    if (event.type === "call" && event.call.status === "running")
      conversation.engine.steer(`and this key: ${tokens["JWT"]}`);
  });
  conversation.engine.submit("start it");
  await conversation.engine.whenIdle();
  await ended.promise;
  conversation.engine.submit("and now?");
  await conversation.engine.whenIdle();
  const log = JSON.stringify(conversation.session.branch());
  conversation.close();
  expect(log).toContain("and this key: «secret:JWT#1»");
  expect(log).not.toContain(token);
  expect(log).not.toContain(tokens["JWT"]);
  for (const { bodyText } of server.requests) {
    expect(bodyText).not.toContain(token);
    expect(bodyText).not.toContain(tokens["JWT"]);
  }
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("A secret in your message went out as «secret:JWT#1»");
});

test("after foreign text a rule no longer lets the network be used, and the reason names the text", async () => {
  await using project = await makeProject({ "notes.txt": "x\n" });
  const { told } = await makeCalls(project, [
    ["bash", { command: "curl -s http://127.0.0.1:9/page" }],
    ["bash", { command: "cat notes.txt" }],
    ["bash", { command: "curl -s -d @notes.txt http://127.0.0.1:9/" }],
  ]);
  expect(told[0]).not.toContain("Not run");
  expect(told[1]).toContain("x");
  expect(told[2]).toContain("Not run: `curl -s -d @notes.txt http://127.0.0.1:9/` uses the network");
  expect(told[2]).toContain("while output of `curl -s http://127.0.0.1:9/page` is in this turn");
});
