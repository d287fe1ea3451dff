/** `--version`, from start to end, against Bun doing nothing. */
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";
import { runToEnd } from "../support/run-to-end.ts";

const sample = async (command: readonly string[]) => {
  await using project = await makeBenchProject();
  const { wall } = await runToEnd(command, { cwd: project.folder, env: project.env });
  return { wall: [wall] };
};

export const version: Measure = {
  name: "version",
  rounds: 15,
  rows: [{ key: "wall", label: "--version", unit: "ms", target: { type: "ratio", atMost: 1.5 } }],
  subjects: {
    floor: () => sample(programs.floorStart),
    rein: () => sample([...programs.rein, "--version"]),
    launcher: () => sample([...programs.launcher, "--version"]),
  },
};
