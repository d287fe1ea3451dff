/** 20 commands one after the other, against the bare start of the same shell. */
import { call } from "../../tests/support/model-server.ts";
import { callGaps, unasked } from "../support/call-gaps.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";

const commands = 20;
const command = "true";

/** A request and its reply, and so on: what a step costs that is not the command is in `step`. */
async function bareShells() {
  const times: number[] = [];
  for (let index = 0; index < commands; index += 1) {
    const from = performance.now();
    await Bun.spawn(["/bin/bash", "--noprofile", "--norc", "-c", command], { stdin: "ignore" }).exited;
    times.push(performance.now() - from);
  }
  return { each: times };
}

async function rein() {
  await using project = await makeBenchProject();
  const calls = Array.from({ length: commands }, (_, index) =>
    call("bash", { command: `${command} ${index}` }),
  );
  const { gaps } = await callGaps(unasked(programs.rein, commands, `bash(${command}:*)`), calls, project);
  return { each: gaps };
}

export const sequentialCommands: Measure = {
  name: "commands",
  rounds: 5,
  rows: [
    // A bare start takes about 1.5 ms where the target was set; 15 ms may come on top.
    {
      key: "each",
      label: "a command, next request",
      unit: "ms",
      target: { type: "value", atMost: 16.5, floor: 1.5 },
    },
  ],
  subjects: { floor: bareShells, rein },
};
