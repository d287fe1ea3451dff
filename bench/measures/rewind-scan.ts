/** The look at a project of 50,000 files that stands before and behind a command that may write. */
import { lstatSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openIndex } from "../../src/workspace/git-index.ts";
import { compareLooks, scanProject } from "../../src/workspace/project-scan.ts";
import { call } from "../../tests/support/model-server.ts";
import { makeProject, type TestProject } from "../../tests/support/project.ts";
import { callGaps, unasked } from "../support/call-gaps.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";

const files = 50_000;
const perFolder = 100;

const paths = Array.from({ length: files }, (_, index) =>
  join("src", `part${Math.floor(index / 5_000)}`, `group${Math.floor(index / perFolder)}`, `file${index}.ts`),
);

let tree: Promise<TestProject> | undefined;

/** One tree for all samples: making it takes longer than looking at it. Git has all of it. */
async function madeTree(): Promise<TestProject> {
  const project = await makeProject();
  for (let from = 0; from < files; from += perFolder) {
    const group = paths.slice(from, from + perFolder);
    await mkdir(dirname(project.path(group[0] ?? "")), { recursive: true });
    await Promise.all(
      group.map((path, at) => writeFile(project.path(path), `export const value${from + at} = 1;\n`)),
    );
  }
  const git = (...args: string[]) =>
    Bun.spawnSync(["git", "-c", "user.name=x", "-c", "user.email=x@example.org", ...args], {
      cwd: project.folder,
      env: project.env,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "All");
  // Nobody is left to remove it when the run has ended.
  process.on("exit", () => Bun.spawnSync(["rm", "-rf", dirname(project.folder)]));
  return project;
}

/** What asking for each file takes by itself, and a command in a project with nothing to look at. */
async function bare() {
  const project = await (tree ??= madeTree());
  const whole = paths.map((path) => project.path(path));
  const started = performance.now();
  for (const path of whole) lstatSync(path);
  const scan = performance.now() - started;
  await using empty = await makeProject();
  return { scan: [scan], command: await commandIn(empty) };
}

async function rein() {
  const project = await (tree ??= madeTree());
  const index = await openIndex(project.folder);
  const look = async () => scanProject(project.folder, { tracked: (await index.read()).names });
  const before = await look();
  const started = performance.now();
  const after = await look();
  await compareLooks(before, after);
  const scan = performance.now() - started;
  return { scan: [scan], command: await commandIn(project) };
}

/** The third of three commands: by then the project is known. */
async function commandIn(project: TestProject): Promise<readonly number[]> {
  const calls = [1, 2, 3].map((at) => call("bash", { command: `echo ${at} > changed.txt` }));
  const { gaps } = await callGaps(unasked(programs.rein, calls.length), calls, project);
  return gaps.slice(-1);
}

export const rewindScan: Measure = {
  name: "rewind-scan",
  rounds: 5,
  rows: [
    {
      key: "scan",
      label: "a look at 50,000 files, warm",
      unit: "ms",
      target: { type: "value", atMost: 300, floor: 100 },
    },
    {
      key: "command",
      label: "a command that writes among 50,000 files → next request; the floor among none",
      unit: "ms",
    },
  ],
  subjects: { floor: bare, rein },
};
