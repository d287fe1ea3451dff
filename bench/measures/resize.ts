/** From another size of the window to the prompt drawn for it, with a draft on the screen and an answer above it. */
import { text } from "../../tests/support/model-server.ts";
import { atPrompt, sendLine } from "../support/in-terminal.ts";
import { markdownTokens } from "../support/markdown.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";

/** Columns and rows, one after the other. */
const sizes = [
  [100, 40],
  [120, 30],
  [80, 24],
  [140, 50],
  [60, 40],
  [120, 40],
] as const;
const draft = "QXZW";

function sample(command: readonly string[]) {
  const answer = [text(markdownTokens(2_000).join("")), text("\n\nthat was all of it\n")];
  return atPrompt(
    command,
    () => answer,
    async (terminal) => {
      await sendLine(terminal, "go");
      await terminal.shown("that was all of it");
      terminal.send(draft);
      await terminal.shown(draft);
      const times: number[] = [];
      for (const [columns, rows] of sizes) {
        await terminal.quiet(600);
        const at = terminal.resize(columns, rows);
        times.push((await terminal.shown(draft)) - at);
      }
      return { time: times };
    },
  );
}

export const resize: Measure = {
  name: "resize",
  rounds: 3,
  rows: [
    {
      key: "time",
      label: "resize → drawn, p95",
      unit: "ms",
      take: "p95",
      target: { type: "value", atMost: 50, floor: 0 },
    },
  ],
  subjects: {
    // The floor does not draw again what stands there.
    rein: () => sample(programs.rein),
  },
};
