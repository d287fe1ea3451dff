import { describe, expect, test } from "bun:test";
import type { Job } from "../../src/process/jobs.ts";
import { bashKillTool } from "../../src/tools/bash-kill.ts";
import { bashOutputTool } from "../../src/tools/bash-output.ts";
import { bashTool } from "../../src/tools/bash.ts";
import { jobEndText } from "../../src/tools/job-text.ts";
import { createSessionShell } from "../../src/tools/session-shell.ts";
import type { ToolContext } from "../../src/tools/tool.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare, said } from "./call-tool.ts";

type Scene = {
  readonly context: ToolContext;
  /** The jobs whose end the model has to be told. */
  readonly untold: Job[];
  readonly firstUntold: Promise<Job>;
  readonly start: (command: string) => Promise<string>;
  readonly output: (id: string, more?: { filter?: string; wait_seconds?: number }) => Promise<string>;
  readonly kill: (id: string) => Promise<string>;
};

async function scene(play: (scene: Scene, project: TestProject) => Promise<void>): Promise<void> {
  await using project = await makeProject();
  const untold: Job[] = [];
  const first = Promise.withResolvers<Job>();
  const onJobEnd = (job: Job) => {
    untold.push(job);
    first.resolve(job);
  };
  const shell = createSessionShell({ root: project.folder, onJobEnd });
  const context = contextOf(project, { shell });
  try {
    await play(
      {
        context,
        untold,
        firstUntold: first.promise,
        start: async (command) =>
          said(await callTool(bashTool, { command, run_in_background: true }, context)),
        output: async (id, more = {}) => said(await callTool(bashOutputTool, { id, ...more }, context)),
        kill: async (id) => said(await callTool(bashKillTool, { id }, context)),
      },
      project,
    );
  } finally {
    shell.jobs.killAll();
  }
}

/** Prints `one`, and `two` once the file `go` is there; then waits for `end`. */
const stepwise = (end = "exit 0") =>
  `echo one; until [ -e go ]; do sleep 0.02; done; echo two; until [ -e end ]; do sleep 0.02; done; ${end}`;

test("a job is found by its number alone", async () => {
  await scene(async ({ start, output, kill }) => {
    await start("echo here; sleep 300");
    expect(await output(" 1 ")).toContain("here");
    expect(await kill("1")).toContain("killed");
  });
});

describe("a command in the background", () => {
  test("returns at once with an id, its first words, and the way to read on", async () => {
    await scene(async ({ start, output }, project) => {
      const text = await start(stepwise());
      expect(text).toStartWith("started in the background as job-1\n[bash_output reads on");
      expect(text).toEndWith("\none");
      await project.write("go", "");
      expect(await output("job-1", { wait_seconds: 20 })).toMatch(/: running for \d+ s\ntwo$/);
      expect(await output("job-1")).toContain("(no new output)");
    });
  });

  test("that fails at once says so in its own result, and is not told again", async () => {
    await scene(async ({ start, untold }) => {
      const text = await start("echo no such thing; exit 127");
      expect(text).toMatch(
        /^job-1 \(echo no such thing; exit 127\): exit code: 127 after 0 s\nno such thing$/,
      );
      expect(untold).toEqual([]);
    });
  });

  test("that is interrupted before anybody knows its id is killed, and nobody is told", async () => {
    await scene(async ({ context, untold }) => {
      const stop = new AbortController();
      const call = await prepare(bashTool, { command: "sleep 60", run_in_background: true }, context);
      const started = call.run({ signal: stop.signal, onOutput() {}, async keepBefore() {} });
      stop.abort();
      await started;
      expect(context.shell.jobs.get("job-1")?.status).toBe("killed");
      expect(untold).toEqual([]);
    });
  });

  test.each([true, false])("that is too long says what to do instead (in the background: %p)", async (bg) => {
    await scene(async ({ context }) => {
      const command = `: ${"x".repeat(200_000)}`;
      const call = await prepare(bashTool, { command, run_in_background: bg }, context);
      const run = { signal: new AbortController().signal, onOutput() {}, async keepBefore() {} };
      expect(call.run(run)).rejects.toThrow(
        /200002 bytes, and Linux takes 128 KiB\. Nothing was run\. Write .* file/,
      );
    });
  });

  test("is asked for as one", async () => {
    await scene(async ({ context }) => {
      const input = { command: "npm run dev", run_in_background: true };
      expect((await prepare(bashTool, input, context)).preview).toMatchObject({ how: "in the background" });
      expect(bashTool.title(input)).toBe("npm run dev (in the background)");
    });
  });

  test("starts where the shell stands, and does not move it", async () => {
    await scene(async ({ context, start }, project) => {
      await project.write("api/a.txt", "");
      await callTool(bashTool, { command: "cd api" }, context);
      expect(await start("ls; cd ..")).toContain("a.txt");
      expect(context.shell.folder.current()).toBe(project.path("api"));
    });
  });
});

describe("bash_output", () => {
  test("waits for the end, says how it ended, and then nobody else tells it", async () => {
    await scene(async ({ start, output, untold }, project) => {
      await start(stepwise("exit 3"));
      await project.write("go", "");
      expect(await output("job-1", { wait_seconds: 20 })).toContain("two");
      const last = output("job-1", { wait_seconds: 20 });
      await project.write("end", "");
      expect(await last).toMatch(/: exit code: 3 after \d+ s\n\(no new output\)$/);
      expect(untold).toEqual([]);
    });
  });

  test("shows only lines that match, and passes over the others", async () => {
    await scene(async ({ start, output }, project) => {
      await start("until [ -e go ]; do sleep 0.02; done; seq 1 100; sleep 60");
      await project.write("go", "");
      const text = await output("job-1", { filter: "^.*7$", wait_seconds: 20 });
      expect(text.split("\n").slice(1)).toEqual(["7", "17", "27", "37", "47", "57", "67", "77", "87", "97"]);
      expect(await output("job-1")).toContain("(no new output)");
    });
  });

  test("a filter that lets nothing through waits for a line that it does", async () => {
    await scene(async ({ start, output }, project) => {
      await start(stepwise());
      const found = output("job-1", { filter: "two", wait_seconds: 20 });
      await project.write("go", "");
      expect(await found).toEndWith("\ntwo");
    });
  });

  test("a filter that is no regular expression reads nothing", async () => {
    await scene(async ({ context, start, output }) => {
      await start("until [ -e go ]; do sleep 0.02; done; sleep 60");
      const result = await callTool(bashOutputTool, { id: "job-1", filter: "(" }, context);
      expect(result).toMatchObject({ ok: false, kind: "invalid_arguments" });
      expect(await output("job-1")).toContain("running");
    });
  });

  test("a filter that takes too long gives up, shows the lines and says so", async () => {
    await scene(async ({ start, output }, project) => {
      await start(
        `until [ -e go ]; do sleep 0.02; done; for i in 1 2 3 4; do echo ${"a".repeat(40)}b; done; sleep 60`,
      );
      await project.write("go", "");
      const text = await output("job-1", { filter: "^(a+)+$", wait_seconds: 20 });
      expect(text).toContain("The filter took too long");
    });
  });

  test("stops waiting when it is interrupted; an end in that moment is still told", async () => {
    await scene(async ({ context, start, firstUntold }, project) => {
      await start("until [ -e end ]; do sleep 0.02; done");
      const stop = new AbortController();
      const call = await prepare(bashOutputTool, { id: "job-1", wait_seconds: 60 }, context);
      const waiting = call.run({ signal: stop.signal, onOutput() {}, async keepBefore() {} });
      stop.abort();
      await waiting;
      expect(context.shell.jobs.get("job-1")?.status).toBe("running");
      await project.write("end", "");
      expect(await firstUntold).toMatchObject({ id: "job-1", status: "exited" });
    });
  });

  test("for a job that is not there names those that there are", async () => {
    await scene(async ({ start, output, kill }) => {
      expect(await output("job-1")).toBe(
        'There is no job "job-1". No background job runs; they end with the session.',
      );
      await start("sleep 60");
      expect(await output("job-7")).toBe('There is no job "job-7". Running: job-1 (sleep 60).');
      expect(await kill("job-7")).toContain("Running: job-1 (sleep 60).");
      await kill("job-1");
      expect(await output("main")).toBe(
        'There is no job "main". No background job runs; they end with the session. Ended: job-1.',
      );
    });
  });

  test("needs no permission", async () => {
    await scene(async ({ context, start }) => {
      await start("sleep 60");
      for (const tool of [bashOutputTool, bashKillTool]) {
        expect((await prepare<{ id: string }>(tool, { id: "job-1" }, context)).accesses).toEqual([]);
        expect(tool.risk).toBe("read");
      }
    });
  });
});

describe("bash_kill", () => {
  test("ends a job, shows its last words, and then nobody else tells it", async () => {
    await scene(async ({ context, start, kill, output, untold }, project) => {
      await start(stepwise());
      await project.write("go", "");
      expect(await kill("job-1")).toMatch(/^job-1 \(.*\): killed after \d+ s\n/);
      expect(context.shell.jobs.get("job-1")?.status).toBe("killed");
      expect(await output("job-1")).toContain("killed after");
      expect(untold).toEqual([]);
    });
  });
});

test("a job that ends by itself is told with how it ended and its last lines, which bash_output still has", async () => {
  await scene(async ({ context, start, output, firstUntold }, project) => {
    await start("until [ -e end ]; do sleep 0.02; done; seq 1 50; exit 1");
    await project.write("end", "");
    const text = await jobEndText(await firstUntold, context.shell.jobs);
    expect(text).toMatch(
      /^Background job job-1 \(until .*\) ended: exit code: 1 after \d+ s\.\nIts last output/,
    );
    expect(text).toEndWith(`\n${[41, 42, 43, 44, 45, 46, 47, 48, 49, 50].join("\n")}`);
    expect(await output("job-1")).toContain("\n1\n2\n");
  });
});

test("a job that the user kills is told as the user's doing", async () => {
  await scene(async ({ context, start, firstUntold }) => {
    await start("sleep 60");
    await context.shell.jobs.kill("job-1");
    expect(await jobEndText(await firstUntold, context.shell.jobs)).toMatch(
      /^Background job job-1 \(sleep 60\) ended: by the user, killed after \d+ s\. It printed nothing\.$/,
    );
  });
});
