/** From Enter to the whole request at the server: of the first message, and of later ones. */
import { text } from "../../tests/support/model-server.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";

const laterMessages = 5;

function sample(command: readonly string[]) {
  let arrived = Promise.withResolvers<number>();
  let replies = 0;
  const answer = () => {
    arrived.resolve(performance.now());
    replies += 1;
    return [text(`answer ${replies}.`)];
  };
  return atPrompt(command, answer, async (terminal) => {
    const times: number[] = [];
    for (let message = 0; message <= laterMessages; message += 1) {
      arrived = Promise.withResolvers();
      const sent = await sendLine(terminal, `question ${message}`);
      times.push((await arrived.promise) - sent);
      await terminal.quiet();
    }
    return { first: times.slice(0, 1), later: times.slice(1) };
  });
}

export const enterToRequest: Measure = {
  name: "enter-to-request",
  rounds: 5,
  rows: [
    {
      key: "first",
      label: "Enter → request, first message",
      unit: "ms",
      target: { type: "value", atMost: 25, floor: 3.6 },
    },
    {
      key: "later",
      label: "Enter → request, later ones",
      unit: "ms",
      target: { type: "value", atMost: 25, floor: 3.6 },
    },
  ],
  subjects: {
    floor: () => sample(programs.floorPrompt),
    rein: () => sample(programs.rein),
  },
};
