/** Going on in rein with a session that was held in another program. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { dataPaths } from "../../src/sessions/paths.ts";
import { claudeSession, claudeUser, lines } from "../sessions/import/fixtures.ts";
import { claudeFolder, everything, fillAll, put } from "../sessions/import/stores.ts";
import { serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { conversationOf } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { hear, leave as closeByKey, start, typeLine } from "./screen-reader.ts";
import { accessTo, answered, begin, composerShows, leave, seen, send } from "./start.ts";

function fill(project: TestProject): Promise<void> {
  return fillAll(project.home, project.folder);
}

describe("rein sessions import", () => {
  test("lists what there is for this folder, and makes one a session that the model goes on with", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("Then I add a test.")]]);
    const env = accessTo(server);
    await fill(project);
    const others = join(project.home, ".claude");
    const before = await everything(others);
    const listed = await runRein(["sessions", "import"], { project });
    expect(listed).toMatchObject({ code: 0, err: "" });
    expect(listed.out).toMatch(/5f0c1d2e +Claude Code .*Fix the total of the cart/);
    expect(listed.out.split("\n").filter((line) => line.includes("  "))).toHaveLength(5);
    const made = await runRein(["sessions", "import", "5f0c1"], { project });
    const [, id = ""] =
      /as session (\w+) \(4 messages\)\. rein -r \w+ goes on with it\./.exec(made.out) ?? [];
    expect(made).toMatchObject({ code: 0 });
    expect(made.err).toContain("Conversations of helpers that it had started are left out: 2.");
    expect(await everything(others)).toEqual(before);

    expect(await runRein(["-p", "-c", "and now?"], { project, env })).toMatchObject({
      code: 0,
      out: "Then I add a test.\n",
    });
    const asked = conversationOf(await server.nextRequest(0));
    expect(asked.slice(0, 6)).toEqual([
      { who: "user", text: "Why is the total wrong?" },
      { who: "model", text: "I read both files.", calls: ["toolu_1", "toolu_2"] },
      { who: "tool", id: "toolu_1", text: "1→let total = 1" },
      { who: "tool", id: "toolu_2", text: "error (failed): Exit code 1\n1 failed" },
      { who: "model", text: "", calls: ["toolu_3"] },
      { who: "tool", id: "toolu_3", text: "Updated." },
    ]);
    expect(asked.slice(6)).toMatchObject([
      { who: "model", text: "The total began at 1. It is 0 now." },
      { who: "user", text: expect.stringMatching(/said in Claude Code[^]*and now\?$/) },
    ]);
    const shown = await runRein(["sessions", "show", id], { project });
    expect(shown.out).toContain("Then I add a test.");
  });

  test("says which session there is already; --json tells programs the same", async () => {
    await using project = await makeProject();
    await fill(project);
    const first = await runRein(["sessions", "import", "pi-5", "--json"], { project });
    const { sessionId, tool, type } = JSON.parse(first.out);
    expect({ tool, type }).toEqual({ tool: "pi", type: "imported" });
    const again = await runRein(["sessions", "import", "pi-5"], { project });
    expect(again).toMatchObject({ code: 0 });
    expect(again.out).toContain(`rein -r ${sessionId} goes on with it. --again imports it once more.`);
    const listed = await runRein(["sessions", "import", "--tool", "pi", "--json"], { project });
    expect(
      listed.out
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { tool: "pi", id: "pi-5", cwd: project.folder, title: "Counting", importedAs: sessionId },
    ]);
  });

  test("takes a file from anywhere, and says what of it could not be read", async () => {
    await using project = await makeProject();
    const damaged = `${lines(...claudeSession())}{"type":"user","uu`;
    const file = await put(project.home, project.folder, "sent/from-a-friend.jsonl", damaged);
    const made = await runRein(["sessions", "import", file], { project });
    expect(made).toMatchObject({ code: 0 });
    expect(made.err).toContain("Could not be read, and left out: 1 line of the transcript.");
    const [name = ""] = await readdir(dataPaths(project.env).sessions);
    expect(made.out).toContain(name.split("-").at(-1)?.replace(".jsonl", "") ?? "?");
  });

  test("refuses what is no transcript, with words on what to do", async () => {
    await using project = await makeProject({ "package.json": '{"name":"x"}' });
    const unknown = await runRein(["sessions", "import", "package.json"], { project });
    expect(unknown).toMatchObject({ code: 2, out: "" });
    expect(unknown.err).toContain("is no transcript that rein knows");
    const nothing = await runRein(["sessions", "import", "abc"], { project });
    expect(nothing).toMatchObject({ code: 2, out: "" });
    expect(nothing.err).toContain("rein sessions import --all lists what there is.");
    const tool = await runRein(["sessions", "import", "--tool", "other"], { project });
    expect(tool).toMatchObject({ code: 2, out: "" });
    const none = await runRein(["sessions", "import"], { project });
    expect(none).toMatchObject({ code: 0 });
    expect(none.out).toContain("No transcripts of other programs were found for this folder");
  });
});

describe("-r and the id of another program's session", () => {
  const id = "5f0c1d2e-0000-4000-8000-000000000001";

  test("makes one session of it, however often it is said, and goes on with that", async () => {
    await using project = await makeProject();
    await using server = await serveModel([[text("one")], [text("two")]]);
    const env = accessTo(server);
    await fill(project);
    const run = (...args: string[]) => runRein(args, { project, env });
    const sessions = () => readdir(dataPaths(project.env).sessions);
    const mayMean = `“Fix the total of the cart”. It is not imported yet: rein sessions import ${id} `;
    const refused = await run("-p", "go on", "-r", "5f0c1d2e");
    expect(refused).toMatchObject({ code: 2, out: "", err: expect.stringContaining(mayMean) });
    expect((await run("sessions", "show", id)).err).toContain(mayMean);
    expect(await sessions().catch(() => [])).toEqual([]);

    const first = await run("-p", "go on", "-r", id);
    expect(first).toMatchObject({ code: 0, out: "one\n" });
    expect(first.err).toMatch(
      /^rein: Imported from Claude Code, .*: “Fix the total of the cart” \(4 messages\) is session \w+ of rein\.$/m,
    );
    const [file = "", ...others] = await sessions();
    expect(others).toEqual([]);
    const theirs = join(claudeFolder(project.folder), `${id}.jsonl`);
    await put(project.home, project.folder, theirs, lines(...claudeSession(), {}));
    const stdin = '{"type":"submit","text":"go on"}\n';
    const driven = await runRein(["--events", "-r", id], { project, env, stdin });
    expect(driven.out).toMatch(/"type":"note".*has grown there since: what came then is not in it/);
    expect(await sessions()).toEqual([file]);
    const ours = /-(\w+)\.jsonl$/.exec(file)?.[1] ?? "?";
    expect((await run("sessions", "show", id)).out).toMatch(new RegExp(`^session ${ours} .*> go on`, "s"));
  });
});

describe("the list of sessions", () => {
  test("shows those of other programs behind all folders; choosing one goes on with it at once", async () => {
    await using story = await begin([[text("I go on.")]]);
    const { terminal, project, server } = story;
    await fill(project);
    await runRein(["sessions", "import", "019a"], { project });
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ .*List the tests/);
    terminal.press("tab");
    await terminal.waitFor("tab other programs");
    terminal.press("tab");
    await terminal.waitFor(/Of other programs[^]*Claude Code .*Fix the total of the cart/);
    terminal.type("claude");
    await terminal.waitFor(/❯ Claude Code[^]*> Why is the total wrong\?[^]*The total began at 1\./);
    terminal.press("enter");
    await terminal.waitFor("Imported from Claude Code, which keeps its own.");
    expect(seen(terminal)).toMatch(/> Why is the total wrong\?[^]*Read .*cart\.ts[^]*It is 0 now\./);
    await send(terminal, "go on");
    await answered(terminal, "I go on.");
    expect(conversationOf(await server.nextRequest(0))).toContainEqual({
      who: "tool",
      id: "toolu_3",
      text: "Updated.",
    });
    expect(await leave(terminal)).toBe(0);
    // Chosen once more, it is the session that was made of it.
    const later = await story.again();
    await send(later, "/resume");
    await later.waitFor(/❯ .*Fix the total|❯ .*Why is the total/);
    later.press("tab", "tab");
    await later.waitFor(/Of other programs[^]*Claude Code/);
    later.type("claude");
    await later.waitFor(/❯ Claude Code/);
    later.press("enter");
    await later.waitFor("This session of Claude Code was imported before");
    expect(seen(later)).toContain("● I go on.");
  });

  test("is there for somebody who has only those; Escape leaves it, and keys that came early count", async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    await fill(project);
    await send(terminal, "/resume");
    await terminal.waitFor(/Of other programs[^]*Codex .*List the tests/);
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which session?"));
    terminal.type("/resume");
    await composerShows(terminal, "/resume");
    // In one go: the list has had no time to be read when the rest comes.
    terminal.press("enter", "down", "enter");
    await terminal.waitFor("Imported from opencode, which keeps its own.");
    expect(seen(terminal)).toContain("There is one problem.");
  });

  test("with --fork the one that is made of it is the copy: there is no second one", async () => {
    await using story = await begin([]);
    const { project } = story;
    await fill(project);
    const terminal = story.launchAgain({ args: ["-r", "--fork"] });
    await terminal.waitFor(/Of other programs[^]*❯ pi /);
    terminal.press("enter");
    await terminal.waitFor("Imported from pi, which keeps its own.");
    expect(await leave(terminal)).toBe(0);
    expect(await readdir(dataPaths(project.env).sessions)).toHaveLength(1);
  });

  test("while one is made, Escape stops that: nothing is left of it, and the conversation goes on", async () => {
    await using story = await begin([[text("I am here.")]], { kittyKeyboard: true });
    const { terminal, project } = story;
    const long = Array.from({ length: 2_000 }, (_, at) =>
      claudeUser(`u${at}`, at === 0 ? null : `u${at - 1}`, `line ${at} of it ${"and more ".repeat(200)}`),
    );
    await put(project.home, project.folder, ".claude/projects/any/long.jsonl", lines(...long));
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ Claude Code +now +line 0 of it/);
    // In one go: it has had no time to be made.
    terminal.press("enter", "escape");
    await terminal.waitFor("That session was not opened: the one from before goes on.");
    await send(terminal, "hello");
    await answered(terminal, "I am here.");
    expect(await leave(terminal)).toBe(0);
    const names = await readdir(dataPaths(project.env).sessions);
    expect(names).toHaveLength(1);
    expect(seen(terminal)).not.toContain("Imported from");
  });
});

test("who listens is told of them by /resume, and how to get at them", async () => {
  await using story = await start([]);
  await fill(story.project);
  typeLine(story.terminal, "/resume");
  await hear(
    story.terminal,
    /Other programs have sessions on this disk, too: rein sessions import lists them\.$/,
  );
  await hear(story.terminal, /There is no other session of this folder\.$/);
  await closeByKey(story);
});

test("a database that cannot be read is told of, in the list of a terminal and in that of a shell, and once where an id is not found", async () => {
  await using story = await begin([]);
  const { terminal, project } = story;
  await put(project.home, project.folder, ".local/share/opencode/opencode.db", "not a database");
  const listed = await runRein(["sessions", "import"], { project });
  expect(listed).toMatchObject({ code: 0 });
  expect(listed.err).toMatch(/opencode\.db could not be read: .*The sessions in it are not listed\./);
  const missing = await runRein(["-p", "-r", "5f0c1d2e-0000-4000-8000-000000000009", "go on"], { project });
  expect(missing).toMatchObject({ code: 2 });
  expect(missing.err.match(/opencode\.db could not be read/g)).toHaveLength(1);
  await fill(project);
  await send(terminal, "/resume");
  await terminal.waitFor(/Of other programs[^]*Codex .*List the tests/);
  await terminal.waitFor(/opencode\.db could not be\s+read/);
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which session?"));
  expect(await leave(terminal)).toBe(0);
});
