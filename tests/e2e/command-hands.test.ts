/** Commands in the hands of a model: they end, they keep what they printed, and nothing of them stays behind. */
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { familyOf, hasProc, peakMemory } from "../support/processes.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { atTimeLimit } from "../support/time-limit.ts";
import { type Made, makeCalls } from "./make-calls.ts";
import { resultsIn } from "./requests.ts";
import { answered, begin, composerShows, killHard, leave, send } from "./start.ts";

const allowed = { args: ["--allow", "bash"] } as const;
const run = (project: TestProject, ...commands: string[]) =>
  makeCalls(
    project,
    commands.map((command) => ["bash", { command }]),
  );

describe("what is started in the background", () => {
  test.each([
    ["a silent one", "sleep 331 & echo started"],
    ["one in a session of its own", "setsid sleep 331 & echo started"],
    ["one that goes on printing", "(while :; do echo more; sleep 0.05; done) & echo started"],
    ["one that was forked twice", "( (setsid sleep 331 >/dev/null 2>&1 &) & ); echo started"],
  ])("does not hold the command, and ends with the program: %s", async (_, command) => {
    await using project = await makeProject();
    const { told } = await run(project, command, "echo second");
    expect(told[0]).toContain("started");
    expect(told[1]).toContain("second");
    await nothingRunsIn(project);
  });

  test("ends when the program is killed in the middle of a command", async () => {
    await using story = await begin(
      [[call("bash", { command: "setsid sleep 331 & sleep 332 & touch here; sleep 333" })]],
      allowed,
    );
    const { terminal, project } = story;
    await send(terminal, "go");
    await terminal.waitFor(() => Bun.file(project.path("here")).exists(), { what: "the command to run" });
    expect(runningIn(project).length).toBeGreaterThanOrEqual(3);
    await killHard(terminal);
    await nothingRunsIn(project);
  });
});

test("no output and a failure are both said, at once", async () => {
  await using project = await makeProject();
  const { told } = await run(project, "grep -c zzz /dev/null; exit 1", "true", "ls | head -c 0; echo piped");
  expect(told[0]).toMatch(/exit code: 1\n0/);
  expect(told[1]).toMatch(/exit code: 0\n\(no output\)/);
  expect(told[2]).toContain("piped");
});

test("neither a pager nor an editor keeps a command waiting", async () => {
  await using project = await makeProject();
  const made = await makeCalls(
    project,
    [
      [
        "bash",
        {
          command:
            "git init -q . && for i in $(seq 60); do git -c user.name=a -c user.email=a@b commit -q --allow-empty -m m$i; done; git log --oneline",
        },
      ],
      ["bash", { command: "git -c user.name=a -c user.email=a@b commit --allow-empty" }],
    ],
    { env: { PAGER: "less", GIT_EDITOR: "vi", EDITOR: "vi", GIT_PAGER: "less" } },
  );
  expect(made.told[0]).toMatch(/m1$/m);
  expect(made.told[1]).toMatch(/exit code: [1-9]/);
});

test("a command finds no terminal and no input, and the keys stay the composer's", async () => {
  const command = "head -c1 </dev/tty; read -r l; echo got:[$l]";
  await using story = await begin(
    [[call("bash", { command }, { id: "call" })], [text("ok then")], [text("ok2")]],
    allowed,
  );
  const { terminal, server } = story;
  await send(terminal, "go");
  await answered(terminal, "ok then");
  expect(resultsIn(await server.nextRequest(1))["call"]).toContain("got:[]");
  terminal.type("still alive");
  await composerShows(terminal, "still alive");
  expect(await (terminal.press("enter"), server.nextRequest(2))).toBeDefined();
});

describe("a lot of output", () => {
  test("is told with its beginning, its end and how much is missing; keys are answered meanwhile, in bounded memory", async () => {
    const command =
      "echo first; yes 0123456789 | head -c 300000000; echo last; while [ -e hold ]; do sleep 0.02; done";
    const files = { hold: "" };
    await using story = await begin([[call("bash", { command }, { id: "call" })], [text("ok then")]], {
      ...allowed,
      files,
    });
    const { terminal, server, project } = story;
    // The program itself, which is there before any command is.
    const rein = hasProc ? familyOf(terminal.pid) : [];
    const peaks = () => rein.reduce((sum, pid) => sum + peakMemory(pid), 0);
    const before = peaks();
    await send(terminal, "go");
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
    await Bun.file(project.path("hold")).delete();
    await answered(terminal, "ok then");
    expect(peaks() - before).toBeLessThan(100_000_000);
    const told = resultsIn(await server.nextRequest(1))["call"] ?? "";
    expect(told).toMatch(/first\n0123456789\n/);
    expect(told).toMatch(/0123456789\n\d*last/);
    expect(told).toMatch(/\d{3},?\d{3},?\d{3} bytes/);
    expect(told.length).toBeLessThan(32_000);
    const [, path = ""] = /(\/\S+)/.exec(told.slice(told.indexOf("bytes"))) ?? [];
    expect(Bun.file(path.replace(/[\].,;:]+$/, "")).size).toBe(300_000_011);
  });

  test("has whole characters, wherever it was cut", async () => {
    await using project = await makeProject();
    const { told } = await run(project, `printf '你%.0s' $(seq 9000); echo`, `yes 你好🙂 | head -n 200000`);
    expect(told[0]).toContain("你".repeat(9_000));
    for (const words of told) expect(words).not.toContain("\uFFFD");
  });
});

describe("a time limit", () => {
  const slow = "echo before; sleep 331; echo after";
  const saysBefore = ({ told }: Made) => told[0]?.includes("before") === true;

  test("moves the command to the background, with what it printed, and the program can still leave", async () => {
    await using project = await makeProject();
    const { told } = await atTimeLimit(
      (timeout_ms) =>
        makeCalls(project, [
          ["bash", { command: slow, timeout_ms }],
          ["bash", { command: "echo next" }],
        ]),
      saysBefore,
    );
    expect(told[0]).toContain("before");
    expect(told[0]).toMatch(/background/);
    expect(told[1]).toContain("next");
    await nothingRunsIn(project);
  });

  test("ends the whole pipeline where the settings say so", async () => {
    await using project = await makeProject({
      "../home/.config/rein/settings.json": JSON.stringify({ commandTimeLimit: "kill" }),
    });
    const { told } = await atTimeLimit(
      (timeout_ms) => makeCalls(project, [["bash", { command: `(${slow}) | cat | cat`, timeout_ms }]]),
      saysBefore,
    );
    expect(told[0]).toContain("before");
    expect(told[0]).toContain("timed out");
    await nothingRunsIn(project);
  });
});

test("the folder that a command went to is where the next one starts, inside the project only", async () => {
  await using project = await makeProject({ "packages/api/a.txt": "" });
  const { told } = await run(project, "cd packages/api", "pwd; ls", "cd /tmp", "pwd");
  expect(told[0]).toContain("packages/api");
  expect(told[1]).toContain(project.path("packages/api"));
  expect(told[1]).toContain("a.txt");
  expect(told[2]).toMatch(/outside/);
  expect(told[3]).toContain(project.folder);
  expect(told[3]).not.toContain("packages/api");
});

test("leaving ends a command that runs in the background", async () => {
  const jobs = [call("bash", { command: "touch up; sleep 331", run_in_background: true })];
  await using story = await begin([jobs, [text("ok then")]], allowed);
  const { terminal, project } = story;
  await send(terminal, "go");
  await answered(terminal, "ok then");
  await terminal.waitFor(() => Bun.file(project.path("up")).exists(), { what: "the job to run" });
  expect(runningIn(project).length).toBeGreaterThan(0);
  expect(await leave(terminal)).toBe(0);
  await nothingRunsIn(project);
});

/** The processes that were started in the project, by its home in their environment. */
function runningIn(project: TestProject): string[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.filter((pid) => environmentOf(pid).includes(`HOME=${project.home}\0`));
}

function environmentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, "utf8");
  } catch {
    // It has ended by now, or is not ours.
    return "";
  }
}

/** Waits until nothing that was started in the project runs any more. */
async function nothingRunsIn(project: TestProject): Promise<void> {
  while (runningIn(project).length > 0) await new Promise((resolve) => setImmediate(resolve));
}
