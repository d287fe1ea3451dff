/** What sessions are called, what they cost and what was said in them: in the list, on the command line, and by `-r WORDS`. */
import { appendFile, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession, forkSession } from "../../src/sessions/session-store.ts";
import { serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { hear, heardQuestion, typeLine } from "./screen-reader.ts";
import { accessTo, answered, begin, composerShows, leave, seen, send } from "./start.ts";

/** So many tokens in cost 2.50 dollars by the published price of this model. */
const priced = { model: "openai/gpt-5.4", usage: { inputTokens: 1_000_000, outputTokens: 0 } } as const;

function answer(words: string): NewEntry {
  const about = { turnId: "t", step: 1, stop: "stop", latencyMs: 1, attempts: 1, ...priced } as const;
  return { type: "assistant", parts: [{ type: "text", text: words }], ...about };
}

/** Two sessions of the project, and a copy of the first, which is the youngest. Returns their ids. */
async function saved(project: TestProject): Promise<{ apples: string; pears: string; copy: string }> {
  const start = { cwd: await realpath(project.folder), version: "0.1.0", gitBranch: "main" };
  let time = Date.UTC(2030, 0, 2);
  const context = { paths: dataPaths(project.env), now: () => (time += 1_000), onTrouble: () => undefined };
  const [apples, pears] = ["apples", "pears"].map((fruit) => {
    const session = createSession(start, context);
    session.append({ type: "user", text: `Hi, please tell me of ${fruit}`, via: "submit" });
    session.append(answer(`All about ${fruit}: they are round.`));
    session.close();
    return session;
  });
  if (apples === undefined || pears === undefined) throw new Error("There are none.");
  const origin = { sessionId: apples.header.sessionId, entries: apples.branch(), nodes: apples.nodes() };
  const copy = forkSession(origin, start, context);
  copy.append({ type: "user", text: "and of cider", via: "submit" });
  copy.append(answer("Cider is made of them."));
  copy.close();
  const [one, two, three] = [apples, pears, copy].map(({ header }) => header.sessionId);
  return { apples: one ?? "", pears: two ?? "", copy: three ?? "" };
}

describe("the list of saved sessions", () => {
  test("shows titles, costs, and copies below their origin; what fits a filter stands by itself", async () => {
    await using story = await begin([], { cols: 110 });
    const { terminal, project } = story;
    const { apples, copy } = await saved(project);
    await send(terminal, "/resume");
    await terminal.waitFor(
      new RegExp(
        `❯ ${apples} .*  tell me of apples · openai/gpt-5\\.4 · \\$2\\.50\\n +${copy} .*└ tell me of apples .* \\$5\\.00\\n.*tell me of pears`,
      ),
    );
    await terminal.waitFor(
      /· main · openai\/gpt-5\.4 · \d+ B · \$2\.50|· main · openai\/gpt-5\.4 · [\d.]+ KB · \$2\.50/,
    );
    terminal.press("down");
    await terminal.waitFor(`a copy of ${apples}`);
    terminal.type("cider");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("pears"));
    expect(terminal.screen().join("\n")).not.toContain("└");
  });

  test("gives one a name in its place; Escape gives none, an empty one leads back", async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    await saved(project);
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ .*tell me of apples/);
    terminal.press("ctrl+r");
    await terminal.waitFor("by rule: tell me of apples");
    terminal.type(" and pie");
    await terminal.waitFor("by rule: tell me of apples and pie");
    terminal.press("escape");
    await terminal.waitFor("Which session?");
    expect(terminal.screen().join("\n")).not.toContain("and pie");
    terminal.press("ctrl+r", "ctrl+u");
    terminal.type("the great apple affair");
    await terminal.waitFor("by rule: the great apple affair");
    terminal.press("enter");
    await terminal.waitFor(/❯ .*the great apple affair/);
    expect((await runRein(["sessions", "list"], { project })).out).toContain("the great apple affair");
    terminal.press("ctrl+r", "ctrl+u", "enter");
    await terminal.waitFor(/❯ .*tell me of apples/);
  });

  test("a secret in a name stays out of the log", async () => {
    const secret = "a2V5-8f3kQz71mWvB0xTn4LrD";
    await using story = await begin([], { env: { MY_TOKEN: secret } });
    const { terminal, project } = story;
    const { pears } = await saved(project);
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ .*tell me of apples/);
    terminal.press("ctrl+r", "ctrl+u");
    terminal.type(`why ${secret} fails`);
    await terminal.waitFor(/by rule: .*fails/);
    terminal.press("enter");
    await terminal.waitFor(/❯ .*why «secret:MY_TOKEN#1» fails/);
    const named = await runRein(["sessions", "rename", pears, secret], {
      project,
      env: { MY_TOKEN: secret },
    });
    expect(named.out).toContain("«secret:MY_TOKEN#1»");
    const { sessions } = dataPaths(project.env);
    for (const name of await readdir(sessions))
      expect(await Bun.file(join(sessions, name)).text()).not.toContain(secret);
  });

  test("shows the cost of a log that takes long to count, as soon as it is counted", async () => {
    await using story = await begin([], { cols: 110 });
    const { terminal, project } = story;
    const { pears } = await saved(project);
    const { sessions } = dataPaths(project.env);
    const file = (await readdir(sessions)).find((name) => name.includes(pears)) ?? "";
    const noise = JSON.stringify({ type: "notice", text: "x".repeat(1_000_000) });
    await appendFile(join(sessions, file), `${noise}\n`.repeat(18));
    await send(terminal, "/resume");
    // The cursor stands on another one.
    await terminal.waitFor(/❯ (?!.*pears)[^]*tell me of pears.* \$2\.50/);
  });

  test("in a narrow window the title says more than the id", async () => {
    await using story = await begin([], { cols: 30, rows: 12 });
    const { terminal, project } = story;
    const { apples } = await saved(project);
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ .*tell me of app/);
    expect(terminal.screen().join("\n")).not.toContain(apples);
  });

  test("searches all that was said, with a key or a pattern, and shows what it found", async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    const { copy, pears } = await saved(project);
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ .*tell me of apples/);
    terminal.type("made of");
    terminal.press("ctrl+f");
    await terminal.waitFor(
      new RegExp(`With “made of”: 1 place\\.[^]*❯ ${copy} [^]*model: Cider is made of them\\.`),
    );
    const marked = terminal.emulator
      .looks()
      .flat()
      .filter(({ look }) => look.inverse)
      .map(({ text: words }) => words);
    expect(marked).toEqual(["made", "of"]);
    terminal.press("tab");
    await terminal.waitFor("tell me of pears");
    terminal.type("re:^Hi,.*pe[a]rs$");
    terminal.press("enter");
    await terminal.waitFor(new RegExp(`With “re:[^]*❯ ${pears} [^]*you: Hi, please tell me of pears`));
    terminal.type("re:(");
    terminal.press("enter");
    await terminal.waitFor(() => !/Which session\?/.test(terminal.screen().join("\n")));
    terminal.press("ctrl+u");
    terminal.type("nowhere at all");
    terminal.press("ctrl+f");
    await terminal.waitFor("“nowhere at all” was said nowhere.");
    terminal.press("ctrl+u");
    await terminal.waitFor("Which session?");
  });
});

test("/rename names the session, puts the title into the composer, and leads back to the rule", async () => {
  await using story = await begin([[text("Done.")]]);
  const { terminal, project } = story;
  await send(terminal, "/rename");
  await terminal.waitFor("Nothing was said yet");
  await send(terminal, "Hi! Can you fix the login?");
  await answered(terminal, "Done.");
  await send(terminal, "/rename the login affair");
  await terminal.waitFor("The session is called “the login affair” now.");
  terminal.type("/rename");
  await composerShows(terminal, "/rename");
  terminal.press("enter");
  await composerShows(terminal, "/rename the login affair");
  terminal.type("s");
  terminal.press("enter");
  await terminal.waitFor("called “the login affairs” now.");
  expect((await runRein(["sessions", "list"], { project })).out).toContain("the login affairs");
  const id = (await runRein(["sessions", "list"], { project })).out.split(" ")[0] ?? "";
  // It is open here: nobody else writes to it.
  const refused = await runRein(["sessions", "rename", id, "mine"], { project });
  expect(refused).toMatchObject({ out: "", code: 1 });
  expect(refused.err).toContain("is open in another place");
  await send(terminal, "/rename -");
  await terminal.waitFor("by its first message again: fix the login");
});

describe("on the command line", () => {
  test("sessions are listed with what they cost, for people and for programs, and renamed", async () => {
    await using project = await makeProject();
    const { apples, pears, copy } = await saved(project);
    const list = async (...args: string[]) => (await runRein(["sessions", "list", ...args], { project })).out;
    expect(await list()).toMatch(
      new RegExp(
        `^${copy} .*\\$5\\.00 .*\\n${pears} .*\\$2\\.50 .*tell me of pears\\n${apples} .*\\$2\\.50 .*tell me of apples\\n$`,
      ),
    );
    const renamed = await runRein(["sessions", "rename", pears, "the", "pear", "affair"], { project });
    expect(renamed).toMatchObject({ out: `Session ${pears} is called “the pear affair” now.\n`, code: 0 });
    const lines = (await list("--json"))
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    const help = (await runRein(["sessions", "--help"], { project })).out;
    for (const name of Object.keys(lines[0] ?? {})) expect(help).toMatch(new RegExp(`\\b${name}\\b`));
    expect(lines).toEqual([
      expect.objectContaining({
        session: copy,
        cost: 5,
        forkedFrom: apples,
        lastWords: "Cider is made of them.",
      }),
      expect.objectContaining({
        session: pears,
        title: "the pear affair",
        named: true,
        cost: 2.5,
        unpriced: [],
      }),
      expect.objectContaining({
        session: apples,
        named: false,
        branch: "main",
        model: "openai/gpt-5.4",
        inputTokens: 1_000_000,
      }),
    ]);
    await runRein(["sessions", "rename", pears, "-"], { project });
    expect(await list()).toContain("tell me of pears");
    expect(await runRein(["sessions", "rename", pears], { project })).toMatchObject({ out: "", code: 2 });
  });
});

describe("-r WORDS without a screen", () => {
  test("-p goes on with the one session in which they stand, and names those there are several of", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("Of pears again.")], [text("Named.")]]);
    const { apples, pears, copy } = await saved(project);
    const ask = (...args: string[]) => runRein(["-p", ...args], { project, env: accessTo(server) });
    expect(await ask("-r", "about pears", "go on")).toMatchObject({ out: "Of pears again.\n", code: 0 });
    expect(userTexts(await server.nextRequest(0))).toEqual(["Hi, please tell me of pears", "go on"]);
    const several = await ask("-r", "apples", "go on");
    expect(several).toMatchObject({ out: "", code: 2 });
    expect(several.err).toContain("“apples” stands in 2 sessions.");
    for (const id of [apples, copy]) expect(several.err).toContain(id);
    expect(several.err).not.toContain(pears);
    const none = await ask("-r", "cherries", "go on");
    expect(none).toMatchObject({ out: "", code: 2 });
    expect(none.err).toContain('There is no session "cherries"');
    // A name counts as what was said does.
    await runRein(["sessions", "rename", apples, "the great affair"], { project });
    expect(await ask("-r", "great affair", "go on")).toMatchObject({ out: "Named.\n", code: 0 });
    expect(userTexts(await server.nextRequest(1))).toEqual(["Hi, please tell me of apples", "go on"]);
  });

  test("--events does the same", async () => {
    await using project = await makeProject();
    const { pears } = await saved(project);
    const drive = (...args: string[]) => runRein(["--events", "-m", "demo", ...args], { project });
    const { out, code } = await drive("-r", "about pears");
    expect(code).toBe(0);
    expect(JSON.parse(out.split("\n", 1)[0] ?? "")).toMatchObject({ type: "ready", sessionId: pears });
    expect(await drive("-r", "apples")).toMatchObject({ out: "", code: 2 });
  });

  test("--accessible opens the one, and lets the user choose among several", async () => {
    await using story = await begin([]);
    const { apples, pears } = await saved(story.project);
    await leave(story.terminal);
    const one = story.launchAgain({ args: ["--accessible", "-r", "about", "pears"] });
    await hear(one, /All about pears/);
    await leave(one);
    const several = story.launchAgain({ args: ["--accessible", "-r", "apples"], cols: 160 });
    await hear(several, new RegExp(apples));
    await heardQuestion(several, /Which session\?/);
    expect(seen(several)).not.toContain(pears);
    typeLine(several, "1");
    await hear(several, "Answer: Cider is made of them.");
  });
});
