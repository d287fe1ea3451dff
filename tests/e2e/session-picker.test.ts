/** Finding a session again: the list of saved sessions, its keys, and what was said in them. */
import { mkdir, readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import { text } from "../support/model-server.ts";
import type { TestProject } from "../support/project.ts";
import { runRein } from "./run-rein.ts";
import { begin, composerShows, leave, seen, send } from "./start.ts";

type Said = { readonly ask: string; readonly reply: string; readonly cwd?: string };

/** Sessions of the project's user, the last one the youngest. Returns their ids. */
async function saved(project: TestProject, sessions: readonly Said[]): Promise<string[]> {
  const here = await realpath(project.folder);
  let time = Date.UTC(2030, 0, 2);
  const context = { paths: dataPaths(project.env), now: () => (time += 1_000), onTrouble: () => {} };
  return sessions.map(({ ask, reply, cwd = here }) => {
    const session = createSession({ cwd, version: "0.1.0", gitBranch: "main" }, context);
    session.append({ type: "user", text: ask, via: "submit" });
    session.append({
      type: "assistant",
      turnId: "t",
      step: 1,
      model: "demo/offline",
      parts: [{ type: "text", text: reply }],
      stop: "stop",
      latencyMs: 1,
      attempts: 1,
    });
    session.close();
    return session.header.sessionId;
  });
}

const fruit: readonly Said[] = [
  { ask: "tell of apples", reply: "They are 红色的 and round." },
  { ask: "tell of pears", reply: "They are green." },
  { ask: "tell of plums", reply: "They are blue.", cwd: "/elsewhere/orchard" },
];

describe("the list of saved sessions", () => {
  test("shows how the chosen one ended; Tab leads to all folders and back; typing filters by first and last words", async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    await saved(project, fruit);
    await mkdir(join(dataPaths(project.env).sessions, "20990101-000000-aaaaaaaaaa.jsonl"));
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ .*tell of pears[^]*They are green\.\n +A session file could not be read;/);
    expect(terminal.screen().join("\n")).not.toContain("plums");
    terminal.press("down");
    await terminal.waitFor(/❯ .*tell of apples[^]*> tell of apples[^]*They are 红色的 and round\./);
    terminal.press("tab");
    await terminal.waitFor(/tell of plums.*orchard/);
    terminal.type("blue");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("tell of apples"));
    await terminal.waitFor(/❯ .*tell of plums[^]*\/elsewhere\/orchard · main/);
    terminal.press("ctrl+u", "tab");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("plums"));
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which session?"));
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
  });

  test("at the start: what was sent ahead of the choice waits in the composer, and goes to no session by itself", async () => {
    await using story = await begin([[text("Sent.")]]);
    const { project, server } = story;
    await saved(project, fruit);
    const terminal = story.launchAgain({ args: ["-r", "they are"] });
    // Before the program runs: an Enter that comes when the list is there already is the list's.
    terminal.type("ahead of it\r");
    await terminal.waitFor(/❯ .*tell of pears/);
    await composerShows(terminal, "ahead of it");
    expect(server.requests).toHaveLength(0);
    terminal.press("enter");
    await terminal.waitFor("● They are green.");
    await composerShows(terminal, "ahead of it");
    expect(server.requests).toHaveLength(0);
  });

  test("loses no key that is pressed before the sessions are there", async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    await saved(project, fruit);
    terminal.type("/resume");
    await composerShows(terminal, "/resume");
    // In one go: the list has had no time to be read when the rest comes.
    terminal.press("enter", "down", "enter");
    await terminal.waitFor("● They are 红色的 and round.");
  });

  test("what is typed behind the Enter that chooses is the next message's", async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    await saved(project, fruit);
    terminal.type("/resume");
    await composerShows(terminal, "/resume");
    terminal.type("\rapples\rand then");
    await terminal.waitFor("● They are 红色的 and round.");
    await composerShows(terminal, "and then");
  });

  test("removes one to the trash, and asks before: another key keeps it", async () => {
    await using story = await begin([]);
    const { terminal, project } = story;
    const [apples = "", pears = ""] = await saved(project, fruit);
    const { sessions, trash } = dataPaths(project.env);
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ .*tell of pears/);
    terminal.press("delete");
    await terminal.waitFor(/To the trash\?.*tell of pears/);
    terminal.press("enter");
    await terminal.waitFor("Which session?");
    expect((await readdir(sessions)).join()).toContain(pears);
    terminal.press("delete", "delete");
    await terminal.waitFor(/❯ .*tell of apples/);
    await terminal.waitFor(`Session ${pears} is in the trash`);
    expect((await readdir(sessions)).join()).not.toContain(pears);
    expect((await readdir(sessions)).join()).toContain(apples);
    expect((await readdir(trash)).join()).toContain(pears);
  });
});

describe("rein -r WORDS", () => {
  test("opens the one session in which they stand, this folder's first", async () => {
    await using story = await begin([]);
    await saved(story.project, fruit);
    await leave(story.terminal);
    const one = await story.again({ args: ["-r", "红色的", "apples"] });
    await one.waitFor("● They are 红色的 and round.");
    await leave(one);
    const elsewhere = await story.again({ args: ["-r", "plums"] });
    await elsewhere.waitFor("● They are blue.");
  });

  test("offers those that fit when there are several", async () => {
    await using story = await begin([]);
    await saved(story.project, [...fruit, { ask: "tell of nuts", reply: "Brown." }]);
    await leave(story.terminal);
    const several = await story.again({ args: ["-r", "they are"] });
    await several.waitFor(/With “they are”[^]*❯ .*tell of pears[^]*tell of apples/);
    expect(several.screen().join("\n")).not.toContain("tell of nuts");
    several.press("tab");
    await several.waitFor("tell of nuts");
  });

  test("says so when they stand nowhere", async () => {
    await using story = await begin([]);
    await saved(story.project, fruit);
    await leave(story.terminal);
    const none = story.launchAgain({ args: ["-r", "cherries"] });
    expect(await none.waitForExit()).toBe(2);
    expect(seen(none)).toContain('There is no session "cherries"');
  });
});

describe("rein sessions search", () => {
  test("prints who said it, with the hit marked; --all leaves the folder; --json is for programs; re: is a pattern", async () => {
    await using story = await begin([]);
    const { project } = story;
    const [apples = "", , plums = ""] = await saved(project, fruit);
    const search = (...args: string[]) => runRein(["sessions", "search", ...args], { project });
    const found = await search("红色");
    expect(found).toMatchObject({ code: 0 });
    expect(found.out).toMatch(new RegExp(`^${apples}  +\\S+  model  They are «红色»的 and round\\.\\n$`));
    expect(await search("plums")).toMatchObject({ out: "", code: 1 });
    expect((await search("plums", "--all")).out).toMatch(/you .*\/elsewhere\/orchard {2}tell of «plums»\n$/);
    const json = await search("re:^tell.*ums$", "--all", "--json");
    expect(
      json.out
        .trim()
        .split("\n")
        .map((line): unknown => JSON.parse(line)),
    ).toEqual([
      expect.objectContaining({ session: plums, who: "user", text: "tell of plums", hits: [[0, 13]] }),
    ]);
    expect(await search("re:(")).toMatchObject({ out: "", code: 2 });
    expect(await search()).toMatchObject({ out: "", code: 2 });
    expect(await readdir(join(dataPaths(project.env).data))).toContain("session-index.sqlite");
  });

  test("lets nothing of what was said reach the terminal as a command to it", async () => {
    await using story = await begin([]);
    const { project } = story;
    await saved(project, [{ ask: "x \u001b]0;owned\u0007 needle \u001b[2J y", reply: "ok" }]);
    const { out } = await runRein(["sessions", "search", "needle"], { project });
    expect(out).toContain("«needle»");
    expect(out).not.toContain("\u001b");
  });
});
