/** From a key to its echo, while nothing happens and while a reply is streamed at about 1,000 tokens a second. */
import { delay, text } from "../../tests/support/model-server.ts";
import type { BenchTerminal } from "../support/bench-terminal.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import { markdownTokens } from "../support/markdown.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";

/** Neither the screens nor the reply have capitals, so each is on screen only when its key has been echoed. */
const keys = ["Q", "X", "Z", "W", "V", "K"];
const ctrlU = "\u0015";

async function sample(command: readonly string[]) {
  const tokens = markdownTokens(20_000);
  const perTick = 5;
  const ticks = Math.floor(tokens.length / perTick);
  const reply = Array.from({ length: ticks }, (_, tick) => [
    text(tokens.slice(tick * perTick, (tick + 1) * perTick).join("")),
    delay(perTick),
  ]).flat();
  return atPrompt(
    command,
    () => reply,
    async (terminal) => {
      const idle = await echoes(terminal, 60);
      await sendLine(terminal, "go");
      await terminal.shown("part 0");
      const streaming = await echoes(terminal, 100);
      return { idleP50: idle, idleP95: idle, streamingP50: streaming, streamingP95: streaming };
    },
  );
}

/** Presses keys at a typist's pace and takes the time of each. */
async function echoes(terminal: BenchTerminal, count: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const key = keys[index % keys.length] ?? "";
    const sent = terminal.send(key);
    times.push((await terminal.shown(key)) - sent);
    // Out of step with any frame clock, and the same in every run.
    await Bun.sleep(21 + ((index * 7) % 23));
    if (key === keys.at(-1)) {
      terminal.send(ctrlU);
      await Bun.sleep(50);
    }
  }
  return times;
}

export const keyEcho: Measure = {
  name: "key-echo",
  rounds: 3,
  rows: [
    { key: "idleP50", label: "key echo, p50", unit: "ms", target: { type: "value", atMost: 4, floor: 3.4 } },
    {
      key: "idleP95",
      label: "key echo, p95",
      unit: "ms",
      take: "p95",
      target: { type: "value", atMost: 8, floor: 7 },
    },
    {
      key: "streamingP50",
      label: "key echo while streaming, p50",
      unit: "ms",
      target: { type: "value", atMost: 4, floor: 2.1 },
    },
    {
      key: "streamingP95",
      label: "key echo while streaming, p95",
      unit: "ms",
      take: "p95",
      target: { type: "value", atMost: 10, floor: 4.8 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
