/** From the server's first byte of an answer to the adapter's first event of text, without a screen. */
import { z } from "zod";
import { serveModel, type Step, text } from "../../tests/support/model-server.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { runToEnd } from "../support/run-to-end.ts";

const answers = 30;
/** The first ones find nothing compiled. */
const warmUp = 5;

async function sample(how: "sdk" | "adapter") {
  const written: number[] = [];
  const mark: Step = {
    type: "wait",
    until: async () => {
      written.push(performance.timeOrigin + performance.now());
    },
  };
  await using server = await serveModel(() => [mark, text("The first words "), text("and the rest.")]);
  const command = [...programs.chatReading, how, "first", String(answers), server.chatUrl];
  const { stdout } = await runToEnd(command, { cwd: process.cwd(), env: {} });
  const read = z.array(z.number()).length(answers).parse(JSON.parse(stdout));
  return { time: read.map((at, index) => at - (written[index] ?? Number.NaN)).slice(warmUp) };
}

export const firstByte: Measure = {
  name: "first-byte",
  rounds: 3,
  rows: [
    {
      key: "time",
      label: "first byte → first text",
      unit: "ms",
      target: { type: "value", atMost: 5, floor: 0 },
    },
  ],
  subjects: { floor: () => sample("sdk"), rein: () => sample("adapter") },
};
