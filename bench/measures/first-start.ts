/** The very first start after an installation, when Bun has compiled nothing of the program yet. */
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { timeStart } from "../support/start.ts";

async function sample(command: readonly string[]) {
  const { ready } = await timeStart(command, { cold: true });
  return { ready: [ready] };
}

export const firstStart: Measure = {
  name: "first-start",
  rounds: 5,
  rows: [
    {
      key: "ready",
      label: "prompt ready, very first start",
      unit: "ms",
      target: { type: "ratio", atMost: 1.5 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
    launcher: () => sample(programs.launcher),
  },
};
