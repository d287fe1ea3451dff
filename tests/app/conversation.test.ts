import { expect, test } from "bun:test";
import { openApp } from "../../src/app/open-app.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { optionsFor } from "./app-options.ts";

/** A session of the project that said one thing and was left in a mode. */
async function leaveSession(project: TestProject, mode: "accept-edits" | "auto"): Promise<string> {
  const conversation = (await openApp(optionsFor(project))).converse();
  conversation.engine.submit("uppercase hello");
  await conversation.engine.whenIdle();
  conversation.engine.setMode(mode);
  conversation.close();
  return conversation.session.header.sessionId;
}

test("a resumed session has its model and its mode again, and says so", async () => {
  await using project = await makeProject();
  await leaveSession(project, "auto");
  const again = (await openApp(optionsFor(project))).converse({ type: "latest" });
  expect(again.engine.mode).toBe("auto");
  expect(again.engine.model).toBe("demo/offline");
  expect(again.notes.join("\n")).toContain("auto mode, as it was left");
  again.close();
});

test("a mode on the command line wins over the one that a session was left in", async () => {
  await using project = await makeProject();
  await leaveSession(project, "auto");
  const again = (await openApp(optionsFor(project, { permissionMode: "plan" }))).converse({ type: "latest" });
  expect(again.engine.mode).toBe("plan");
  expect(again.notes).toEqual([]);
  again.close();
});

test("what was allowed in one folder is not allowed in another", async () => {
  await using project = await makeProject();
  const id = await leaveSession(project, "accept-edits");
  await using elsewhere = await makeProject();
  const app = await openApp({ ...optionsFor(elsewhere), env: project.env });
  const again = app.converse({ type: "id", id });
  expect(again.engine.mode).toBe("ask");
  expect(again.notes.join("\n")).toContain(`begun in ${project.folder}; it goes on in ${elsewhere.folder}`);
  again.close();
});

test("a session whose model has no key any more goes on with the model of today, and says so", async () => {
  await using project = await makeProject();
  const keyed = { ...project.env, OPENAI_API_KEY: "test", OPENAI_BASE_URL: "http://127.0.0.1:9/v1" };
  const before = (await openApp(optionsFor(project, { env: keyed, model: "openai/gpt-test" }))).converse();
  before.engine.submit("hello");
  before.engine.interrupt();
  await before.engine.whenIdle();
  before.close();
  const again = (await openApp(optionsFor(project))).converse({ type: "latest" });
  expect(again.engine.model).toBe("demo/offline");
  expect(again.notes.join("\n")).toContain("openai/gpt-test");
  again.close();
});

test("only the demo model has the demo's tools", async () => {
  await using project = await makeProject();
  const app = await openApp(optionsFor(project));
  const conversation = app.converse();
  conversation.engine.submit("uppercase hello");
  await conversation.engine.whenIdle();
  const answered = conversation.session.branch().find((entry) => entry.type === "tool_result");
  expect(answered?.result).toMatchObject({ ok: true, text: "HELLO" });
  conversation.close();
  expect(() => app.converse({ type: "id", id: "nope" })).toThrow("no session");
});
