/** From the server's write of a reply's first token to the token on screen. */
import { text, type Step } from "../../tests/support/model-server.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";

const replies = 8;
/** A model thinks before it speaks; rein is at rest then but for its activity line. */
const thinkingMs = 150;

function sample(command: readonly string[]) {
  let written = Promise.withResolvers<number>();
  const think: Step = {
    type: "wait",
    until: async () => {
      await Bun.sleep(thinkingMs);
      written.resolve(performance.now());
    },
  };
  const answer = (_: unknown, index: number) => [
    think,
    text(`first${index} `),
    text("and all that follows."),
  ];
  return atPrompt(command, answer, async (terminal) => {
    const times: number[] = [];
    for (let reply = 0; reply < replies; reply += 1) {
      written = Promise.withResolvers();
      await sendLine(terminal, `question ${reply}`);
      const shown = terminal.shown(`first${reply}`);
      times.push((await shown) - (await written.promise));
      await terminal.quiet();
    }
    return { time: times };
  });
}

export const firstToken: Measure = {
  name: "first-token",
  rounds: 3,
  rows: [
    {
      key: "time",
      label: "first token → screen",
      unit: "ms",
      target: { type: "value", atMost: 15, floor: 37 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
