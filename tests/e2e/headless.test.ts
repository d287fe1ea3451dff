/** rein -p and pipes: the answer on stdout and nothing else there, an exit code that tells, and no waiting for nobody. */
import { describe, expect, test } from "bun:test";
import {
  call,
  cut,
  hold,
  httpError,
  type ModelServer,
  serveModel,
  stop,
  text,
} from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { endOf, type Run, runRein, startRein } from "./run-rein.ts";
import { accessTo, exists, NODE, REIN } from "./start.ts";

type Script = Parameters<typeof serveModel>[0];
type Scene = {
  readonly project: TestProject;
  readonly server: ModelServer;
  readonly env: Readonly<Record<string, string>>;
  readonly run: (...args: string[]) => Promise<Run>;
};

/** Plays a scene in a folder of its own with a model of its own. */
async function scene(script: Script, play: (scene: Scene) => Promise<void>): Promise<void> {
  await using project = await makeProject({ "a.txt": "apple\n" });
  await using server = await serveModel(script);
  const env = accessTo(server);
  await play({ project, server, env, run: (...args) => runRein(args, { project, env }) });
}

const touch = call("bash", { command: "touch made" }, { id: "call_touch" });

describe("the answer", () => {
  test("is all that stands on stdout; what was done on the way is on stderr", async () => {
    const read = call("read_file", { path: "a.txt" });
    await scene(
      [
        [text("First I look."), read],
        [text("It says "), text("**apple**.")],
      ],
      async ({ run, server }) => {
        const { out, err, code } = await run("-p", "what", "does it say?");
        expect({ out, code }).toEqual({ out: "It says **apple**.\n", code: 0 });
        expect(err).toContain("read_file  a.txt");
        expect(err).not.toContain("\x1b");
        expect(userTexts(await server.nextRequest(0))).toEqual(["what does it say?"]);
      },
    );
  });

  test("is for a prompt that is piped in, or for both together where “-” says so", async () => {
    await scene([[text("one")], [text("two")]], async ({ project, env, server }) => {
      expect(await runRein(["-p"], { project, env, stdin: "a piped\nprompt\n" })).toMatchObject({
        out: "one\n",
        code: 0,
      });
      expect(await runRein(["-p", "sum up:", "-"], { project, env, stdin: "the data\n" })).toMatchObject({
        out: "two\n",
        code: 0,
      });
      expect(userTexts(await server.nextRequest(0))).toEqual(["a piped\nprompt"]);
      expect(userTexts(await server.nextRequest(1))).toEqual(["sum up:\n\nthe data"]);
    });
  });

  test("does not wait for a stdin that nobody ever closes when the prompt is on the command line", async () => {
    await scene([[text("no waiting")]], async ({ project, env }) => {
      expect(await endOf(startRein(["-p", "hi"], { project, env }))).toMatchObject({
        out: "no waiting\n",
        code: 0,
      });
    });
  });

  test.each([
    "REIN -p hi | head -c 0",
    "REIN -p hi | head -c 1 >/dev/null",
    "REIN -p hi 2>&1 | head -c 0",
    "REIN sessions list | head -c 0",
    "REIN --help | head -c 0",
  ])("may find a reader who has had enough, without a stack trace: %s", async (pipe) => {
    const lines = Array.from({ length: 20_000 }, (_, at) => `line ${at}`).join("\n");
    await scene([[call("read_file", { path: "a.txt" })], [text(lines)]], async ({ project, env }) => {
      const command = pipe.replace("REIN", `'${NODE}' '${REIN}'`);
      const options = {
        cwd: project.folder,
        env: { ...project.env, ...env },
        stdin: "ignore",
        stderr: "pipe",
      } as const;
      const child = Bun.spawn(["sh", "-c", command], options);
      expect(await child.stderr.text()).not.toMatch(/EPIPE|^ +at /m);
      expect(await child.exited).toBe(0);
    });
  });

  test("of the offline demo needs no key and no server", async () => {
    await using project = await makeProject();
    const demo = (...args: string[]) =>
      runRein([...args, "-p", "How is the demo project started?"], { project });
    expect(await demo()).toMatchObject({ out: expect.stringContaining("pnpm dev"), code: 0 });
    const limited = await demo("--max-turns", "1");
    expect(limited).toMatchObject({ out: "", code: 3 });
    expect(limited.err).toContain("the limit of a turn");
  });

  test("of a script is what the script says", async () => {
    await using project = await makeProject({
      "script.json": JSON.stringify([{ text: "as written", chunks: 3 }]),
    });
    expect(await runRein(["-p", "hi", "-m", "script:script.json"], { project })).toMatchObject({
      out: "as written\n",
      code: 0,
    });
  });
});

describe("the exit code", () => {
  const failures: [string, Script, RegExp][] = [
    ["a refused key", [[httpError(401, { error: { message: "bad key" } })]], /401.*bad key/],
    ["an answer that breaks off each time", () => [text("half"), cut()], /broke off/],
    ["an answer without a word", [[stop()]], /without a word/],
  ];
  test.each(failures)("is 1 for %s, with the reason on stderr", async (_, script, reason) => {
    await scene(script, async ({ run }) => {
      const { out, err, code } = await run("-p", "hi");
      expect({ out, code }).toEqual({ out: "", code: 1 });
      expect(err).toMatch(reason);
      expect(err).not.toMatch(/\[object Object\]|^ +at /m);
    });
  });

  test("is 3 when the limit of responses is reached, and what was said so far is on stderr", async () => {
    await scene(
      () => [text("Looking."), call("read_file", { path: "a.txt" })],
      async ({ run, server }) => {
        const { out, err, code } = await run("-p", "hi", "--max-turns", "2");
        expect({ out, code }).toEqual({ out: "", code: 3 });
        expect(err).toContain("Stopped after 2 model responses");
        expect(server.requests).toHaveLength(2);
      },
    );
  });

  test.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)("after %s is %d, and the model's server is left", async (signal, code) => {
    await scene([[text("half"), hold()]], async ({ project, env, server }) => {
      const child = startRein(["-p", "hi"], { project, env });
      const request = await server.nextRequest(0);
      child.kill(signal);
      expect(await endOf(child)).toMatchObject({ out: "", code });
      await request.closed;
      expect(request.aborted).toBeTrue();
    });
  });

  test.each([
    [["-p", "hi", "--max-turns", "0"], /--max-turns takes a positive whole number, not “0”/],
    [["-p", "hi", "--max-turns", "abc"], /--max-turns takes a positive whole number, not “abc”/],
    [["-p", "hi", "--permission-mode", "yolo"], /one of ask, accept-edits, plan, auto/],
    [["-p", "hi", "--no-such-flag"], /no-such-flag/],
    [["-p", "hi", "-r"], /-r without an id opens a picker/],
    [["-p", "hi", "--tools", "read_file,teleport"], /teleport/],
    [["-p"], /There is no prompt/],
    [["sessions", "frobnicate"], /frobnicate/],
  ])("is 2 for wrong usage, with nothing asked: %j", async (args, reason) => {
    await scene([], async ({ run, server }) => {
      const { out, err, code } = await run(...args);
      expect({ out, code }).toEqual({ out: "", code: 2 });
      expect(err).toMatch(reason);
      expect(server.requests).toHaveLength(0);
    });
  });

  test("is 2 without a terminal and without -p: an error in words, not a blank screen", async () => {
    await scene([], async ({ run, server }) => {
      const { out, err, code } = await run();
      expect({ out, code }).toEqual({ out: "", code: 2 });
      expect(err).toContain("not a terminal");
      expect(err).toContain("rein -p");
      expect(server.requests).toHaveLength(0);
    });
  });
});

describe("with nobody to ask", () => {
  test("a risky call is refused, and the result names the flag that makes it run", async () => {
    await scene(
      [[touch], [text("not allowed")], [touch], [text("allowed")]],
      async ({ run, server, project }) => {
        expect(await run("-p", "go")).toMatchObject({ out: "not allowed\n", code: 0 });
        expect(await exists(project, "made")).toBeFalse();
        const refusal = resultsIn(await server.nextRequest(1))["call_touch"] ?? "";
        const [, rule = ""] = /--allow '(bash\([^']*\))'/.exec(refusal) ?? [];
        expect(rule).toBe("bash(touch made)");
        expect(await run("-p", "go", "--allow", rule)).toMatchObject({ out: "allowed\n", code: 0 });
        expect(await exists(project, "made")).toBeTrue();
      },
    );
  });

  test("reading in the project needs no flag, and a rule that denies holds against one that allows", async () => {
    await scene(
      [[call("read_file", { path: "a.txt" }, { id: "call_read" }), touch], [text("done")]],
      async ({ run, server, project }) => {
        expect(await run("-p", "go", "--allow", "bash", "--deny", "bash(touch:*)")).toMatchObject({
          out: "done\n",
          code: 0,
        });
        const results = resultsIn(await server.nextRequest(1));
        expect(results["call_read"]).toContain("apple");
        expect(results["call_touch"]).toContain("forbids");
        expect(await exists(project, "made")).toBeFalse();
      },
    );
  });

  test("accept-edits lets it change files", async () => {
    const write = call("write_file", { path: "new.txt", content: "new\n" });
    await scene([[write], [text("written")]], async ({ run, project }) => {
      expect(await run("-p", "go", "--permission-mode", "accept-edits")).toMatchObject({
        out: "written\n",
        code: 0,
      });
      expect(await project.read("new.txt")).toBe("new\n");
    });
  });
});

test("--tools limits what the model is given and what it can call", async () => {
  await scene([[touch], [text("only reading")]], async ({ run, server, project }) => {
    expect(await run("-p", "go", "--tools", "read_file,grep", "--allow", "bash")).toMatchObject({
      out: "only reading\n",
      code: 0,
    });
    const { body } = await server.nextRequest(0);
    expect(JSON.stringify(body?.["tools"])).not.toContain('"bash"');
    expect(body?.["tools"]).toHaveLength(2);
    expect(resultsIn(await server.nextRequest(1))["call_touch"]).toContain("unknown_tool");
    expect(await exists(project, "made")).toBeFalse();
  });
});

test("--debug logs requests and responses, without the key", async () => {
  await scene([[text("logged")]], async ({ project, env }) => {
    const key = "sk-very-secret-0123456789abcdef";
    const ran = await runRein(["-p", "find me", "--debug", "debug.jsonl"], {
      project,
      env: { ...env, OPENAI_API_KEY: key },
    });
    expect(ran).toMatchObject({ out: "logged\n", code: 0 });
    const log = await project.read("debug.jsonl");
    expect(log).toContain("find me");
    expect(log).toContain("logged");
    expect(log).not.toContain(key);
    expect(() =>
      log
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line)),
    ).not.toThrow();
  });
});

test.each([
  ["deepseek", "DEEPSEEK_API_KEY"],
  ["anthropic/claude-sonnet-5", "ANTHROPIC_API_KEY"],
])("a model without its key says which variable is missing: %s", async (model, variable) => {
  await using project = await makeProject();
  const { out, err, code } = await runRein(["-p", "hi", "-m", model], { project });
  expect({ out, code }).toEqual({ out: "", code: 1 });
  expect(err).toContain(variable);
});

test.each([
  ["--version", /^rein \d+\.\d+\.\d+\n$/],
  ["-v", /^rein \d+\.\d+\.\d+\n$/],
  ["--help", /Usage:[^]*--permission-mode MODE[^]*Exit codes: 0 answered/],
  ["-h", /rein sessions \[command\]/],
])("%s answers on stdout and leaves", async (flag, answer) => {
  await using project = await makeProject();
  const { out, err, code } = await runRein([flag], { project });
  expect({ err, code }).toEqual({ err: "", code: 0 });
  expect(out).toMatch(answer);
});
