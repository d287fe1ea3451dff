/** A minute at the prompt after an answer, in which nothing happens. */
import { text } from "../../tests/support/model-server.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { cpuSeconds } from "../support/process-stat.ts";
import { programs } from "../support/programs.ts";

const minute = 60_000;

const sample = (command: readonly string[]) =>
  atPrompt(
    command,
    () => [text("a small shop.")],
    async (terminal) => {
      await sendLine(terminal, "what is this");
      await terminal.shown("a small shop.");
      // What is put off until nobody waits for anything is done by then.
      await terminal.quiet(2000);
      const [cpu, bytes] = [cpuSeconds(terminal.pid), terminal.bytes];
      await Bun.sleep(minute);
      return { cpu: [cpuSeconds(terminal.pid) - cpu], bytes: [terminal.bytes - bytes] };
    },
  );

export const idle: Measure = {
  name: "idle",
  rounds: 1,
  isLong: true,
  rows: [
    {
      key: "cpu",
      label: "a minute of nothing: CPU",
      unit: "s",
      target: { type: "value", atMost: 0.05, floor: 0 },
    },
    {
      key: "bytes",
      label: "… written to the terminal",
      unit: "B",
      target: { type: "value", atMost: 0, floor: 0 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
