/**
 * From the start to the composer on screen with the terminal in raw mode, to the echo of a key that is pressed at that
 * moment, and to the status line that names the model: from then on the session is open and everything is loaded.
 */
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { timeStart } from "../support/start.ts";

async function rein(command: readonly string[]) {
  const { ready, echo, opened } = await timeStart(command, { opened: "openai/bench" });
  return { ready: [ready], echo: [echo], opened: [opened] };
}

export const promptReady: Measure = {
  name: "prompt-ready",
  rounds: 11,
  rows: [
    { key: "ready", label: "prompt ready", unit: "ms", target: { type: "ratio", atMost: 1.5 } },
    { key: "echo", label: "… a key pressed then is on screen", unit: "ms" },
    { key: "opened", label: "… session open", unit: "ms" },
  ],
  subjects: {
    floor: async () => {
      const { ready, echo } = await timeStart(programs.floorPrompt);
      return { ready: [ready], echo: [echo] };
    },
    rein: () => rein(programs.rein),
    launcher: () => rein(programs.launcher),
  },
};
