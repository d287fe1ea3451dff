/** A session of 100,000 entries and 200 MB, opened again: its last screen, keys while the rest is read, memory. */
import { BenchTerminal } from "../support/bench-terminal.ts";
import { echoes } from "../support/echoes.ts";
import { lastWords, makeHugeLog, putHugeSession } from "../support/huge-session.ts";
import type { Measure, Sample } from "../support/measure.ts";
import { memory } from "../support/process-stat.ts";
import { modelEnv, programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";
import { serveSilently } from "../support/silent-model.ts";

/** It has no capitals: those are the keys whose echoes are waited for. */
const [first, second] = ["an answer to the first", "an answer to the second"];

async function sample(): Promise<Sample> {
  await using server = serveSilently((request) => ({ text: request === 0 ? first : second }));
  await using project = await makeBenchProject();
  using log = makeHugeLog();
  putHugeSession(project, log);
  await using terminal = new BenchTerminal({
    command: [...programs.rein, "-c"],
    cwd: project.folder,
    env: { ...project.env, ...modelEnv(server.chatUrl) },
  });
  const last = terminal.shown(lastWords);
  await terminal.ready();
  const shown = (await last) - terminal.startedAt;
  terminal.send("Q");
  const echo = (await terminal.shown("Q")) - terminal.startedAt;
  // A message that is sent now waits until all is read.
  terminal.send("\u0015go");
  await terminal.shown("go");
  terminal.send("\r");
  const open = terminal.shown(first);
  // Keys that come in one read with Enter would be a paste.
  await terminal.shown("go");
  const whileReading = await echoes(terminal, 30);
  const opened = (await open) - terminal.startedAt;
  await terminal.quiet(1_000);
  const rss = memory(terminal.pid);
  terminal.send("\u0015go");
  await terminal.shown("go");
  const sent = terminal.send("\r");
  const answered = (await terminal.shown(second)) - sent;
  return {
    shown: [shown],
    echo: [echo],
    whileReading,
    opened: [opened],
    answered: [answered],
    peak: [rss.peak],
    rss: [rss.now],
  };
}

export const openHuge: Measure = {
  name: "open-huge",
  rounds: 3,
  rows: [
    {
      key: "shown",
      label: "200 MB, 100,000 entries: start → last screen",
      unit: "ms",
      target: { type: "value", atMost: 300, floor: 0 },
    },
    {
      key: "echo",
      label: "… start → echo of a key pressed then",
      unit: "ms",
      target: { type: "value", atMost: 300, floor: 0 },
    },
    { key: "whileReading", label: "… key echo while the rest is read, p95", unit: "ms", take: "p95" },
    { key: "opened", label: "… start → answer to a message sent then", unit: "ms" },
    { key: "answered", label: "… Enter → answer, once all is read", unit: "ms" },
    {
      key: "peak",
      label: "… memory, at most",
      unit: "MB",
      target: { type: "value", atMost: 300, floor: 0 },
    },
    { key: "rss", label: "… memory at rest", unit: "MB" },
  ],
  subjects: { rein: sample },
};
