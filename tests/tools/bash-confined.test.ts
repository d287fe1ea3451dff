/** bash in a sandbox: what is asked when a command wants out, and what the model is told. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { bashTool } from "../../src/tools/bash.ts";
import type { Confinement } from "../../src/tools/confinement.ts";
import { createSessionShell } from "../../src/tools/session-shell.ts";
import type { FurtherQuestion, ToolContext, ToolRun } from "../../src/tools/tool.ts";
import { freePort } from "../support/ports.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { hasSandbox, sandboxOf, type TestSandbox } from "../support/sandbox.ts";
import { contextOf, prepare, said } from "./call-tool.ts";

setDefaultTimeout(30_000);

type Scene = {
  readonly project: TestProject;
  readonly confined: TestSandbox;
  readonly questions: FurtherQuestion[];
  readonly denied: string[];
  /** What the model is told of a command. */
  readonly tell: (
    command: string,
    more?: Partial<ToolRun> & { readonly background?: boolean },
  ) => Promise<string>;
};

/** A session whose user answers every further question like this. */
async function scene(
  answer: "yes" | "no",
  play: (scene: Scene) => Promise<void>,
  more: Partial<Confinement> = {},
) {
  await using project = await makeProject({ "a.txt": "one\n" });
  await using confined = sandboxOf(project);
  const questions: FurtherQuestion[] = [];
  const denied: string[] = [];
  const { folder: root, home } = project;
  const confinement: Confinement = {
    sandbox: confined.sandbox,
    root,
    home,
    onDenied: (what) => denied.push(...what),
    ...more,
  };
  const shell = createSessionShell({ root, confinement, onJobEnd() {} });
  const context: ToolContext = contextOf(project, { shell });
  const tell: Scene["tell"] = async (command, { background = false, ...run } = {}) => {
    const call = await prepare(
      bashTool,
      { command, ...(background ? { run_in_background: true } : {}) },
      context,
    );
    const result = await call.run({
      signal: new AbortController().signal,
      onOutput() {},
      async keepBefore() {},
      ask: async (question) => {
        questions.push(question);
        return answer;
      },
      ...run,
    });
    return said(result);
  };
  await play({ project, confined, questions, denied, tell });
  shell.jobs.killAll();
}

describe.skipIf(!hasSandbox)("a command that is denied something", () => {
  test("writing outside: is asked with the path, and not run again when the user says no", async () => {
    await scene("no", async ({ project, questions, denied, tell }) => {
      const path = join(project.home, "more/d");
      mkdirSync(join(project.home, "more"));
      const text = await tell(`echo x >> runs; echo x > ${path}`);
      expect(questions).toHaveLength(1);
      expect(questions[0]?.preview).toMatchObject({
        how: expect.stringContaining(`${project.home}/more writable`),
      });
      expect(questions[0]?.reasons.join()).toContain(path);
      expect(text).toContain("exit code: 1");
      expect(text).toContain(`The sandbox denied: writing ${path}`);
      expect(denied).toEqual([`writing ${path}`]);
      expect(await project.read("runs")).toBe("x\n");
      expect(existsSync(path)).toBe(false);
    });
  });

  test("is run once more with just that when the user says yes, which holds for that command only", async () => {
    await scene("yes", async ({ project, questions, tell }) => {
      const place = join(project.home, "more");
      mkdirSync(place);
      const text = await tell(`echo x > ${place}/d && echo done`);
      expect(text).toContain("exit code: 0");
      expect(text).toContain("the user allowed it once more");
      expect(existsSync(join(place, "d"))).toBe(true);
      await tell(`echo x > ${place}/e`);
      expect(questions).toHaveLength(2);
    });
  });

  test("git's configuration is a question of its own", async () => {
    await scene("yes", async ({ project, questions, tell }) => {
      await tell("git init -q");
      const text = await tell("git config user.name someone");
      expect(questions).toHaveLength(1);
      expect(questions[0]?.preview).toMatchObject({ how: expect.stringContaining(".git/config writable") });
      expect(text).toContain("exit code: 0");
      expect(await project.read(".git/config")).toContain("someone");
    });
  });

  test("a hidden key leads out of the sandbox only by a question that says so", async () => {
    await scene("yes", async ({ project, questions, tell }) => {
      await Bun.write(join(project.home, ".ssh/config"), "KEY\n");
      const text = await tell(`cat ${project.home}/.ssh/config`);
      expect(questions[0]?.preview).toMatchObject({ how: expect.stringContaining("outside of the sandbox") });
      expect(text).toContain("KEY");
    });
  });

  test("a host is asked about while the command waits", async () => {
    await scene("yes", async ({ questions, tell }) => {
      using server = Bun.serve({ port: 0, fetch: () => new Response("reached") });
      const text = await tell(`curl -sS -m 20 --noproxy '' http://127.0.0.1:${server.port}/`);
      expect(questions[0]?.preview).toMatchObject({
        how: expect.stringContaining(`127.0.0.1:${server.port}`),
      });
      expect(text).toBe("exit code: 0\nreached");
    });
  });

  test("a yes to a host holds for the port that was shown, and for the whole call", async () => {
    await scene("yes", async ({ questions, tell }) => {
      using one = Bun.serve({ port: 0, fetch: () => new Response("1") });
      using two = Bun.serve({ port: 0, fetch: () => new Response("2") });
      const get = ({ port }: { port?: number | undefined }) =>
        `curl -sS -m 20 --noproxy '' http://127.0.0.1:${port}/`;
      expect(await tell([get(one), get(one), get(two)].join(";"))).toBe("exit code: 0\n112");
      expect(questions.map(({ wants }) => wants)).toEqual([
        `to connect to 127.0.0.1:${one.port}`,
        `to connect to 127.0.0.1:${two.port}`,
      ]);
    });
  });

  test("a server of the user's on this machine is a question of its own, by its port", async () => {
    await scene("yes", async ({ questions, tell }) => {
      using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("reached") });
      const text = await tell(`curl -sS -m 20 http://localhost:${server.port}/ | cat`);
      expect(questions).toHaveLength(1);
      expect(questions[0]?.preview).toMatchObject({
        how: `once more, from its start, with localhost:${server.port} reachable`,
      });
      expect(text).toContain("exit code: 0\nreached");
    });
  });

  test("a port of this machine at which nobody waits is no question", async () => {
    await scene("yes", async ({ questions, tell }) => {
      expect(await tell(`curl -sS -m 20 http://localhost:${freePort()}/`)).not.toContain("denied");
      expect(questions).toEqual([]);
    });
  });

  test("what a pipe hides is asked about, too", async () => {
    await scene("yes", async ({ project, questions, tell }) => {
      const place = join(project.home, "more");
      mkdirSync(place);
      expect(await tell(`echo x 2>&1 > ${place}/d | cat`)).toContain("exit code: 0");
      expect(questions).toHaveLength(1);
      expect(existsSync(join(place, "d"))).toBe(true);
    });
  });

  test("ssh is asked about once, and outright: inside it has no keys", async () => {
    await scene("no", async ({ questions, tell }) => {
      const text = await tell("git ls-remote git@git.example:one");
      expect(questions.map(({ preview, reasons }) => [preview, reasons])).toEqual([
        [
          expect.objectContaining({ how: expect.stringContaining("outside of the sandbox") }),
          ["it connects to git.example by ssh, and keys are hidden in the sandbox"],
        ],
      ]);
      expect(text).toContain("The sandbox denied: connecting to git.example:22");
    });
  });

  test("a program that takes no proxy is told to be why, and may be let out", async () => {
    await scene("no", async ({ questions, tell }) => {
      const text = await tell("curl -sS -m 20 --noproxy '*' http://one.example/");
      expect(text).toContain("The sandbox denied: the network, for a program that does not take the proxy");
      expect(questions).toHaveLength(1);
    });
  });

  test("with nobody to ask it is told what was denied", async () => {
    await scene("no", async ({ questions, tell }) => {
      const text = await tell("curl -sS -m 20 http://one.example/", { ask: async () => "no" });
      expect(text).toContain("The sandbox denied: connecting to one.example:80");
      expect(questions).toEqual([]);
    });
  });

  test("one that was taken for looking only and writes is asked about before it may", async () => {
    await scene("yes", async ({ project, questions, tell }) => {
      const text = await tell("echo x > b.txt", { class: "read_only" });
      expect(questions[0]?.preview).toMatchObject({
        how: expect.stringContaining("with the project writable"),
      });
      expect(text).toContain("exit code: 0");
      expect(await project.read("b.txt")).toBe("x\n");
    });
  });

  test("a command that fails for another reason is not asked about", async () => {
    await scene("yes", async ({ questions, tell }) => {
      await tell("cat missing; ls /nowhere; grep -q x a.txt; false");
      await tell("echo /root/.ssh: looks fine; exit 3");
      expect(questions).toEqual([]);
    });
  });

  test("what it left running is told to have ended", async () => {
    await scene("no", async ({ tell }) => {
      expect(await tell("sleep 20 & echo on")).toContain("What it left running ended with it");
    });
  });
});

describe.skipIf(!hasSandbox)("a command in the background", () => {
  test("runs outside only when the user says so, else inside, which the model is told", async () => {
    await scene("no", async ({ project, questions, tell }) => {
      const text = await tell(`echo x > ${project.home}/out; echo tried; sleep 20`, { background: true });
      expect(questions).toHaveLength(1);
      expect(text).toContain("It runs in the sandbox");
      expect(existsSync(join(project.home, "out"))).toBe(false);
    });
    await scene("yes", async ({ project, tell }) => {
      await tell(`echo x > ${project.home}/out; echo did`, { background: true });
      expect(existsSync(join(project.home, "out"))).toBe(true);
    });
  });
});

describe.skipIf(!hasSandbox)("a server in the background that the user let run outside", () => {
  test("is reached by commands in the sandbox, also when it begins to serve while they run", async () => {
    await scene("yes", async ({ questions, tell }) => {
      const port = freePort();
      const script = `await Bun.sleep(300); Bun.serve({ port: ${port}, fetch: () => new Response("served") })`;
      await tell(`exec '${process.execPath}' -e '${script}'`, { background: true });
      const get = `curl -sS -m 20 http://localhost:${port}/`;
      const text = await tell(`until ${get} 2>/dev/null; do sleep 0.1; done; ${get}`);
      expect(text).toBe("exit code: 0\nservedserved");
      expect(await tell(get)).toBe("exit code: 0\nserved");
      expect(questions).toHaveLength(1);
    });
  });
});

describe.skipIf(!hasSandbox)("a sandbox that is lost", () => {
  test("runs nothing of a call that was allowed with it", async () => {
    await scene("yes", async ({ project, tell, confined }) => {
      await confined.sandbox.probe();
      confined.sandbox.close();
      expect(tell("echo x > ran")).rejects.toThrow("the sandbox was there and is lost");
      expect(existsSync(project.path("ran"))).toBe(false);
    });
  });
});
