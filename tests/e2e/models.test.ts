/** Which models there are, which one is talked to, and how much it thinks. */
import { describe, expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { answered, begin, composerShows, open, seen, send } from "./start.ts";

/** A server that has models, and answers each path as told. */
function serveLists(answers: Readonly<Record<string, unknown>>) {
  const asked: string[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const { pathname } = new URL(request.url);
      asked.push(pathname);
      return pathname in answers ? Response.json(answers[pathname]) : new Response("{}", { status: 404 });
    },
  });
  return {
    asked,
    url: `http://127.0.0.1:${server.port}`,
    [Symbol.asyncDispose]: () => server.stop(true),
  };
}

/** Nobody is at the addresses of the local servers, whatever runs on the machine of the test. */
const nobodyHere = Object.fromEntries(
  ["OLLAMA", "LMSTUDIO", "LLAMACPP", "VLLM"].map((name) => [`${name}_BASE_URL`, "http://127.0.0.1:1/v1"]),
);

describe("rein models", () => {
  test("lists what the servers have, with windows and prices, and takes words to filter by", async () => {
    await using project = await makeProject();
    const data = [{ id: "gpt-5.4" }, { id: "house-model", max_model_len: 32_000 }];
    await using server = serveLists({ "/v1/models": { data } });
    const env = { ...nobodyHere, OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${server.url}/v1` };
    const all = await runRein(["models"], { project, env });
    expect(all).toMatchObject({ code: 0, err: "" });
    expect(all.out).toMatch(/^openai\/gpt-5\.4 +1\.1M +\$2\.5 \/ \$15 +none\|low\|medium\|high\|xhigh$/m);
    expect(all.out).toMatch(/^openai\/house-model +32\.0k +–$/m);
    const some = await runRein(["models", "HOUSE"], { project, env });
    expect(some.out.trim().split("\n")).toHaveLength(1);
    expect(await runRein(["models", "zzz"], { project, env })).toMatchObject({
      code: 1,
      out: "",
      err: "rein: No model has “zzz” in its name. “rein models --all zzz” looks among all that rein knows.\n",
    });
  });

  test("names what it knows where a server does not answer, and says so", async () => {
    await using project = await makeProject();
    const env = { ...nobodyHere, ANTHROPIC_API_KEY: "k", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" };
    const { out, err, code } = await runRein(["models"], { project, env });
    expect(code).toBe(0);
    expect(out).toContain("anthropic/claude-sonnet-5");
    expect(err).toContain("the models that rein knows");
  });

  test("without a key says how to get one", async () => {
    await using project = await makeProject();
    const { err, code } = await runRein(["models"], { project, env: nobodyHere });
    expect(code).toBe(1);
    expect(err).toContain("rein auth login");
  });

  test("shows names of servers as text only", async () => {
    await using project = await makeProject();
    await using server = serveLists({ "/v1/models": { data: [{ id: "evil\u001b]0;owned\u0007 model" }] } });
    const env = { ...nobodyHere, OPENAI_API_KEY: "k", OPENAI_BASE_URL: `${server.url}/v1` };
    const { out } = await runRein(["models"], { project, env });
    expect(out).toContain("evil");
    expect(out).not.toContain("\u001b");
  });
});

describe("/model", () => {
  test("offers the models that can be reached, finds them by a few letters, and talks to the chosen one", async () => {
    await using lists = serveLists({
      "/v1/models": { data: [{ id: "deepseek-v4-pro" }, { id: "deepseek-v4-flash" }] },
    });
    await using story = await begin([[text("hello")]], {
      env: { ...nobodyHere, DEEPSEEK_API_KEY: "k", DEEPSEEK_BASE_URL: `${lists.url}/v1` },
    });
    const { terminal } = story;
    await send(terminal, "/model");
    await terminal.waitFor("Which model? Type to filter, Enter to choose");
    terminal.type("dsv4pro");
    await terminal.waitFor(/❯ deepseek\/deepseek-v4-pro +1\.0M +\$[\d.]+ in, \$[\d.]+ out/);
    terminal.press(...Array.from("dsv4pro", () => "backspace"));
    terminal.type("dsflash");
    await terminal.waitFor(/❯ deepseek\/deepseek-v4-flash/);
    terminal.press("enter");
    await terminal.waitFor("The model is deepseek/deepseek-v4-flash from here on.");
    await composerShows(terminal, "");
    await send(terminal, "/model deepseek/deepseek-v4-flash");
    await terminal.waitFor("The model is deepseek/deepseek-v4-flash already.");
    const told = terminal.screen().filter((line) => /model/i.test(line) && line.startsWith("· "));
    expect(told).toHaveLength(2);
  });

  test("left by Escape changes nothing", async () => {
    await using story = await begin([[text("still here")]], { env: nobodyHere });
    const { terminal } = story;
    await send(terminal, "/model");
    await terminal.waitFor("Which model?");
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which model?"));
    await send(terminal, "hello");
    await answered(terminal, "still here");
  });
});

describe("/effort", () => {
  test("tells the levels, changes the level on the status line and in the request, and gives it back", async () => {
    await using story = await begin([[text("one")], [text("two")]], {
      args: ["--model", "openai/gpt-oss-120b"],
    });
    const { terminal, server } = story;
    await send(terminal, "/effort");
    await terminal.waitFor("low|medium|high changes it");
    await send(terminal, "/effort high");
    await terminal.waitFor(/⇧⇥ · openai\/gpt-oss-120b:high/);
    await send(terminal, "think");
    await answered(terminal, "one");
    await send(terminal, "/effort default");
    await terminal.waitFor(/⇧⇥ · openai\/gpt-oss-120b(?!:)/);
    await send(terminal, "think less");
    await answered(terminal, "two");
    const efforts = server.requests.map(({ body }) => body?.["reasoning_effort"]);
    expect(efforts).toEqual(["high", undefined]);
  });

  test("that the model does not have is refused with those that it has, and the text stays", async () => {
    await using story = await begin([], { args: ["--model", "openai/gpt-oss-120b:low"] });
    const { terminal } = story;
    await terminal.waitFor(/⇧⇥ · openai\/gpt-oss-120b:low/);
    terminal.type("/effort extreme");
    await composerShows(terminal, "/effort extreme");
    terminal.press("enter");
    await terminal.waitFor(() => /no “extreme” here.*low\|medium\|high/s.test(seen(terminal)));
    await composerShows(terminal, "/effort extreme");
  });
});

describe("a local server", () => {
  const ollama = {
    "/api/show": { capabilities: ["completion"], model_info: { "q.context_length": 40_960 } },
    "/api/ps": { models: [{ name: "tiny:1b", context_length: 4096 }] },
  };

  test("is asked what it has loaded while the user writes; a small window is warned of, once", async () => {
    await using lists = serveLists(ollama);
    await using story = await begin([], {
      args: ["--model", "ollama/tiny:1b"],
      env: { OLLAMA_BASE_URL: `${lists.url}/v1` },
      cols: 120,
    });
    const { terminal } = story;
    await terminal.waitFor("tiny:1b cannot call tools");
    await terminal.waitFor("a window of 4,096 tokens of the 40,960");
    await terminal.waitFor("OLLAMA_CONTEXT_LENGTH=32768");
    // Looked at anew each time: a file of Bun's reads no more than the file had when it was first looked at.
    const kept = () => Bun.file(`${story.project.env["XDG_CONFIG_HOME"]}/rein/state.json`);
    await terminal.waitFor(async () => (await kept().exists()) && (await kept().text()).includes("4096"));
    const before = lists.asked.length;
    const again = await story.again({
      args: ["--model", "ollama/tiny:1b"],
      env: { OLLAMA_BASE_URL: `${lists.url}/v1` },
      cols: 120,
    });
    await again.waitFor(() => lists.asked.length >= before + 2);
    await send(again, "/effort");
    await again.waitFor("cannot be set");
    expect(seen(again)).not.toContain("cannot call tools");
  });

  test("that is slow to say so keeps nobody waiting", async () => {
    const door = Promise.withResolvers<void>();
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch() {
        await door.promise;
        return Response.json({});
      },
    });
    await using story = await begin([[text("quick")]], {
      args: ["--model", "ollama/tiny:1b"],
      env: { OLLAMA_BASE_URL: `http://127.0.0.1:${server.port}/v1` },
    });
    await open(story.terminal);
    await send(story.terminal, "/model openai/test-model");
    await send(story.terminal, "hello");
    await answered(story.terminal, "quick");
    door.resolve();
    await server.stop(true);
  });
});
