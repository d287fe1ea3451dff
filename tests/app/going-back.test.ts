/** Going to another place of the session, as a host has it done. */
import { describe, expect, test } from "bun:test";
import { type App, openApp } from "../../src/app/open-app.ts";
import type { Conversation } from "../../src/app/conversation.ts";
import { rewind } from "../../src/app/rewind.ts";
import { rewindPoints } from "../../src/app/rewind-points.ts";
import { summariseAt } from "../../src/hosts/repl/rewind/summarise-at.ts";
import { UserError } from "../../src/protocol/error.ts";
import type { EngineEvent } from "../../src/protocol/event.ts";
import { call, gate, hold, httpError, serveModel, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { optionsFor } from "./app-options.ts";

async function said(conversation: Conversation, message: string): Promise<void> {
  conversation.engine.submit(message);
  await conversation.engine.whenIdle();
}

async function appFor(
  server: Awaited<ReturnType<typeof serveModel>>,
  project: Parameters<typeof optionsFor>[0],
): Promise<App> {
  const env = { ...project.env, OPENAI_API_KEY: "test", OPENAI_BASE_URL: server.chatUrl, OPENAI_MODEL: "m" };
  return openApp(optionsFor(project, { env, permissionMode: "accept-edits" }));
}

const idOf = ({ session }: Conversation, message: string) =>
  session.entries().find((entry) => entry.type === "user" && entry.text === message)?.parentId ?? null;

describe("going to another place", () => {
  test("is refused while a turn runs, and where there is no such place; nothing happens then", async () => {
    await using project = await makeProject();
    const door = gate();
    await using server = await serveModel([[text("One."), door.shut]]);
    const conversation = (await appFor(server, project)).converse();
    expect(() => conversation.goTo(null)).toThrow(UserError);
    conversation.engine.submit("one");
    await server.nextRequest(0);
    expect(() => conversation.goTo(null)).toThrow("has to wait until the turn is over");
    door.open();
    await conversation.engine.whenIdle();
    const { length } = conversation.session.entries();
    expect(() => conversation.goTo("nowhere")).toThrow("no such place");
    expect(conversation.session.entries()).toHaveLength(length);
    conversation.close();
  });

  test("is heard by whoever listens to the engine, keeps the mode and what waits, and spending is that of all branches", async () => {
    await using project = await makeProject();
    const door = gate();
    await using server = await serveModel([[text("One.")], [text("Two."), door.shut], [text("Three.")]]);
    const conversation = (await appFor(server, project)).converse();
    await said(conversation, "one");
    conversation.engine.submit("two");
    await server.nextRequest(1);
    conversation.engine.queue("waits");
    conversation.engine.interrupt();
    await conversation.engine.whenIdle();
    door.open();
    conversation.engine.setMode("plan");
    const used = [...conversation.spending.used().values()][0]?.answers;

    const heard: EngineEvent[] = [];
    conversation.engine.subscribe((event) => heard.push(event));
    conversation.goTo(idOf(conversation, "two"));
    expect(heard).toMatchObject([
      { type: "entry", entry: { type: "move" } },
      { type: "entry", entry: { type: "mode", mode: "plan" } },
    ]);
    expect(conversation.engine.mode).toBe("plan");
    expect(conversation.engine.queued.map((message) => message.text)).toEqual(["waits"]);
    expect([...conversation.spending.used().values()][0]?.answers).toBe(used ?? 0);
    conversation.close();
  });

  test("the model has to read a file again that it only knew on the branch that was left", async () => {
    await using project = await makeProject({ "a.txt": "apple\n" });
    const write = call("write_file", { path: "a.txt", content: "plum\n" });
    await using server = await serveModel([
      [call("read_file", { path: "a.txt" })],
      [text("Read.")],
      [write],
      [text("Tried.")],
    ]);
    const conversation = (await appFor(server, project)).converse();
    await said(conversation, "look at it");
    conversation.goTo(null);
    await said(conversation, "change it");
    expect(await project.read("a.txt")).toBe("apple\n");
    const { bodyText } = await server.nextRequest(3);
    expect(bodyText).toContain("was not read in this session");
    expect(bodyText).not.toContain("look at it");
    conversation.close();
  });

  test("messages that wait stay when something was done in place of a turn that keeps them", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("One.")], [text("Two.")]]);
    const conversation = (await appFor(server, project)).converse();
    await said(conversation, "one");
    const done = conversation.inPlaceOfTurn(async (held) => {
      conversation.engine.queue("waits");
      held.goTo(null);
      return { outcome: "completed" };
    }, "stay");
    expect(conversation.inPlaceOfTurn(async () => ({ outcome: "completed" }), "stay")).toBeNull();
    expect(await done).toEqual({ outcome: "completed" });
    expect(conversation.engine.state).toBe("idle");
    expect(conversation.engine.queued.map((message) => message.text)).toEqual(["waits"]);
    conversation.close();
  });

  test("a summary in place of what came later sends no message that waited before; one that fails changes nothing", async () => {
    await using project = await makeProject();
    const long = "many words of it ".repeat(50);
    await using server = await serveModel([
      [text(long)],
      [text("Two."), hold()],
      [httpError(400, { error: { message: "No summaries here." } })],
      [text("SUMMED UP")],
    ]);
    const conversation = (await appFor(server, project)).converse();
    await said(conversation, "one");
    const { engine, session } = conversation;
    engine.submit("two");
    await server.nextRequest(1);
    engine.queue("waits");
    engine.interrupt();
    await engine.whenIdle();
    const [point] = rewindPoints(session.branch(), session.entries()).slice(-1);
    if (point === undefined) throw new Error("nothing to go back to");
    const heard: string[] = [];
    const summarise = async () => {
      await summariseAt("from", point, {
        conversation: () => conversation,
        showAnew: (words) => void heard.push(words),
        tell: (words) => void heard.push(words),
      });
      await engine.whenIdle();
    };
    const before = session.branch().slice();
    await summarise();
    expect(heard.pop()).toContain("No summaries here.");
    expect(session.branch()).toEqual(before);
    await summarise();
    expect(heard).toEqual([expect.stringContaining("“one” on is replaced by its summary")]);
    expect(engine.queued.map((message) => message.text)).toEqual(["waits"]);
    expect(server.requests).toHaveLength(4);
    conversation.close();
  });

  test("Esc while files come back stops there: the conversation stays, nothing is given back, and that is said", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    await using server = await serveModel([
      [call("read_file", { path: "a.txt" })],
      [call("write_file", { path: "a.txt", content: "two\n" })],
      [text("Done.")],
    ]);
    const conversation = (await appFor(server, project)).converse();
    await said(conversation, "change it");
    const plan = await conversation.planRestore(null);
    if (plan === null) throw new Error("no plan");
    const branch = conversation.session.branch().length;
    const shown: string[] = [];
    const end = rewind(
      { to: null, place: "Back.", files: { plan, paths: [project.path("a.txt")] }, staying: [] },
      {
        conversation,
        showAnew: (words) => void shown.push(words),
        onFilesChanged: () => undefined,
        onGoing: async () => void shown.push("given back"),
      },
    );
    conversation.engine.interrupt();
    expect(await end).toEqual({ outcome: "interrupted" });
    expect(shown).toEqual([]);
    expect(await project.read("a.txt")).toBe("two\n");
    const [noted, ...more] = conversation.session.branch().slice(branch);
    expect(noted).toMatchObject({
      type: "notice",
      text: "a.txt was left as it is: it was stopped before its turn came.",
    });
    expect(more).toEqual([]);
    conversation.close();
  });
});
