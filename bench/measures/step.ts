/** From the end of a reply that calls a tool to the next request, over 20 calls of each tool. */
import { call, type Step } from "../../tests/support/model-server.ts";
import { callGaps, unasked } from "../support/call-gaps.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";

const steps = 20;

const tools = {
  bash: (index: number) => call("bash", { command: `echo ${index}` }),
  // Another call each time: one that is only repeated is stopped.
  read: (index: number) => call("read_file", { path: "src/main.js", limit: 100 + index }),
} as const;

async function sample(command: readonly string[]) {
  return { bash: await gapsOf(command, tools.bash), read: await gapsOf(command, tools.read) };
}

async function gapsOf(command: readonly string[], callOf: (index: number) => Step) {
  await using project = await makeBenchProject();
  const calls = Array.from({ length: steps }, (_, index) => callOf(index));
  return (await callGaps(command, calls, project)).gaps;
}

export const step: Measure = {
  name: "step",
  rounds: 5,
  rows: [
    { key: "bash", label: "step with bash", unit: "ms", target: { type: "value", atMost: 10, floor: 3.9 } },
    { key: "read", label: "step with read_file", unit: "ms" },
  ],
  subjects: {
    floor: () => sample(programs.floorHeadless),
    rein: () => sample(unasked(programs.rein, steps, "bash(echo:*)")),
  },
};
