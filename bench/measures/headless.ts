/** `-p` with a reply of a few words, from start to end, and how long its request is. */
import { serveModel, text } from "../../tests/support/model-server.ts";
import type { Measure } from "../support/measure.ts";
import { modelEnv, programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";
import { runToEnd } from "../support/run-to-end.ts";

async function sample(command: readonly string[]) {
  await using project = await makeBenchProject();
  await using server = await serveModel(() => [text("A small "), text("shop.")]);
  const env = { ...project.env, ...modelEnv(server.chatUrl) };
  const { wall, stdout } = await runToEnd([...command, "What is this?"], { cwd: project.folder, env });
  if (stdout !== "A small shop.\n") throw new Error(`the answer was ${JSON.stringify(stdout)}`);
  const [request] = server.requests;
  return { wall: [wall], request: [Buffer.byteLength(request?.bodyText ?? "") / 1000] };
}

export const headless: Measure = {
  name: "headless",
  rounds: 11,
  rows: [
    { key: "wall", label: "headless reply", unit: "ms", target: { type: "value", atMost: 150, floor: 39 } },
    { key: "request", label: "first request", unit: "KB", target: { type: "value", atMost: 10, floor: 0 } },
  ],
  subjects: {
    floor: () => sample(programs.floorHeadless),
    rein: () => sample([...programs.rein, "-p"]),
    launcher: async () => {
      const { wall } = await sample([...programs.launcher, "-p"]);
      return { wall };
    },
  },
};
