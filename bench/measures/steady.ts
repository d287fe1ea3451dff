/** A reply of 3,000 tokens at 100 tokens a second, one event each, for half a minute: CPU, and bytes to the terminal. */
import { text } from "../../tests/support/model-server.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { pacedReply } from "../support/paced-reply.ts";
import { cpuSeconds } from "../support/process-stat.ts";
import { programs } from "../support/programs.ts";

const seconds = 30;
const perSecond = 100;
const lastWords = "that was all of it";

function sample(command: readonly string[]) {
  const reply = [...pacedReply(seconds * perSecond, perSecond), text(`\n\n${lastWords}\n`)];
  return atPrompt(
    command,
    () => reply,
    async (terminal) => {
      await sendLine(terminal, "go");
      await terminal.shown("part 0");
      const [at, cpu, bytes] = [performance.now(), cpuSeconds(terminal.pid), terminal.bytes];
      await terminal.shown(lastWords);
      // A machine that is busy stretches the reply: what counts is the share of the time that it took.
      const share = (cpuSeconds(terminal.pid) - cpu) / ((performance.now() - at) / 1000);
      return { cpu: [share * seconds], bytes: [(terminal.bytes - bytes) / 1000] };
    },
  );
}

export const steady: Measure = {
  name: "steady",
  rounds: 1,
  isLong: true,
  rows: [
    {
      key: "cpu",
      label: "100 tokens/s for 30 s: CPU",
      unit: "s",
      target: { type: "value", atMost: 0.1 * seconds, floor: 2.8 },
    },
    {
      key: "bytes",
      label: "… written to the terminal",
      unit: "KB",
      target: { type: "value", atMost: 900, floor: 867 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
