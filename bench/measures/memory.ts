/** What stands in memory while nothing happens at the prompt. */
import { text } from "../../tests/support/model-server.ts";
import { atPrompt } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { memory as memoryOf } from "../support/process-stat.ts";
import { programs } from "../support/programs.ts";

const sample = (command: readonly string[]) =>
  atPrompt(
    command,
    () => [text("")],
    async (terminal) => {
      await Bun.sleep(1000);
      return { rss: [memoryOf(terminal.pid).now] };
    },
  );

export const memory: Measure = {
  name: "memory",
  rounds: 3,
  rows: [
    {
      key: "rss",
      label: "memory at the prompt",
      unit: "MB",
      target: { type: "value", atMost: 110, floor: 64 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
