/** A model that is asked over Responses, from the settings to the answer. */
import { expect, test } from "bun:test";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { userSettingsFile } from "../../src/settings/paths.ts";
import { call, httpError, reasoning, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { accessTo } from "./start.ts";

test("a model of a server from the settings works with tools, and its reasoning comes back to it", async () => {
  await using project = await makeProject({ "a.txt": "apple\n" });
  await using server = await serveModel([
    [
      reasoning("A file."),
      text("First I look."),
      call("read_file", { path: "a.txt" }, { id: "c1", split: 2 }),
    ],
    [reasoning("Well."), text("It says apple.")],
  ]);
  const file = userSettingsFile(project.env);
  await mkdir(dirname(file), { recursive: true });
  const mine = { baseUrl: server.chatUrl, protocol: "responses" };
  await writeFile(file, JSON.stringify({ model: "mine/m1", providers: { mine } }));
  const { out, code } = await runRein(["-p", "what does it say?"], { project });
  expect({ out, code }).toEqual({ out: "It says apple.\n", code: 0 });
  const { path, body } = await server.nextRequest(1);
  expect(path).toBe("/v1/responses");
  expect(body?.["input"]).toMatchObject([
    { role: "user" },
    { type: "reasoning", encrypted_content: "sealed-0" },
    { role: "assistant", content: "First I look." },
    { type: "function_call", call_id: "c1", name: "read_file" },
    { type: "function_call_output", call_id: "c1", output: expect.stringContaining("apple") },
  ]);
});

test("a model that its server has under Responses only is found there without a word", async () => {
  const message = "This model is only supported in v1/responses and not in v1/chat/completions.";
  await using project = await makeProject();
  await using server = await serveModel([[httpError(404, { error: { message } })], [text("Here I am.")]]);
  const { out, code } = await runRein(["-p", "hello?"], { project, env: accessTo(server) });
  expect({ out, code }).toEqual({ out: "Here I am.\n", code: 0 });
  expect(server.requests.map(({ protocol }) => protocol)).toEqual(["chat", "responses"]);
});
