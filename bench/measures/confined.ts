/** A command in the sandbox: from the end of the reply that calls it to the next request, against a bare bubblewrap. */
import { call } from "../../tests/support/model-server.ts";
import { callGaps, unasked } from "../support/call-gaps.ts";
import type { Measure } from "../support/measure.ts";
import { programs } from "../support/programs.ts";
import { makeBenchProject } from "../support/project.ts";

const commands = 20;

/** What a sandbox without a network, a proxy and a filter for system calls takes at least. */
async function bareSandboxes() {
  const looks: number[] = [];
  for (let index = 0; index < commands; index += 1) {
    const from = performance.now();
    const argv = [
      "bwrap",
      "--ro-bind",
      "/",
      "/",
      "--dev",
      "/dev",
      "--proc",
      "/proc",
      "--unshare-all",
      "bash",
    ];
    await Bun.spawn([...argv, "--noprofile", "--norc", "-c", "true"], { stdin: "ignore" }).exited;
    looks.push(performance.now() - from);
  }
  return { looks, allowed: looks };
}

async function gapsOf(command: string) {
  await using project = await makeBenchProject();
  const calls = Array.from({ length: commands }, (_, index) =>
    call("bash", { command: `${command}${index}` }),
  );
  const program = [...unasked(programs.rein, commands, "bash(touch:*)"), "--sandbox", "auto"];
  // The first one waits until the sandbox is there.
  return (await callGaps(program, calls, project)).gaps.slice(1);
}

export const confined: Measure = {
  name: "confined",
  rounds: 3,
  rows: [
    { key: "looks", label: "a confined command that looks", unit: "ms" },
    { key: "allowed", label: "a confined command that writes", unit: "ms" },
  ],
  subjects: {
    floor: bareSandboxes,
    rein: async () => ({ looks: await gapsOf("echo "), allowed: await gapsOf("touch made-") }),
  },
};
