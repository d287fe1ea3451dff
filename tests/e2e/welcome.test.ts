/** The first start without a key: choices that hold nobody up, once. */
import { expect, test } from "bun:test";
import { makeProject, type TestProject } from "../support/project.ts";
import { launch, type TestTerminal } from "../support/terminal.ts";
import { serveModel } from "../support/model-server.ts";
import { answered, COMPILED, composerShows, NODE, open, REIN, seen } from "./start.ts";

/** Nothing on this machine may answer in a test. */
const nobody = Object.fromEntries(
  ["OLLAMA", "LMSTUDIO", "LLAMACPP", "VLLM"].map((name) => [`${name}_BASE_URL`, "http://127.0.0.1:9/v1"]),
);

function start(project: TestProject, env: Readonly<Record<string, string>> = {}): TestTerminal {
  return launch({
    command: NODE,
    args: [REIN],
    cwd: project.folder,
    env: { ...project.env, ...COMPILED, ...nobody, ...env },
  });
}

const question = /Welcome to rein\. There is no key/;

test("what is written closes it and stays whole, and it never comes again", async () => {
  await using project = await makeProject();
  {
    await using terminal = start(project);
    await terminal.waitFor(question, { what: "the welcome" });
    terminal.type("what can you do");
    await composerShows(terminal, "what can you do");
    expect(terminal.screen().join("\n")).not.toMatch(question);
    terminal.press("enter");
    await composerShows(terminal, "");
    await answered(terminal, "offline");
    await terminal.waitFor(() => Bun.file(`${project.home}/.config/rein/state.json`).exists(), {
      what: "that it was shown to be remembered",
    });
  }
  await using again = start(project);
  await open(again);
  again.type("hello");
  await composerShows(again, "hello");
  expect(seen(again)).not.toContain("Welcome");
});

test("Esc closes it; a choice says what to do", async () => {
  await using project = await makeProject();
  await using terminal = start(project);
  await terminal.waitFor(question, { what: "the welcome" });
  terminal.press("down");
  await terminal.waitFor("❯ 2 ", { what: "the second choice" });
  terminal.press("enter");
  await terminal.waitFor("rein auth login PROVIDER", { what: "how to get a key in" });
  expect(terminal.screen().join("\n")).not.toMatch(question);
  await composerShows(terminal, "");

  await using other = await makeProject();
  await using second = start(other);
  await second.waitFor(question, { what: "the welcome" });
  second.press("escape");
  await second.waitFor(() => !question.test(second.screen().join("\n")), { what: "it to close" });
});

test("keys that were typed ahead stay in the composer, and nothing is asked", async () => {
  await using project = await makeProject();
  await using terminal = start(project);
  await terminal.ready();
  terminal.type("1 is typed ahead");
  await composerShows(terminal, "1 is typed ahead");
  await open(terminal);
  await terminal.waitFor(/Welcome\. Ask about this folder/, { what: "the greeting" });
  expect(seen(terminal)).not.toMatch(question);
  await composerShows(terminal, "1 is typed ahead");
});

test("a server on this machine is offered when it answers", async () => {
  using server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ url }) =>
      url.endsWith("/models")
        ? Response.json({ object: "list", data: [{ id: "qwen3-coder", object: "model" }] })
        : new Response(null, { status: 404 }),
  });
  await using project = await makeProject();
  await using terminal = start(project, { OLLAMA_BASE_URL: `http://127.0.0.1:${server.port}/v1` });
  await terminal.waitFor("3  talk to ollama/qwen3-coder, on this machine", { what: "the local model" });
  terminal.press("down", "down");
  await terminal.waitFor("❯ 3 ", { what: "the third choice" });
  terminal.press("enter");
  await terminal.waitFor("ask ⇧⇥ · ollama/qwen3-coder", { what: "the model to be talked to" });
});

test("who has a key gets one line, and no choices", async () => {
  await using server = await serveModel([]);
  await using project = await makeProject();
  await using terminal = start(project, { OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.url });
  await open(terminal);
  await terminal.waitFor(/Welcome\. Ask about this folder/, { what: "the greeting" });
  expect(seen(terminal)).not.toMatch(question);
});
