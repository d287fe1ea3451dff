import { expect, test } from "bun:test";
import { statSync } from "node:fs";
import { openApp } from "../../src/app/open-app.ts";
import { resultsIn } from "../e2e/requests.ts";
import { accessTo } from "../e2e/start.ts";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";

test("the model has a folder for scratch files, which needs no question and is the user's alone", async () => {
  await using project = await makeProject();
  await using server = await serveModel([
    ({ bodyText }) => {
      const [, folder = ""] = /scratch files: (\S+?)(?:\\n|")/.exec(bodyText) ?? [];
      return [
        call("write_file", { path: `${folder}/try.ts`, content: "x" }, { id: "c1" }),
        call("read_file", { path: `${folder}/try.ts` }, { id: "c2" }),
        call("write_file", { path: `${folder}/../x.txt`, content: "x" }, { id: "c3" }),
      ];
    },
    [text("done")],
  ]);
  const app = await openApp({
    cwd: project.folder,
    env: { ...project.env, ...accessTo(server) },
    version: "0.0.0",
    canAsk: false,
    defaultMaxTurns: 5,
    allow: [],
    deny: [],
  });
  const conversation = app.converse();
  conversation.engine.submit("try something");
  await conversation.engine.whenIdle();
  conversation.close();
  const results = resultsIn(await server.nextRequest(1));
  expect(results["c1"]).toContain("Created");
  expect(results["c2"]).toContain("x");
  expect(results["c3"]).toContain("rein's own files");
  const { sessionId } = conversation.session.header;
  for (const folder of [sessionId, `${sessionId}/scratch`]) {
    expect(statSync(`${app.paths.outputs}/${folder}`).mode & 0o777).toBe(0o700);
  }
});
