/** What comes back with a session: unanswered questions, what was waiting, opened panels, the todo list, another model. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describe, expect, test } from "bun:test";
import { userSettingsFile } from "../../src/settings/paths.ts";
import { call, hold, type ModelServer, reasoning, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import {
  accessTo,
  answered,
  asked,
  begin,
  composerShows,
  exists,
  killHard,
  leave,
  seen,
  send,
  type Story,
} from "./start.ts";

const touch = (name: string) => call("bash", { command: `touch ${name}` }, { id: `call_${name}` });

describe("a question that nobody had answered", () => {
  const ways: readonly [string, (story: Story) => Promise<void>][] = [
    ["kill -9", ({ terminal }) => killHard(terminal)],
    [
      "a hang-up",
      async ({ terminal }) => {
        terminal.signal("SIGHUP");
        await terminal.waitForExit();
      },
    ],
    [
      "a signal to end",
      async ({ terminal }) => {
        terminal.signal("SIGTERM");
        await terminal.waitForExit();
      },
    ],
    [
      "Ctrl+C, and Ctrl+C twice",
      async ({ terminal }) => {
        terminal.press("ctrl+c");
        await terminal.waitFor(() => !/no, and stop/.test(terminal.screen().join("\n")));
        terminal.press("ctrl+c");
        await terminal.waitFor(/once more/);
        terminal.press("ctrl+c");
        await terminal.waitForExit();
      },
    ],
  ];

  test.each(ways)(
    "when the program ends by %s shows as not run, says what it was, and the model is told",
    async (_name, end) => {
      await using story = await begin([
        [text("Two files."), touch("one"), touch("two")],
        [text("back again")],
      ]);
      const { terminal, project, server } = story;
      await send(terminal, "go");
      await asked(terminal, "touch one");
      await end(story);
      const later = await story.again({ args: ["-c"] });
      for (const name of ["one", "two"])
        expect(seen(later)).toMatch(
          new RegExp(`■ bash {2}touch ${name} .*interrupted\\n +⎿ not answered, not run`),
        );
      await send(later, "go on");
      await answered(later, "back again");
      const results = resultsIn(await server.nextRequest(1));
      expect(Object.keys(results)).toEqual(["call_one", "call_two"]);
      for (const result of Object.values(results)) expect(result).toMatch(/not run/);
      expect(await exists(project, "one")).toBeFalse();
      expect(await exists(project, "two")).toBeFalse();
    },
  );

  test("in a run of calls is told apart from the one that ran and the one whose turn had not come", async () => {
    await using story = await begin(
      [[call("read_file", { path: "a.txt" }, { id: "call_read" }), touch("one")], [text("back")]],
      {
        files: { "a.txt": "apple\n" },
      },
    );
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, "touch one");
    await terminal.waitFor(/● read_file/);
    await killHard(terminal);
    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).toMatch(
      /● read_file {2}a\.txt[^]*■ bash {2}touch one .*interrupted\n +⎿ not answered, not run/,
    );
  });
});

test("messages that waited and the draft are there again after kill -9, each in its place", async () => {
  await using story = await begin([[text("working"), hold()]]);
  const { terminal } = story;
  await send(terminal, "first");
  await terminal.waitFor("working");
  await send(terminal, "second, later");
  await terminal.waitFor(/queued: .*second, later|▸ .*second, later/);
  terminal.type("a half wri");
  await composerShows(terminal, "a half wri");
  const drafts = `${story.project.env["XDG_DATA_HOME"]}/rein/drafts`;
  await terminal.waitFor(
    async () => (await Bun.$`cat ${drafts}/s-*.jsonl`.nothrow().quiet().text()).includes('"a half wri"'),
    {
      what: "the draft on the disk",
    },
  );
  await killHard(terminal);
  const later = await story.again({ args: ["-c"] });
  await composerShows(later, "a half wri");
  later.press("ctrl+u");
  await composerShows(later, "");
  later.press("ctrl+s");
  await composerShows(later, "second, later");
});

describe("how it was looked at", () => {
  const output = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`).join("\n");

  async function openPanel(terminal: TestTerminal): Promise<void> {
    terminal.press("ctrl+o");
    await terminal.waitFor(/\d+ lines|… \d+/);
    expect(terminal.screen().join("\n")).not.toContain("line 13");
    terminal.press("tab", "enter");
    await terminal.waitFor("line 13");
  }

  test("opened panels are open again: in the same run, and after kill -9", async () => {
    await using story = await begin(
      [[call("bash", { command: "cat long.txt" })], [text("I have read it.")]],
      {
        files: { "long.txt": `${output}\n` },
        args: ["--allow", "bash"],
        rows: 50,
      },
    );
    const { terminal, project } = story;
    await send(terminal, "read it");
    await answered(terminal, "I have read it.");
    await openPanel(terminal);
    terminal.press("q");
    await composerShows(terminal, "");
    terminal.press("ctrl+o");
    await terminal.waitFor("line 13");
    const views = `${project.env["XDG_DATA_HOME"]}/rein/views`;
    await terminal.waitFor(
      async () => (await Bun.$`ls ${views}`.nothrow().quiet().text()).includes(".json"),
      {
        what: "the view on the disk",
      },
    );
    await killHard(terminal);
    const later = await story.again({ args: ["-c"], rows: 50 });
    later.press("ctrl+o");
    await later.waitFor("line 13");
    later.press("q");
    await leave(later);
    const fresh = await story.again({ rows: 50 });
    await leave(fresh);
  });

  test("the todo list is shown again where it was shown", async () => {
    const items = [{ text: "mend the fence", status: "in_progress" }];
    await using story = await begin([[call("todo_write", { items })], [text("Noted.")]]);
    const { terminal } = story;
    await send(terminal, "plan");
    await answered(terminal, "Noted.");
    terminal.press("ctrl+t");
    await terminal.waitFor(/todo · 0 of 1 done\n +▸ mend the fence/);
    await leave(terminal);
    const later = await story.again({ args: ["-c"] });
    await later.waitFor(/todo · 0 of 1 done\n +▸ mend the fence/);
    later.press("ctrl+t");
    await later.waitFor(() => !later.screen().join("\n").includes("todo · 0 of 1"));
    await leave(later);
    const last = await story.again({ args: ["-c"] });
    expect(last.screen().join("\n")).not.toContain("todo · 0 of 1");
  });
});

describe("one store", () => {
  test("a session of the terminal goes on with -p, and in the terminal again", async () => {
    await using story = await begin([
      [text("from the screen")],
      [text("from the pipe")],
      [text("on the screen again")],
    ]);
    const { terminal, server, project } = story;
    await send(terminal, "first");
    await answered(terminal, "from the screen");
    await leave(terminal);
    const env = accessTo(server);
    expect(await runRein(["-p", "-c", "second"], { project, env })).toMatchObject({
      out: "from the pipe\n",
      code: 0,
    });
    expect(userTexts(await server.nextRequest(1))).toEqual(["first", "second"]);
    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).toMatch(/> first[^]*● from the screen[^]*> second[^]*● from the pipe/);
    await send(later, "third");
    await answered(later, "on the screen again");
    expect(userTexts(await server.nextRequest(2))).toEqual(["first", "second", "third"]);
  });
});

/** Providers of the three protocols at one server, each with a model of its own. */
async function settle(project: TestProject, server: ModelServer): Promise<void> {
  const file = userSettingsFile(project.env);
  await mkdir(dirname(file), { recursive: true });
  const providers = {
    chatty: { baseUrl: server.chatUrl, protocol: "chat" },
    mine: { baseUrl: server.chatUrl, protocol: "responses" },
    said: { baseUrl: server.url, protocol: "messages" },
  };
  await writeFile(file, JSON.stringify({ providers }));
}

describe("another model", () => {
  const models = ["said/one", "mine/two", "chatty/three"] as const;
  const orders = models.flatMap((first) =>
    models.filter((second) => second !== first).map((second) => [first, second] as const),
  );

  test.each(orders)(
    "a session of %s goes on with %s, and then with the first again: no thought goes to a stranger",
    async (first, second) => {
      await using project = await makeProject({ "a.txt": "apple\n" });
      const step = (name: string) => [
        reasoning(`secret thought of ${name}`),
        text(`${name} looks.`),
        call("read_file", { path: "a.txt" }, { id: `call_${name}` }),
      ];
      await using server = await serveModel([
        step("first"),
        [reasoning("closing thought of first"), text("It says apple.")],
        step("second"),
        [reasoning("closing thought of second"), text("Still apple.")],
        [text("And again.")],
      ]);
      await settle(project, server);
      const ask = (model: string, ...args: string[]) => runRein(["-p", "-m", model, ...args], { project });
      expect(await ask(first, "what does it say?")).toMatchObject({ out: "It says apple.\n", code: 0 });
      expect(await ask(second, "-c", "and now?")).toMatchObject({ out: "Still apple.\n", code: 0 });
      expect(await ask(first, "-c", "and in the end?")).toMatchObject({ out: "And again.\n", code: 0 });
      const bodies = await Promise.all(
        [2, 3, 4].map(async (at) => JSON.stringify((await server.nextRequest(at)).body)),
      );
      const [begun = "", done = "", last = ""] = bodies;
      // What was said and found is there for everybody.
      const missing = (body: string, ...words: string[]) => words.filter((one) => !body.includes(one));
      for (const body of bodies)
        expect(missing(body, "what does it say?", "first looks.", "It says apple.", "call_first")).toEqual(
          [],
        );
      expect(missing(last, "and now?", "second looks.", "Still apple.", "call_second")).toEqual([]);
      // Signed, sealed or plain: thoughts go to nobody but the model that had them.
      expect(/thought|signed-|sealed-/.exec(begun)).toBeNull();
      expect(/thought of first/.exec(done)).toBeNull();
      expect(/thought of second/.exec(last)).toBeNull();
    },
  );
});
