/** The sandbox as a user meets it: said, asked about, and never lost without a word. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { call, text } from "../support/model-server.ts";
import { processesRunning, processesWith, uniqueSeconds, until } from "../support/processes.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { hasSandbox, pathWithout } from "../support/sandbox.ts";
import { makeCalls, unasked } from "./make-calls.ts";
import { resultsIn } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { answered, asked, begin, killHard, open, seen, send } from "./start.ts";

const isLinux = process.platform === "linux";

/** As a user has it who says nothing about it. */
const asIs = { REIN_SANDBOX: "" };
const none = (project: TestProject) => ({ ...asIs, PATH: pathWithout(project, "bwrap") });

describe.skipIf(!isLinux)("without a sandbox to be had", () => {
  test("a program that asks nobody runs only what looks, and says how to run the rest", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const calls = [
      ["bash", { command: "cat a.txt" }],
      ["bash", { command: "bash -c 'echo x > b.txt'" }],
    ] as const;
    const made = await makeCalls(project, calls, { env: none(project) });
    expect(made.told[0]).toBe("exit code: 0\none\n");
    expect(made.told[1]).toContain("Not run: there is no sandbox: bubblewrap");
    expect(made.told[1]).toContain("--sandbox none");
    expect(readdirSync(project.folder)).toEqual(["a.txt"]);
    const told = await makeCalls(project, calls, {
      args: [...unasked, "--sandbox", "none"],
      env: none(project),
    });
    expect(told.told[1]).toStartWith("exit code: 0");
  });

  test("nothing starts where one is required, also when only the project says so", async () => {
    await using project = await makeProject();
    const options = { project, env: none(project) };
    const run = await runRein(["-p", "hello", "--model", "demo", "--sandbox", "required"], options);
    expect(run.code).toBe(2);
    expect(run.err).toContain("A sandbox is required");
    expect(run.err).toContain("apt install bubblewrap");
    await project.write(".rein/settings.json", '{"sandbox":"required"}');
    expect((await runRein(["-p", "hello", "--model", "demo"], options)).code).toBe(2);
    await project.write(".rein/settings.json", '{"sandbox":"none"}');
    const loosened = await runRein(["-p", "hello", "--model", "demo"], options);
    expect(loosened.err).toContain('A project cannot set "sandbox"');
  });

  test("that is said at the start, stays in the status line, and every command is asked about", async () => {
    const project = await makeProject();
    const env = { ...asIs, PATH: pathWithout(project, "bwrap") };
    await using story = await begin([[call("bash", { command: "bash -c 'echo ran'" })], [text("Done.")]], {
      env,
      args: ["--permission-mode", "auto", "--allow", "bash"],
    });
    const { terminal } = story;
    await terminal.waitFor("There is no sandbox: bubblewrap");
    await terminal.waitFor(/⇧⇥ · .* · no sandbox( |$)/m);
    await send(terminal, "go");
    await asked(terminal, "there is no sandbox");
    expect(seen(terminal)).toContain("no sandbox");
    terminal.press("1");
    await answered(terminal, "Done.");
    await project[Symbol.asyncDispose]();
  });
});

describe.skipIf(!hasSandbox)("with a sandbox", () => {
  test("a program that asks nobody runs what is allowed, confined, and the model is told what was denied", async () => {
    await using project = await makeProject({ "a.txt": "one\n" });
    const script = `echo x > b.txt; echo x > ${project.home}/out; cat a.txt`;
    await project.write("go.sh", script);
    const made = await makeCalls(project, [["bash", { command: "bash go.sh; false" }]], { env: asIs });
    expect(made.told[0]).toContain("one\n");
    expect(made.told[0]).toContain(`The sandbox denied: writing ${project.home}/out`);
    expect(await project.read("b.txt")).toBe("x\n");
    expect(readdirSync(project.home)).not.toContain("out");
  });

  test("what the user chose is said too: no sandbox", async () => {
    await using story = await begin([], { args: ["--sandbox", "none"], env: asIs });
    await story.terminal.waitFor(/⇧⇥ · .* · no sandbox( |$)/m);
  });

  test("the status line says that it is on, a question says how a command is confined, and /sandbox tells more", async () => {
    await using story = await begin(
      [[call("bash", { command: "bash -c 'mkdir -p new/.git'" })], [text("Done.")]],
      {
        env: asIs,
        cols: 110,
      },
    );
    const { terminal, project } = story;
    await terminal.waitFor(/⇧⇥ · .* · sandbox on( |$)/m);
    await send(terminal, "go");
    await asked(terminal, "sandbox on · network off");
    terminal.press("1");
    await answered(terminal, "Done.");
    await terminal.waitFor("new/.git (a git repository)");
    await send(terminal, "/sandbox");
    await terminal.waitFor("git commands are not asked about because of it any more.");
    expect(seen(terminal)).toContain(`writable: ${project.folder}`);
  });

  test("a repository that a command has made has git asked about until the user was shown it", async () => {
    const log = [call("bash", { command: "git log --oneline" })];
    await using story = await begin(
      [[call("bash", { command: "bash -c 'git init -q new'" })], log, [text("One.")], log, [text("Two.")]],
      { env: asIs },
    );
    const { terminal, server } = story;
    await send(terminal, "go");
    await asked(terminal, "bash -c");
    terminal.press("1");
    await asked(terminal, "is new, and git");
    terminal.press("1");
    await answered(terminal, "One.");
    await send(terminal, "/sandbox");
    await terminal.waitFor("any more.");
    await send(terminal, "again");
    await answered(terminal, "Two.");
    expect(Object.keys(resultsIn(await server.nextRequest(4)))).not.toBeEmpty();
  });

  test("auto runs what stays in the project by itself; without one only if both were said on the command line", async () => {
    const script = [[call("bash", { command: "touch made && ls" })], [text("Done.")]];
    const auto = ["--permission-mode", "auto"];
    for (const [args, env] of [
      [auto, asIs],
      [[...auto, "--sandbox", "none"], asIs],
    ] as const) {
      await using story = await begin(script, { args, env });
      await send(story.terminal, "go");
      await answered(story.terminal, "Done.");
      expect(await story.project.read("made")).toBe("");
    }
    await using story = await begin(script, { args: auto, env: { REIN_SANDBOX: "none" } });
    await send(story.terminal, "go");
    await asked(story.terminal, /there is no sandbox that\s+would hold it/);
  });

  test("a rein that is killed leaves nothing: no command, no helper, nothing in the project", async () => {
    const seconds = uniqueSeconds();
    await using story = await begin(
      [[call("bash", { command: `bash -c 'setsid sleep ${seconds}'` })], [text("Done.")]],
      {
        env: asIs,
      },
    );
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal);
    terminal.press("1");
    await until(() => processesRunning("sleep", seconds).length > 0);
    expect(readdirSync(project.folder)).toContain(".envrc");
    const own = project.env["TMPDIR"] ?? "";
    await killHard(terminal);
    await until(() => processesRunning("sleep", seconds).length === 0);
    await until(() => processesWith(own).length === 0);
    await until(() => readdirSync(project.folder).length === 0);
    await until(() => readdirSync(own).length === 0);
  });

  test("a second start finds it on again", async () => {
    await using story = await begin([], { env: asIs });
    await story.terminal.waitFor(/sandbox on/);
    const again = story.launchAgain({ env: asIs });
    await open(again);
    await again.waitFor(/sandbox on/);
  });
});
