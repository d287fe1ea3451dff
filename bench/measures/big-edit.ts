/** One edit in the middle of a file of 50 MB, against the least that a safe replacement must do. */
import { open, readFile, rename } from "node:fs/promises";
import { call } from "../../tests/support/model-server.ts";
import type { TestProject } from "../../tests/support/project.ts";
import { callGaps, unasked } from "../support/call-gaps.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";

const name = "huge.txt";
const before = "the one line to change";
const after = "the one line that changed";

const line = (index: number) => `line ${String(index).padStart(8, "0")} of a file that is much too long\n`;

/** 50 MB of different lines, the one to change in their middle. */
function hugeText(): string {
  const lines = Array.from({ length: 1_000_000 }, (_, index) => line(index));
  lines.splice(500_000, 0, `${before}\n`);
  return lines.join("");
}

async function withHugeFile<T>(work: (project: TestProject) => Promise<T>): Promise<T> {
  await using project = await makeBenchProject();
  await project.write(name, hugeText());
  return await work(project);
}

/** Read, replaced, written beside it, flushed, renamed. */
const bare = () =>
  withHugeFile(async (project) => {
    const from = performance.now();
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await readFile(project.path(name)));
    const file = await open(project.path("new.txt"), "wx");
    await file.writeFile(text.replace(before, after));
    await file.sync();
    await file.close();
    await rename(project.path("new.txt"), project.path(name));
    return { wall: [performance.now() - from] };
  });

const rein = () =>
  withHugeFile(async (project) => {
    const calls = [call("edit_file", { path: name, old_string: before, new_string: after })];
    const { gaps } = await callGaps(unasked(programs.rein, calls.length), calls, project);
    const text = await project.read(name);
    if (text.includes(before) || !text.includes(after)) throw new Error("the file was not changed");
    return { wall: gaps };
  });

export const bigEdit: Measure = {
  name: "big-edit",
  rounds: 3,
  rows: [{ key: "wall", label: "an edit in 50 MB", unit: "ms" }],
  subjects: { floor: bare, rein },
};
