/** A session of 1,000 turns, opened again: how long that takes, what a key costs in it, and what it takes in memory. */
import { echoes, idleEchoes } from "../support/echoes.ts";
import { atPrompt, sendLine, type PromptOptions } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { pacedReply } from "../support/paced-reply.ts";
import { cpuSeconds, memory } from "../support/process-stat.ts";
import { programs } from "../support/programs.ts";
import { thousandTurns, writeSession } from "../support/written-session.ts";

async function sample(command: readonly string[], options: PromptOptions) {
  const reply = pacedReply(10_000, 1_000);
  return atPrompt(
    command,
    () => reply,
    async (terminal, openedAt) => {
      const opened = openedAt - terminal.startedAt;
      const cpu = cpuSeconds(terminal.pid) * 1000;
      const rss = memory(terminal.pid).now;
      const { times: idle, bytes } = await idleEchoes(terminal, 60);
      await sendLine(terminal, "go");
      await terminal.shown("part 0");
      const streaming = await echoes(terminal, 60);
      return {
        opened: [opened],
        cpu: [cpu],
        rss: [rss],
        idleP50: idle,
        idleP95: idle,
        bytes: [bytes],
        streamingP95: streaming,
      };
    },
    options,
  );
}

export const resumedSession: Measure = {
  name: "resumed-session",
  rounds: 3,
  rows: [
    {
      key: "opened",
      label: "1,000 turns: start → session open",
      unit: "ms",
      target: { type: "value", atMost: 800, floor: 190 },
    },
    { key: "cpu", label: "… CPU until at rest", unit: "ms" },
    { key: "rss", label: "… memory", unit: "MB", target: { type: "value", atMost: 180, floor: 64 } },
    {
      key: "idleP50",
      label: "… key echo, p50",
      unit: "ms",
      target: { type: "value", atMost: 4, floor: 3.4 },
    },
    {
      key: "idleP95",
      label: "… key echo, p95",
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
      key: "streamingP95",
      label: "… key echo while streaming, p95",
      unit: "ms",
      take: "p95",
      target: { type: "ratio", atMost: 1.5 },
    },
  ],
  subjects: {
    // Without a history: that one makes no difference is the point.
    floor: () => sample(programs.floorPrompt, {}),
    rein: () =>
      sample([...programs.rein, "-c"], {
        opened: "openai/bench",
        prepare: (project) => writeSession(project, thousandTurns),
      }),
  },
};
