/** A command that prints 1 GB: how long it takes against a drain that keeps nothing, and what memory it costs. */
import { call } from "../../tests/support/model-server.ts";
import { callGaps, unasked } from "../support/call-gaps.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";
import { runToEnd } from "../support/run-to-end.ts";

const printing = "yes 0123456789 | head -c 1000000000";

async function drain() {
  await using project = await makeBenchProject();
  const { wall } = await runToEnd(["/bin/bash", "-c", `${printing} | cat > /dev/null`], {
    cwd: project.folder,
    env: project.env,
  });
  return { wall: [wall / 1000] };
}

async function rein() {
  const quiet = await oneCommand("echo 0123456789");
  const loud = await oneCommand(printing);
  return { wall: [loud.wall / 1000], growth: [loud.peak - quiet.peak] };
}

async function oneCommand(command: string) {
  await using project = await makeBenchProject();
  const calls = [call("bash", { command })];
  const { gaps, peak } = await callGaps(unasked(programs.rein, calls.length, "bash"), calls, project);
  return { wall: gaps[0] ?? Number.NaN, peak };
}

export const bigOutput: Measure = {
  name: "big-output",
  rounds: 3,
  rows: [
    { key: "wall", label: "1 GB of output", unit: "s", target: { type: "ratio", atMost: 1.5 } },
    {
      key: "growth",
      label: "… more memory than for a line",
      unit: "MB",
      target: { type: "value", atMost: 20, floor: 0 },
    },
  ],
  subjects: { floor: drain, rein },
};
