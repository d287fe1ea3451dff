/** The shell of a conversation: left, gone on with, told to the model, and ended with the session. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Conversation } from "../../src/app/conversation.ts";
import { removeOldOutputs } from "../../src/app/old-outputs.ts";
import { openApp } from "../../src/app/open-app.ts";
import { accessTo } from "../e2e/start.ts";
import { resultsIn, userTexts } from "../e2e/requests.ts";
import { call, type ModelServer, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";

type Scene = {
  readonly project: TestProject;
  readonly server: ModelServer;
  readonly open: (resume?: boolean, cwd?: string) => Promise<Conversation>;
  readonly ask: (conversation: Conversation, prompt: string) => Promise<void>;
};

/** A project, and a model that answers by the script; every command is allowed. */
async function scene(script: Parameters<typeof serveModel>[0], play: (scene: Scene) => Promise<void>) {
  await using project = await makeProject({ "packages/api/a.txt": "apple\n" });
  await using server = await serveModel(script);
  const open = async (resume = false, cwd = project.folder) => {
    const app = await openApp({
      cwd,
      env: { ...project.env, ...accessTo(server) },
      version: "0.0.0",
      canAsk: false,
      defaultMaxTurns: 20,
      allow: ["bash"],
      deny: [],
    });
    return app.converse(resume ? { type: "latest" } : undefined);
  };
  const ask = async ({ engine }: Conversation, prompt: string) => {
    engine.submit(prompt);
    await engine.whenIdle();
  };
  await play({ project, server, open, ask });
}

const bash = (id: string, command: string, more = {}) => call("bash", { command, ...more }, { id });

describe("the folder of the shell", () => {
  test("is where the session left it when it is gone on with", async () => {
    await scene(
      [[bash("c1", "cd packages/api")], [text("there")], [bash("c2", "cat a.txt")], [text("read")]],
      async ({ project, server, open, ask }) => {
        const before = await open();
        await ask(before, "go there");
        expect(before.shellFolder()).toBe(project.path("packages/api"));
        before.close();
        const again = await open(true);
        expect(again.shellFolder()).toBe(project.path("packages/api"));
        await ask(again, "read it");
        again.close();
        expect(resultsIn(await server.nextRequest(3))["c2"]).toBe("exit code: 0\nin packages/api\napple\n");
      },
    );
  });

  test("that went away meanwhile is said with the first command", async () => {
    await scene(
      [[bash("c1", "cd packages/api")], [text("there")], [bash("c2", "pwd")], [text("read")]],
      async ({ project, server, open, ask }) => {
        const before = await open();
        await ask(before, "go there");
        before.close();
        rmSync(project.path("packages"), { recursive: true });
        const again = await open(true);
        expect(again.shellFolder()).toBe(project.folder);
        await ask(again, "where?");
        again.close();
        const result = resultsIn(await server.nextRequest(3))["c2"];
        expect(result).toContain("packages/api is gone; the command ran in the project folder");
        expect(result).toContain(`\n${project.folder}\n`);
      },
    );
  });
});

describe("background jobs", () => {
  test("end with their session, and whoever goes on with it is told", async () => {
    await scene(
      [
        [bash("c1", "echo $$ >pid; exec sleep 300", { run_in_background: true })],
        [text("runs")],
        [text("I see")],
      ],
      async ({ project, server, open, ask }) => {
        const before = await open();
        await ask(before, "start it");
        const pid = Number(await project.read("pid"));
        expect(before.jobs.list()).toMatchObject([{ id: "job-1", status: "running" }]);
        expect(before.close()).toMatchObject([{ id: "job-1" }]);
        while (isAlive(pid)) await new Promise((resolve) => setImmediate(resolve));
        const again = await open(true);
        expect(again.jobs.list()).toEqual([]);
        await ask(again, "still there?");
        expect(again.close()).toEqual([]);
        expect(userTexts(await server.nextRequest(2)).at(-1)).toMatch(
          /^\[Notice from rein, not from the user\] The session was left; .*job-1 \(echo[^]*still there\?$/,
        );
      },
    );
  });

  test("have ids that no job of an earlier run of the session had", async () => {
    const background = { run_in_background: true };
    await scene(
      [
        [bash("c1", "sleep 60", background), bash("c2", "true", background)],
        [text("runs")],
        [bash("c3", "sleep 61", background)],
        [text("runs")],
      ],
      async ({ server, open, ask }) => {
        const before = await open();
        await ask(before, "go");
        before.close();
        const again = await open(true);
        await ask(again, "go on");
        again.close();
        const results = resultsIn(await server.nextRequest(3));
        expect(results["c2"]).toStartWith("job-2 (true): exit code: 0");
        expect(results["c3"]).toStartWith("started in the background as job-3\n");
      },
    );
  });

  test("that end while nobody asks are told to the host at once and to the model with the next message", async () => {
    await scene(
      [
        [bash("c1", "until [ -e end ]; do sleep 0.02; done; echo bye; exit 4", { run_in_background: true })],
        [text("runs")],
        [text("I see")],
      ],
      async ({ project, server, open, ask }) => {
        const conversation = await open();
        await ask(conversation, "start it");
        const told = Promise.withResolvers<string>();
        conversation.engine.subscribe((event) => {
          if (event.type === "entry" && event.entry.type === "notice") told.resolve(event.entry.text);
        });
        await project.write("end", "");
        expect(await told.promise).toMatch(/job-1 \(.*\) ended: exit code: 4 after \d+ s\.[^]*\nbye$/);
        expect(conversation.engine.state).toBe("idle");
        await ask(conversation, "and?");
        conversation.close();
        expect(userTexts(await server.nextRequest(2)).at(-1)).toMatch(/exit code: 4[^]*bye\n\nand\?$/);
      },
    );
  });
});

describe("commands of the user", () => {
  test("are told to the model without colours where they are shared, and never where they are private", async () => {
    await scene([[text("ok")], [text("ok")]], async ({ project, server, open, ask }) => {
      const conversation = await open();
      const ran = { cwd: conversation.shellFolder(), exitCode: 0, durationMs: 1 };
      conversation.noteUserCommand({ ...ran, command: "cat token", output: "hush-hush\n", shared: false });
      conversation.noteUserCommand({
        ...ran,
        command: "git status",
        output: "\x1b[32mclean\x1b[0m\n",
        shared: true,
      });
      await ask(conversation, "hi");
      await ask(conversation, "again");
      conversation.close();
      expect(userTexts(await server.nextRequest(0))).toEqual([
        `[The user ran a command in ${project.folder}]\n$ git status\nexit code: 0\nclean\n\nhi`,
      ]);
      for (const { bodyText } of server.requests) expect(bodyText).not.toMatch(/hush-hush|cat token/);
    });
  });
});

describe("whole outputs", () => {
  test("may be read by the session that made them without a question, by no other, and not be written", async () => {
    await scene(
      [
        [bash("c1", "seq 1 100000")],
        ({ bodyText }) => {
          const [, path = ""] = /all of the output: (\S+) \.\.\.\]/.exec(bodyText) ?? [];
          return [
            call("read_file", { path, offset: -1 }, { id: "c2" }),
            call("grep", { pattern: "^77777$", path }, { id: "c3" }),
            call("write_file", { path: `${path}.more`, content: "x" }, { id: "c4" }),
            call("read_file", { path: join(path, "../../other/job.txt") }, { id: "c5" }),
          ];
        },
        [text("done")],
      ],
      async ({ server, open, ask }) => {
        const conversation = await open();
        await ask(conversation, "count");
        conversation.close();
        const results = resultsIn(await server.nextRequest(2));
        expect(results["c2"]).toContain("100000");
        expect(results["c3"]).toContain("77777");
        expect(results["c4"]).toContain("rein's own files");
        expect(results["c5"]).toContain("rein's own files");
      },
    );
  });

  test("are removed when nothing was written to them for a week", async () => {
    await using project = await makeProject();
    const outputs = join(project.home, "outputs");
    const now = Date.now();
    const days = (count: number) => new Date(now - count * 24 * 60 * 60 * 1000);
    for (const [name, age] of [
      ["old", 8],
      ["new", 1],
    ] as const) {
      mkdirSync(join(outputs, name), { recursive: true });
      await Bun.write(join(outputs, name, "a.txt"), "x");
      for (const path of [join(outputs, name, "a.txt"), join(outputs, name)])
        utimesSync(path, days(age), days(age));
    }
    // A folder's own time says nothing about what is still written to its files.
    mkdirSync(join(outputs, "written"));
    await Bun.write(join(outputs, "written", "a.txt"), "x");
    utimesSync(join(outputs, "written"), days(30), days(30));
    await removeOldOutputs(outputs, now);
    expect(readdirSync(outputs).toSorted()).toEqual(["new", "written"]);
    await removeOldOutputs(join(project.home, "never made"), now);
    expect(existsSync(join(project.home, "never made"))).toBeFalse();
  });
});

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
