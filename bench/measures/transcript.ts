/** The transcript of a session of 100,000 lines: opened at its end, scrolled page by page, and from its first line. */
import { text } from "../../tests/support/model-server.ts";
import { atPrompt } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { memory } from "../support/process-stat.ts";
import { programs } from "../support/programs.ts";
import { hundredThousandLines, lineNumber, writeSession } from "../support/written-session.ts";

const openTranscript = "\u000f";
const home = "\u001b[H";
const end = "\u001b[F";
const pageUp = "\u001b[5~";
const pages = 60;
const last = lineNumber(99_999);

const sample = () =>
  atPrompt(
    [...programs.rein, "-c"],
    () => [text("")],
    async (terminal) => {
      const openedAt = terminal.send(openTranscript);
      const opened = (await terminal.shown(last)) - openedAt;
      // Only what is other than in the window before is written, so no line can be waited for.
      const drawn = async (keys: string) => {
        await terminal.quiet(50);
        const sent = terminal.send(keys);
        return (await terminal.written(sent)) - sent;
      };
      const frames: number[] = [];
      for (let page = 0; page < pages; page += 1) frames.push(await drawn(pageUp));
      const jumps = [await drawn(home), await drawn(end)];
      return {
        opened: [opened],
        frame: frames,
        jump: jumps,
        rss: [memory(terminal.pid).now],
      };
    },
    { opened: "openai/bench", prepare: (project) => writeSession(project, hundredThousandLines) },
  );

export const transcript: Measure = {
  name: "transcript",
  rounds: 3,
  rows: [
    {
      key: "opened",
      label: "transcript of 100,000 lines: key → end shown",
      unit: "ms",
      target: { type: "value", atMost: 150, floor: 0 },
    },
    {
      key: "frame",
      label: "… a page up, p95 (30 frames a second)",
      unit: "ms",
      take: "p95",
      target: { type: "value", atMost: 33, floor: 0 },
    },
    { key: "jump", label: "… to the first or the last line, worst", unit: "ms", take: "max" },
    { key: "rss", label: "… memory", unit: "MB" },
  ],
  subjects: { rein: sample },
};
