/** What a session costs: on screen, in words, and as a limit. */
import { describe, expect, test } from "bun:test";
import { call, serveModel, text, usage } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, begin, seen, send } from "./start.ts";

/** 2.50 dollars a million in, 15 out, 0.25 from the cache. */
const priced = { OPENAI_MODEL: "gpt-5.4" };
const tokens = (inputTokens: number, outputTokens: number, cacheReadTokens = 0) =>
  usage({ inputTokens, outputTokens, cacheReadTokens });
const look = (id: string) => call("read_file", { path: "a.txt" }, { id });

describe("in the terminal", () => {
  test("the status line says what the session has cost, and /usage what for", async () => {
    await using story = await begin(
      [
        [look("c1"), tokens(40_000, 1000)],
        [text("An apple."), tokens(42_000, 200, 40_000)],
      ],
      { env: priced, files: { "a.txt": "apple\n" } },
    );
    const { terminal } = story;
    await send(terminal, "what is it?");
    await answered(terminal, "An apple.");
    // 0.10 + 0.015, then 0.005 + 0.01 + 0.003.
    await terminal.waitFor("· $0.13", { what: "the cost in the status line" });
    await send(terminal, "/usage");
    await terminal.waitFor("This session: $0.13 · 2 answers", { what: "the answer to /usage" });
    expect(seen(terminal)).toContain("openai/gpt-5.4  $0.13 · 2 answers");
    expect(seen(terminal)).toContain("↑82.0k (40.0k from the cache) ↓1.2k");
  });

  test("a budget ends the turn before it is passed, and /budget lets it go on", async () => {
    await using story = await begin(
      [
        [look("c1"), tokens(40_000, 1000)],
        [text("Now it says apple."), tokens(100, 10)],
      ],
      { env: priced, files: { "a.txt": "apple\n" }, args: ["--max-cost", "0.20"] },
    );
    const { terminal, server } = story;
    await send(terminal, "what is it?");
    await terminal.waitFor("Stopped at the budget of $0.20", { what: "the end of the turn" });
    expect(seen(terminal).replaceAll(/\s+/g, " ")).toContain(
      "the session has cost $0.12, and sending it once more would cost about $0.10. /budget 5.00 raises it",
    );
    expect(server.requests).toHaveLength(1);
    await send(terminal, "/budget nothing");
    await terminal.waitFor("/budget takes US dollars", { what: "the refusal" });
    await send(terminal, "/budget 3");
    await terminal.waitFor("Its budget is $3.00", { what: "the new budget" });
    await send(terminal, "go on");
    await answered(terminal, "Now it says apple.");
  });
});

describe("headless", () => {
  test("--max-cost ends with exit code 3, with words on stderr and nothing on stdout", async () => {
    await using project = await makeProject({ "a.txt": "apple\n" });
    await using server = await serveModel([[look("c1"), tokens(40_000, 1000)], [text("never")]]);
    const run = await runRein(["-p", "--max-cost", "0.15", "what is it?"], {
      project,
      env: { ...accessTo(server), ...priced },
    });
    expect(run).toMatchObject({ out: "", code: 3 });
    expect(run.err).toContain("Stopped at the budget of $0.15: the session has cost $0.12");
    expect(run.err).toContain("--max-cost raises it");
    expect(server.requests).toHaveLength(1);
  });

  test("--max-cost with a model of unknown price does not even start", async () => {
    await using project = await makeProject();
    await using server = await serveModel([]);
    const run = await runRein(["-p", "--max-cost", "0.15", "hi"], { project, env: accessTo(server) });
    expect(run).toMatchObject({ out: "", code: 2 });
    expect(run.err).toContain("What openai/test-model costs is not known to rein");
    expect(server.requests).toHaveLength(0);
  });

  test.each(["0", "-1", "much", "1e3"])("--max-cost %s is wrong usage", async (amount) => {
    await using project = await makeProject();
    const run = await runRein(["-p", `--max-cost=${amount}`, "hi"], { project });
    expect(run).toMatchObject({ code: 2 });
    expect(run.err).toContain("--max-cost takes US dollars above 0");
  });
});

test("rein sessions show --trace counts with the prices in the settings too", async () => {
  await using server = await serveModel([[text("hi"), tokens(100_000, 1000)]]);
  const models = { m: { prices: { input: 5, output: 20 } } };
  const providers = { mine: { baseUrl: server.chatUrl, protocol: "chat", models } };
  await using project = await makeProject({
    "../home/.config/rein/settings.json": JSON.stringify({ providers }),
  });
  expect(await runRein(["-p", "-m", "mine/m", "hello"], { project })).toMatchObject({ code: 0, out: "hi\n" });
  const [id = ""] = (await runRein(["sessions", "list"], { project })).out.split(" ");
  // 0.50 + 0.02.
  expect((await runRein(["sessions", "show", id, "--trace"], { project })).out).toContain("$0.52");
});
