/** Reading 100 MB of a chat stream with rein's adapter, against the bare iteration of the SDK below it. */
import { z } from "zod";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { runToEnd } from "../support/run-to-end.ts";

const bytes = 100_000_000;
const reading = z.object({ cpu: z.number(), growth: z.number().nullable(), length: z.number() });

async function sample(how: "sdk" | "adapter") {
  const command = [...programs.chatReading, how, "stream", String(bytes)];
  const { stdout } = await runToEnd(command, { cwd: process.cwd(), env: {} });
  const { cpu, growth, length } = reading.parse(JSON.parse(stdout));
  if (length < bytes / 100) throw new Error(`only ${length} characters of text were read`);
  return { cpu: [cpu], growth: [growth ?? Number.NaN] };
}

export const streamRead: Measure = {
  name: "stream-read",
  rounds: 5,
  rows: [
    { key: "cpu", label: "100 MB of a stream: CPU", unit: "s", target: { type: "ratio", atMost: 2.5 } },
    {
      key: "growth",
      label: "… more memory than before it",
      unit: "MB",
      target: { type: "value", atMost: 60, floor: 0 },
    },
  ],
  subjects: { floor: () => sample("sdk"), rein: () => sample("adapter") },
};
