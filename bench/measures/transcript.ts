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
const first = lineNumber(0);
const last = lineNumber(99_999);

const sample = () =>
  atPrompt(
    [...programs.rein, "-c"],
    () => [text("")],
    async (terminal) => {
      const timed = async (keys: string, line: string) => {
        const sent = terminal.send(keys);
        const at = await terminal.shown(line);
        await terminal.quiet(200);
        return at - sent;
      };
      const opened = await timed(openTranscript, last);
      const frames: number[] = [];
      for (let page = 0; page < pages; page += 1) {
        const sent = terminal.send(pageUp);
        frames.push((await terminal.written(sent)) - sent);
      }
      const toFirst = await timed(home, first);
      const toLast = await timed(end, last);
      return {
        opened: [opened],
        frame: frames,
        jump: [toFirst, toLast],
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
