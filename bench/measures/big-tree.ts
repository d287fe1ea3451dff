/** A search through 100,000 files, against ripgrep by itself. */
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { call } from "../../tests/support/model-server.ts";
import { makeProject, type TestProject } from "../../tests/support/project.ts";
import { callGaps, unasked } from "../support/call-gaps.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { runToEnd } from "../support/run-to-end.ts";

const files = 100_000;
const perFolder = 100;
const word = "NEEDLE";

/** Every thousandth file holds the word. */
function contentOf(index: number): string {
  const found = index % 1_000 === 0 ? `// ${word} ${index}\n` : "";
  return `export const value${index} = ${index};\n${found}${"// a line of no interest\n".repeat(10)}`;
}

let tree: Promise<TestProject> | undefined;

/** One tree for all samples: making it takes longer than searching it. */
async function madeTree(): Promise<TestProject> {
  const project = await makeProject({ ".git/HEAD": "ref: refs/heads/main\n" });
  for (let from = 0; from < files; from += perFolder) {
    const folder = join("src", `part${Math.floor(from / 10_000)}`, `group${from / perFolder}`);
    const paths = Array.from({ length: perFolder }, (_, index) => from + index);
    await mkdir(project.path(folder), { recursive: true });
    await Promise.all(
      paths.map((index) => writeFile(project.path(join(folder, `file${index}.ts`)), contentOf(index))),
    );
  }
  // Nobody is left to remove it when the run has ended.
  process.on("exit", () => Bun.spawnSync(["rm", "-rf", dirname(project.folder)]));
  return project;
}

async function ripgrep() {
  const project = await (tree ??= madeTree());
  const platform = `${process.platform}-${process.arch}`;
  const rg = createRequire(import.meta.url).resolve(`@vscode/ripgrep-${platform}/bin/rg`);
  const options = { cwd: project.folder, env: project.env };
  const grep = await runToEnd([rg, "--no-config", "-n", "-e", word, "."], options);
  const list = await runToEnd([rg, "--no-config", "--files", "-g", "**/file99*.ts", "."], options);
  return { grep: [grep.wall], glob: [list.wall] };
}

async function rein() {
  const project = await (tree ??= madeTree());
  const calls = [
    call("glob", { pattern: "**/file99*.ts" }),
    call("grep", { pattern: word }),
    call("glob", { pattern: "**/file99*.ts" }),
    call("grep", { pattern: word }),
  ];
  const { gaps } = await callGaps(unasked(programs.rein, calls.length), calls, project);
  const [, , glob = Number.NaN, grep = Number.NaN] = gaps;
  return { grep: [grep], glob: [glob] };
}

export const bigTree: Measure = {
  name: "big-tree",
  rounds: 5,
  rows: [
    { key: "grep", label: "grep in 100,000 files", unit: "ms", target: { type: "ratio", atMost: 1.3 } },
    {
      key: "glob",
      label: "glob in 100,000 files",
      unit: "ms",
      target: { type: "value", atMost: 50, floor: 0 },
    },
  ],
  subjects: { floor: ripgrep, rein },
};
