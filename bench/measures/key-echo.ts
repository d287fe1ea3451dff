/** From a key to its echo, while nothing happens and while a reply is streamed at about 1,000 tokens a second. */
import { echoes, idleEchoes } from "../support/echoes.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { pacedReply } from "../support/paced-reply.ts";
import { programs } from "../support/programs.ts";

function sample(command: readonly string[]) {
  const reply = pacedReply(20_000, 1_000);
  return atPrompt(
    command,
    () => reply,
    async (terminal) => {
      const { times: idle, bytes } = await idleEchoes(terminal, 60);
      await sendLine(terminal, "go");
      await terminal.shown("part 0");
      const streaming = await echoes(terminal, 100);
      return {
        idleP50: idle,
        idleP95: idle,
        bytes: [bytes],
        streamingP50: streaming,
        streamingP95: streaming,
      };
    },
  );
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
      target: { type: "ratio", atMost: 1.5 },
    },
    {
      key: "bytes",
      label: "… written for a key",
      unit: "B",
      target: { type: "value", atMost: 1_000, floor: 0 },
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
      target: { type: "ratio", atMost: 1.5 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
