/** What stays in memory over a long session: of 1,000 turns, and of 500 commands with long outputs. */
import { atPromptOf, sendLine } from "../support/in-terminal.ts";
import type { Measure } from "../support/measure.ts";
import { memory } from "../support/process-stat.ts";
import { programs } from "../support/programs.ts";
import { serveSilently } from "../support/silent-model.ts";

const turns = 1_000;
const restMs = 15_000;
const commands = 500;
/** From this one on the growth counts: what is loaded and compiled once is there by then. */
const firstCommands = 50;
/** 200 KB of lines. */
const longOutput = 'seq -f "line %06.0f of what a long build prints" 5000';

/** A message, and an answer of some lines; every fourth turn reads a file first. */
async function afterTurns(): Promise<number> {
  let ended = 0;
  let hasRead = false;
  await using server = serveSilently((request) => {
    hasRead = !hasRead && (ended + 1) % 4 === 0;
    if (hasRead) return { name: "read_file", input: { path: "src/main.js" } };
    ended += 1;
    return { text: `the price of **item ${request}** is:\n\n- read\n- checked\n\nend ${ended}.` };
  });
  return await atPromptOf(programs.rein, server.chatUrl, async (terminal) => {
    for (let turn = 1; turn <= turns; turn += 1) {
      terminal.send(`question ${turn}`);
      await terminal.shown(`${turn}`);
      terminal.send("\r");
      await terminal.shown(`end ${turn}.`);
    }
    // The runtime collects what is left of the last turns after some seconds in which nothing happens.
    await Bun.sleep(restMs);
    return memory(terminal.pid).now;
  });
}

/** How much the program grows, MB. */
async function overCommands(): Promise<number> {
  let pid: number | undefined;
  const at = new Map<number, number>();
  await using server = serveSilently((request) => {
    if (pid !== undefined) at.set(request, memory(pid).now);
    return request < commands ? { name: "bash", input: { command: longOutput } } : { text: "that was all" };
  });
  const options = ["--max-turns", String(commands + 1), "--allow", `bash(seq:*)`];
  return await atPromptOf([...programs.rein, ...options], server.chatUrl, async (terminal) => {
    pid = terminal.pid;
    await sendLine(terminal, "go");
    await terminal.shown("that was all", 300_000);
    return (at.get(commands) ?? Number.NaN) - (at.get(firstCommands) ?? Number.NaN);
  });
}

export const longSession: Measure = {
  name: "long-session",
  rounds: 1,
  isLong: true,
  rows: [
    {
      key: "turns",
      label: "memory at rest after 1,000 turns",
      unit: "MB",
      target: { type: "value", atMost: 180, floor: 0 },
    },
    {
      key: "growth",
      label: "growth from 50 to 500 commands of 200 KB output",
      unit: "MB",
      target: { type: "value", atMost: 100, floor: 0 },
    },
  ],
  subjects: {
    rein: async () => ({ turns: [await afterTurns()], growth: [await overCommands()] }),
  },
};
