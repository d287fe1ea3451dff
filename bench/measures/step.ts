/** From the end of a reply that calls a tool to the next request, over 20 calls of each tool. */
import { call, serveModel, text, type Step } from "../../tests/support/model-server.ts";
import type { Measure } from "../support/measure.ts";
import { modelEnv, programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";
import { runToEnd } from "../support/run-to-end.ts";

const steps = 20;

const tools = {
  bash: (index: number) => call("bash", { command: `echo ${index}` }),
  read: () => call("read_file", { path: "src/main.js" }),
} as const;

async function sample(command: readonly string[]) {
  return { bash: await gaps(command, tools.bash), read: await gaps(command, tools.read) };
}

async function gaps(command: readonly string[], callOf: (index: number) => Step): Promise<number[]> {
  await using project = await makeBenchProject();
  const times: number[] = [];
  let repliedAt = Number.NaN;
  const replied: Step = {
    type: "wait",
    until: async () => {
      repliedAt = performance.now();
    },
  };
  await using server = await serveModel((_, index) => {
    if (index > 0) times.push(performance.now() - repliedAt);
    return index < steps ? [callOf(index), replied] : [text("done")];
  });
  const env = { ...project.env, ...modelEnv(server.chatUrl) };
  await runToEnd([...command, "go"], { cwd: project.folder, env });
  return times;
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
    rein: () => sample([...programs.rein, "--max-turns", String(steps + 1), "--allow", "bash(echo:*)", "-p"]),
  },
};
