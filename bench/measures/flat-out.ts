/** A reply of 20,000 tokens of markdown, as fast as the server can send it, one event a token. */
import { text, type Step } from "../../tests/support/model-server.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import { markdownTokens } from "../support/markdown.ts";
import type { Measure } from "../support/measure.ts";
import { cpuSeconds, memory } from "../support/process-stat.ts";
import { programs } from "../support/programs.ts";

const lastWords = "that was all of it";
/** The server's own writes are not to be one long task in which it cannot send. */
const burst = 100;

function sample(command: readonly string[]) {
  const tokens = [...markdownTokens(20_000), `\n\n${lastWords}\n`];
  const ended = Promise.withResolvers<number>();
  const breathe: Step = { type: "wait", until: () => new Promise((resolve) => setImmediate(resolve)) };
  const last: Step = {
    type: "wait",
    until: async () => ended.resolve(performance.now()),
  };
  const steps = tokens.flatMap((token, index) =>
    index % burst === 0 ? [breathe, text(token)] : [text(token)],
  );
  return atPrompt(
    command,
    () => [...steps, last],
    async (terminal) => {
      const cpuBefore = cpuSeconds(terminal.pid);
      await sendLine(terminal, "go");
      const bytesBefore = terminal.bytes;
      const shown = await terminal.shown(lastWords);
      await terminal.quiet();
      return {
        cpu: [cpuSeconds(terminal.pid) - cpuBefore],
        bytes: [(terminal.bytes - bytesBefore) / 1000],
        delay: [Math.max(0, shown - (await ended.promise)) / 1000],
        peak: [memory(terminal.pid).peak],
        clears: [terminal.clears],
      };
    },
  );
}

export const flatOut: Measure = {
  name: "flat-out",
  rounds: 5,
  rows: [
    {
      key: "cpu",
      label: "20,000 tokens: CPU",
      unit: "s",
      target: { type: "value", atMost: 1, floor: 0.44 },
    },
    {
      key: "bytes",
      label: "… written to the terminal",
      unit: "KB",
      target: { type: "value", atMost: 120, floor: 87 },
    },
    {
      key: "delay",
      label: "… last token → screen",
      unit: "s",
      target: { type: "value", atMost: 0.4, floor: 0.3 },
    },
    { key: "peak", label: "… peak memory", unit: "MB", target: { type: "value", atMost: 250, floor: 170 } },
    {
      key: "clears",
      label: "… ESC[2J or ESC[3J",
      unit: "",
      take: "max",
      target: { type: "value", atMost: 0, floor: 0 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
